import { blue, orange } from "../../common/colours.js";
import { Plot, extent, plot, powersOfTen, swatches, text, tip, wholeTicks } from "../../common/chart.js";
import { el, p } from "../../common/dom.js";
import { figure } from "../../common/figure.js";
import { short } from "../../common/format.js";
import { columnsOf, table } from "../../common/table.js";

const percentGap = (gap) => (gap === null ? "unknown" : `${short(100 * gap, 3)}%`);

function bounds(member) {
  const rows = member.history;
  return figure({
    title: `Bounds: ${member.name}`,
    caption:
      "The best objective found so far, from above, and a proven bound of the best there can be, from below. " +
      "The optimum lies between the two lines.",
    alt: () =>
      `After ${member.iterations} iterations the upper bound is ${short(member.upper)} and the lower bound ` +
      `${short(member.lower)}, a relative gap of ${percentGap(member.relative_gap)}.`,
    data: () => ({ columns: columnsOf({ iteration: "iteration", upper: "upper bound", lower: "lower bound", gap: "relative gap" }), rows }),
    draw: (width) => {
      const finite = rows.filter((row) => row.lower !== null);
      const markers = rows.length < 60;
      return [
        swatches(width, ["upper bound", "lower bound"], [orange(), blue()]),
        plot(width, {
          x: { label: "iteration", ticks: wholeTicks(extent(rows.map((row) => row.iteration))), tickFormat: text },
          y: { label: "objective", grid: true, tickFormat: text, nice: true },
          marginLeft: 68,
          marks: [
            Plot.areaY(finite, { x: "iteration", y1: "lower", y2: "upper", fill: "var(--soft)" }),
            Plot.lineY(rows, { x: "iteration", y: "upper", stroke: orange(), strokeWidth: 2, marker: markers && "dot" }),
            Plot.lineY(finite, { x: "iteration", y: "lower", stroke: blue(), strokeWidth: 2, marker: markers && "dot" }),
            tip(finite, {
              x: "iteration",
              y: "upper",
              title: (d) =>
                `iteration ${d.iteration}\nupper ${short(d.upper, 6)}\nlower ${short(d.lower, 6)}\n` +
                `gap ${percentGap(d.gap)}`,
            }),
          ],
        }),
      ];
    },
  });
}

function gaps(member) {
  const rows = member.history.filter((row) => row.gap > 0);
  if (rows.length < 2) return null;
  return figure({
    title: `Gap: ${member.name}`,
    caption: `How far the two bounds are apart, relative to the objective. Learning stops below the tolerance, ${short(member.tolerance)}.`,
    alt: () => `The gap falls from ${percentGap(rows[0].gap)} to ${percentGap(rows.at(-1).gap)}.`,
    data: () => ({ columns: columnsOf({ iteration: "iteration", gap: "relative gap" }), rows }),
    draw: (width) =>
      plot(width, {
        x: { label: "iteration", ticks: wholeTicks(extent(rows.map((row) => row.iteration))), tickFormat: text },
        y: { label: "relative gap", type: "log", grid: true, ticks: powersOfTen(extent(rows.map((row) => row.gap))), tickFormat: text },
        marginLeft: 68,
        marks: [
          Plot.ruleY([member.tolerance], { stroke: "var(--muted)", strokeDasharray: "4 3" }),
          Plot.lineY(rows, { x: "iteration", y: "gap", stroke: blue(), strokeWidth: 2, marker: rows.length < 60 && "dot" }),
          tip(rows, { x: "iteration", y: "gap", title: (d) => `iteration ${d.iteration}\ngap ${percentGap(d.gap)}` }),
        ],
      }),
  });
}

export function certificate({ certificate: members }) {
  const certified = members.every((member) => member.relative_gap !== null);
  const drawn = members.filter((member) => member.history.length > 1);
  const learned = members.some((member) => member.learned);
  return [
    p(
      certified && !learned
        ? "The kernel was not learned, only the support vector machine. It comes with a proof of how good it is for its " +
            "training objective: no other machine with this kernel can be better by more than the gap."
        : certified
        ? "Every model comes with a proof of how good it is for its training objective: no kernel of its family, with " +
            "any support vector machine, can be better than the objective by more than the gap. " +
            "It says nothing of how well the model predicts; that is the section on quality."
        : "Learning was stopped before there was a lower bound, so there is no proof of how near the optimum is.",
    ),
    table(
      [
        { title: "model", value: (d) => d.name },
        ...(members.length > 1 ? [{ title: "share", value: (d) => d.share }] : []),
        { title: "objective", value: (d) => d.upper, text: (d) => short(d.upper, 7) },
        { title: "lower bound", value: (d) => d.lower, text: (d) => short(d.lower, 7) },
        { title: "relative gap", value: (d) => d.relative_gap, text: (d) => percentGap(d.relative_gap) },
        { title: "ended", value: (d) => d.status },
        { title: "method", value: (d) => d.method },
        { title: "iterations", value: (d) => (d.machines > 1 ? null : d.iterations) },
        { title: "SVMs", value: (d) => d.inner_solves },
      ],
      members,
      { caption: "The certificate of each model" },
    ),
    drawn.length > 0
      ? el("div", { class: "charts" }, ...drawn.flatMap((member) => [bounds(member), gaps(member)].filter(Boolean)))
      : p(
          members.some((member) => member.machines > 1)
            ? "There are several machines, each with bounds of its own; the numbers above are of their sum."
            : "The kernel was given, so there was one machine to solve and no iterations to draw.",
        ),
  ];
}
