import { blue, diverging, orange, sequential } from "../../common/colours.js";
import { Plot, cells, extent, grid, ink, plot, powersOfTen, ramp, symmetric, text, tip, wholeTicks } from "../../common/chart.js";
import { choice, el, note, p } from "../../common/dom.js";
import { figure } from "../../common/figure.js";
import { percent, short, shortened } from "../../common/format.js";

const range = (length) => Array.from({ length }, (_, k) => k);

// A matrix with its first row on top.
function matrix(rows) {
  const size = rows.length;
  return { x: range(size), y: range(size), values: rows.flat() };
}

function parameterMatrix(get) {
  return figure({
    title: "P, the learned matrix",
    caption:
      "The kernel is a sum over pairs of functions of the points; P has the weight of each pair. Before learning it " +
      "is the identity. “Above” and “below” are the two sides of a cut.",
    alt: () => `${get().parameter.size} functions; the trace is ${short(get().parameter.trace)}.`,
    data: () => {
      const { P, names } = get().parameter;
      return {
        columns: [{ title: "", value: (k) => names[k] }, ...names.map((name, j) => ({ title: name, value: (k) => P[k][j] }))],
        rows: range(names.length),
      };
    },
    draw: (width) => {
      const { P, names } = get().parameter;
      const place = matrix(P);
      const domain = symmetric(place.values);
      const few = names.length <= 24 && width > 420;
      return [
        ramp(width, { label: "weight", domain, interpolate: diverging(), pivot: 0 }),
        plot(width, {
          height: Math.min(width, 460),
          marginLeft: few ? 96 : 30,
          marginBottom: 20,
          x: { axis: null, nice: false },
          y: { label: null, reverse: true, nice: false, ticks: few ? place.y : [], tickFormat: (k) => shortened(names[k] ?? "", 14), tickSize: 0 },
          color: { type: "diverging", domain, pivot: 0, interpolate: diverging() },
          marks: [
            grid(place, { fill: (d) => d }),
            tip(cells(place), { x: "x", y: "y", title: (d) => `${names[d.y]}\n${names[d.x]}\n${short(d.value)}` }),
          ],
        }),
      ];
    },
  });
}

function parameterWeights(get) {
  return figure({
    title: "Weights of the kernels",
    caption: "The learned kernel is the sum of these, each with its weight.",
    alt: () => {
      const { P, names } = get().parameter;
      return names.map((name, k) => `${name}: ${short(P[k])}`).join("; ") + ".";
    },
    data: () => {
      const { P, names } = get().parameter;
      return { columns: [{ title: "kernel", value: (k) => names[k] }, { title: "weight", value: (k) => P[k] }], rows: range(P.length) };
    },
    draw: (width) => {
      const { P, names } = get().parameter;
      return plot(width, {
        height: 60 + 26 * P.length,
        marginLeft: 130,
        marginRight: 56,
        x: { label: "weight", grid: true, tickFormat: text, ticks: 4 },
        y: { type: "band", label: null, domain: range(P.length), tickFormat: (k) => shortened(names[k], 18) },
        marks: [
          Plot.barX(P, { x: (d) => d, y: (_, k) => k, fill: blue(), inset: 1 }),
          Plot.text(P, { x: (d) => d, y: (_, k) => k, text: (d) => short(d, 3), dx: 6, textAnchor: "start", fill: ink }),
        ],
      });
    },
  });
}

