//! Memory with a name: files in `/dev/shm` and segments of System V. The end of a process does not free it.
//!
//! In: the root of a tree of processes. Out: the memory with a name that they use, and later a sentence on
//! each part of it that is still there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

use super::stat::descendants;

/// Memory with a name, which the end of its processes does not free.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamedMemory {
    /// A file that is kept in memory.
    File(PathBuf),
    /// A segment of System V, by its number.
    Segment(u64),
}

/// The folder of the files in memory that have a name.
const FOLDER: &str = "/dev/shm/";

/// The list of all segments of System V.
const SEGMENTS: &str = "/proc/sysvipc/shm";

/// The memory with a name that processes below `root` have open, have mapped or have made.
pub(crate) fn named_memory(root: Pid, token: &str) -> BTreeSet<NamedMemory> {
    let segments = fs::read_to_string(SEGMENTS).unwrap_or_default();
    let mut found = BTreeSet::new();
    for (pid, _) in descendants(root, token) {
        let number = pid.as_raw_pid();
        for entry in fs::read_dir(format!("/proc/{number}/fd"))
            .into_iter()
            .flatten()
            .flatten()
        {
            found.extend(
                fs::read_link(entry.path())
                    .ok()
                    .and_then(|path| named_file(&path)),
            );
        }
        let maps = fs::read_to_string(format!("/proc/{number}/maps")).unwrap_or_default();
        found.extend(maps.lines().filter_map(mapped));
        for segment in segments.lines().filter_map(Segment::parse) {
            if segment.maker == number {
                found.insert(NamedMemory::Segment(segment.id));
            }
        }
    }
    found
}

/// A sentence on each part that is still there.
pub(crate) fn show_left(memory: &BTreeSet<NamedMemory>) -> Vec<String> {
    let segments = fs::read_to_string(SEGMENTS).unwrap_or_default();
    let mut left = Vec::new();
    for part in memory {
        match part {
            NamedMemory::File(path) => {
                if let Ok(file) = fs::symlink_metadata(path) {
                    left.push(format!("{}, {} bytes", path.display(), file.len()));
                }
            }
            NamedMemory::Segment(id) => {
                let segment = segments
                    .lines()
                    .filter_map(Segment::parse)
                    .find(|segment| segment.id == *id);
                if let Some(segment) = segment {
                    let bytes = segment.bytes;
                    left.push(format!(
                        "System V segment {id}, {bytes} bytes (ipcrm -m {id})"
                    ));
                }
            }
        }
    }
    left
}

fn named_file(path: &Path) -> Option<NamedMemory> {
    let is_removed = path.to_string_lossy().ends_with(" (deleted)");
    if !path.starts_with(FOLDER) || is_removed {
        return None;
    }
    Some(NamedMemory::File(path.to_owned()))
}

/// The memory that a line of `/proc/PID/maps` is of.
///
/// The number of a segment is in the place of the number of a file:
/// `7f5c… rw-s 00000000 00:01 98305    /SYSV00000000 (deleted)` is of segment 98305.
fn mapped(line: &str) -> Option<NamedMemory> {
    let mut fields = line.split_ascii_whitespace();
    let id = fields.nth(4)?;
    let name = fields.next()?;
    if name.starts_with("/SYSV") {
        return Some(NamedMemory::Segment(id.parse().ok()?));
    }
    let at = line.find(FOLDER)?;
    named_file(&PathBuf::from(&line[at..]))
}

/// A line of the list of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    id: u64,
    bytes: u64,
    /// The process that made it.
    maker: i32,
}

impl Segment {
    /// Reads a line: key, number, rights, size, maker, and more. The first line has names, not numbers.
    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        Some(Self {
            id: fields.get(1)?.parse().ok()?,
            bytes: fields.get(3)?.parse().ok()?,
            maker: fields.get(4)?.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_list_of_segments_is_read() {
        let head = "       key      shmid perms                  size  cpid  lpid nattch";
        let line = "         0      98305   600              67108864  4711     0      0";
        assert_eq!(Segment::parse(head), None);
        let expected = Segment {
            id: 98305,
            bytes: 64 << 20,
            maker: 4711,
        };
        assert_eq!(Segment::parse(line), Some(expected));
    }

    #[test]
    fn only_memory_with_a_name_is_found_in_a_map() {
        let file = |path: &str| Some(NamedMemory::File(path.into()));
        for (line, expected) in [
            (
                "7f00-7f01 rw-s 00000000 00:01 98305      /SYSV00000000 (deleted)",
                Some(NamedMemory::Segment(98305)),
            ),
            (
                "7f00-7f01 rw-s 00000000 00:1a 3          /dev/shm/a b",
                file("/dev/shm/a b"),
            ),
            (
                "7f00-7f01 rw-s 00000000 00:1a 3          /dev/shm/a (deleted)",
                None,
            ),
            ("7f00-7f01 r-xp 00000000 fe:00 12         /usr/bin/sh", None),
            ("7f00-7f01 rw-p 00000000 00:00 0", None),
        ] {
            assert_eq!(mapped(line), expected, "{line}");
        }
    }
}
