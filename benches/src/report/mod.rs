//! Results as data, as Markdown and as plots.

mod goal;
mod plot;
mod section;

pub use goal::{Goal, goal_table};
pub use plot::{Plot, Series, Shape};
pub use section::{Align, Block, Section, Table};
