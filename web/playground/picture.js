// One picture: what was learned over the square, the cuts, and the points. Drawn on a canvas, since
// it changes with every movement of the mouse.

import { rgb } from "d3-color";
import { blue, diverging, orange, sequential } from "../common/colours.js";
import { isDark } from "../common/theme.js";
import { state } from "./state.js";

const RADIUS = 6;

function pixels(values, steps, colourOf) {
  const image = new ImageData(steps, steps);
  for (let k = 0; k < values.length; ++k) {
    // The first row of the grid is the lowest of the picture.
    const at = 4 * ((steps - 1 - Math.floor(k / steps)) * steps + (k % steps));
    const { r, g, b } = colourOf(values[k]);
    image.data.set([r, g, b, 255], at);
  }
  return image;
}

// Colours by table: a lookup for each pixel, not an interpolation.
function palette(interpolate, low, high, size = 256) {
  const table = Array.from({ length: size }, (_, k) => rgb(interpolate(k / (size - 1))));
  return (value) => table[Math.max(0, Math.min(size - 1, Math.round(((value - low) / (high - low)) * (size - 1))))];
}

function makePalettes() {
  const signed = diverging();
  return {
    dark: isDark(),
    // Colours of classes stay pale: the points matter.
    classes: palette((t) => signed(0.5 + 0.72 * (t - 0.5)), -1.5, 1.5),
    values: palette(sequential, 0, 1),
  };
}

let palettes = null;
function colours() {
  if (palettes?.dark !== isDark()) palettes = makePalettes();
  return palettes;
}

function paintSurface(context, size, { values, steps }) {
  const colourOf = state.mode === "classes" ? colours().classes : colours().values;
  const small = new OffscreenCanvas(steps, steps);
  small.getContext("2d").putImageData(pixels(values, steps, colourOf), 0, 0);
  context.imageSmoothingEnabled = true;
  // The grid has its first and last points on the edges, so half a cell hangs over.
  const cell = size / (steps - 1);
  context.drawImage(small, -cell / 2, -cell / 2, size + cell, size + cell);
}

// Where the decision value changes its sign, piece by piece.
function paintBoundary(context, size, { values, steps }) {
  const place = (k) => (size * k) / (steps - 1);
  context.beginPath();
  for (let j = 0; j + 1 < steps; ++j) {
    for (let i = 0; i + 1 < steps; ++i) {
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      let from = null;
      corners.forEach(([a, b], k) => {
        const [c, d] = corners[(k + 1) % 4];
        const first = values[b * steps + a];
        const second = values[d * steps + c];
        if (first >= 0 === second >= 0) return;
        const share = first / (first - second);
        const point = [place(a + share * (c - a)), size - place(b + share * (d - b))];
        if (from) {
          context.moveTo(...from);
          context.lineTo(...point);
          from = null;
        } else {
          from = point;
        }
      });
    }
  }
  context.strokeStyle = isDark() ? "#fff" : "#111";
  context.lineWidth = 2;
  context.stroke();
}

function paintCurve(context, size, { values, steps }) {
  context.beginPath();
  values.forEach((value, k) => context.lineTo((size * k) / (steps - 1), size * (1 - value)));
  context.strokeStyle = orange();
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.stroke();
}

// Each support vector cuts the square along its coordinates.
function paintCuts(context, size, { support }) {
  context.beginPath();
  for (const k of support) {
    const point = state.points[k];
    if (!point) continue;
    context.moveTo(size * point.x, 0);
    context.lineTo(size * point.x, size);
    if (state.mode === "curve") continue;
    context.moveTo(0, size * (1 - point.y));
    context.lineTo(size, size * (1 - point.y));
  }
  context.strokeStyle = isDark() || state.mode === "surface" ? "rgba(255,255,255,0.22)" : "rgba(0,0,0,0.16)";
  context.lineWidth = 1;
  context.stroke();
}

function shape(context, x, y, kind, radius) {
  context.beginPath();
  if (kind === 1) {
    context.moveTo(x, y - 1.15 * radius);
    context.lineTo(x + 1.05 * radius, y + 0.75 * radius);
    context.lineTo(x - 1.05 * radius, y + 0.75 * radius);
    context.closePath();
  } else {
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
}

function paintPoints(context, size, support) {
  const marked = new Set(state.support ? support : []);
  const crowded = state.points.length > 100 ? 0.8 : 1;
  const radius = Math.max(3.5, crowded * RADIUS * Math.min(1, size / 420));
  state.points.forEach((point, k) => {
    const [x, y] = [size * point.x, size * (1 - point.y)];
    const classes = state.mode === "classes";
    shape(context, x, y, classes ? point.target : 0, radius);
    context.fillStyle = classes ? [blue(), orange()][point.target] : state.mode === "curve" ? blue() : String(colours().values(point.target));
    context.fill();
    context.lineWidth = marked.has(k) ? 2.2 : 1;
    context.strokeStyle = marked.has(k) ? (isDark() ? "#fff" : "#000") : "rgba(255,255,255,0.85)";
    context.stroke();
  });
}

function paintCursor(context, size, cursor) {
  const [x, y] = [size * cursor.x, size * (1 - cursor.y)];
  context.strokeStyle = isDark() ? "#fff" : "#000";
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, 11, 0, 2 * Math.PI);
  context.moveTo(x - 16, y);
  context.lineTo(x + 16, y);
  context.moveTo(x, y - 16);
  context.lineTo(x, y + 16);
  context.stroke();
}

export function paint(canvas, result, { cuts, cursor }) {
  const size = canvas.clientWidth;
  if (size === 0) return;
  const ratio = devicePixelRatio || 1;
  if (canvas.width !== Math.round(size * ratio)) canvas.width = canvas.height = Math.round(size * ratio);
  const context = canvas.getContext("2d");
  context.setTransform(canvas.width / size, 0, 0, canvas.width / size, 0, 0);
  context.clearRect(0, 0, size, size);
  const fits = result && result.mode === state.mode;
  if (fits && state.mode !== "curve") paintSurface(context, size, result);
  if (fits && cuts && state.lines) paintCuts(context, size, result);
  if (fits && state.mode === "classes") paintBoundary(context, size, result);
  if (fits && state.mode === "curve") paintCurve(context, size, result);
  paintPoints(context, size, fits ? result.support : []);
  if (cursor) paintCursor(context, size, cursor);
}
