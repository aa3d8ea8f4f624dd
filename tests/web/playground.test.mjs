// The playground in a real browser: what it learns is what the program learns, and quickly.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { brokenRules, documentPicture, download, launch, open, picture, temporaryFolder } from "./browser.mjs";
import { json, tkl } from "./tkl.mjs";

const document_ = process.env.TKL_PLAYGROUND;
const folder = temporaryFolder();
let browser;

before(async () => (browser = await launch()));
after(async () => {
  await browser?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

// Until both kernels are learned from so many points.
const learned = (page, points) =>
  page.waitForFunction((wanted) => document.querySelector(".status").dataset.points === String(wanted), points, { timeout: 20_000 });

const start = async (options) => {
  const page = await open(browser, document_, options);
  await learned(page, 160);
  return page;
};

const numbersOf = (page, k) => page.locator(".pictures .numbers").nth(k).textContent();

async function rowsOf(page, title) {
  const chart = page.locator("figure", { hasText: title });
  const shown = await chart.locator("tbody").count();
  if (shown === 0) await chart.getByRole("button", { name: "Data" }).click();
  return chart.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

const number = (text) => Number(text.replaceAll("−", "-"));

test("it starts with an example, and nothing goes wrong", async () => {
  const page = await start({ height: 1010 });
  assert.match(await numbersOf(page, 0), /of 160 points on the wrong side, \d+ support vectors, within .*% of the optimum/);
  assert.match(await numbersOf(page, 1), /of 160 points/);
  await page.waitForTimeout(600);
  await picture(page, "playground-light", { fullPage: true });
  await documentPicture(page, "playground.jpg", { quality: 80 });
  assert.deepEqual(await brokenRules(page), []);
  assert.deepEqual(page.troubles, []);
});

for (const [title, points, name] of [["Spirals", 120, "spirals"], ["Step", 60, "step"], ["Canyon", 200, "canyon"]]) {
  test(`the example ${name}`, async () => {
    const page = await start({ dark: name === "spirals" });
    await page.getByRole("button", { name: title }).click();
    await learned(page, points);
    await page.waitForTimeout(800);
    await picture(page, `playground-${name}`, { fullPage: true });
    assert.deepEqual(page.troubles, []);
  });
}

test("of examples that are asked for in a hurry the last one stays", async () => {
  const page = await start();
  await page.evaluate(() => {
    const click = (title) => [...document.querySelectorAll("button")].find((button) => button.textContent === title).click();
    for (const title of ["Step", "Spirals", "Canyon", "Step"]) click(title);
  });
  await learned(page, 60);
  await page.waitForTimeout(500);
  assert.equal(await page.locator("label", { hasText: "Learn" }).locator("select").inputValue(), "A curve");
  assert.deepEqual(page.troubles, []);
});

test("what it learns is what tkl train learns", async () => {
  const page = await start();
  await page.getByRole("button", { name: "Clear" }).click();
  const canvas = page.locator("canvas").first();
  const box = await canvas.boundingBox();
  const places = [[0.2, 0.3, 0], [0.7, 0.8, 0], [0.4, 0.6, 0], [0.8, 0.2, 1], [0.3, 0.9, 1], [0.6, 0.5, 1], [0.9, 0.7, 0], [0.1, 0.1, 1]];
  for (const [x, y, kind] of places) {
    await page.locator("label", { hasText: "New points are" }).locator("select").selectOption({ index: kind });
    await page.mouse.click(box.x + x * box.width, box.y + (1 - y) * box.height);
  }
  await learned(page, places.length);
  const [, upper, lower] = (await rowsOf(page, "Bounds of the optimum")).at(-1).map(number);

  const rows = places.map(([x, y, kind]) => `${x},${y},${kind ? "orange" : "blue"}`);
  fs.writeFileSync(path.join(folder, "points.csv"), `x,y,colour\n${rows.join("\n")}\n`);
  tkl(folder, "train", "-q", "--select", "none", "--bound", "0.1", "-c", "100", "-e", "1e-4", "points.csv", "points.tkl");
  const { certificate, machines } = json(folder, "info", "--json", "points.tkl");
  const near = (a, b, what) => assert.ok(Math.abs(a - b) <= 2e-3 * Math.max(1, Math.abs(b)), `${what}: ${a} in the page, ${b} by tkl`);
  near(upper, certificate.objective, "upper bound");
  near(lower, certificate.lower_bound, "lower bound");
  const P = (await rowsOf(page, "P, learned")).map((row) => row.slice(1).map(number));
  // Points are placed to a pixel, so P agrees to about that.
  machines[0].P.forEach((row, i) => row.forEach((value, j) => assert.ok(Math.abs(P[i][j] - value) < 0.05, `P[${i}][${j}]: ${P[i][j]}, ${value}`)));
  assert.deepEqual(page.troubles, []);
});

test("a point that is put down between an answer and its picture is learned, too", async () => {
  // Frames and the core take so long that the moment can be met.
  const page = await open(browser, document_, {
    script: () => {
      const late = (act) => setTimeout(act, 250);
      globalThis.requestAnimationFrame = (act) => late(() => act(performance.now()));
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message) {
        late(() => post.call(this, message));
      };
    },
  });
  await learned(page, 160);
  const box = await page.locator("canvas").first().boundingBox();
  for (let k = 1; k <= 4; ++k) {
    // The finer picture is asked for 120 ms later, answered another 250 ms later, and drawn after 250 more.
    await page.waitForTimeout(350 + 60 * k);
    await page.mouse.click(box.x + 0.02 * box.width, box.y + (0.1 + 0.2 * k) * box.height);
    await learned(page, 160 + k);
  }
  assert.deepEqual(page.troubles, []);
});

test("points are dragged and removed", async () => {
  const page = await start();
  await page.getByRole("button", { name: "Clear" }).click();
  assert.match(await page.locator(".status").textContent(), /Click into a picture/);
  const box = await page.locator("canvas").first().boundingBox();
  const at = (x, y) => [box.x + x * box.width, box.y + (1 - y) * box.height];
  await page.mouse.click(...at(0.2, 0.2));
  await page.mouse.click(...at(0.4, 0.4));
  assert.match(await page.locator(".status").textContent(), /other class/);
  await page.locator("label", { hasText: "New points are" }).locator("select").selectOption({ index: 1 });
  await page.mouse.click(...at(0.8, 0.8));
  await learned(page, 3);
  await page.mouse.move(...at(0.8, 0.8));
  await page.mouse.down();
  await page.mouse.move(...at(0.6, 0.3), { steps: 5 });
  await page.mouse.up();
  await page.mouse.click(...at(0.6, 0.3), { button: "right" });
  await page.waitForFunction(() => /other class/.test(document.querySelector(".status").textContent));
  await page.mouse.move(...at(0.4, 0.4));
  await page.mouse.down();
  await page.mouse.move(...at(-0.2, 0.4), { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => /Click into a picture/.test(document.querySelector(".status").textContent));
  assert.deepEqual(page.troubles, []);
});

test("points are put down by keyboard", async () => {
  const page = await start();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.locator("canvas").first().focus();
  for (const key of ["Enter", "ArrowRight", "ArrowRight", "2", "Enter", "ArrowUp", "ArrowUp", "1", "Enter"]) await page.keyboard.press(key);
  await learned(page, 3);
  const brush = page.locator("label", { hasText: "New points are" }).locator("select");
  assert.equal(await brush.inputValue(), "blue circles", "the keys and the list agree");
  await page.keyboard.press("2");
  assert.equal(await brush.inputValue(), "orange triangles");
  await page.keyboard.press("Delete");
  await learned(page, 2);
  assert.deepEqual(page.troubles, []);
});

test("200 points are learned and drawn in a tenth of a second", async () => {
  const page = await start();
  const times = await page.evaluate(async () => {
    const status = document.querySelector(".status");
    const task = () => Number(document.body.dataset.task);
    const settled = (from) =>
      new Promise((done) => {
        const look = () => (task() > from ? done(Number(status.dataset.milliseconds)) : requestAnimationFrame(look));
        look();
      });
    const canyon = [...document.querySelectorAll("button")].find((button) => button.textContent === "Canyon");
    canyon.click();
    while (status.dataset.points !== "200") await new Promise((done) => setTimeout(done, 50));
    await new Promise((done) => setTimeout(done, 1000));
    const slider = document.querySelectorAll(".slider input")[1];
    const measured = [];
    for (let k = 0; k < 12 || (k < 80 && Math.min(...measured) >= 100); ++k) {
      const before = task();
      slider.value = 1 + 0.02 * (k % 40);
      slider.dispatchEvent(new Event("input"));
      measured.push(await settled(before));
    }
    return measured.sort((a, b) => a - b);
  });
  assert.equal(await page.locator(".status").getAttribute("data-points"), "200");
  const median = times[Math.floor(times.length / 2)];
  console.log(`200 points: median ${median} ms, from ${times[0]} to ${times.at(-1)} ms`);
  // Other tests may run on the machine at the same time: what counts is the least disturbed time.
  assert.ok(times[0] < 100, `${times} ms`);
});

test("phone", async () => {
  const page = await start({ width: 375, height: 740 });
  await page.waitForTimeout(600);
  await picture(page, "playground-phone", { fullPage: true });
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 5000 });
  assert.deepEqual(page.troubles, []);
});

test("its charts are saved too", async () => {
  const page = await start();
  const chart = page.locator("figure", { hasText: "Bounds of the optimum" });
  const { bytes } = await download(page, () => chart.getByRole("button", { name: "PNG" }).click());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
});
