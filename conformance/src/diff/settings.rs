//! The settings of two runs that may change verdicts, and those that differ.

use serde::Serialize;
use serde_json::Value as Json;

use crate::event::RunStart;

/// A setting that differs: a field of `run-start`, with its values.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SettingChange {
    pub(crate) field: String,
    pub(crate) old: Json,
    pub(crate) new: Json,
}

/// The settings that may change verdicts and differ.
pub(super) fn settings(old: &RunStart, new: &RunStart) -> Vec<SettingChange> {
    let mut changes = Vec::new();
    for (old, new) in Setting::all(old).into_iter().zip(Setting::all(new)) {
        if old.value != new.value {
            changes.push(SettingChange {
                field: old.field.to_owned(),
                old: old.value,
                new: new.value,
            });
        }
    }
    changes
}

/// A field of `run-start` that may change verdicts.
struct Setting {
    field: &'static str,
    /// Null where a report leaves the field out.
    value: Json,
}

impl Setting {
    /// The settings of a run, by their names. A new field of `run-start` is named here: as a setting, or as none.
    fn all(start: &RunStart) -> [Self; 9] {
        let RunStart {
            acegate,
            arguments,
            baseline,
            codecs,
            enforce,
            filters,
            options,
            shard,
            strict_errors,
            // Compared in other ways.
            implementation: _,
            suite: _,
            // Not settings of verdicts.
            format: _,
            date: _,
            checks: _,
            filtered: _,
            seed: _,
        } = start;
        [
            Self::new("acegate", acegate),
            Self::new("arguments", arguments),
            Self::new("baseline", baseline),
            Self::unless_empty("codecs", codecs),
            Self::new("enforce", enforce),
            Self::unless_empty("filters", filters),
            Self::unless_empty("options", options),
            Self::new("shard", shard),
            Self::new("strict_errors", strict_errors),
        ]
    }

    fn new(field: &'static str, value: &impl Serialize) -> Self {
        let value = serde_json::to_value(value).unwrap_or_default();
        Self { field, value }
    }

    /// A list or an object, which reports leave out if it is empty.
    fn unless_empty(field: &'static str, value: &impl Serialize) -> Self {
        let mut setting = Self::new(field, value);
        let is_empty = match &setting.value {
            Json::Array(values) => values.is_empty(),
            Json::Object(fields) => fields.is_empty(),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
        };
        if is_empty {
            setting.value = Json::Null;
        }
        setting
    }
}
