// A chart in its frame: title, what to see in it, a way to save it, and its numbers as a table.

import { el, button } from "./dom.js";
import { onThemeChange } from "./theme.js";
import { savePng, saveSvg } from "./save.js";
import { table } from "./table.js";

const frames = new Set();
// In the next frame: drawing changes sizes, which the observer must not see while it reports.
const observer = new ResizeObserver((entries) => {
  requestAnimationFrame(() => entries.forEach(({ target }) => target.frame?.draw()));
});
onThemeChange(() => frames.forEach((frame) => frame.draw(true)));

// draw(width) gives an SVG element or several; alt() the same in words; data() { columns, rows }.
export function figure({ title, caption, alt, draw, data, controls, wide = false }) {
  const body = el("div", { class: "chart" });
  const numbers = el("div", { class: "numbers", hidden: true });
  const svgs = () => {
    if (body.childElementCount === 0) body.frame.draw();  // somebody was quicker than the observer
    return [...body.querySelectorAll(":scope > svg")];
  };
  const toggle = button("Data", "Show the numbers of this chart", () => {
    numbers.hidden = !numbers.hidden;
    toggle.setAttribute("aria-expanded", String(!numbers.hidden));
    if (!numbers.hidden) showNumbers();
  });
  toggle.setAttribute("aria-expanded", "false");
  const showNumbers = () => {
    const { columns, rows } = data();
    numbers.replaceChildren(table(columns, rows, { caption: title }));
  };
  const node = el(
    "figure",
    { class: wide ? "card wide" : "card" },
    el(
      "div",
      { class: "heading" },
      el("h3", {}, title),
      el(
        "div",
        { class: "tools" },
        data ? toggle : null,
        button("PNG", "Save this chart as a PNG picture", () => savePng(svgs(), title)),
        button("SVG", "Save this chart as an SVG picture", () => saveSvg(svgs(), title)),
      ),
    ),
    controls ? el("div", { class: "controls" }, ...controls) : null,
    body,
    caption ? el("figcaption", {}, caption) : null,
    numbers,
  );
  let drawnWidth = 0;
  body.frame = node.frame = {
    draw(again = false) {
      const width = Math.floor(body.clientWidth);
      if (width === 0 || (!again && Math.abs(width - drawnWidth) < 2)) return;
      drawnWidth = width;
      const parts = [draw(width)].flat().filter(Boolean);
      const words = alt();
      parts.forEach((svg, k) => {
        // The chart is one picture with one text; its parts mean nothing to a screen reader.
        for (const mark of svg.querySelectorAll("g[aria-label]")) {
          mark.dataset.mark = mark.getAttribute("aria-label");
          mark.removeAttribute("aria-label");
        }
        svg.setAttribute("role", "img");
        svg.setAttribute("aria-label", k === parts.length - 1 ? `${title}. ${words}` : `Legend of: ${title}`);
      });
      body.replaceChildren(...parts);
      if (!numbers.hidden) showNumbers();
    },
  };
  frames.add(body.frame);
  observer.observe(body);
  return node;
}
