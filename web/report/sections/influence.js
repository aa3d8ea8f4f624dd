import { blue, categories, diverging, orange, sequential } from "../../common/colours.js";
import { Plot, cells, contour, extent, grid, ink, plot, ramp, swatches, symmetric, text, tip } from "../../common/chart.js";
import { choice, el, note, p } from "../../common/dom.js";
import { figure } from "../../common/figure.js";
import { count, percent, short, shortened } from "../../common/format.js";

const MOST_BARS = 20;

function importance({ influence: { importance } }) {
  const { columns, exact, rows, of_data } = importance;
  const shown = columns.slice(0, MOST_BARS);
  const parts = shown.flatMap(({ name, main, total }, k) => {
    const alone = Math.max(0, main);
    return [
      { k, name, part: "alone", x1: 0, x2: alone, main, total },
      { k, name, part: "with others", x1: alone, x2: Math.max(alone, total), main, total },
    ];
  });
  const names = ["by itself", "together with other columns"];
  return figure({
    title: "Which columns matter",
    wide: true,
    caption:
      `The share of the prediction's variance that each column explains (Sobol indices, ${exact ? "exact" : "estimated"} ` +
      `for independent columns as in ${of_data ? `${count(rows)} rows of the data` : `the ${count(rows)} support vectors, for want of data`}).` +
      (columns.length > shown.length ? ` The first ${shown.length} of ${columns.length} columns.` : ""),
    alt: () => shown.slice(0, 6).map(({ name, total }) => `${name} ${percent(total)}`).join(", ") + ".",
    data: () => ({
      columns: [
        { title: "column", value: (d) => d.name },
        { title: "alone", value: (d) => d.main },
        { title: "total", value: (d) => d.total },
      ],
      rows: columns,
    }),
    draw: (width) => {
      const label = (k) => shortened(shown[k].name, width < 520 ? 12 : 24);
      return [
        swatches(width, names, [blue(), "#8fb8d3"]),
        plot(width, {
          height: 66 + 26 * shown.length,
          marginLeft: Math.min(190, 20 + 7 * Math.max(...shown.map((_, k) => label(k).length))),
          marginRight: 56,
          x: { label: "share of variance", grid: true, tickFormat: (t) => percent(t, 0), domain: [0, Math.max(0.05, ...shown.map((d) => d.total))], ticks: 5 },
          y: { type: "band", label: null, domain: shown.map((_, k) => k), tickFormat: label, padding: 0.25 },
          marks: [
            Plot.barX(parts, { y: "k", x1: "x1", x2: "x2", fill: (d) => (d.part === "alone" ? blue() : "#8fb8d3") }),
            Plot.text(shown, { y: (_, k) => k, x: "total", text: (d) => percent(d.total), dx: 6, textAnchor: "start", fill: ink }),
            tip(parts, { y: "k", x: "x2", title: (d) => `${d.name}\nalone ${percent(d.main)}\nwith others ${percent(d.total)}` }),
          ],
        }),
      ];
    },
  });
}

function curveRows(column, outputs) {
  return column.outputs.flatMap((output, c) =>
    column.values.map((value, k) => ({
      value,
      mean: output.mean[k],
      lower: output.lower[k],
      upper: output.upper[k],
      output: outputs[c],
      c,
    })),
  );
}

function dependenceMarks(column, rows, several) {
  const colour = (d) => categories()[d.c % 8];
  if (column.kind === "category") {
    return [
      several ? null : Plot.ruleX(rows, { x: "value", y1: "lower", y2: "upper", stroke: blue(), strokeOpacity: 0.5, strokeWidth: 3 }),
      Plot.dot(rows, { x: "value", y: "mean", fill: colour, r: 4 }),
    ];
  }
  const [low, high] = extent(rows.flatMap((d) => (several ? [d.mean] : [d.lower, d.upper])));
  const size = high - low || 1;
  return [
    several ? null : Plot.areaY(rows, { x: "value", y1: "lower", y2: "upper", fill: blue(), fillOpacity: 0.16 }),
    Plot.ruleX(column.cuts, { x: (d) => d, y1: low - 0.07 * size, y2: low - 0.02 * size, stroke: "var(--muted)", strokeOpacity: 0.7 }),
    Plot.line(rows, { x: "value", y: "mean", z: "c", stroke: colour, strokeWidth: 2 }),
  ];
}

