//! The grouping of differences by cause: version, declaration, known deviation, shared property, ranges.
//!
//! Each step takes the differences that it explains and leaves the rest to the next. In: `U+2135` to `U+2138`
//! accepted in five frames, and 28,831 newer code points rejected in twelve. Out: one finding each.

use std::collections::{BTreeMap, BTreeSet};

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::{idna2008, uts46};
use acegate_vectors::Level;

use super::clusters::{Placed, clusters};
use super::counts::Ages;
use super::engine::Sweep;
use super::finding::{SweepCause, SweepFinding};
use super::property::Census;
use super::questions::{Difference, QuestionId, Way};
use super::suspects::Suspects;
use super::version::{Measured, is_unassigned};
use crate::hunt::judge_answer;
use crate::protocol::{Description, Request};
use crate::sorting::sort_by_key;
use crate::suite::screen_request;

impl Sweep {
    /// The findings: the version first, then the wrong answers by level, then the differences that
    /// the implementation declares.
    #[must_use]
    pub fn findings(&self) -> Vec<SweepFinding> {
        let mut grouping = Grouping {
            sweep: self,
            left: self.differences.iter().collect(),
            // The version is judged by the measurement.
            newest: self.description.clone().with_unicode(Version::V18),
            findings: Vec::new(),
        };
        for codec in [uts46::ABOUT.id, idna2008::ABOUT.id] {
            grouping.take_version(codec);
        }
        grouping.take_declared();
        grouping.take_deviations();
        grouping.take_clusters();
        sort_by_key(&mut grouping.findings, rank);
        grouping.findings
    }
}

/// The place of a finding in the list.
fn rank(finding: &SweepFinding) -> (u8, std::cmp::Reverse<Option<Level>>, char) {
    let kind = match finding.cause {
        SweepCause::Version { .. } => 0,
        SweepCause::Deviation { .. } | SweepCause::Property(_) | SweepCause::Ranges(_) => 1,
        SweepCause::Declared(_) => 2,
    };
    let first = finding.example.point;
    (kind, std::cmp::Reverse(finding.level), first)
}

struct Grouping<'a> {
    sweep: &'a Sweep,
    /// The differences that no finding explains yet.
    left: Vec<&'a Difference>,
    /// The description of the implementation, as if it had the newest tables.
    newest: Description,
    findings: Vec<SweepFinding>,
}

impl<'a> Grouping<'a> {
    /// Takes the names whose right answer needs newer tables than the implementation has for this codec.
    fn take_version(&mut self, codec: &str) {
        let sweep = self.sweep;
        let support = sweep.description.codecs.get(codec);
        let measured = Measured::of(codec, &sweep.counts, &sweep.questions, &sweep.differences);
        let limit = measured.limit(support);
        let mut taken = Vec::new();
        let mut left = Vec::new();
        for difference in std::mem::take(&mut self.left) {
            let question = &sweep.questions[difference.question.0];
            if question.codec == codec && self.is_of_version(difference, measured, limit) {
                taken.push(difference);
            } else {
                left.push(difference);
            }
        }
        self.left = left;
        let points: BTreeSet<char> = taken.iter().map(|taken| taken.point).collect();
        let mut ages = Ages::default();
        let mut others = 0;
        for point in points {
            let version = Versions::of(point).newest();
            if version <= limit.mapping.min(limit.bidi) && !is_unassigned(point) {
                others += 1;
            } else {
                ages.add_version(version);
            }
        }
        let cause = SweepCause::Version {
            measured,
            ages,
            others,
        };
        self.findings.extend(SweepFinding::new(cause, None, &taken));
    }

    fn is_of_version(&self, difference: &Difference, measured: Measured, limit: Versions) -> bool {
        let question = &self.sweep.questions[difference.question.0];
        if !question.is_about_names() || difference.way == Way::Fault {
            return false;
        }
        if measured == Measured::Newer && is_unassigned(difference.point) {
            return difference.way == Way::Accepted;
        }
        if limit == Versions::all(Version::V18) {
            return false;
        }
        !question.versions(difference.point).are_within(limit)
    }

