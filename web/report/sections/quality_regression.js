import { blue, orange } from "../../common/colours.js";
import { Plot, extent, faint, ink, plot, swatches, text, tip } from "../../common/chart.js";
import { figure } from "../../common/figure.js";
import { count, percent, short } from "../../common/format.js";
import { columnsOf } from "../../common/table.js";

const binsOf = ({ lower, upper, counts }) => {
  const size = (upper - lower) / counts.length || 1;
  return counts.map((number, k) => ({ from: lower + k * size, to: lower + (k + 1) * size, number }));
};

function bars(width, bins, label, colour) {
  return plot(width, {
    x: { label, tickFormat: text, ticks: Math.max(3, Math.floor(width / 90)) },
    y: { label: "rows", grid: true, tickFormat: text, ticks: 5 },
    marks: [
      Plot.rectY(bins, { x1: "from", x2: "to", y: "number", fill: colour, inset: 0.5 }),
      Plot.ruleY([0], { stroke: ink }),
      tip(bins, {
        x: (d) => (d.from + d.to) / 2,
        y: "number",
        title: (d) => `${short(d.from)} to ${short(d.to)}\n${count(d.number)} rows`,
      }),
    ],
  });
}

const binColumns = columnsOf({ from: "from", to: "to", number: "rows" });

function predictedObserved({ quality, model }) {
  const radius = quality.held_out?.radius ?? null;
  const points = quality.points.map((d) => ({
    ...d,
    inside: radius === null || Math.abs(d.observed - d.predicted) <= radius,
  }));
  const sampled = points.length < quality.rows_with_target;
  const range = extent(points.flatMap((d) => [d.observed, d.predicted]));
  const coverage = quality.held_out ? percent(quality.held_out.coverage) : "";
  const names = [`within the ${coverage} interval`, "outside of it"];
  return figure({
    title: "Predicted and observed",
    caption:
      "A point on the diagonal is predicted exactly." +
      (radius === null ? "" : ` The band is the ${coverage} interval, ±${short(radius, 3)}.`) +
      (sampled ? ` ${count(points.length)} of ${count(quality.rows_with_target)} rows are drawn, at random.` : ""),
    alt: () =>
      `${points.length} rows along the diagonal; root mean square error ${short(quality.root_mean_square_error)}` +
      (radius === null ? "." : `, ${percent(quality.inside_interval)} of all rows within the interval.`),
    data: () => ({ columns: columnsOf({ row: "row", observed: "observed", predicted: "predicted" }), rows: points }),
    draw: (width) => [
      radius === null ? null : swatches(width, names, [blue(), orange()]),
      plot(width, {
        height: Math.min(width, 380),
        x: { label: `predicted ${model.target}`, tickFormat: text, ticks: Math.max(3, Math.floor(width / 90)), nice: true },
        y: { label: "observed", tickFormat: text, grid: true, nice: true },
        marks: [
          radius === null
            ? null
            : Plot.areaY(range, { x: (d) => d, y1: (d) => d - radius, y2: (d) => d + radius, fill: "var(--soft)" }),
          Plot.line(range.map((d) => [d, d]), { stroke: ink, strokeWidth: 1 }),
          Plot.dot(points, {
            x: "predicted",
            y: "observed",
            r: 2.6,
            fill: (d) => (d.inside ? blue() : orange()),
            fillOpacity: 0.65,
            symbol: "circle",
          }),
          tip(points, {
            x: "predicted",
            y: "observed",
            title: (d) => `row ${d.row}\npredicted ${short(d.predicted)}\nobserved ${short(d.observed)}`,
          }),
        ],
      }),
    ],
  });
}

function residuals({ quality }) {
  const points = quality.points.map((d) => ({ ...d, residual: d.observed - d.predicted }));
  const radius = quality.held_out?.radius ?? null;
  return figure({
    title: "Residuals",
    caption: "Observed minus predicted. A pattern here is something the model has not learned.",
    alt: () => `Residuals of ${points.length} rows, with a mean of ${short(-quality.bias)}.`,
    data: () => ({ columns: columnsOf({ row: "row", predicted: "predicted", residual: "residual" }), rows: points }),
    draw: (width) =>
      plot(width, {
        height: Math.min(width, 380),
        x: { label: "predicted", tickFormat: text, ticks: Math.max(3, Math.floor(width / 90)) },
        y: { label: "observed − predicted", tickFormat: text, grid: true },
        marks: [
          radius === null ? null : Plot.ruleY([-radius, radius], { stroke: "var(--muted)", strokeDasharray: "4 3" }),
          Plot.ruleY([0], { stroke: ink }),
          Plot.dot(points, { x: "predicted", y: "residual", r: 2.4, fill: blue(), fillOpacity: 0.6 }),
          tip(points, {
            x: "predicted",
            y: "residual",
            title: (d) => `row ${d.row}\nresidual ${short(d.residual)}\npredicted ${short(d.predicted)}`,
          }),
        ],
      }),
  });
}

function residualHistogram({ quality }) {
  const bins = binsOf(quality.residuals);
  return figure({
    title: "How large errors are",
    caption: `Of all ${count(quality.rows_with_target)} rows.`,
    alt: () => `Residuals from ${short(quality.residuals.lower)} to ${short(quality.residuals.upper)}.`,
    data: () => ({ columns: binColumns, rows: bins }),
    draw: (width) => bars(width, bins, "observed − predicted", blue()),
  });
}

function heldOut({ quality: { held_out } }) {
  const bins = binsOf(held_out.histogram);
  return figure({
    title: "Errors on held-out rows",
    caption:
      `Sizes of the errors of ${count(held_out.count)} rows while they were held out in training. ` +
      "Intervals are made of these.",
    alt: () => `The root mean square of the held-out errors is ${short(held_out.root_mean_square)}.`,
    data: () => ({ columns: binColumns, rows: bins }),
    draw: (width) => bars(width, bins, "size of the error", orange()),
  });
}

function intervals({ quality: { held_out } }) {
  const rows = held_out.radii.filter((d) => d.radius !== null);
  if (rows.length === 0) return null;
  return figure({
    title: "How wide an interval must be",
    caption: "To hold the truth as often as asked for, an interval around the prediction reaches so far to either side.",
    alt: () => rows.map((d) => `${percent(d.coverage)}: ±${short(d.radius)}`).join("; ") + ".",
    data: () => ({ columns: columnsOf({ coverage: "coverage", radius: "half the width" }), rows }),
    draw: (width) =>
      plot(width, {
        height: 260,
        marginLeft: 48,
        x: { label: "half the width of the interval", domain: [0, rows.at(-1).radius || 1], tickFormat: text, grid: true, ticks: Math.max(3, Math.floor(width / 90)) },
        y: { type: "band", label: null, domain: rows.map((d) => d.coverage), tickFormat: (t) => percent(t, 0) },
        marks: [
          Plot.barX(rows, { y: "coverage", x: "radius", fill: (d) => (d.coverage === held_out.coverage ? blue() : faint), rx: 2 }),
          Plot.text(rows, { y: "coverage", x: "radius", text: (d) => `±${short(d.radius, 3)}`, dx: 6, textAnchor: "start", fill: ink }),
        ],
        marginRight: 64,
      }),
  });
}

export function regressionCharts(report) {
  const { quality } = report;
  return [
    quality.points ? predictedObserved(report) : null,
    quality.points ? residuals(report) : null,
    quality.residuals ? residualHistogram(report) : null,
    quality.held_out ? heldOut(report) : null,
    quality.held_out ? intervals(report) : null,
  ].filter(Boolean);
}
