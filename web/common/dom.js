// Elements are made from text alone: nothing that data say can become markup.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const p = (...children) => el("p", {}, ...children);
export const note = (...children) => el("p", { class: "note" }, ...children);

// A choice among several, with its label; `change` gets the position.
export function choice(label, options, change) {
  const select = el(
    "select",
    { onchange: () => change(select.selectedIndex) },
    ...options.map((text) => el("option", {}, text)),
  );
  return el("label", { class: "choice" }, label, select);
}

export function button(text, title, click) {
  return el("button", { type: "button", title, onclick: click }, text);
}
