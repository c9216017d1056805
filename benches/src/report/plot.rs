//! Plots as SVG.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A picture of results.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The file name, without its ending.
    pub name: String,
    /// The heading, and the text for readers who cannot see the plot.
    pub title: String,
    /// The data that the plot shows.
    pub shape: Shape,
}

/// The form of a plot.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A bar for each name, which begins at zero.
    Bars {
        /// The measured quantity, with its unit.
        axis: String,
        /// The names and their figures, and `true` for those that are emphasized.
        bars: Vec<(String, f64, bool)>,
    },
    /// Lines between points, both axes logarithmic.
    Lines {
        /// The quantity of the horizontal axis, with its unit.
        x: String,
        /// The quantity of the vertical axis, with its unit.
        y: String,
        /// The lines.
        series: Vec<Series>,
    },
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name.
    pub name: String,
    /// The points, in the order of the horizontal axis.
    pub points: Vec<(f64, f64)>,
    /// Emphasizes the line.
    pub main: bool,
}

impl Plot {
    /// The plot as an SVG document with a white background.
    ///
    /// # Errors
    ///
    /// If there is no data.
    pub fn to_svg(&self) -> Result<String, Box<dyn Error>> {
        let mut svg = String::new();
        match &self.shape {
            Shape::Bars { axis, bars } => self.draw_bars(axis, bars, &mut svg)?,
            Shape::Lines { x, y, series } => self.draw_lines([x, y], series, &mut svg)?,
        }
        Ok(svg)
    }

    fn draw_bars(
        &self,
        axis: &str,
        bars: &[(String, f64, bool)],
        svg: &mut String,
    ) -> Result<(), Box<dyn Error>> {
        let most = most(bars.iter().map(|bar| bar.1))?;
        let height = 90 + 26 * bars.len() as u32;
        let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let count = bars.len() as f64;
        let mut chart = ChartBuilder::on(&root)
            .caption(&self.title, TITLE)
            .margin(10)
            .margin_right(30)
            .set_label_area_size(LabelAreaPosition::Left, 210)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(0.0..most * 1.12, 0.0..count)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .light_line_style(TRANSPARENT)
            .x_desc(axis)
            .x_label_formatter(&short_number)
            .label_style(LABEL)
            .draw()?;
        for (at, (_, value, main)) in bars.iter().enumerate() {
            let top = count - at as f64;
            let colour = if *main { MAIN } else { OTHER };
            let bar = Rectangle::new([(0.0, top - 0.85), (*value, top - 0.15)], colour.filled());
            chart.draw_series([bar])?;
            let style = TextStyle::from(LABEL).pos(Pos::new(HPos::Left, VPos::Center));
            let place = (value + most * 0.01, top - 0.5);
            let figure = Text::new(format!("{value:.0}"), place, style);
            chart.draw_series([figure])?;
        }
        // The names are to the left of the axis. The chart itself cannot put them there for bars.
        let (plot_x, plot_y) = chart.plotting_area().get_pixel_range();
        let step = f64::from(plot_y.end - plot_y.start) / count;
        for (at, (name, ..)) in bars.iter().enumerate() {
            let place = (plot_x.start - 8, plot_y.start + ((at as f64 + 0.5) * step) as i32);
            let style = TextStyle::from(LABEL).pos(Pos::new(HPos::Right, VPos::Center));
            root.draw(&Text::new(name.as_str(), place, style))?;
        }
        root.present()?;
        Ok(())
    }

