//! `kill-line.svg`: refund ratio and free use over time, with their limits.
//!
//! A picture decides nothing, and its numbers are the only ones that are not
//! integers. What cannot be drawn to scale, a ratio far over its limit or a
//! division by nothing paid, is drawn at the upper edge.

#![allow(
    clippy::cast_precision_loss,
    reason = "a pixel is coarser than the 53 bits that are left"
)]

use std::ops::Range;

use anyhow::{Result, anyhow};
use argument_check_oracle::kill_line::report::Worst;
use argument_check_oracle::kill_line::series::{Point, series};
use argument_check_oracle::kill_line::{Report, Usage};
use argument_check_oracle::ledger::{DAY_MS, Timestamp};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

const SIZE: (u32, u32) = (960, 640);
const MIDDLE: i32 = 320;
const VALUE: RGBColor = RGBColor(31, 98, 168);
const PROVISIONAL: RGBColor = RGBColor(150, 170, 190);
const LIMIT: RGBColor = RGBColor(190, 40, 40);
const INK: RGBColor = RGBColor(60, 60, 60);
const GRID: RGBColor = RGBColor(232, 232, 232);

/// How far over its limit a value is drawn to scale.
const HEADROOM: f64 = 4.0;

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// One of the two curves.
struct Panel {
    title: &'static str,
    limit: f64,
    limit_label: &'static str,
    /// Days since 1970, ratio, and whether it is more than provisional.
    points: Vec<(f64, f64, bool)>,
}

/// Draws both ratios.
pub(super) fn draw(report: &Report, usage: &Usage) -> Result<String> {
    let mut svg = String::new();
    render(&mut svg, report, usage).map_err(|error| anyhow!("the picture: {error}"))?;
    Ok(svg)
}

fn render(
    svg: &mut String,
    report: &Report,
    usage: &Usage,
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let points = series(usage);
    let (upper, lower) = root.split_vertically(MIDDLE);
    let (refund, free, ..) = &report.tripwires;
    let panel = Panel {
        title: "Refunded share of the paid calls of the last 30 days (pale: provisional, less than 30 days)",
        limit: 5.0,
        limit_label: "limit 5 %",
        points: points.iter().map(refund_ratio).collect(),
    };
    let absent = usage.calls.is_none().then_some("not evaluated: no ledger");
    panel.draw(&upper, absent, refund.worst.as_ref(), "%")?;
    let panel = Panel {
        title: "Free calls for one paid call, since the start",
        limit: 10.0,
        limit_label: "limit 10",
        points: points.iter().map(free_ratio).collect(),
    };
    let absent = free.free.zip(free.paid).is_none();
    let absent = absent.then_some("not evaluated: it takes a ledger and free use");
    panel.draw(&lower, absent, None, "")?;
    root.present()?;
    Ok(())
}

fn refund_ratio(point: &Point) -> (f64, f64, bool) {
    let share = 100.0 * point.refunded as f64 / point.paid.max(1) as f64;
    (days(point.until), share, point.full)
}

fn free_ratio(point: &Point) -> (f64, f64, bool) {
    let ratio = match (point.all_free, point.all_paid) {
        (0, _) => 0.0,
        (free, paid) => free as f64 / paid as f64,
    };
    (days(point.until), ratio, true)
}

fn days(millis: i64) -> f64 {
    millis as f64 / DAY_MS as f64
}

/// The day that `days` after 1970 fall on, as a label.
fn label(days: f64) -> String {
    let time = Timestamp::from_millis((days * DAY_MS as f64) as i64);
    time.map_or(String::new(), |time| time.day().to_string())
}

impl Panel {
    fn draw(
        &self,
        area: &Area<'_>,
        absent: Option<&str>,
        worst: Option<&Worst>,
        unit: &str,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let title = TextStyle::from(("sans-serif", 17)).color(&INK);
        area.draw(&Text::new(self.title, (64, 14), title))?;
        let note = TextStyle::from(("sans-serif", 15)).color(&INK);
        if let Some(why) = absent {
            area.draw(&Text::new(why.to_owned(), (64, 60), note))?;
            return Ok(());
        }
        let Some(days) = self.range() else {
            area.draw(&Text::new("nothing was recorded", (64, 60), note))?;
            return Ok(());
        };
        let top = self.top(worst);
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .margin_top(44)
            .margin_right(28)
            .x_label_area_size(32)
            .y_label_area_size(54)
            .build_cartesian_2d(days.clone(), 0.0..top)?;
        chart
            .configure_mesh()
            .bold_line_style(GRID)
            .light_line_style(WHITE)
            .axis_style(INK)
            .label_style(("sans-serif", 13))
            .x_labels(8)
            .y_labels(6)
            .x_label_formatter(&|days| label(*days))
            .y_label_formatter(&|value| format!("{value:.0}{unit}"))
            .draw()?;
        Self::worst(&mut chart, worst, &days, top)?;
        self.curve(&mut chart, top)?;
        self.clipped(&mut chart, &days, top)?;
        self.limit_line(&mut chart, &days)
    }

