// Tables that can be copied into a spreadsheet.

import { el, button } from "./dom.js";
import { short } from "./format.js";

const tabbed = (columns, rows) =>
  [columns.map((c) => c.title), ...rows.map((row) => columns.map((c) => c.value(row) ?? ""))]
    .map((cells) => cells.map((cell) => String(cell).replace(/[\t\r\n]+/g, " ")).join("\t"))
    .join("\n");

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Inside of a notebook's frame the clipboard may be closed to us.
    const area = el("textarea", { "aria-hidden": "true" }, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

export function copyButton(columns, rows) {
  const node = button("Copy table", "Copy all rows, separated by tabs", async () => {
    await copy(tabbed(columns, rows));
    node.textContent = "Copied";
    setTimeout(() => (node.textContent = "Copy table"), 1500);
  });
  return node;
}

// `columns` are { title, value(row), text(row)?, numeric? }; at most `most` rows are shown.
export function table(columns, rows, { most = 200, caption } = {}) {
  const cell = (column, row) => {
    const value = column.value(row);
    const numeric = column.numeric ?? typeof value === "number";
    const shown = column.text ? column.text(row) : short(value);
    return el("td", { class: numeric ? "number" : null }, shown);
  };
  const numeric = (column) => column.numeric ?? rows.some((row) => typeof column.value(row) === "number");
  const body = rows.slice(0, most).map((row) => el("tr", {}, ...columns.map((c) => cell(c, row))));
  const left = rows.length - body.length;
  return el(
    "div",
    { class: "table" },
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": caption ?? "Table" },
      el(
        "table",
        {},
        caption ? el("caption", {}, caption) : null,
        el("thead", {}, el("tr", {}, ...columns.map((c) => el("th", { scope: "col", class: numeric(c) ? "number" : null }, c.title)))),
        el("tbody", {}, ...body),
      ),
    ),
    el("div", { class: "tools" }, left > 0 ? el("span", {}, `and ${left} more rows, which are copied too`) : null, copyButton(columns, rows)),
  );
}

// Columns for rows that are plain objects.
export const columnsOf = (names) => Object.entries(names).map(([key, title]) => ({ title, value: (row) => row[key] }));