function dependence({ influence }, column) {
  const several = column.outputs.length > 1;
  const rows = curveRows(column, influence.outputs);
  const range = extent(rows.map((d) => d.mean));
  return figure({
    title: `Effect of ${shortened(column.name, 40)}`,
    caption: null,
    alt: () => `The mean prediction runs from ${short(range[0])} to ${short(range[1])} over ${column.values.length} values.`,
    data: () => ({
      columns: [
        { title: column.name, value: (d) => d.value },
        ...(several ? [{ title: "class", value: (d) => d.output }] : []),
        { title: "mean", value: (d) => d.mean },
        { title: "a tenth is below", value: (d) => d.lower },
        { title: "a tenth is above", value: (d) => d.upper },
      ],
      rows,
    }),
    draw: (width) => {
      const band = column.kind === "category";
      return [
        several ? swatches(width, influence.outputs, categories()) : null,
        plot(width, {
          height: 250,
          marginBottom: band ? 70 : 42,
          x: band
            ? { type: "band", label: column.name, tickFormat: (t) => shortened(t === "" ? "(missing)" : t, 12), tickRotate: -30, domain: column.values }
            : { label: shortened(column.name, 40), tickFormat: text, ticks: Math.max(3, Math.floor(width / 90)) },
          y: { label: shortened(influence.quantity, 30), grid: true, tickFormat: text, ticks: 5 },
          marks: [
            ...dependenceMarks(column, rows, several),
            tip(rows, {
              x: "value",
              y: "mean",
              title: (d) =>
                `${shortened(column.name)} = ${typeof d.value === "number" ? short(d.value) : d.value}\n` +
                `${several ? `${d.output}: ` : "mean "}${short(d.mean)}\nmost rows ${short(d.lower)} to ${short(d.upper)}`,
            }),
          ],
        }),
      ];
    },
  });
}

// Colours of a surface: probabilities and decisions have a middle, other numbers have not.
function surfaceColours(report, values) {
  const { task, classes } = report.model;
  if (task === "regression") return { domain: extent(values), interpolate: sequential };
  const middle = report.quality.calibrated ? 0.5 : 0;
  const domain = middle === 0.5 ? [0, 1] : symmetric(values);
  return { domain, interpolate: diverging(), pivot: middle, threshold: middle, positive: classes[1] };
}

function surfaceOfValues(report, surface, width, common) {
  const values = surface.outputs[0];
  const place = { x: surface.x_values, y: surface.y_values, values };
  const { domain, interpolate, pivot, threshold } = surfaceColours(report, values);
  const regression = report.model.task === "regression";
  const { classes } = report.model;
  return [
    ramp(width, { label: shortened(report.influence.quantity, 40), domain, interpolate, pivot }),
    plot(width, {
      ...common,
      color: { type: pivot === undefined ? "linear" : "diverging", domain, pivot, interpolate, symmetric: false },
      marks: [
        grid(place, { fill: (d) => d }),
        ...common.lines,
        threshold === undefined ? null : contour(place, threshold),
        Plot.dot(surface.points, {
          x: "x",
          y: "y",
          r: 3,
          ...(regression
            ? { fill: "observed", stroke: "white", strokeWidth: 0.8 }
            : { fill: (d) => [blue(), orange()][d.observed], stroke: "white", strokeWidth: 0.8, symbol: (d) => classes[d.observed] }),
        }),
        tip(cells(place), { x: "x", y: "y", title: (d) => `${surface.x} = ${short(d.x)}\n${surface.y} = ${short(d.y)}\n${report.influence.quantity} ${short(d.value)}` }),
      ],
      symbol: { range: ["circle", "triangle"], domain: classes },
    }),
  ];
}

