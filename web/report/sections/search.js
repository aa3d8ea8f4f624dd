import { sequential } from "../../common/colours.js";
import { Plot, extent, ink, plot, ramp, text, tip } from "../../common/chart.js";
import { choice, el, note, p } from "../../common/dom.js";
import { figure } from "../../common/figure.js";
import { short } from "../../common/format.js";
import { table } from "../../common/table.js";

const axes = [
  ["scale", "bound δ or width"],
  ["cost", "cost C"],
  ["tube", "tube ε"],
  ["tau", "least eigenvalue τ"],
  ["degree", "degree"],
];
const MOST_BANDS = 14;

// Values as bands: those that are nearly alike share one, and more of them do if there are many.
function bands(values) {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const grouped = (ratio) => {
    const groups = [];
    for (const value of distinct) {
      const last = groups.at(-1);
      if (last && last[0] > 0 && value <= ratio * last[0]) last.push(value);
      else groups.push([value]);
    }
    return groups;
  };
  let ratio = 1.25;
  while (grouped(ratio).length > MOST_BANDS) ratio *= 1.25;
  const band = new Map();
  for (const group of grouped(ratio)) {
    const middle = group.length > 1 ? Math.sqrt(group[0] * group.at(-1)) : group[0];
    for (const value of group) band.set(value, middle);
  }
  return (value) => band.get(value);
}

function heatMap(search, family) {
  const points = search.points
    .map((point, k) => ({ ...point, position: k, member: search.members.some((m) => m.point === k) || k === search.chosen }))
    .filter((point) => point.family === family && point.mean !== null);
  const varying = axes.filter(([key]) => new Set(points.map((point) => point[key])).size > 1);
  if (varying.length === 0) return null;
  // A single thing that varies makes one row of cells.
  const upward = varying.length > 1 ? [...varying.slice(1), varying[0]] : axes.filter((axis) => axis !== varying[0]);
  let [x, y] = [varying[0], upward[0]];
  const better = (a, b) => (search.larger_is_better ? a.mean > b.mean : a.mean < b.mean);
  const cells = () => {
    const bandX = bands(points.map((point) => point[x[0]]));
    const bandY = bands(points.map((point) => point[y[0]]));
    const best = new Map();
    for (const point of points) {
      const cell = { x: bandX(point[x[0]]), y: bandY(point[y[0]]), point };
      const key = `${cell.x} ${cell.y}`;
      const known = best.get(key);
      if (!known || better(point, known.point) || (point.member && !known.point.member)) best.set(key, cell);
    }
    return [...best.values()];
  };
  const shown = (value) => (search.metric === "mse" ? Math.sqrt(value) : value);
  const metric = search.metric === "mse" ? "root mean square error" : search.metric;
  const node = figure({
    title: `Search: ${family}`,
    wide: true,
    controls: [
      choice("across", varying.map(([, name]) => name), (k) => ((x = varying[k]), node.frame.draw(true))),
      choice("up", upward.map(([, name]) => name), (k) => ((y = upward[k]), node.frame.draw(true))),
    ],
    caption:
      `Cross-validated ${metric} of the settings that were tried; those nearly alike share a cell, which shows the best; ` +
      "a star marks what was chosen. Empty: not tried. " +
      (search.larger_is_better ? "Larger (brighter) is better." : "Smaller (darker) is better."),
    alt: () => {
      const best = points.reduce((a, b) => (better(b, a) ? b : a));
      return `${points.length} settings; the best has ${metric} ${short(shown(best.mean))} at ${best.settings}.`;
    },
    data: () => ({ columns: searchColumns(search), rows: points }),
    draw: (width) => {
      const rows = cells();
      const values = rows.map((cell) => shown(cell.point.mean));
      let domain = extent(values);
      // One hopeless setting must not make all others look alike.
      if (!search.larger_is_better) {
        const sorted = [...values].sort((a, b) => a - b);
        domain = [domain[0], Math.min(domain[1], Math.max(2 * sorted[Math.floor(sorted.length / 2)], domain[0] * 1.01))];
      }
      if (domain[0] === domain[1]) domain[1] = domain[0] + 1;
      return [
        ramp(width, { label: metric, domain, interpolate: sequential }),
        plot(width, {
          height: Math.max(220, 60 + 26 * new Set(rows.map((row) => row.y)).size),
          marginLeft: 72,
          x: { type: "band", label: x[1], tickFormat: (t) => short(t, 3), domain: [...new Set(rows.map((row) => row.x))].sort((a, b) => a - b), tickRotate: width < 520 ? -50 : 0 },
          y: { type: "band", label: y[1], tickFormat: (t) => short(t, 3), domain: [...new Set(rows.map((row) => row.y))].sort((a, b) => b - a) },
          marginBottom: width < 520 ? 56 : 42,
          color: { type: "linear", domain, clamp: true, interpolate: sequential },
          marks: [
            Plot.cell(rows, { x: "x", y: "y", fill: (d) => shown(d.point.mean), inset: 1, rx: 2 }),
            Plot.dot(rows.filter((d) => d.point.member), { x: "x", y: "y", r: 7, symbol: "star", fill: "white", stroke: "black", strokeWidth: 1.2 }),
            tip(rows, {
              x: "x",
              y: "y",
              title: (d) =>
                `${metric} ${short(shown(d.point.mean))}\n${d.point.settings.replaceAll(", ", "\n")}\n` +
                `${d.point.folds} folds, ${short(d.point.seconds, 2)} s${d.point.member ? "\nchosen" : ""}`,
            }),
          ],
        }),
      ];
    },
  });
  return node;
}