    /// From the first to the last day; a single moment is widened to a day.
    fn range(&self) -> Option<Range<f64>> {
        let (first, last) = (self.points.first()?.0, self.points.last()?.0);
        Some((first - 1.0).floor()..last.max(first + 0.01))
    }

    /// What the upper edge stands for.
    fn top(&self, worst: Option<&Worst>) -> f64 {
        let drawn = self.points.iter().map(|(_, value, _)| *value);
        let worst = worst.map(share);
        let highest = drawn.chain(worst).fold(0.0, f64::max);
        (highest * 1.15).clamp(self.limit * 1.4, self.limit * HEADROOM)
    }

    /// The curve. Provisional points stand before all others and are paler; the
    /// first point that is not joins both stretches.
    fn curve(&self, chart: &mut Chart<'_, '_>, top: f64) -> Result<(), Box<dyn std::error::Error>> {
        let drawn = |(day, value, _): &(f64, f64, bool)| (*day, value.min(top));
        let full = self.points.iter().position(|point| point.2);
        let split = full.unwrap_or(self.points.len());
        let pale = self.points.iter().take(split + 1).map(drawn);
        chart.draw_series(LineSeries::new(pale, PROVISIONAL.stroke_width(2)))?;
        let rest = self.points.iter().skip(split).map(drawn);
        chart.draw_series(LineSeries::new(rest, VALUE.stroke_width(2)))?;
        Ok(())
    }

    /// Says so where the curve leaves the scale.
    fn clipped(
        &self,
        chart: &mut Chart<'_, '_>,
        days: &Range<f64>,
        top: f64,
    ) -> Result<(), Box<dyn std::error::Error>> {
        if self.points.iter().all(|(_, value, _)| *value <= top) {
            return Ok(());
        }
        let style = TextStyle::from(("sans-serif", 13)).color(&INK);
        let place = EmptyElement::at((days.end, top));
        let text = Text::new(
            "higher values are drawn at the upper edge",
            (-270, 8),
            style,
        );
        chart.draw_series([place + text])?;
        Ok(())
    }

    fn limit_line(
        &self,
        chart: &mut Chart<'_, '_>,
        days: &Range<f64>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let ends = [(days.start, self.limit), (days.end, self.limit)];
        chart.draw_series(DashedLineSeries::new(ends, 7, 5, LIMIT.stroke_width(2)))?;
        let style = TextStyle::from(("sans-serif", 14)).color(&LIMIT);
        let place = EmptyElement::at((days.start, self.limit));
        let text = Text::new(self.limit_label, (8, -18), style);
        chart.draw_series([place + text])?;
        Ok(())
    }

    /// The worst window as a band, with its ratio.
    fn worst(
        chart: &mut Chart<'_, '_>,
        worst: Option<&Worst>,
        range: &Range<f64>,
        top: f64,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let Some((worst, start, end)) = worst
            .filter(|worst| worst.refunded > 0)
            .and_then(|worst| Some((worst, worst.start?, worst.end?)))
        else {
            return Ok(());
        };
        let (start, end) = (days(start.millis()), days(end.millis()));
        let start = start.max(range.start);
        let band = Rectangle::new([(start, 0.0), (end, top)], VALUE.mix(0.09).filled());
        chart.draw_series([band])?;
        let value = share(worst);
        let place = EmptyElement::at((start, top));
        let style = TextStyle::from(("sans-serif", 13)).color(&INK);
        let text = format!(
            "worst window: {} of {} = {value:.1} %",
            worst.refunded, worst.paid
        );
        chart.draw_series([place + Text::new(text, (6, 5), style)])?;
        let dot = Circle::new((end.min(range.end), value.min(top)), 4, VALUE.filled());
        chart.draw_series([dot])?;
        Ok(())
    }
}

/// The refunded share of a window, in per cent.
fn share(worst: &Worst) -> f64 {
    100.0 * worst.refunded as f64 / worst.paid.max(1) as f64
}
