import { blue } from "../../common/colours.js";
import { Plot } from "../../common/chart.js";
import { el, note, p } from "../../common/dom.js";
import { onThemeChange } from "../../common/theme.js";
import { count, percent, short } from "../../common/format.js";
import { copyButton } from "../../common/table.js";

// The distribution of a column, small enough to stand in a table.
function sparkline(column) {
  const counts = column.kind === "number" ? column.histogram?.counts : column.levels.map((level) => level.count);
  if (!counts?.length) return "";
  const holder = el("div", { class: "spark" });
  const draw = () => {
    holder.replaceChildren(
      Plot.plot({
        width: 110,
        height: 26,
        margin: 1,
        axis: null,
        x: { type: "band", padding: 0.08 },
        style: { background: "transparent" },
        ariaLabel: `Distribution of ${column.name}`,
        marks: [Plot.barY(counts, { x: (_, k) => k, y: (d) => d, fill: blue() })],
      }),
    );
    holder.firstChild.setAttribute("role", "img");
    holder.querySelector("g").removeAttribute("aria-label");
  };
  draw();
  onThemeChange(draw);
  return holder;
}

const trained = (column) =>
  column.kind === "number" ? `${short(column.trained_from)} to ${short(column.trained_to)}` : `${column.trained_levels} levels`;
const seen = (column) => {
  if (column.kind === "number") return column.from === undefined ? "–" : `${short(column.from)} to ${short(column.to)}`;
  const levels = column.levels.slice(0, 3).map(({ level, count: number }) => `${level} (${count(number)})`);
  return levels.join(", ") + (column.levels.length > 3 ? ", …" : "");
};
const outside = (column) => (column.kind === "number" ? column.below + column.above : column.unknown);

const columns = [
  { title: "column", value: (d) => d.name },
  { title: "kind", value: (d) => d.kind },
  { title: "in training", value: trained },
  { title: "in these data", value: seen },
  { title: "distribution", value: () => "", node: sparkline },
  { title: "missing", value: (d) => d.missing, numeric: true },
  { title: "outside of training", value: outside, numeric: true },
];

function dataTable(rows, shown) {
  return el(
    "div",
    { class: "table" },
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Columns of the data" },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, ...shown.map((c) => el("th", { scope: "col", class: c.numeric ? "number" : null }, c.title)))),
        el(
          "tbody",
          {},
          ...rows.map((row) =>
            el(
              "tr",
              {},
              ...shown.map((c) =>
                el("td", { class: c.numeric ? (c.value(row) > 0 ? "number alert" : "number") : null }, c.node ? c.node(row) : c.numeric ? count(c.value(row)) : c.value(row)),
              ),
            ),
          ),
        ),
      ),
    ),
    el("div", { class: "tools" }, copyButton(shown.filter((c) => !c.node), rows)),
  );
}

export function data({ data }) {
  if (data.rows === 0) {
    return [p("Without a data file, this is what training saw."), dataTable(data.columns, columns.slice(0, 3))];
  }
  const all = `${count(data.rows)} row${data.rows === 1 ? "" : "s"}`;
  const share = data.rows_outside / data.rows;
  return [
    p(
      data.rows_outside === 0
        ? `${all}, all within the ranges and levels that training saw.`
        : `${all}; ${count(data.rows_outside)} of them (${percent(share)}) lie outside of the ranges or levels that training saw. ` +
            "There the model extrapolates.",
    ),
    dataTable(data.columns, columns),
    data.columns.some((column) => column.fill !== null && column.fill !== undefined)
      ? note("A missing number stands for the median of its column in training, and is marked as missing.")
      : null,
  ];
}