function surfaceOfClasses(report, surface, width, common) {
  const { outputs: names } = report.influence;
  const count = surface.x_values.length * surface.y_values.length;
  const winner = Array.from({ length: count }, (_, k) => {
    let best = 0;
    surface.outputs.forEach((values, c) => (best = values[k] > surface.outputs[best][k] ? c : best));
    return best;
  });
  const place = { x: surface.x_values, y: surface.y_values, values: winner };
  return [
    swatches(width, names, categories()),
    plot(width, {
      ...common,
      color: { type: "identity" },
      marks: [
        grid(place, { fill: (c) => categories()[c % 8], fillOpacity: 0.45 }),
        ...common.lines,
        Plot.dot(surface.points.filter((d) => d.observed < names.length), { x: "x", y: "y", r: 3, fill: (d) => categories()[d.observed % 8], stroke: "white", strokeWidth: 0.8 }),
        tip(cells(place), { x: "x", y: "y", title: (d) => `${surface.x} = ${short(d.x)}\n${surface.y} = ${short(d.y)}\n${names[d.value]}` }),
      ],
    }),
  ];
}

function surfaces(report) {
  const { surfaces: all, has_kinks, outputs } = report.influence;
  if (all.length === 0) return null;
  let chosen = all[0];
  const others = report.model.columns > 2;
  const node = figure({
    title: "The prediction over two columns",
    wide: true,
    controls: all.length > 1
      ? [choice("columns", all.map((s) => `${shortened(s.x)} and ${shortened(s.y)}`), (k) => ((chosen = all[k]), node.frame.draw(true)))]
      : null,
    caption:
      (others ? "All other columns are held at their medians or commonest levels. " : "") +
      (chosen.points.length > 0 ? "Points are rows of the data, in the colour of what was observed. " : "") +
      (has_kinks ? "Thin lines are the tessellation: every support vector cuts each column in two at its place." : ""),
    alt: () => {
      const range = extent(chosen.outputs[0]);
      return `${report.influence.quantity} over ${chosen.x} and ${chosen.y}, from ${short(range[0])} to ${short(range[1])}.`;
    },
    data: () => {
      const rows = chosen.outputs[0].map((_, k) => k);
      return {
        columns: [
          { title: chosen.x, value: (k) => chosen.x_values[k % chosen.x_values.length] },
          { title: chosen.y, value: (k) => chosen.y_values[Math.floor(k / chosen.x_values.length)] },
          ...outputs.map((name, c) => ({ title: name, value: (k) => chosen.outputs[c][k] })),
        ],
        rows,
      };
    },
    draw: (width) => {
      const lines = has_kinks
        ? [
            Plot.ruleX(chosen.x_cuts, { x: (d) => d, stroke: "white", strokeOpacity: 0.22, strokeWidth: 0.7 }),
            Plot.ruleY(chosen.y_cuts, { y: (d) => d, stroke: "white", strokeOpacity: 0.22, strokeWidth: 0.7 }),
          ]
        : [];
      const common = {
        height: Math.min(520, Math.max(300, 0.7 * width)),
        x: { label: shortened(chosen.x, 40), tickFormat: text, ticks: Math.max(3, Math.floor(width / 90)), nice: false },
        y: { label: shortened(chosen.y, 40), tickFormat: text, nice: false },
        lines,
      };
      return outputs.length > 1 ? surfaceOfClasses(report, chosen, width, common) : surfaceOfValues(report, chosen, width, common);
    },
  });
  return node;
}

export function influence(report) {
  const { influence } = report;
  const curves = influence.dependence?.columns ?? [];
  return [
    influence.importance
      ? null
      : p("There are not enough rows to say how the prediction varies: give data to the report."),
    el("div", { class: "charts" }, ...[influence.importance ? importance(report) : null, surfaces(report)].filter(Boolean)),
    curves.length > 0
      ? p(
          `The mean prediction when one column is set to a value in ${influence.dependence.rows} rows, everything else ` +
            "as it is; four fifths of the rows lie within the band. ",
          influence.has_kinks
            ? "Ticks mark the support vectors: there, and only there, a tessellated kernel can turn."
            : "Ticks mark the support vectors.",
        )
      : null,
    el("div", { class: "charts small" }, ...curves.map((column) => dependence(report, column))),
    curves.length < report.model.columns && curves.length > 0
      ? note(`Drawn are the ${curves.length} columns that matter most, of ${report.model.columns}.`)
      : null,
  ];
}