    /// Takes the names that the declaration of the implementation excludes.
    fn take_declared(&mut self) {
        let mut by_reason: BTreeMap<String, Vec<&Difference>> = BTreeMap::new();
        let mut left = Vec::new();
        for difference in std::mem::take(&mut self.left) {
            match self.declaration(difference) {
                Some(reason) => by_reason.entry(reason).or_default().push(difference),
                None => left.push(difference),
            }
        }
        self.left = left;
        for (reason, differences) in by_reason {
            let cause = SweepCause::Declared(reason);
            self.findings
                .extend(SweepFinding::new(cause, None, &differences));
        }
    }

    /// The reason for which a check of this request would be skipped.
    fn declaration(&self, difference: &Difference) -> Option<String> {
        if difference.way == Way::Fault {
            return None;
        }
        let request = self.request(difference)?;
        let (_, reason) = screen_request(request, &self.newest).err()?;
        Some(reason)
    }

    /// Takes the names that known deviations answer in the same way.
    fn take_deviations(&mut self) {
        let mut suspects = Suspects::new(self.sweep);
        while let Some(found) = suspects.best(&self.left) {
            let taken: BTreeSet<(QuestionId, char)> = found.explained.into_iter().collect();
            let (explained, left) = std::mem::take(&mut self.left)
                .into_iter()
                .partition(|it| taken.contains(&(it.question, it.point)));
            self.left = left;
            let cause = SweepCause::Deviation {
                id: found.deviation.id,
                summary: found.deviation.summary,
            };
            let level = self.level(&explained);
            self.findings
                .extend(SweepFinding::new(cause, level, &explained));
        }
    }

    /// Groups the rest by the sets of code points that differ, and describes each set by its
    /// properties.
    fn take_clusters(&mut self) {
        let mut placed = Vec::new();
        for difference in std::mem::take(&mut self.left) {
            placed.push(Placed {
                frame: self.sweep.questions[difference.question.0].frame.name,
                point: difference.point,
                way: (difference.way, difference.expected),
                difference,
            });
        }
        let clusters = clusters(placed);
        if clusters.is_empty() {
            return;
        }
        let mut wrong = BTreeSet::new();
        for cluster in &clusters {
            wrong.extend(cluster.points.iter().copied());
        }
        let census = Census::of(self.asked_points().into_iter(), &wrong);
        for cluster in clusters {
            let cause = match census.telling(&cluster.points) {
                Some(telling) => SweepCause::Property(telling),
                None => SweepCause::Ranges(census.common(&cluster.points)),
            };
            let level = self.level(&cluster.differences);
            let finding = SweepFinding::new(cause, level, &cluster.differences);
            self.findings.extend(finding);
        }
    }

    /// The code points of all questions.
    fn asked_points(&self) -> BTreeSet<char> {
        let mut points = BTreeSet::new();
        let mut seen = Vec::new();
        for question in &self.sweep.questions {
            if !seen.contains(&&question.code_points) {
                points.extend(question.code_points.iter());
                seen.push(&question.code_points);
            }
        }
        points
    }

    /// The level of the most binding of the first differences; `None` if other answers are as right.
    fn level(&self, differences: &[&Difference]) -> Option<Level> {
        const LOOKED_AT: usize = 32;
        let mut strongest = None;
        for difference in differences.iter().take(LOOKED_AT) {
            strongest = strongest.max(self.level_of(difference));
        }
        strongest
    }

    fn level_of(&self, difference: &Difference) -> Option<Level> {
        let question = &self.sweep.questions[difference.question.0];
        // The transcription has the tables of Unicode 16. Only the reference has newer ones.
        if question.is_about_names()
            && !question
                .versions(difference.point)
                .are_within(Versions::all(Version::V16))
        {
            return Some(Level::Should);
        }
        let request = self.request(difference)?;
        judge_answer(&request, &difference.observed.outcome()).map(|breach| breach.level)
    }

    fn request(&self, difference: &Difference) -> Option<Request> {
        self.sweep.questions[difference.question.0].request(difference.point)
    }
}
