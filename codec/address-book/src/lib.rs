//! A uri2dec address book on disk, and the addresses of vCards.
//!
//! The codec crate has the books in memory and the search through them (section 9 of the document).
//! This crate adds what needs an operating system: [`StoredBook`] keeps the numbers that were learnt in
//! one file, so that no change is lost or half done; [`import_vcards`] reads addresses from vCard files.

mod format;
mod storage;
mod store;
mod vcard;

pub use format::{Damage, DamageReason};
pub use storage::{Folder, Lock, Storage};
pub use store::{Operation, StoreError, StoredBook, set_aside};
pub use vcard::{Import, Skipped, SkippedReason, import_vcards};
