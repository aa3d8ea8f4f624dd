import { blue } from "../../common/colours.js";
import { Plot, ink, plot, text } from "../../common/chart.js";
import { el, p } from "../../common/dom.js";
import { figure } from "../../common/figure.js";
import { count, short } from "../../common/format.js";
import { table } from "../../common/table.js";

function families(rows) {
  return figure({
    title: "Time of the search, by family",
    caption: "Seconds of work, added up over folds and threads.",
    alt: () => rows.map((d) => `${d.family} ${short(d.seconds, 3)} s for ${d.settings} settings`).join("; ") + ".",
    data: () => ({
      columns: [
        { title: "family", value: (d) => d.family },
        { title: "settings", value: (d) => d.settings },
        { title: "seconds", value: (d) => d.seconds },
      ],
      rows,
    }),
    draw: (width) =>
      plot(width, {
        height: 60 + 28 * rows.length,
        marginLeft: 92,
        marginRight: 110,
        x: { label: "seconds", grid: true, tickFormat: text, ticks: 4 },
        y: { type: "band", label: null, domain: rows.map((d) => d.family) },
        marks: [
          Plot.barX(rows, { x: "seconds", y: "family", fill: blue(), inset: 2 }),
          Plot.text(rows, { x: "seconds", y: "family", text: (d) => `${short(d.seconds, 3)} s, ${d.settings} settings`, dx: 6, textAnchor: "start", fill: ink }),
        ],
      }),
  });
}

export function timing({ timing }) {
  const rows = [
    timing.search_seconds === null ? null : { what: "the search, on the clock", value: `${short(timing.search_seconds, 3)} s` },
    { what: "support vectors of all machines", value: count(timing.support_vectors) },
    timing.prediction_seconds === null
      ? null
      : {
          what: `predicting ${count(timing.predicted_rows)} rows for this report, ${timing.threads} thread${timing.threads === 1 ? "" : "s"}`,
          value: `${short(timing.prediction_seconds, 3)} s`,
        },
    timing.prediction_seconds > 0
      ? { what: "so, rows a second", value: count(Math.round(timing.predicted_rows / timing.prediction_seconds)) }
      : null,
  ].filter(Boolean);
  const measured = table(
      [
        { title: "what", value: (d) => d.what },
        { title: "measured", value: (d) => d.value, numeric: true },
      ],
      rows,
      { caption: "Times" },
  );
  measured.classList.add("compact");
  return [
    measured,
    timing.families.length > 0 ? el("div", { class: "charts" }, families(timing.families)) : null,
    timing.search_seconds === null ? p("No search was made, so there are no times of one.") : null,
  ];
}
