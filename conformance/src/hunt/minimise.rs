//! Delta debugging under one signature.

use std::io;
use std::time::{Duration, Instant};

use super::worker::{Judge, Verdict};
use crate::failure::Signature;

/// When to stop making an input smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most trials.
    pub trials: usize,
    /// The longest time. Each trial of a hang takes as long as the judge is patient.
    pub time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self { trials: 20_000, time: Duration::from_secs(60) }
    }
}

/// The smallest input that was found to break the claim with the same signature: shorter, then of
/// simpler octets.
///
/// Parts are cut out, the largest first, and octets replaced by simple ones, until a whole round
/// changes nothing. An input that breaks the claim in another way is never taken: it would be
/// another finding.
///
/// # Errors
///
/// Those of the judge.
pub fn minimise(
    judge: &mut impl Judge,
    octets: &[u8],
    signature: &Signature,
    effort: Effort,
) -> io::Result<Vec<u8>> {
    let mut search = Search {
        judge,
        signature,
        smallest: octets.to_vec(),
        trials: effort.trials,
        end: Instant::now() + effort.time,
    };
    while search.cut()? | search.simplify()? {}
    Ok(search.smallest)
}

struct Search<'a, J> {
    judge: &'a mut J,
    signature: &'a Signature,
    smallest: Vec<u8>,
    trials: usize,
    end: Instant,
}

/// What an octet is replaced by, the simplest first: the first choice of every parameter, then
/// letters.
const SIMPLE: [u8; 5] = [b'0', b'a', b'b', b'-', b'z'];

impl<J: Judge> Search<'_, J> {
    /// Cuts parts out; says whether anything went.
    fn cut(&mut self) -> io::Result<bool> {
        let mut changed = false;
        let mut size = self.smallest.len();
        while size > 0 {
            // From the end, so that what is cut does not move what is to be cut next.
            let mut end = self.smallest.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                let mut candidate = self.smallest.clone();
                candidate.drain(start..end);
                changed |= self.take_if_same(candidate)?;
                end = start.min(self.smallest.len());
            }
            size /= 2;
        }
        Ok(changed)
    }

    /// Replaces octets by simpler ones; says whether any was.
    fn simplify(&mut self) -> io::Result<bool> {
        let mut changed = false;
        for at in 0..self.smallest.len() {
            for simple in SIMPLE {
                let Some(&octet) = self.smallest.get(at) else { break };
                if rank(octet) <= rank(simple) {
                    break;
                }
                let mut candidate = self.smallest.clone();
                candidate[at] = simple;
                if self.take_if_same(candidate)? {
                    changed = true;
                    break;
                }
            }
        }
        Ok(changed)
    }

    fn take_if_same(&mut self, candidate: Vec<u8>) -> io::Result<bool> {
        if self.trials == 0 || Instant::now() >= self.end {
            return Ok(false);
        }
        self.trials -= 1;
        let same = match self.judge.judge(&candidate)? {
            Verdict::Broken(broken) => broken.signature == *self.signature,
            Verdict::Holds => false,
        };
        if same {
            self.smallest = candidate;
        }
        Ok(same)
    }
}

fn rank(octet: u8) -> usize {
    SIMPLE.iter().position(|&simple| simple == octet).unwrap_or(SIMPLE.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::FailureKind;
    use crate::findings::worker::Broken;

    /// Breaks with the signature that a function says.
    struct Fake(fn(&[u8]) -> Option<&'static str>);

    impl Judge for Fake {
        fn judge(&mut self, octets: &[u8]) -> io::Result<Verdict> {
            Ok((self.0)(octets).map_or(Verdict::Holds, |name| {
                let signature = Signature(name.into());
                Verdict::Broken(Broken { signature, kind: FailureKind::Law, detail: String::new() })
            }))
        }
    }

    fn smallest(judge: fn(&[u8]) -> Option<&'static str>, octets: &[u8]) -> Vec<u8> {
        let mut judge = Fake(judge);
        let Ok(Verdict::Broken(first)) = judge.judge(octets) else { panic!("must break") };
        minimise(&mut judge, octets, &first.signature, Effort::default()).expect("no trial fails")
    }

    #[test]
    fn keeps_only_what_is_needed() {
        let judge = |octets: &[u8]| {
            let x = octets.iter().position(|&octet| octet == b'x')?;
            octets[x..].contains(&b'y').then_some("x then y")
        };
        assert_eq!(smallest(judge, b"qwertyxqwerty12345678"), b"xy");
    }

    #[test]
    fn never_slips_to_another_failure() {
        // A single `x` is a failure too, but another one.
        let judge = |octets: &[u8]| match octets.iter().filter(|&&octet| octet == b'x').count() {
            0 => None,
            1 => Some("one"),
            _ => Some("several"),
        };
        assert_eq!(smallest(judge, b"axbxcxd"), b"xx");
    }

    #[test]
    fn octets_that_do_not_matter_become_simple() {
        let judge = |octets: &[u8]| (octets.len() >= 3).then_some("three");
        assert_eq!(smallest(judge, b"\xff\x80q~~~"), b"000");
    }

    #[test]
    fn effort_is_bounded() {
        let mut judge = Fake(|octets| (octets.len() >= 3).then_some("three"));
        let signature = Signature("three".into());
        let effort = Effort { trials: 0, ..Effort::default() };
        let octets = minimise(&mut judge, b"12345", &signature, effort).expect("no trial fails");
        assert_eq!(octets, b"12345");
    }
}
