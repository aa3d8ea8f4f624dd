// What the reader has put down, and how it is to be learned.

export const modes = {
  classes: { name: "Two classes", features: 2, classes: true },
  curve: { name: "A curve", features: 1, classes: false },
  surface: { name: "A surface", features: 2, classes: false },
};

export const presets = [
  { name: "checkerboard", title: "Checkerboard", rows: 160, noise: 0, mode: "classes", settings: { bound: 0.1, cost: 10, width: 0.1 } },
  { name: "spirals", title: "Spirals", rows: 120, noise: 0.04, mode: "classes", settings: { bound: 0.1, cost: 100, width: 0.15 } },
  { name: "step", title: "Step", rows: 60, noise: 0.08, mode: "curve", settings: { bound: 0.1, cost: 30, width: 0.1 } },
  { name: "canyon", title: "Canyon", rows: 200, noise: 0, mode: "surface", settings: { bound: 0.1, cost: 30, width: 0.15 } },
];

// Points live in the unit square: x and y across the picture; of a curve, y is its value. `target` is
// the class (0 or 1) or the value.
export const state = {
  mode: "classes",
  points: [],
  degree: 1,
  bound: 0.1,
  cost: 100,
  tube: 0.05,
  width: 0.1,
  brush: 0, // the class of new points
  value: 0.8, // or their value on a surface
  lines: true,
  support: true,
};

const margin = 0.05;

function rescaled(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = high - low || 1;
  return Array.from(values, (value) => margin + ((1 - 2 * margin) * (value - low)) / range);
}

export function adopt(preset, { points, target, features }) {
  const rows = target.length;
  Object.assign(state, { mode: preset.mode }, preset.settings);
  const x = rescaled(points.slice(0, rows));
  const values = preset.mode === "classes" ? Array.from(target) : rescaled(target);
  const y = features > 1 ? rescaled(points.slice(rows)) : values;
  state.points = x.map((value, k) => ({ x: value, y: y[k], target: values[k] }));
}

// The points of a grid in the core's order, x after x and then y after y. Like the points, they are
// places in the picture.
export function gridOf(features, steps) {
  const at = (k) => k / (steps - 1);
  if (features === 1) return Float64Array.from({ length: steps }, (_, k) => at(k));
  const grid = new Float64Array(2 * steps * steps);
  for (let k = 0; k < steps * steps; ++k) {
    grid[k] = at(k % steps);
    grid[steps * steps + k] = at(Math.floor(k / steps));
  }
  return grid;
}

// Why nothing can be learned yet; nothing if it can.
export function obstacle() {
  const { points, mode } = state;
  if (points.length < 2) return "Click into a picture to add points.";
  if (mode === "classes" && new Set(points.map((point) => point.target)).size < 2) {
    return "Add a point of the other class, too.";
  }
  return null;
}

export function taskOf(id, steps) {
  const { features, classes } = modes[state.mode];
  const { points, degree, bound, cost, tube, width } = state;
  const coordinates = features === 1 ? points.map((p) => p.x) : [...points.map((p) => p.x), ...points.map((p) => p.y)];
  const target = points.map((p) => (state.mode === "curve" ? p.y : p.target));
  return {
    id,
    steps,
    features,
    classes,
    points: Float64Array.from(coordinates),
    target: Float64Array.from(target),
    grid: gridOf(features, steps),
    reflected: false,
    degree,
    bound,
    cost,
    tube,
    width,
    tolerance: 1e-4,
  };
}
