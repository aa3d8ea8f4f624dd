// The report page in a real browser: its numbers are those of the model, and nothing else happens.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { brokenRules, documentPicture, download, launch, open, picture, temporaryFolder } from "./browser.mjs";
import { json, tkl } from "./tkl.mjs";

const folder = temporaryFolder();
const file = (name) => path.join(folder, name);
let browser;

function report(model, data, page) {
  tkl(folder, "report", model, ...(data ? [data] : []), "-o", page);
  return file(page);
}

before(async () => {
  browser = await launch();
  tkl(folder, "generate", "friedman1", "--rows", "150", "--noise", "1", "--seed", "1", "-o", "train.csv");
  tkl(folder, "generate", "friedman1", "--rows", "400", "--seed", "2", "-o", "test.csv");
  tkl(folder, "train", "-q", "--select", "grid", "--family", "tk", "--tau", "0.001", "-e", "1e-6", "--models", "1", "train.csv", "friedman.tkl");
  tkl(folder, "generate", "spirals", "--rows", "200", "--noise", "0.1", "-o", "spirals.csv");
  tkl(folder, "generate", "spirals", "--rows", "300", "--noise", "0.1", "--seed", "9", "-o", "newspirals.csv");
  tkl(folder, "train", "-q", "--select", "none", "-b", "1", "--bound", "0.1", "-c", "30", "spirals.csv", "spirals.tkl");
});

