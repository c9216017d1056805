//! Results as data, as Markdown and as plots.

mod goal;
mod plot;
mod section;
mod table;

pub use goal::{Goal, goal_table};
pub use plot::{Plot, Series, Shape};
pub use section::{Block, Section};
pub use table::{Align, Table};
