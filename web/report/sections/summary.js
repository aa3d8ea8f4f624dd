import { el } from "../../common/dom.js";

export function summary({ summary: { facts, sentences } }) {
  return [
    el(
      "ul",
      { class: "facts" },
      ...facts.map(({ label, value, note }) =>
        el("li", {}, el("span", { class: "label" }, label), el("strong", {}, value), el("span", { class: "note" }, note)),
      ),
    ),
    el(
      "dl",
      { class: "words card" },
      ...sentences.flatMap(({ topic, text }) => [el("dt", {}, topic), el("dd", {}, text)]),
    ),
  ];
}