function eigenvalues(get) {
  return figure({
    title: "Eigenvalues of P",
    caption: "Few large ones: learning found a few directions that matter. The dashed line is the least it may have, τ.",
    alt: () => {
      const { eigenvalues, above_floor, size } = get().parameter;
      return `The largest is ${short(eigenvalues[0])}; ${above_floor} of ${size} are clearly above the least.`;
    },
    data: () => ({
      columns: [{ title: "number", value: (d) => d.k }, { title: "eigenvalue", value: (d) => d.value }],
      rows: get().parameter.eigenvalues.map((value, k) => ({ k: k + 1, value })),
    }),
    draw: (width) => {
      const { eigenvalues, tau } = get().parameter;
      const rows = eigenvalues.map((value, k) => ({ k: k + 1, value: Math.max(value, 1e-9) }));
      const log = rows.length > 1 && rows[0].value > 20 * rows.at(-1).value;
      return plot(width, {
        height: Math.min(width, 380),
        x: { label: "eigenvalue, largest first", ticks: wholeTicks([1, rows.length]), tickFormat: text },
        y: { label: "size", type: log ? "log" : "linear", grid: true, tickFormat: text, ticks: log ? powersOfTen([rows.at(-1).value, rows[0].value]) : 5, zero: !log },
        marginLeft: 64,
        marks: [
          tau > 0 ? Plot.ruleY([tau], { stroke: "var(--muted)", strokeDasharray: "4 3" }) : null,
          Plot.dot(rows, { x: "k", y: "value", fill: blue(), r: 3.5 }),
          tip(rows, { x: "k", y: "value", title: (d) => `number ${d.k}\n${short(d.value)}` }),
        ],
      });
    },
  });
}

function gram(get, { ordered_by, labels, rows_of_data }) {
  return figure({
    title: "Kernel matrix",
    caption:
      `How alike the kernel finds ${labels.length} ${rows_of_data ? "rows of the data" : "support vectors"}, ordered by their ${ordered_by}. ` +
      "Bright blocks along the diagonal: rows with the same answer look alike to it.",
    alt: () => `Values from ${short(extent(get().gram.flat())[0])} to ${short(extent(get().gram.flat())[1])}.`,
    data: () => ({
      columns: [{ title: ordered_by, value: (k) => labels[k] }, ...labels.map((label, j) => ({ title: label, value: (k) => get().gram[k][j] }))],
      rows: range(labels.length),
    }),
    draw: (width) => {
      const place = matrix(get().gram);
      const domain = extent(place.values);
      if (domain[0] === domain[1]) domain[1] += 1;
      const ticks = [...new Set([0, 0.25, 0.5, 0.75, 1].map((t) => Math.round(t * (labels.length - 1))))];
      const axis = { ticks, tickFormat: (k) => shortened(labels[k] ?? "", 10), nice: false };
      return [
        ramp(width, { label: "k(x, x′)", domain, interpolate: sequential }),
        plot(width, {
          height: Math.min(width, 440),
          marginLeft: 72,
          x: { ...axis, label: ordered_by },
          y: { ...axis, label: null, reverse: true },
          color: { type: "linear", domain, interpolate: sequential },
          marks: [
            grid(place, { fill: (d) => d }),
            tip(cells(place), { x: "x", y: "y", title: (d) => `${ordered_by} ${labels[d.y]}\n${ordered_by} ${labels[d.x]}\nk = ${short(d.value)}` }),
          ],
        }),
      ];
    },
  });
}

