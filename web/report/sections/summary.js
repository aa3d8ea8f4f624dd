import { el } from "../../common/dom.js";

const LONG = 8; // more letters than a tile has room for in large type

export function summary({ summary: { facts, sentences } }) {
  return [
    el(
      "ul",
      { class: "facts" },
      ...facts.map(({ label, value, note }) =>
        el("li", {}, el("span", { class: "label" }, label), el("strong", { class: value.length > LONG ? "long" : null }, value), el("span", { class: "note" }, note)),
      ),
    ),
    el(
      "dl",
      { class: "words card" },
      ...sentences.flatMap(({ topic, text }) => [el("dt", {}, topic), el("dd", {}, text)]),
    ),
  ];
}
