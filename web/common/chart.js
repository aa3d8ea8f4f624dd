// What all charts share, on top of Observable Plot.

import * as Plot from "@observablehq/plot";
import { short, shortened } from "./format.js";

export { Plot };

export const ink = "var(--ink)";
export const faint = "var(--line)";

export function plot(width, options) {
  const height = options.height ?? Math.round(Math.min(380, Math.max(240, 0.62 * width)));
  return Plot.plot({
    width,
    height,
    marginLeft: 56,
    marginBottom: 42,
    marginTop: 24,
    style: { background: "transparent", color: ink, fontSize: "12px", overflow: "visible" },
    ...options,
  });
}

export const tip = (rows, channels) =>
  Plot.tip(rows, Plot.pointer({ fill: "var(--card)", stroke: faint, pointerSize: 6, fontSize: 12, ...channels }));

export const text = (tick) => short(tick);

// A scale of colours beneath the title: what the colours of a chart mean.
export function ramp(width, { label, domain, interpolate, pivot }) {
  return Plot.legend({
    color: {
      type: pivot === undefined ? "linear" : "diverging",
      domain,
      interpolate,
      pivot,
      label,
      tickFormat: text,
    },
    width: Math.min(width, 320),
    height: 44,
    ticks: 4,
    style: { color: ink, fontSize: "12px", overflow: "visible" },
  });
}

// Names with their colours, as a picture, so that it can be saved along.
export function swatches(width, names, colours) {
  const places = [];
  let x = 0;
  let y = 0;
  for (const name of names) {
    const shown = shortened(name, 28);
    const needed = 26 + 7 * shown.length;
    if (x > 0 && x + needed > width) {
      x = 0;
      y += 20;
    }
    places.push({ x, y, name: shown });
    x += needed;
  }
  const rows = places.map((place, k) => ({ ...place, colour: colours[k % colours.length] }));
  return Plot.plot({
    width,
    height: y + 22,
    margin: 0,
    axis: null,
    x: { domain: [0, width], range: [0, width] },
    y: { domain: [0, y + 22], range: [0, y + 22] },
    style: { background: "transparent", color: ink, fontSize: "12px" },
    marks: [
      Plot.dot(rows, { x: (d) => d.x + 7, y: (d) => d.y + 11, r: 6, symbol: "square", fill: "colour" }),
      Plot.text(rows, { x: (d) => d.x + 19, y: (d) => d.y + 11, text: "name", textAnchor: "start", fill: ink }),
    ],
  });
}

const step = (values) => (values.length > 1 ? (values.at(-1) - values[0]) / (values.length - 1) : 1);

// A grid of numbers as one picture, the first of `x` running fastest, each in a cell of its own.
export function grid({ x, y, values }, options = {}) {
  const dx = step(x) / 2;
  const dy = step(y) / 2;
  return Plot.raster(values, {
    width: x.length,
    height: y.length,
    x1: x[0] - dx,
    x2: x.at(-1) + dx,
    y1: y[0] - dy,
    y2: y.at(-1) + dy,
    imageRendering: "pixelated",
    ...options,
  });
}

// The line along which the grid has a value: a piece for each cell that it crosses. (Plot.contour
// would also draw the frame around the part above.)
function pieces({ x, y, values }, level) {
  const at = (i, j) => values[j * x.length + i] - level;
  const found = [];
  for (let j = 0; j + 1 < y.length; ++j) {
    for (let i = 0; i + 1 < x.length; ++i) {
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const crossings = [];
      corners.forEach(([a, b], k) => {
        const [c, d] = corners[(k + 1) % 4];
        const [from, to] = [at(a, b), at(c, d)];
        if (from >= 0 === to >= 0) return;
        const share = from / (from - to);
        crossings.push([x[a] + share * (x[c] - x[a]), y[b] + share * (y[d] - y[b])]);
      });
      for (let k = 0; k + 1 < crossings.length; k += 2) found.push([...crossings[k], ...crossings[k + 1]]);
    }
  }
  return found;
}

export function contour(place, level) {
  return Plot.link(pieces(place, level), {
    x1: (d) => d[0],
    y1: (d) => d[1],
    x2: (d) => d[2],
    y2: (d) => d[3],
    stroke: ink,
    strokeWidth: 1.8,
    strokeLinecap: "round",
  });
}

export const cells = ({ x, y, values }) =>
  values.map((value, k) => ({ x: x[k % x.length], y: y[Math.floor(k / x.length)], value }));

// Ends that are the same on both sides of zero.
export function symmetric(values) {
  const most = Math.max(...values.map(Math.abs), 1e-300);
  return [-most, most];
}

// Whole numbers along an axis, not too many of them.
export function wholeTicks([low, high], most = 8) {
  const size = Math.max(1, Math.ceil((high - low) / most));
  return Array.from({ length: Math.floor((high - low) / size) + 1 }, (_, k) => low + k * size);
}

// Powers of ten within a range.
export function powersOfTen([low, high]) {
  const [from, to] = [Math.ceil(Math.log10(low)), Math.floor(Math.log10(high))];
  const size = Math.max(1, Math.ceil((to - from) / 6));
  return Array.from({ length: Math.max(0, Math.floor((to - from) / size) + 1) }, (_, k) => 10 ** (from + k * size));
}

export const extent = (values) => [Math.min(...values), Math.max(...values)];