function slices(get, ordered_by) {
  const first = get().centres[0];
  if (!first?.slices.length) return [];
  let centre = 0;
  let column = 0;
  const current = () => get().centres[centre];
  const nodes = [];
  const again = () => nodes.forEach((node) => node.frame.draw(true));
  const controls = () => [
    choice(
      "point x₀",
      get().centres.map(({ label }) => `the one with ${ordered_by} ${shortened(label)}`),
      (k) => ((centre = k), again()),
    ),
    choice("along", first.slices.map((slice) => shortened(slice.column)), (k) => ((column = k), again())),
  ];
  nodes.push(
    figure({
      title: "k(x₀, ·) along one column",
      controls: controls(),
      caption: "How alike other points are to x₀ if they differ from it in this column only. The line is the place of x₀.",
      alt: () => {
        const slice = current().slices[column];
        const [low, high] = extent(slice.k);
        return `Along ${slice.column} the kernel runs from ${short(low)} to ${short(high)}; x0 is at ${short(slice.at)}.`;
      },
      data: () => {
        const slice = current().slices[column];
        return { columns: [{ title: slice.column, value: (k) => slice.x[k] }, { title: "k", value: (k) => slice.k[k] }], rows: range(slice.x.length) };
      },
      draw: (width) => {
        const slice = current().slices[column];
        const rows = slice.x.map((x, k) => ({ x, k: slice.k[k] }));
        return plot(width, {
          x: { label: shortened(slice.column, 40), tickFormat: text, ticks: Math.max(3, Math.floor(width / 90)) },
          y: { label: "k(x₀, x)", grid: true, tickFormat: text },
          marks: [
            Plot.ruleX([slice.at], { stroke: orange(), strokeDasharray: "4 3" }),
            Plot.line(rows, { x: "x", y: "k", stroke: blue(), strokeWidth: 2 }),
            tip(rows, { x: "x", y: "k", title: (d) => `${shortened(slice.column)} = ${short(d.x)}\nk = ${short(d.k)}` }),
          ],
        });
      },
    }),
  );
  if (!first.map) return nodes;
  nodes.push(
    figure({
      title: "k(x₀, ·) over two columns",
      caption: "The same over the two columns that matter most; the cross is x₀. It is the point chosen in the chart before.",
      alt: () => {
        const [low, high] = extent(current().map.k);
        return `From ${short(low)} to ${short(high)}.`;
      },
      data: () => {
        const { map } = current();
        return {
          columns: [
            { title: map.x, value: (d) => d.x },
            { title: map.y, value: (d) => d.y },
            { title: "k", value: (d) => d.value },
          ],
          rows: cells({ x: map.x_values, y: map.y_values, values: map.k }),
        };
      },
      draw: (width) => {
        const { map } = current();
        const place = { x: map.x_values, y: map.y_values, values: map.k };
        const domain = extent(map.k);
        if (domain[0] === domain[1]) domain[1] += 1;
        return [
          ramp(width, { label: "k(x₀, x)", domain, interpolate: sequential }),
          plot(width, {
            x: { label: shortened(map.x, 40), tickFormat: text, ticks: Math.max(3, Math.floor(width / 90)), nice: false },
            y: { label: shortened(map.y, 40), tickFormat: text, nice: false },
            color: { type: "linear", domain, interpolate: sequential },
            marks: [
              grid(place, { fill: (d) => d }),
              Plot.dot([map.at], { symbol: "cross", r: 7, fill: orange(), stroke: "white" }),
              tip(cells(place), { x: "x", y: "y", title: (d) => `${map.x} = ${short(d.x)}\n${map.y} = ${short(d.y)}\nk = ${short(d.value)}` }),
            ],
          }),
        ];
      },
    }),
  );
  return nodes;
}

export function kernel({ kernel }) {
  const { machines, all_machines } = kernel;
  const holder = el("div");
  const show = (k) => {
    const get = () => machines[k];
    const { parameter } = get();
    const { learned } = get();
    holder.replaceChildren(
      learned
        ? p(
            `${parameter.above_floor} of ${parameter.size} directions ${parameter.above_floor === 1 ? "stands" : "stand"} out. `,
            parameter.diagonal ? "" : parameter.positive ? "P is positive definite, so the kernel is universal: with enough data it can learn anything." : "",
          )
        : p("This kernel was not learned, only its machine: its settings come from the search or from you."),
      el(
        "div",
        { class: "charts" },
        ...(learned ? [parameter.diagonal ? parameterWeights(get) : parameterMatrix(get)] : []),
        ...(learned && parameter.eigenvalues.length > 0 && !parameter.diagonal ? [eigenvalues(get)] : []),
        ...(get().gram.length > 1 ? [gram(get, kernel)] : []),
        ...slices(get, kernel.ordered_by),
      ),
      parameter.names.length < parameter.size
        ? note(`Of P the ${parameter.names.length} functions with the largest weights are shown, of ${parameter.size}.`)
        : "",
    );
  };
  show(0);
  const name = ({ kernel: title, machine, share }) =>
    `${title}${machine ? `, ${machine}` : ""}${share < 1 ? ` (share ${percent(share, 0)})` : ""}`;
  const whose = machines.some(({ share }) => share < 1) ? "Each model of the mean has its own." : "Each machine has its own.";
  return [
    p(`A kernel says how alike two rows are; what it finds alike, the model predicts alike. ${machines.length > 1 ? whose : `This is a ${name(machines[0])}.`}`),
    machines.length > 1 ? el("div", { class: "controls" }, choice("kernel", machines.map(name), show)) : null,
    all_machines > machines.length ? note(`The first ${machines.length} of ${all_machines} kernels can be chosen.`) : null,
    holder,
  ];
}
