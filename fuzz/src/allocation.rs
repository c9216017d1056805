//! A counting allocator, so that a property can bound the memory that an operation takes.
//!
//! It forwards to the system and keeps two numbers. The one allocation that it refuses is one that
//! would take the whole over [`LIMIT`]: a decoder that runs wild ends its process, not the machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// More than any property, campaign or replay needs at once.
const LIMIT: usize = 3 << 30;

/// The octets that the whole process holds.
static LIVE: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The octets that this thread took minus those it gave back; negative if it frees for others.
    static TAKEN: Cell<isize> = const { Cell::new(0) };
    /// The largest value of `TAKEN` since it was last set.
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The largest number of octets that this thread had at one time during `work`, above what it had
/// before.
pub(crate) fn peak_during<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = TAKEN.get();
    PEAK.set(before);
    let result = work();
    (result, usize::try_from(PEAK.get() - before).unwrap_or(0))
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn grown(size: usize) -> bool {
    let live = LIVE.fetch_add(size, Ordering::Relaxed) + size;
    if live > LIMIT {
        LIVE.fetch_sub(size, Ordering::Relaxed);
        return false;
    }
    let taken = TAKEN.get() + size as isize;
    TAKEN.set(taken);
    PEAK.set(PEAK.get().max(taken));
    true
}

fn shrunk(size: usize) {
    LIVE.fetch_sub(size, Ordering::Relaxed);
    TAKEN.set(TAKEN.get() - size as isize);
}

#[expect(
    unsafe_code,
    reason = "the only way to count allocations is to be the allocator"
)]
// SAFETY: every method keeps the contract of `GlobalAlloc` because it hands its arguments on to
// `System`, which keeps it, and returns what that returns, or null for "no memory".
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !grown(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise about `layout` is the one that `System` requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrunk(layout.size());
        // SAFETY: `pointer` came from `alloc` or `realloc` here, which is to say from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size > layout.size() {
            if !grown(size - layout.size()) {
                return std::ptr::null_mut();
            }
        } else {
            shrunk(layout.size() - size);
        }
        // SAFETY: as in `dealloc`; `size` is not zero because the caller promises so.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_the_most_memory_at_one_time() {
        let ((), peak) = peak_during(|| {
            drop(std::hint::black_box(Vec::<u8>::with_capacity(1 << 24)));
            drop(std::hint::black_box(Vec::<u8>::with_capacity(1 << 24)));
        });
        assert_eq!(peak, 1 << 24);
    }
}
