import { button, choice, el } from "../common/dom.js";
import { count, percent, short } from "../common/format.js";
import { onThemeChange, toggleTheme } from "../common/theme.js";
import { boundsChart, parameterChart } from "./charts.js";
import { makeEditable } from "./editing.js";
import { paint } from "./picture.js";
import { startSolver } from "./solver.js";
import { adopt, modes, obstacle, presets, state, taskOf } from "./state.js";

const COARSE = 49; // steps of the grid while points move
const FINE = 121; // and when they rest
const CURVE = 301;

const results = { tessellated: null, gaussian: null };
const cursor = { x: 0.5, y: 0.5 };
let task = 0; // the newest
let asked = 0; // when
let started = false;
let refined = true;
let rest = null;

// Pictures -------------------------------------------------------------------------------------

function picture(kind, title, words) {
  const canvas = el("canvas", {
    tabindex: "0",
    role: "application",
    "aria-label": `${title}: click to add a point, drag to move one, right-click it or drag it out to remove it. By keyboard: arrows, Enter, Delete; 1 and 2 choose the class.`,
  });
  const numbers = el("p", { class: "numbers" });
  makeEditable(canvas, { changed: learn, moved: (data = true) => (data ? learn() : (syncControls(), repaint())), cursorOf: () => cursor });
  canvas.addEventListener("focus", () => repaint());
  canvas.addEventListener("blur", () => repaint());
  return { kind, canvas, numbers, node: el("figure", { class: "card" }, el("h2", {}, title), canvas, numbers, el("figcaption", {}, words)) };
}

const pictures = [
  picture("tessellated", "Tessellated kernel, learned", "Every support vector (thick rim) cuts the picture along its coordinates; between cuts the kernel is a polynomial."),
  picture("gaussian", "Gaussian kernel, given", "The same points, cost and tube; its width is yours to choose."),
];

// At most once a frame, however many answers and movements there are.
let awaitsFrame = false;
let painted = null; // to be called when that is done
function repaint(then = null) {
  painted = then ?? painted;
  if (awaitsFrame) return;
  awaitsFrame = true;
  requestAnimationFrame(() => {
    awaitsFrame = false;
    paintAll();
    painted?.();
    painted = null;
  });
}

function paintAll() {
  for (const { kind, canvas } of pictures) {
    const keyed = document.activeElement === canvas && canvas.matches(":focus-visible");
    paint(canvas, results[kind], { cuts: kind === "tessellated", cursor: keyed ? cursor : null });
  }
}

// Numbers --------------------------------------------------------------------------------------

function quality(result) {
  if (state.mode === "classes") {
    const wrong = state.points.filter((point, k) => result.fitted[k] !== point.target).length;
    return `${wrong} of ${state.points.length} points on the wrong side`;
  }
  const truth = state.points.map((point) => (state.mode === "curve" ? point.y : point.target));
  const square = truth.reduce((sum, value, k) => sum + (value - result.fitted[k]) ** 2, 0) / truth.length;
  return `typical error ${short(Math.sqrt(square), 2)} on these points`;
}

function describe(result) {
  const gap = result.gap < 1e-6 ? "0.0001%" : percent(result.gap, 4);
  return `${quality(result)}, ${result.support.length} support vectors, within ${gap} of the optimum, learned in ${short(1000 * result.learningSeconds, 2)} ms`;
}

const status = el("p", { class: "status", role: "status" }, "Starting …");

function showNumbers(elapsed) {
  for (const { kind, numbers } of pictures) {
    numbers.textContent = results[kind] ? describe(results[kind]) : "";
  }
  // The first time is that of the core's start.
  const time = started ? ` in ${Math.round(elapsed)} ms` : "";
  started = true;
  status.textContent = `${count(state.points.length)} points; both kernels learned and drawn${time}.`;
  status.dataset.milliseconds = elapsed.toFixed(1);
  status.dataset.points = state.points.length;
}

const charts = el("div", { class: "charts" });
const bounds = boundsChart(() => results.tessellated);
const parameter = parameterChart(() => results.tessellated, () => modes[state.mode].features);
charts.append(bounds, parameter);

function drawCharts() {
  bounds.frame.draw(true);
  parameter.frame.draw(true);
}

// Learning -------------------------------------------------------------------------------------

const solver = startSolver({
  onMessage(answer) {
    if (answer.example) {
      adopt(presets.find(({ name }) => name === answer.name), answer.example);
      syncControls();
      learn();
      return;
    }
    if (answer.id !== task) return; // older than the last change
    results[answer.kind] = { ...answer, mode: state.mode };
    repaint(isComplete() ? finish : null);
  },
  onFailure() {
    status.textContent = "These points and settings are too much for the core; it was started anew. Change something.";
  },
});

const isComplete = () => pictures.every(({ kind }) => results[kind]?.id === task);

function finish() {
  // The finer picture is of the same model: its time is nobody's wait, and its charts are drawn.
  if (!isComplete()) return; // points were changed meanwhile: their answer will come
  if (results.tessellated.steps !== FINE) {
    showNumbers(performance.now() - asked);
    requestAnimationFrame(drawCharts); // after the pictures, which must not wait for them
  }
  document.body.dataset.task = String(task);
  if (!refined) rest = setTimeout(refine, 120);
}

function ask(steps) {
  asked = performance.now();
  solver.learn(taskOf(++task, steps));
}

function refine() {
  refined = true;
  ask(FINE);
}

