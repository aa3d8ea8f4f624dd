// Light or dark: the system's wish, the reader's, and always light on paper.

const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = [];
let chosen = null; // "light", "dark" or null: the system's
let printing = false;

export const isDark = () => !printing && (chosen ? chosen === "dark" : system.matches);
export const onThemeChange = (listener) => listeners.push(listener);

function apply() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  for (const listener of listeners) listener();
}

system.addEventListener("change", apply);
matchMedia("print").addEventListener("change", (event) => {
  printing = event.matches;
  apply();
});
apply();

export function toggleTheme() {
  chosen = isDark() ? "light" : "dark";
  apply();
}
