//! A job object: the processes of a tree, what they use, and their end.
//!
//! This is the only file of acegate that calls Windows itself.
#![expect(
    unsafe_code,
    reason = "no crate has the limits, the times and the processes of a job"
)]

use std::io;
use std::mem::{size_of, size_of_val};
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::process::Child;
use std::ptr;
use std::time::Duration;

use windows_sys::Win32::Foundation::{FILETIME, HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_LIMIT_PROCESS_MEMORY,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectBasicAccountingInformation, JobObjectBasicProcessIdList,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    GetCurrentThread, GetThreadTimes, OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION,
};

/// The most processes of a tree that are measured.
const MOST: usize = 4096;

/// The status of processes that were ended with their job.
const ENDED: u32 = 1;

/// A job object. Its processes end with the value.
#[derive(Debug)]
pub(super) struct Job(OwnedHandle);

impl Job {
    /// Makes a job without processes. Each will get at most so many octets of memory.
    pub(super) fn new(memory: u64) -> io::Result<Self> {
        // SAFETY: null stands for no rights and no name. The handle is new, and this value's own.
        let job = unsafe {
            let handle = CreateJobObjectW(ptr::null(), ptr::null());
            if handle.is_null() {
                return Err(io::Error::last_os_error());
            }
            Self(OwnedHandle::from_raw_handle(handle))
        };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
            | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
            | JOB_OBJECT_LIMIT_PROCESS_MEMORY;
        limits.ProcessMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
        let length = size_of_val(&limits) as u32;
        // SAFETY: the pointer is to a value of the type that this class of information has.
        done(unsafe {
            SetInformationJobObject(
                job.handle(),
                JobObjectExtendedLimitInformation,
                ptr::from_ref(&limits).cast(),
                length,
            )
        })?;
        Ok(job)
    }

    /// Puts a child into the job, and all that it starts from then on.
    pub(super) fn take(&self, child: &Child) -> io::Result<()> {
        // SAFETY: both handles are open while they are borrowed.
        done(unsafe { AssignProcessToJobObject(self.handle(), child.as_raw_handle()) })
    }

    /// Ends all processes of the job.
    pub(super) fn end(&self) {
        // SAFETY: the handle is open. A job without processes has nothing to end.
        unsafe { TerminateJobObject(self.handle(), ENDED) };
    }

    /// The CPU time of all its processes, of those that have ended, too. Wine counts none.
    pub(super) fn time(&self) -> Duration {
        let mut total = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        let length = size_of_val(&total) as u32;
        // SAFETY: the pointer is to a value of the type that this class of information has.
        unsafe {
            QueryInformationJobObject(
                self.handle(),
                JobObjectBasicAccountingInformation,
                ptr::from_mut(&mut total).cast(),
                length,
                ptr::null_mut(),
            );
        }
        of_ticks(
            total
                .TotalUserTime
                .saturating_add(total.TotalKernelTime)
                .unsigned_abs(),
        )
    }

    /// The memory that its processes have for themselves, in octets, but of this one.
    pub(super) fn memory(&self, except: u32) -> u64 {
        let counted = self.processes().into_iter().filter(|(id, _)| *id != except);
        counted
            .map(|process| private(&process))
            .fold(0, u64::saturating_add)
    }

    /// The living processes of the job.
    fn processes(&self) -> Vec<(u32, OwnedHandle)> {
        // Two numbers of 32 bits come first. The second counts the processes that follow.
        let mut words = vec![0_u64; 1 + MOST];
        let length = (size_of::<u64>() * words.len()) as u32;
        // SAFETY: the list may fill the whole buffer, which has its alignment. If there is no room for all
        // processes, the list is as long as the buffer.
        unsafe {
            QueryInformationJobObject(
                self.handle(),
                JobObjectBasicProcessIdList,
                words.as_mut_ptr().cast(),
                length,
                ptr::null_mut(),
            );
        }
        let count = (words[0] >> 32) as usize;
        let open = |id: &u64| {
            let id = *id as u32;
            // SAFETY: the handle is new, and the value's own. A process that has ended gives none.
            unsafe {
                let handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, id);
                (!handle.is_null()).then(|| (id, OwnedHandle::from_raw_handle(handle)))
            }
        };
        words[1..].iter().take(count).filter_map(open).collect()
    }

    fn handle(&self) -> HANDLE {
        self.0.as_raw_handle()
    }
}

/// The processor time of this thread so far.
pub(crate) fn thread_time() -> Duration {
    let [mut made, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the pointers are to values of their types, and the handle of the own thread needs no closing.
    unsafe {
        GetThreadTimes(
            GetCurrentThread(),
            &mut made,
            &mut ended,
            &mut kernel,
            &mut user,
        )
    };
    of_ticks(ticks(kernel) + ticks(user))
}

/// Keeps a handle from the processes that this one starts. Each standard stream that they are given is a copy.
pub(super) fn keep_back(stream: &impl AsRawHandle) {
    // SAFETY: the handle is open while it is borrowed.
    unsafe { SetHandleInformation(stream.as_raw_handle(), HANDLE_FLAG_INHERIT, 0) };
}

fn private((_, process): &(u32, OwnedHandle)) -> u64 {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let length = size_of_val(&counters) as u32;
    // SAFETY: the pointer is to a value of its type and length. If the call fails, it stays zero.
    unsafe { K32GetProcessMemoryInfo(process.as_raw_handle(), &mut counters, length) };
    counters.PagefileUsage as u64
}

fn ticks(time: FILETIME) -> u64 {
    u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime)
}

/// A tick is a tenth of a microsecond.
const fn of_ticks(ticks: u64) -> Duration {
    Duration::from_nanos(ticks.saturating_mul(100))
}

fn done(result: i32) -> io::Result<()> {
    if result == 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}