after(async () => {
  await browser?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

// The number in the row of a table that begins with this text.
const cell = (page, section, label, column = 2) =>
  page.locator(`#${section} tr`, { has: page.locator(`td:text-is("${label}")`) }).first().locator(`td:nth-child(${column})`).textContent();

const number = (text) => Number(text.replaceAll("−", "-").replace("%", "").replaceAll(" ", ""));

function near(text, value, digits = 3) {
  const shown = number(text);
  assert.ok(Math.abs(shown - value) <= Math.abs(value) * 10 ** -digits, `${text} on the page, but ${value}`);
}

test("numbers on the page are those of the model", async () => {
  const page = await open(browser, report("friedman.tkl", "test.csv", "friedman.html"));
  const model = json(folder, "info", "--json", "friedman.tkl");
  const predicted = json(folder, "predict", "--json", "test.csv", "friedman.tkl", "out.txt");
  near(await cell(page, "quality", "mean squared error"), predicted.mean_squared_error);

  const certificate = page.locator("#certificate tbody tr").first();
  near(await certificate.locator("td:nth-child(2)").textContent(), model.certificate.objective);
  near(await certificate.locator("td:nth-child(3)").textContent(), model.certificate.lower_bound);
  near(await certificate.locator("td:nth-child(4)").textContent(), 100 * model.certificate.relative_gap, 2);
  near(await certificate.locator("td:nth-child(7)").textContent(), model.certificate.outer_iterations);

  const search = await page.locator("#search").textContent();
  assert.match(search, new RegExp(`^.*${model.search.points.length} settings`, "s"));

  const explained = json(folder, "explain", "--json", "test.csv", "friedman.tkl");
  const best = explained.columns.reduce((a, b) => (b.total > a.total ? b : a));
  const bars = page.locator("figure", { hasText: "Which columns matter" });
  await bars.getByRole("button", { name: "Data" }).click();
  const first = bars.locator("tbody tr").first();
  assert.equal(await first.locator("td:nth-child(1)").textContent(), best.name);
  near(await first.locator("td:nth-child(3)").textContent(), best.total, 2);

  const eigenvalues = page.locator("figure", { hasText: "Eigenvalues of P" });
  await eigenvalues.getByRole("button", { name: "Data" }).click();
  near(await eigenvalues.locator("tbody tr").first().locator("td:nth-child(2)").textContent(), model.machines[0].eigenvalues[0]);

  const bounds = page.locator("figure", { hasText: "Bounds:" }).first();
  await bounds.getByRole("button", { name: "Data" }).click();
  const history = model.certificate.history;
  assert.equal(await bounds.locator("tbody tr").count(), history.length);
  near(await bounds.locator("tbody tr").last().locator("td:nth-child(2)").textContent(), history.at(-1).upper);
  assert.deepEqual(page.troubles, []);
});

test("classes: numbers, curves, pictures", async () => {
  const page = await open(browser, report("spirals.tkl", "newspirals.csv", "spirals.html"));
  const predicted = json(folder, "predict", "--json", "newspirals.csv", "spirals.tkl", "out.txt");
  near(await cell(page, "quality", "accuracy"), predicted.accuracy, 2);
  for (const title of ["Confusion matrix", "ROC curve", "Calibration", "The prediction over two columns", "Kernel matrix"]) {
    assert.equal(await page.locator("figure h3", { hasText: title }).count(), 1, title);
  }
  const matrix = page.locator("figure", { hasText: "Confusion matrix" });
  const counts = await matrix.locator('svg g[data-mark="text"] text').allTextContents();
  assert.equal(counts.map(number).reduce((a, b) => a + b, 0), 300);
  assert.deepEqual(page.troubles, []);
  await picture(page, "report-classes", { fullPage: true });
});

test("hovering shows values", async () => {
  const page = await open(browser, report("friedman.tkl", "test.csv", "friedman.html"));
  const chart = page.locator("figure", { hasText: "Predicted and observed" }).locator(".chart > svg").last();
  await chart.scrollIntoViewIfNeeded();
  const dot = await chart.locator('g[data-mark="dot"] path, g[data-mark="dot"] circle').first().boundingBox();
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  const words = await chart.locator('g[aria-label="tip"]').textContent();
  assert.match(words, /row \d+.*predicted.*observed/s);
});

test("charts are saved, tables copied", async () => {
  const page = await open(browser, report("friedman.tkl", "test.csv", "friedman.html"));
  const chart = page.locator("figure", { hasText: "P, the learned matrix" });
  const svg = await download(page, () => chart.getByRole("button", { name: "SVG" }).click());
  assert.equal(svg.name, "p-the-learned-matrix.svg");
  const text = svg.bytes.toString();
  assert.match(text, /^<svg [^>]*viewBox/);
  assert.doesNotMatch(text, /var\(--|currentColor"/, "colours are spelled out");
  const png = await download(page, () => chart.getByRole("button", { name: "PNG" }).click());
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(png.bytes.length > 5000, "the picture is not empty");

  const table = page.locator("#certificate .table").first();
  await table.getByRole("button", { name: "Copy table" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const model = json(folder, "info", "--json", "friedman.tkl");
  assert.equal(Number(copied.split("\n")[1].split("\t")[1]), model.certificate.objective, "copied in full precision");
  assert.deepEqual(page.troubles, []);
});

test("every chart can be saved as SVG", async () => {
  const page = await open(browser, report("spirals.tkl", "newspirals.csv", "spirals.html"), { dark: true });
  const buttons = page.getByRole("button", { name: "SVG" });
  for (let k = 0; k < (await buttons.count()); ++k) {
    const { bytes } = await download(page, () => buttons.nth(k).click());
    assert.ok(bytes.length > 1000);
  }
  assert.deepEqual(page.troubles, []);
});

const isLight = (page) =>
  page.waitForFunction(() => document.documentElement.dataset.theme === "light", null, { timeout: 5000 });

test("light, dark, phone, paper", async () => {
  const document = report("friedman.tkl", "test.csv", "friedman.html");
  const light = await open(browser, document, { height: 1240 });
  await documentPicture(light, "report.png");
  await picture(light, "report-light", { fullPage: true });
  assert.deepEqual(await brokenRules(light), []);

  const dark = await open(browser, document, { dark: true });
  await picture(dark, "report-dark", { fullPage: true });
  assert.deepEqual(await brokenRules(dark), []);
  await dark.getByRole("button", { name: "Light / dark" }).press("Enter");
  await isLight(dark);

  const phone = await open(browser, document, { width: 375, height: 740 });
  await picture(phone, "report-phone", { fullPage: true });
  await phone.waitForFunction(() => globalThis.document.documentElement.scrollWidth <= innerWidth, null, { timeout: 5000 });

  const paper = await open(browser, document, { dark: true, width: 800 });
  await paper.emulateMedia({ media: "print", colorScheme: "dark" });
  await isLight(paper);
  await picture(paper, "report-print", { fullPage: true });
  for (const page of [light, dark, phone, paper]) assert.deepEqual(page.troubles, []);
});

test("everything can be reached by keyboard, and pictures have words", async () => {
  const page = await open(browser, report("friedman.tkl", "test.csv", "friedman.html"));
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  const unlabelled = await page.evaluate(() =>
    [...document.querySelectorAll(".chart > svg")].filter((svg) => !(svg.getAttribute("aria-label") ?? "").trim()).length);
  assert.equal(unlabelled, 0);
  const charts = await page.locator("figure .chart > svg").count();
  assert.ok(charts > 15, `${charts} charts`);
});

// The same page with another report inside.
function changed(page, name, change) {
  const place = /(<script type="application\/json" id="report">)(.*?)(<\/script>)/s;
  const text = fs.readFileSync(page, "utf8").replace(place, (_, before, numbers, after) => {
    const report = JSON.parse(numbers);
    change(report);
    return before + JSON.stringify(report).replaceAll("<", "\\u003c") + after;
  });
  fs.writeFileSync(file(name), text);
  return file(name);
}

test("settings that are nearly alike share a cell", async () => {
  const document = changed(report("friedman.tkl", null, "alone.html"), "cells.html", ({ search }) => {
    const [first] = search.points;
    const point = (family, scale, cost) => ({ ...first, family, scale, cost, degree: 1, tau: 1, tube: 0.1 });
    search.points = [point("near", 1, 1.75), point("near", 1, 1.751), point("near", 3, 7), point("lone", 1, 1), point("lone", 1, 5)];
    search.members = [{ point: 1, share: 1 }];
  });
  const page = await open(browser, document);
  const chart = (family) => page.locator("figure", { hasText: `Search: ${family}` });
  const cells = (family) => chart(family).locator('g[data-mark="cell"] rect').count();
  const ticks = (family) => chart(family).locator('g[data-mark="y-axis tick label"] text').allTextContents();
  assert.equal(await cells("near"), 2);
  assert.deepEqual(await ticks("near"), ["7", "1.75"]);
  assert.equal(await chart("near").locator('g[data-mark="dot"] path').count(), 1, "the chosen one is marked");
  assert.equal(await cells("lone"), 2);
  assert.equal((await ticks("lone")).length, 1, "one thing varies, so there is one row");
  assert.deepEqual(page.troubles, []);
});

test("huge numbers fit into the page", async () => {
  const rows = Array.from({ length: 60 }, (_, k) => `${1e200 * Math.sin(k)},${1e-200 * Math.cos(k)},${-1e135 * Math.sin(k) ** 2}`);
  fs.writeFileSync(file("huge.csv"), `a,b,y\n${rows.join("\n")}\n`);
  tkl(folder, "train", "-q", "--select", "none", "-b", "1", "huge.csv", "huge.tkl");
  const document = report("huge.tkl", "huge.csv", "huge.html");
  for (const width of [1280, 375]) {
    const page = await open(browser, document, { width });
    await page.waitForFunction(() => globalThis.document.documentElement.scrollWidth <= innerWidth, null, { timeout: 5000 });
    const outside = await page.locator(".facts strong").evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
    assert.equal(outside, 0, `tiles that are too small at ${width} pixels`);
    assert.deepEqual(page.troubles, []);
  }
});

test("a target that never changes", async () => {
  const rows = Array.from({ length: 40 }, (_, k) => `${Math.sin(k)},${Math.cos(3 * k)},5`);
  fs.writeFileSync(file("same.csv"), `a,b,y\n${rows.join("\n")}\n`);
  tkl(folder, "train", "-q", "same.csv", "same.tkl");
  const page = await open(browser, report("same.tkl", "same.csv", "same.html"));
  const bars = page.locator("figure", { hasText: "How wide an interval must be" }).locator('g[data-mark="bar"] rect');
  const widths = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("width"))));
  assert.ok(widths.length > 0 && widths.every((width) => width < 1), `bars of nothing are ${widths} wide`);
  assert.deepEqual(page.troubles, []);
});

test("a model without data still has much to show", async () => {
  const page = await open(browser, report("friedman.tkl", null, "alone.html"));
  assert.match(await page.locator("#summary").textContent(), /No data were given/);
  assert.equal(await page.locator("figure h3", { hasText: "Errors on held-out rows" }).count(), 1);
  assert.deepEqual(page.troubles, []);
});

test("inside of a notebook's frame", async () => {
  const escaped = fs.readFileSync(report("friedman.tkl", "test.csv", "friedman.html"), "utf8")
    .replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  fs.writeFileSync(file("notebook.html"), `<!doctype html><title>notebook</title><iframe srcdoc="${escaped}" style="width: 100%; height: 800px"></iframe>`);
  const page = await open(browser, file("notebook.html"));
  const frame = page.frameLocator("iframe");
  await frame.locator("#quality .chart > svg").first().waitFor();
  assert.match(await frame.locator("#summary").textContent(), /The model predicts target/);
  assert.deepEqual(page.troubles, []);
});

test("one row", async () => {
  const rows = fs.readFileSync(file("test.csv"), "utf8").split("\n").slice(0, 2).join("\n");
  fs.writeFileSync(file("one.csv"), `${rows}\n`);
  const page = await open(browser, report("friedman.tkl", "one.csv", "one.html"));
  assert.match(await page.locator("#summary").textContent(), /On the 1 row of one.csv/);
  assert.deepEqual(page.troubles, []);
});

test("hostile names and values are text and nothing else", async () => {
  const names = ["</script><script>hacked=1</script>", "<img src=x onerror=hacked=2>", "\u2028'\"`${hacked=3}&lt;", "javascript:hacked=4"];
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  const kinds = ["<b onmouseover=hacked=5>bold</b>", "]]>--><svg/onload=hacked=6>"];
  const lines = [[...names, "<i>target</i>"].map(quoted).join(",")];
  for (let i = 0; i < 120; ++i) {
    const gap = i % 11 === 0 ? "NaN" : String(Math.sin(i));
    lines.push([gap, String(i % 10), quoted(kinds[i % 2]), String(1e300 * Math.cos(i)), quoted(kinds[Math.floor(i / 3) % 2])].join(","));
  }
  fs.writeFileSync(file("hostile.csv"), `${lines.join("\n")}\n`);
  tkl(folder, "train", "-q", "--select", "none", "-b", "1", "hostile.csv", "hostile.tkl");
  const page = await open(browser, report("hostile.tkl", "hostile.csv", "hostile.html"));
  assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
  assert.equal(await page.locator("main b, main i, main img, main script").count(), 0);
  const text = await page.locator("#data").textContent();
  for (const name of names.filter((n) => !n.includes("\u2028"))) assert.ok(text.includes(name), name);
  assert.deepEqual(page.troubles, []);
  await picture(page, "report-hostile", { fullPage: true });
});

test("a million rows", { timeout: 240_000 }, async () => {
  tkl(folder, "generate", "circle", "--rows", "1000000", "-o", "million.csv");
  tkl(folder, "generate", "circle", "--rows", "150", "-o", "circle.csv");
  tkl(folder, "train", "-q", "--select", "none", "-b", "1", "circle.csv", "circle.tkl");
  const document = report("circle.tkl", "million.csv", "million.html");
  fs.rmSync(file("million.csv"));
  assert.ok(fs.statSync(document).size < 3e6, "the page does not grow with the data");
  const page = await open(browser, document);
  assert.match(await page.locator("#data").textContent(), /1.000.000 rows/);
  const marks = await page.evaluate(() => document.querySelectorAll("svg *").length);
  assert.ok(marks < 20_000, `${marks} elements`);
  assert.deepEqual(page.troubles, []);
});
