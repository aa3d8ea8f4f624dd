import { el, button } from "../common/dom.js";
import { shortened } from "../common/format.js";
import { toggleTheme } from "../common/theme.js";
import { summary } from "./sections/summary.js";
import { certificate } from "./sections/certificate.js";
import { search } from "./sections/search.js";
import { quality } from "./sections/quality.js";
import { kernel } from "./sections/kernel.js";
import { influence } from "./sections/influence.js";
import { data } from "./sections/data.js";
import { timing } from "./sections/timing.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const report = read("report");

const sections = [
  ["summary", "Summary", summary],
  ["quality", "Quality", quality],
  ["influence", "What drives it", influence],
  ["certificate", "Certificate", certificate],
  ["search", "Search", search],
  ["kernel", "Learned kernel", kernel],
  ["data", "Data", data],
  ["timing", "Timings", timing],
];

document.title = `${report.summary.headline} – tkl report`;
document.querySelector("header").append(
  el("p", { class: "mark" }, "tkl report"),
  el("h1", {}, report.summary.headline),
  el(
    "p",
    { class: "source" },
    `Model ${shortened(report.model.name, 60)}`,
    report.data.rows > 0 ? `, seen on ${shortened(report.data.name || "data", 60)}` : "",
  ),
  button("Light / dark", "Change between light and dark", toggleTheme),
);
document.querySelector("nav").append(
  el("ul", {}, ...sections.map(([id, title]) => el("li", {}, el("a", { href: `#${id}` }, title)))),
);

const main = document.querySelector("main");
for (const [id, title, make] of sections) {
  const section = el("section", { id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title));
  section.append(...make(report).filter(Boolean));
  main.append(section);
}

const licences = read("licences");
document.querySelector("footer").append(
  el("p", {}, `Made by tkl ${report.model.report_by}. Everything is in this file: it asks for nothing from any network.`),
  el(
    "details",
    {},
    el("summary", {}, "Licences of what is inside"),
    ...licences.flatMap(({ packages, text }) => [el("h3", {}, packages.join(", ")), el("pre", { tabindex: "0" }, text)]),
  ),
);

// The place in the page, shown in the list of sections.
const links = new Map(sections.map(([id], k) => [id, document.querySelectorAll("nav a")[k]]));
const spy = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const [id, link] of links) {
        if (id === target.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    }
  },
  { rootMargin: "-20% 0px -70% 0px" },
);
document.querySelectorAll("main section").forEach((section) => spy.observe(section));
