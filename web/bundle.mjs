// Puts a page together: one HTML document with its style, its script and the licences of what is in
// it, and the same as C++ that embeds it.
// usage: node bundle.mjs page path/to/node_modules output [path/to/core.js]

import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [page, ...paths] = process.argv.slice(2);
const [modules, output, core] = paths.map((name) => path.resolve(name));
const root = path.dirname(fileURLToPath(import.meta.url));
const { buildSync } = createRequire(path.join(modules, "index.js"))("esbuild");

const built = buildSync({
  absWorkingDir: root,
  entryPoints: { script: `${page}/main.js`, style: `${page}/style.css` },
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: "iife",
  charset: "utf8",
  target: ["chrome100", "firefox100", "safari15.4"],
  nodePaths: [modules],
  outdir: "out",
  logLevel: "warning",
});

function textOf(ending) {
  const text = built.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
  if (/<\/(script|style)/i.test(text)) throw new Error(`the bundle of ${page} would end its own element`);
  return text;
}

// The packages that are really in it, those with the same words together.
function licences() {
  const words = new Map();
  const folders = Object.keys(built.metafile.inputs)
    .map((input) => input.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1])
    .filter(Boolean);
  for (const name of [...new Set(folders)].sort()) {
    const folder = path.join(modules, name);
    const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} comes without its licence`);
    const text = fs.readFileSync(path.join(folder, file), "utf8").trim();
    words.set(text, [...(words.get(text) ?? []), `${name} ${version}`]);
  }
  return [...words].map(([text, packages]) => ({ packages, text }));
}

const notices = licences();
const replacements = {
  "/* the page's style */": textOf(".css"),
  "/* the page's script */": textOf(".js"),
};
if (core) {
  // The core is compiled from more than packages of npm.
  const parts = fs.readFileSync(path.join(root, "../python/LICENSE-bundled.txt"), "utf8").split(/^-{20,}\n/m);
  const words = (number) => parts.find((part) => part.startsWith(`(${number})`));
  notices.push(
    { packages: ["tkl"], text: fs.readFileSync(path.join(root, "../LICENSE"), "utf8") },
    {
      packages: ["inside of tkl's core"],
      text: [fs.readFileSync(path.join(root, page, "core/licences.txt"), "utf8"), words(2), words(3)].join("\n"),
    },
  );
  const script = fs.readFileSync(core, "utf8") + fs.readFileSync(path.join(root, page, "worker.js"), "utf8");
  if (/<\/script|<!--/i.test(script)) throw new Error("the core would end its own element");
  replacements["/* the core */"] = script;
}
replacements['"the licences"'] = JSON.stringify(notices).replaceAll("<", "\\u003c");
let html = fs.readFileSync(path.join(root, page, "index.html"), "utf8");
for (const [place, text] of Object.entries(replacements)) {
  if (html.split(place).length !== 2) throw new Error(`${page}/index.html must have ${place} once`);
  html = html.replace(place, () => text);
}

// As string literals that are not longer than every compiler takes.
function embedded() {
  const bytes = Buffer.from(html, "utf8");
  const size = 8000;
  const pieces = [];
  for (let begin = 0; begin < bytes.length; begin += size) {
    let literal = "";
    for (const byte of bytes.subarray(begin, begin + size)) {
      const character = String.fromCharCode(byte);
      literal += byte < 32 || byte > 126 || '"\\?'.includes(character)
        ? `\\${byte.toString(8).padStart(3, "0")}`
        : character;
    }
    pieces.push(`    "${literal}"`);
  }
  return `// Made by web/bundle.mjs of web/${page}.
#include "${page === "report" ? "report/page_template.hpp" : `${page}_page.hpp`}"

#include <array>

namespace {
constexpr std::array<const char*, ${pieces.length}> pieces = {
${pieces.join(",\n")}};
}  // namespace

namespace tkl::${page === "report" ? "report" : "cli"} {

std::string ${page === "report" ? "page_template" : `${page}_page`}() {
  std::string page;
  for (const char* piece : pieces) page += piece;
  return page;
}

}  // namespace tkl::${page === "report" ? "report" : "cli"}
`;
}

fs.mkdirSync(path.dirname(output), { recursive: true });
fs.writeFileSync(`${output}.html`, html);
fs.writeFileSync(`${output}.cpp`, embedded());
