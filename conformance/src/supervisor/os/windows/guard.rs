//! The guard: the process that is in the job before the program starts.
//!
//! In: an [`Order`], and an octet on standard input once the guard is in its job. Out: the program, running
//! on the guard's three streams, and then its status.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::windows::io::{AsHandle, AsRawHandle, FromRawHandle, OwnedHandle};
use std::process::{Command, ExitCode};

use super::job::keep_back;
use crate::supervisor::order::{NOT_STARTED, Order};

/// Runs as the guard for this order. It ends the process with the status of the program.
pub(crate) fn main(order: &Order) -> ExitCode {
    let status = guard(order).unwrap_or_else(|error| {
        // If the message cannot be written, the status says enough.
        let _ = writeln!(io::stderr(), "{} {error}", order.token);
        NOT_STARTED
    });
    // An exit code has 32 bits here, an `ExitCode` has 8.
    std::process::exit(status)
}

fn guard(order: &Order) -> io::Result<i32> {
    // The reader of standard input would take octets of the program into its buffer.
    let mut input = File::from(io::stdin().as_handle().try_clone_to_owned()?);
    input.read_exact(&mut [0])?;
    drop(input);
    let (program, arguments) = order
        .argv
        .split_first()
        .ok_or(io::ErrorKind::InvalidInput)?;
    keep_back(&io::stdin());
    keep_back(&io::stdout());
    keep_back(&io::stderr());
    let mut child = Command::new(program).args(arguments).spawn()?;
    leave_streams();
    let status = child.wait()?;
    Ok(status.code().unwrap_or(1))
}

/// Closes the guard's copies of the streams, so that acegate sees when the program closes its streams.
#[expect(unsafe_code, reason = "the standard library closes no standard stream")]
fn leave_streams() {
    let handles = [
        io::stdin().as_raw_handle(),
        io::stdout().as_raw_handle(),
        io::stderr().as_raw_handle(),
    ];
    for handle in handles {
        // SAFETY: nothing of the guard reads or writes from here on.
        drop(unsafe { OwnedHandle::from_raw_handle(handle) });
    }
}
