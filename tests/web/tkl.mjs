// The program, as people run it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

export function tkl(folder, ...words) {
  const done = spawnSync(process.env.TKL_EXECUTABLE, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(done.status, 0, `tkl ${words.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

export const json = (folder, ...words) => JSON.parse(tkl(folder, ...words));
