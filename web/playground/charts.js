// The numbers behind the pictures: bounds that close in on each other, and the matrix P.

import { blue, diverging, orange } from "../common/colours.js";
import { Plot, cells, grid, plot, ramp, swatches, symmetric, text, tip, wholeTicks } from "../common/chart.js";
import { figure } from "../common/figure.js";
import { short } from "../common/format.js";

const range = (length) => Array.from({ length }, (_, k) => k);

const historyOf = (result) =>
  result ? range(result.history.length / 3).map((k) => ({ iteration: result.history[3 * k], upper: result.history[3 * k + 1], lower: result.history[3 * k + 2] })) : [];

export function boundsChart(get) {
  return figure({
    title: "Bounds of the optimum",
    caption: "Learning goes on until what was reached meets what cannot be beaten.",
    alt: () => {
      const rows = historyOf(get());
      return rows.length > 0 ? `After ${rows.length} steps: upper ${short(rows.at(-1).upper)}, lower ${short(rows.at(-1).lower)}.` : "Nothing yet.";
    },
    data: () => ({
      columns: ["iteration", "upper", "lower"].map((key) => ({ title: key, value: (row) => row[key] })),
      rows: historyOf(get()),
    }),
    draw: (width) => {
      const rows = historyOf(get()).filter((row) => Number.isFinite(row.lower));
      return [
        swatches(width, ["upper bound: reached", "lower bound: proven"], [orange(), blue()]),
        plot(width, {
          height: 250,
          marginLeft: 64,
          x: { label: "step", ticks: wholeTicks([rows[0]?.iteration ?? 0, rows.at(-1)?.iteration ?? 1]), tickFormat: text },
          y: { label: "objective", grid: true, ticks: 5, tickFormat: text },
          marks: [
            Plot.areaY(rows, { x: "iteration", y1: "lower", y2: "upper", fill: "var(--soft)" }),
            Plot.lineY(rows, { x: "iteration", y: "upper", stroke: orange(), strokeWidth: 2, marker: "dot" }),
            Plot.lineY(rows, { x: "iteration", y: "lower", stroke: blue(), strokeWidth: 2, marker: "dot" }),
            tip(rows, { x: "iteration", y: "upper", title: (d) => `step ${d.iteration}\nupper ${short(d.upper, 6)}\nlower ${short(d.lower, 6)}` }),
          ],
        }),
      ];
    },
  });
}

// Names of the functions whose products P weighs: monomials, above and below a cut.
function names(size, features) {
  const letters = ["x", "y"].slice(0, features);
  const monomials = ["1", ...letters];
  if (features === 1) monomials.push("x²");
  else monomials.push("x²", "xy", "y²");
  return range(size).map((k) => `${monomials[k % (size / 2)]}, ${k < size / 2 ? "above" : "below"}`);
}

export function parameterChart(get, features) {
  return figure({
    title: "P, learned",
    caption: "The weight of each pair of functions in the kernel: monomials on the two sides of a cut. It starts as the identity.",
    alt: () => {
      const result = get();
      return result ? `Eigenvalues ${Array.from(result.eigenvalues, (value) => short(value, 2)).join(", ")}.` : "Nothing yet.";
    },
    data: () => {
      const result = get();
      const size = result ? result.eigenvalues.length : 0;
      const titles = names(size, features());
      return {
        columns: [{ title: "", value: (k) => titles[k] }, ...titles.map((title, j) => ({ title, value: (k) => result.P[k * size + j] }))],
        rows: range(size),
      };
    },
    draw: (width) => {
      const result = get();
      const size = result ? result.eigenvalues.length : 1;
      const values = result ? Array.from(result.P) : [0];
      const place = { x: range(size), y: range(size), values };
      const titles = names(size, features());
      const domain = symmetric(values);
      return [
        ramp(width, { label: "weight", domain, interpolate: diverging(), pivot: 0 }),
        plot(width, {
          height: 228,
          marginLeft: 70,
          marginBottom: 8,
          x: { axis: null, nice: false },
          y: { label: null, reverse: true, nice: false, ticks: place.y, tickFormat: (k) => titles[k] ?? "", tickSize: 0 },
          color: { type: "diverging", domain, pivot: 0, interpolate: diverging() },
          marks: [
            grid(place, { fill: (d) => d }),
            tip(cells(place), { x: "x", y: "y", title: (d) => `${titles[d.y]}\n${titles[d.x]}\n${short(d.value)}` }),
          ],
        }),
      ];
    },
  });
}
