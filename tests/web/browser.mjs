// Drives the system's Chromium through a page, and watches what the page must not do.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const required = (name) => {
  assert.ok(process.env[name], `set ${name}: ctest does`);
  return process.env[name];
};
const modules = createRequire(path.join(required("TKL_WEB_MODULES"), "index.js"));
const { chromium } = modules("playwright-core");
const axeSource = fs.readFileSync(modules.resolve("axe-core/axe.min.js"), "utf8");
export const screenshots = required("TKL_SCREENSHOTS");
fs.mkdirSync(screenshots, { recursive: true });

export function temporaryFolder() {
  return fs.mkdtempSync(path.join(os.tmpdir(), "tkl-web-"));
}

export function launch() {
  return chromium.launch({
    executablePath: required("TKL_CHROMIUM"),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
}

// Opens a file; page.troubles has every console error, exception, dialog and request beyond the file. A script
// runs before those of the page.
export async function open(browser, file, { width = 1280, height = 900, dark = false, script = null } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    permissions: ["clipboard-read", "clipboard-write"],
    acceptDownloads: true,
  });
  const page = await context.newPage();
  if (script) await page.addInitScript(script);
  const address = pathToFileURL(file).href;
  page.troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.troubles.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => page.troubles.push(`exception: ${error.message}`));
  page.on("dialog", (dialog) => {
    page.troubles.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address && !/^(data|blob):/.test(url)) page.troubles.push(`request: ${url}`);
  });
  await page.goto(address);
  await page.waitForFunction(() => [...document.querySelectorAll(".chart")].every((chart) => chart.querySelector("svg")));
  return page;
}

export async function picture(page, name, options = {}) {
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), ...options });
}

// A picture of the documents, drawn anew if asked to. Colours that run into each other want JPEG.
export async function documentPicture(page, name, options = {}) {
  if (!process.env.TKL_UPDATE_PICTURES) return;
  await page.screenshot({ path: fileURLToPath(new URL(`../../docs/images/${name}`, import.meta.url)), ...options });
}

// Rules of accessibility that an outside tool finds broken.
export async function brokenRules(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

// The browser swallows a download, now and then, that follows another at once: then it is asked again.
export async function download(page, act, tries = 4) {
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 8000 }).catch((error) => (tries > 1 ? null : Promise.reject(error))),
    act(),
  ]);
  if (!file) return download(page, act, tries - 1);
  return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) };
}
