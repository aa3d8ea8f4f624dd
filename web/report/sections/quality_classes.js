import { blue, categories, sequential } from "../../common/colours.js";
import { Plot, faint, ink, plot, swatches, tip } from "../../common/chart.js";
import { figure } from "../../common/figure.js";
import { count, percent, short, shortened } from "../../common/format.js";

function confusion({ quality: { confusion, classes } }) {
  const rows = confusion.flatMap((counts, truth) => {
    const total = counts.reduce((a, b) => a + b, 0);
    return counts.map((number, answer) => ({
      observed: truth,
      predicted: answer,
      number,
      share: total > 0 ? number / total : 0,
    }));
  });
  const name = (k) => shortened(classes[k], 14);
  const shown = classes.length <= 12;
  return figure({
    title: "Confusion matrix",
    caption: "Rows of each class (down) and what they were taken for (across). Colour is the share of the class.",
    alt: () =>
      classes
        .slice(0, 12)
        .map((title, k) => {
          const total = confusion[k].reduce((a, b) => a + b, 0);
          return total > 0 ? `${title}: ${confusion[k][k]} of ${total} right` : null;
        })
        .filter(Boolean)
        .join("; ") + ".",
    data: () => ({
      columns: [
        { title: "observed", value: (d) => classes[d.observed] },
        { title: "predicted", value: (d) => classes[d.predicted] },
        { title: "rows", value: (d) => d.number },
      ],
      rows,
    }),
    draw: (width) =>
      plot(width, {
        height: Math.min(width, 420),
        marginLeft: Math.min(130, 24 + 7 * Math.max(...classes.map((c) => Math.min(14, c.length)))),
        marginTop: 34,
        padding: 0,
        x: { type: "band", label: "predicted", axis: "top", domain: classes.map((_, k) => k), tickFormat: name, tickRotate: classes.length > 5 ? -40 : 0 },
        y: { type: "band", label: "observed", domain: classes.map((_, k) => k), tickFormat: name },
        ...(classes.length > 5 ? { marginTop: 80 } : {}),
        color: { type: "linear", domain: [0, 1], interpolate: sequential },
        marks: [
          Plot.cell(rows, { x: "predicted", y: "observed", fill: "share", inset: 0.5 }),
          shown
            ? Plot.text(rows, {
                x: "predicted",
                y: "observed",
                text: (d) => count(d.number),
                fill: (d) => (d.share > 0.55 ? "black" : "white"),
                fontSize: 13,
              })
            : null,
          tip(rows, {
            x: "predicted",
            y: "observed",
            title: (d) =>
              `observed ${classes[d.observed]}\npredicted ${classes[d.predicted]}\n${count(d.number)} rows, ${percent(d.share)} of the class`,
          }),
        ],
      }),
  });
}

function receiver({ quality: { receiver_curves } }) {
  const curves = receiver_curves.filter(({ curve }) => curve.length > 0);
  if (curves.length === 0) return null;
  const rows = curves.flatMap(({ positive, curve }, k) => curve.map(([x, y]) => ({ x, y, positive, k })));
  return figure({
    title: "ROC curve",
    caption:
      "If the threshold is moved: the share of true members that are found, against the share of others that are " +
      "taken for members. The diagonal is guessing.",
    alt: () => curves.map(({ positive, area }) => `${positive}: area ${short(area)}`).join("; ") + ".",
    data: () => ({
      columns: [
        { title: "class", value: (d) => d.positive },
        { title: "false positives", value: (d) => d.x },
        { title: "true positives", value: (d) => d.y },
      ],
      rows,
    }),
    draw: (width) => [
      swatches(width, curves.map(({ positive, area }) => `${shortened(positive, 16)}: area ${short(area, 3)}`), categories()),
      plot(width, {
        height: Math.min(width, 400),
        x: { label: "others taken for members", domain: [0, 1], tickFormat: (t) => percent(t, 0) },
        y: { label: "members found", domain: [0, 1], grid: true, tickFormat: (t) => percent(t, 0) },
        marks: [
          Plot.line([[0, 0], [1, 1]], { stroke: faint, strokeDasharray: "4 3" }),
          ...curves.map(({ curve }, k) => Plot.line(curve, { stroke: categories()[k], strokeWidth: 2 })),
          tip(rows, { x: "x", y: "y", title: (d) => `${d.positive}\nfound ${percent(d.y)}\nfalse ${percent(d.x)}` }),
        ],
      }),
    ],
  });
}

function calibration({ quality: { calibration, classes } }) {
  const two = classes.length === 2;
  return figure({
    title: "Calibration",
    caption:
      (two ? `What share of rows really is ${classes[1]}` : "What share of answers is right") +
      ", against the probability that was stated. On the diagonal, probabilities mean what they say; bars are 95% intervals.",
    alt: () =>
      calibration.map((d) => `stated ${percent(d.stated, 0)}: came true ${percent(d.share, 0)} of ${d.count}`).join("; ") + ".",
    data: () => ({
      columns: [
        { title: "stated probability", value: (d) => d.stated },
        { title: "came true", value: (d) => d.share },
        { title: "from", value: (d) => d.lower },
        { title: "to", value: (d) => d.upper },
        { title: "rows", value: (d) => d.count },
      ],
      rows: calibration,
    }),
    draw: (width) =>
      plot(width, {
        height: Math.min(width, 400),
        x: { label: "stated probability", domain: [0, 1], tickFormat: (t) => percent(t, 0) },
        y: { label: "came true", domain: [0, 1], grid: true, tickFormat: (t) => percent(t, 0) },
        marks: [
          Plot.line([[0, 0], [1, 1]], { stroke: ink, strokeWidth: 1 }),
          Plot.ruleX(calibration, { x: "stated", y1: "lower", y2: "upper", stroke: blue(), strokeOpacity: 0.6 }),
          Plot.dot(calibration, { x: "stated", y: "share", r: (d) => Math.min(9, 3 + Math.sqrt(d.count) / 3), fill: blue() }),
          tip(calibration, {
            x: "stated",
            y: "share",
            title: (d) => `stated ${percent(d.stated)}\ncame true ${percent(d.share)}\n${count(d.count)} rows`,
          }),
        ],
        r: { type: "identity" },
      }),
  });
}

export function classCharts(report) {
  const { quality } = report;
  return [
    quality.confusion ? confusion(report) : null,
    quality.receiver_curves ? receiver(report) : null,
    quality.calibration ? calibration(report) : null,
  ].filter(Boolean);
}