function learn() {
  clearTimeout(rest);
  const reason = obstacle();
  if (reason) {
    ++task;
    results.tessellated = results.gaussian = null;
    status.textContent = reason;
    for (const { numbers } of pictures) numbers.textContent = "";
    repaint();
    drawCharts();
    return;
  }
  const curve = state.mode === "curve";
  refined = curve;
  repaint();
  ask(curve ? CURVE : COARSE);
}

// Controls -------------------------------------------------------------------------------------

// A slider along powers of ten.
function slider(label, key, low, high, words) {
  const shown = el("output");
  const input = el("input", {
    type: "range",
    min: Math.log10(low),
    max: Math.log10(high),
    step: 0.02,
    "aria-label": label,
    oninput: () => {
      state[key] = 10 ** Number(input.value);
      sync();
      learn();
    },
  });
  const sync = () => {
    input.value = Math.log10(state[key]);
    shown.textContent = short(state[key], 2);
    input.setAttribute("aria-valuetext", shown.textContent);
  };
  return { sync, node: el("label", { class: "slider", title: words }, el("span", {}, label), input, shown) };
}

function tick(label, key) {
  const input = el("input", { type: "checkbox", onchange: () => ((state[key] = input.checked), repaint()) });
  input.checked = state[key];
  return el("label", { class: "tick" }, input, label);
}

const sliders = [
  slider("Bound δ", "bound", 0.01, 30, "How far the box of the kernel reaches beyond the data: small, and features interact fully; large, and they hardly do"),
  slider("Cost C", "cost", 0.1, 10000, "The price of errors"),
  slider("Tube ε", "tube", 0.001, 1, "Functions only: errors up to so many standard deviations are free"),
  slider("Gaussian width", "width", 0.01, 3, "How far the Gaussian kernel sees"),
];

const degree = choice("Degree", ["0", "1", "2"], (k) => ((state.degree = k), learn()));
const mode = choice("Learn", Object.values(modes).map(({ name }) => name), (k) => {
  state.mode = Object.keys(modes)[k];
  state.points = [];
  syncControls();
  learn();
});
const brush = choice("New points are", ["blue circles", "orange triangles"], (k) => (state.brush = k));
const value = el("input", { type: "range", min: 0, max: 1, step: 0.01, oninput: () => ((state.value = Number(value.value)), syncControls()) });
const valueShown = el("output");
const valueLabel = el("label", { class: "slider" }, el("span", {}, "Value of new points"), value, valueShown);

function syncControls() {
  mode.querySelector("select").selectedIndex = Object.keys(modes).indexOf(state.mode);
  degree.querySelector("select").selectedIndex = state.degree;
  brush.querySelector("select").selectedIndex = state.brush;
  value.value = state.value;
  valueShown.textContent = short(state.value, 2);
  brush.hidden = state.mode !== "classes";
  valueLabel.hidden = state.mode !== "surface";
  sliders.forEach((each) => each.sync());
  sliders[2].node.hidden = state.mode === "classes";
}

function load(preset) {
  const seed = 1 + Math.floor(state.points.length / 7);
  solver.example({ example: { name: preset.name, rows: preset.rows, noise: preset.noise, seed } });
}

const panel = el(
  "div",
  { class: "panel card" },
  el("div", { class: "row", role: "group", "aria-label": "Examples" }, ...presets.map((preset) => button(preset.title, `Points of the example ${preset.name}`, () => load(preset)))),
  el(
    "div",
    { class: "row" },
    mode,
    brush,
    valueLabel,
    button("Undo", "Remove the newest point", () => (state.points.pop(), learn())),
    button("Clear", "Remove all points", () => ((state.points = []), learn())),
    button("Light / dark", "Change between light and dark", toggleTheme),
  ),
  el("div", { class: "row" }, degree, ...sliders.map(({ node }) => node), tick("cuts", "lines"), tick("support vectors", "support")),
);

const story = el(
  "section",
  { class: "card story", "aria-label": "What you see" },
  el("h2", {}, "What you see"),
  el(
    "ol",
    {},
    el("li", {}, "Every point cuts the picture in two along each axis. Together the cuts make a tessellation, as fine as the data are dense."),
    el("li", {}, "In each cell the kernel is a polynomial. A matrix P says how the two sides of cuts count; it is learned, while the Gaussian kernel is what it is."),
    el("li", {}, "P and the machine are learned together. An upper bound is what was reached, a lower bound what no kernel can beat: when they meet, the best is found, and that is proven."),
    el("li", {}, "Move a point and watch. Try the step: the tessellated kernel jumps where the data jump. Try the spirals, which are round: there a Gaussian is at home."),
  ),
);

document.querySelector("main").append(panel, status, el("div", { class: "pictures" }, ...pictures.map(({ node }) => node)), charts, story);
const licences = JSON.parse(document.getElementById("licences").textContent);
document.querySelector("footer").append(
  el("p", {}, "The library itself, compiled to WebAssembly, runs in this page; nothing leaves it."),
  el(
    "details",
    {},
    el("summary", {}, "Licences of what is inside"),
    ...licences.flatMap(({ packages, text }) => [el("h3", {}, packages.join(", ")), el("pre", { tabindex: "0" }, text)]),
  ),
);
onThemeChange(() => repaint());
new ResizeObserver(() => repaint()).observe(pictures[0].canvas);
syncControls();
load(presets[0]);