const searchColumns = (search) => [
  { title: "#", value: (d) => d.position + 1 },
  { title: "family", value: (d) => d.family },
  { title: "degree", value: (d) => d.degree },
  { title: "scale", value: (d) => d.scale },
  { title: "for each feature", value: (d) => (d.per_feature ? "yes" : "no") },
  { title: "τ", value: (d) => d.tau },
  { title: "loss", value: (d) => d.loss },
  { title: "C", value: (d) => d.cost },
  { title: "ε", value: (d) => d.tube },
  { title: "warp", value: (d) => (d.warp ? "yes" : "no") },
  { title: "axes", value: (d) => d.axes },
  { title: "codes", value: (d) => d.codes.map((feature) => feature + 1).join(" ") },
  { title: search.metric, value: (d) => d.mean },
  { title: "sd", value: (d) => d.deviation },
  { title: "folds", value: (d) => d.folds },
  { title: "seconds", value: (d) => d.seconds },
];

export function search({ search }) {
  if (!search) return [p("No search was made: the settings were given, or are the defaults.")];
  const families = [...new Set(search.points.map((point) => point.family))];
  const rows = search.points.map((point, position) => ({ ...point, position }));
  const chosen = search.members.length > 0 ? search.members : [{ point: search.chosen, share: 1 }];
  const maps = families.map((family) => heatMap(search, family)).filter(Boolean);
  return [
    p(
      (search.points.length === 1
        ? "The settings were given, and tried once"
        : `${search.points.length} settings of ${families.length === 1 ? "one family" : `${families.length} families`} of kernels were compared`) +
        ` by cross-validation (${search.folds} fold${search.folds === 1 ? "" : "s"}, ${search.rows} rows). ` +
        (search.points.length === 1 ? "" : "Chosen:"),
    ),
    el(
      "ul",
      { class: "chosen" },
      ...chosen.map(({ point, share }) =>
        el("li", {}, `${search.points[point].settings}${chosen.length > 1 ? ` (share ${short(share, 2)})` : ""}`),
      ),
    ),
    maps.length > 0 ? el("div", { class: "charts" }, ...maps) : null,
    el("details", {}, el("summary", {}, "All settings that were tried"), table(searchColumns(search), rows, { caption: "All settings" })),
    search.status !== "converged" ? note(`The search ended early (${search.status}).`) : null,
  ];
}
