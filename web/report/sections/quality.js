import { el, note, p } from "../../common/dom.js";
import { count, percent, short } from "../../common/format.js";
import { table } from "../../common/table.js";
import { classCharts } from "./quality_classes.js";
import { regressionCharts } from "./quality_regression.js";

const measures = {
  mean_squared_error: "mean squared error",
  root_mean_square_error: "root mean square error",
  mean_absolute_error: "mean absolute error",
  r2: "explained variance (R²)",
  bias: "mean of prediction − observation",
  inside_interval: "inside of the interval",
  accuracy: "accuracy",
  balanced_accuracy: "mean accuracy over the classes",
  area_under_curve: "area under the ROC curve",
  log_loss: "log loss",
};
const shares = new Set(["inside_interval", "accuracy", "balanced_accuracy"]);

function numbers(quality) {
  const rows = Object.entries(measures)
    .filter(([key]) => quality[key] !== undefined && quality[key] !== null)
    .map(([key, name]) => ({ key, name, value: quality[key] }));
  const node = table(
    [
      { title: "measure", value: (d) => d.name },
      { title: "value", value: (d) => d.value, text: (d) => (shares.has(d.key) ? percent(d.value, 2) : short(d.value, 6)) },
    ],
    rows,
    { caption: `Measured on ${count(quality.rows_with_target)} rows` },
  );
  node.classList.add("compact");
  return node;
}

function worst(quality, task) {
  if (!quality.worst?.length) return null;
  const columns = quality.worst[0].values.map(({ column }, k) => ({
    title: column,
    value: (d) => d.values[k].value ?? "missing",
  }));
  const what = task === "regression" ? "The largest errors" : "Wrong answers of which the model was most sure";
  return el(
    "div",
    { class: "card wide" },
    el("h3", {}, what),
    table(
      [
        { title: "row", value: (d) => d.row },
        { title: "observed", value: (d) => d.observed },
        { title: "predicted", value: (d) => d.predicted },
        ...columns,
      ],
      quality.worst,
      { caption: `${what}, with the columns that matter most` },
    ),
  );
}

function weakSpots(quality, task) {
  if (!quality.weak_spots?.length) return null;
  const regression = task === "regression";
  return el(
    "div",
    { class: "card wide" },
    el("h3", {}, "Where it fails"),
    table(
      [
        { title: "where", value: (d) => d.where },
        { title: "rows", value: (d) => d.rows },
        {
          title: regression ? "root mean square error" : "wrong answers",
          value: (d) => (regression ? Math.sqrt(d.loss) : d.loss),
          text: (d) => (regression ? short(Math.sqrt(d.loss)) : percent(d.loss)),
        },
        {
          title: "times that of all rows",
          value: (d) => (regression ? Math.sqrt(d.times) : d.times),
          text: (d) => short(regression ? Math.sqrt(d.times) : d.times, 3),
        },
      ],
      quality.weak_spots,
      { caption: "Parts of the data, by one column at a time, in which errors are largest" },
    ),
  );
}

export function quality(report) {
  const { quality, model } = report;
  const task = model.task;
  const charts = task === "regression" ? regressionCharts(report) : classCharts(report);
  const measured = quality.rows_with_target > 0;
  const familiar = quality.support_vectors_among_rows >= 0.99;
  return [
    measured
      ? p(
          "How near predictions come to what was observed",
          familiar
            ? ". These seem to be the rows that the model learned from, so the numbers flatter it; those of rows " +
                "that were held out are the ones to trust."
            : ", on rows that were given for this report.",
        )
      : p(
          "No observations were given to compare predictions with. With a data file that has the target, this ",
          "section shows errors: ",
          el("code", {}, "tkl report model.tkl data.csv -o report.html"),
        ),
    charts.length > 0 ? el("div", { class: "charts" }, ...charts) : null,
    measured ? numbers(quality) : null,
    weakSpots(quality, task),
    worst(quality, task),
    measured && quality.unknown_classes > 0
      ? note(`${quality.unknown_classes} rows have a class that the model does not know; they count as wrong.`)
      : null,
  ];
}