    fn draw_lines(
        &self,
        descriptions: [&str; 2],
        series: &[Series],
        svg: &mut String,
    ) -> Result<(), Box<dyn Error>> {
        let [x, y] = ranges(series)?;
        let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
        root.fill(&WHITE)?;
        let (left, legend) = root.split_horizontally(WIDTH - LEGEND);
        let mut chart = ChartBuilder::on(&left)
            .caption(&self.title, TITLE)
            .margin(10)
            .set_label_area_size(LabelAreaPosition::Left, 70)
            .set_label_area_size(LabelAreaPosition::Bottom, 45)
            .build_cartesian_2d(x.log_scale(), (y.start * 0.7..y.end * 1.4).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc(descriptions[0])
            .y_desc(descriptions[1])
            .x_label_formatter(&short_number)
            .y_label_formatter(&short_number)
            .label_style(LABEL)
            .draw()?;
        for (at, line) in series.iter().enumerate() {
            let colour = LINES[at % LINES.len()];
            let style = colour.stroke_width(if line.main { 3 } else { 1 });
            let radius = if line.main { 4 } else { 3 };
            let points = line.points.iter().copied();
            chart.draw_series(LineSeries::new(points.clone(), style))?;
            let y = 60 + 24 * at as i32;
            legend.draw(&PathElement::new([(4, y), (28, y)], style))?;
            let middle = TextStyle::from(LABEL).pos(Pos::new(HPos::Left, VPos::Center));
            legend.draw(&Text::new(line.name.as_str(), (34, y), middle))?;
            chart.draw_series(points.map(|at| Circle::new(at, radius, colour.filled())))?;
        }
        root.present()?;
        Ok(())
    }
}

const WIDTH: u32 = 860;
const HEIGHT: u32 = 520;
/// The width for the names next to the lines.
const LEGEND: u32 = 190;
const TITLE: (&str, u32) = ("sans-serif", 20);
const LABEL: (&str, u32) = ("sans-serif", 14);
const MAIN: RGBColor = RGBColor(0x1b, 0x62, 0xa5);
const OTHER: RGBColor = RGBColor(0xa8, 0xb3, 0xbf);
/// Colours that colour-blind people can tell apart by their brightness (Okabe and Ito, 2008).
const LINES: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x33, 0x33, 0x33),
];

fn most(values: impl Iterator<Item = f64>) -> Result<f64, Box<dyn Error>> {
    let most = values.fold(0.0, f64::max);
    if most > 0.0 { Ok(most) } else { Err("nothing to plot".into()) }
}

/// The ranges of the points on both axes.
fn ranges(series: &[Series]) -> Result<[std::ops::Range<f64>; 2], Box<dyn Error>> {
    let points = || series.iter().flat_map(|line| line.points.iter().copied());
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold(f64::INFINITY..0.0_f64, |range, value| {
            range.start.min(value)..range.end.max(value)
        })
    };
    most(points().map(|point| point.1))?;
    Ok([range(&mut points().map(|point| point.0)), range(&mut points().map(|point| point.1))])
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "this is what the plots call")]
fn short_number(value: &f64) -> String {
    match *value {
        value if value >= 1e6 => format!("{}M", value / 1e6),
        value if value >= 1e3 => format!("{}k", value / 1e3),
        value => format!("{value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_name_their_contestants_and_figures() {
        let bars = vec![("ours".to_owned(), 98.4, true), ("idna".to_owned(), 490.2, false)];
        let shape = Shape::Bars { axis: "ns per label".to_owned(), bars };
        let plot = Plot { name: "x".to_owned(), title: "A title".to_owned(), shape };
        let svg = plot.to_svg().unwrap();
        for text in ["A title", "ns per label", "ours", "98", "idna", "490"] {
            assert!(svg.contains(text), "{text}");
        }
    }

    #[test]
    fn lines_have_their_names_beside_them() {
        let points = vec![(100.0, 10.0), (10_000.0, 1_000.0)];
        let series = vec![Series { name: "decode".to_owned(), points, main: true }];
        let (x, y) = ("code points".to_owned(), "milliseconds".to_owned());
        let shape = Shape::Lines { x, y, series };
        let plot = Plot { name: "x".to_owned(), title: "Growth".to_owned(), shape };
        let svg = plot.to_svg().unwrap();
        assert!(svg.contains("decode") && svg.contains("10k"), "{svg}");
    }

    #[test]
    fn nothing_makes_no_plot() {
        let shape = Shape::Bars { axis: String::new(), bars: Vec::new() };
        let plot = Plot { name: String::new(), title: String::new(), shape };
        assert!(plot.to_svg().is_err());
    }
}
