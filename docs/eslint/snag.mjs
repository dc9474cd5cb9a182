// A plugin for ESLint 9 that shows what snag finds: regexes that can be driven into catastrophic backtracking. See
// docs/editors.md of snag. Copy this file beside eslint.config.mjs:
//
//   import snag from "./snag.mjs";
//   export default [ ...yours, snag.configs.recommended ];
//
// snag runs once for a run of ESLint, over the working folder. A file that differs from what is on disk, in an editor
// or between the rounds of --fix, is handed to it by itself.

import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";

const largest = 512 << 20; // bytes that snag may print

// runs are what snag found in a folder, by the command line: a promise of one run each.
const runs = new Map();

// texts are what was found in texts that are not on disk, the last one of each file.
const texts = new Map();

// run starts snag and returns the items that it prints with a finding, by file.
function run(settings, args, input) {
  const all = ["regex", "--engine", "none", "--fix", "--format", "ndjson", "--quiet", ...settings.args, ...args];
  const child = spawnSync(settings.program, all, { cwd: settings.cwd, input: input ?? "", encoding: "utf8", maxBuffer: largest });
  if (child.error) {
    throw new Error(`${settings.program} cannot be run: ${child.error.message}; settings.snag.program names it`);
  }
  if (child.status !== 0 && child.status !== 1) { // 1 is for findings
    throw new Error(`${settings.program} ended with ${child.status ?? child.signal}: ${child.stderr.trim()}`);
  }
  const files = new Map();
  for (const line of child.stdout.split("\n")) {
    const item = line && JSON.parse(line);
    if (!item?.finding || item.finding.suppressed || !item.location) continue;
    const file = path.resolve(settings.cwd, item.location.file);
    files.set(file, [...(files.get(file) ?? []), item]);
  }
  return files;
}

// found returns the items of a file with the text that ESLint has.
function found(settings, file, text) {
  let onDisk, changed;
  try {
    onDisk = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    changed = statSync(file).mtimeMs;
  } catch {} // it is not there yet
  const key = JSON.stringify(settings);
  if (onDisk === text) {
    let scan = runs.get(key);
    if (!scan) {
      scan = { begun: Date.now(), files: run(settings, []) };
      runs.set(key, scan);
    }
    if (changed < scan.begun) return scan.files.get(file) ?? [];
  }
  const last = texts.get(file);
  if (last?.text === text && last.key === key) return last.items;
  const name = path.relative(settings.cwd, file);
  const items = run(settings, ["--no-reach", "--stdin-name", name, "-"], text).get(file) ?? [];
  texts.set(file, { text, key, items });
  return items;
}

// offsets returns a function from a place of snag to an index of a text: lines end with LF, CRLF or CR, and columns
// count UTF-16 units, which are told where they differ from characters.
function offsets(text) {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\r|\n/g)) starts.push(end.index + end[0].length);
  return (line, column, column16) => starts[line - 1] + (column16 ?? column) - 1;
}

const range = (at, place) => [
  at(place.line, place.column, place.column_utf16), at(place.end_line, place.end_column, place.end_column_utf16)];

// message says how bad it is, why, and who can send it.
function message({ finding, reach }) {
  let said = finding.short ? `${finding.short}. ${finding.message}` : finding.message;
  if (reach?.level === "remote" || reach?.level === "remote-possible") {
    const request = [reach.method, reach.route].filter(Boolean).join(" ") || "a request";
    said += ` Reached from ${request}, ${reach.input}.`;
  }
  return said;
}

const regex = {
  meta: {
    type: "problem",
    docs: { description: "regexes that an input can drive into catastrophic backtracking" },
    fixable: "code",
    schema: [{
      type: "object",
      properties: { level: { enum: ["error", "warning", "note"] }, minor: { type: "boolean" } },
      additionalProperties: false,
    }],
    defaultOptions: [{ level: "warning", minor: false }],
  },
  create(context) {
    const given = context.settings.snag ?? {};
    const settings = { program: given.program ?? "snag", args: given.args ?? [], cwd: given.cwd ?? context.cwd };
    const levels = ["note", "warning", "error"];
    const { level = "warning", minor = false } = context.options[0] ?? {};
    return {
      Program() {
        const source = context.sourceCode;
        const at = offsets(source.text);
        for (const item of found(settings, path.resolve(context.physicalFilename), source.text)) {
          const { finding, edit } = item;
          if (finding.minor ? !minor : levels.indexOf(finding.level) < levels.indexOf(level)) continue;
          const [start, end] = range(at, finding.location.line ? finding.location : item.location);
          context.report({
            loc: { start: source.getLocFromIndex(start), end: source.getLocFromIndex(end) },
            message: message(item),
            fix: edit && ((fixer) => fixer.replaceTextRange(range(at, edit.location), edit.text)),
          });
        }
      },
    };
  },
};

const plugin = { meta: { name: "snag", version: "1" }, rules: { regex }, configs: {} };
plugin.configs.recommended = { name: "snag/recommended", plugins: { snag: plugin }, rules: { "snag/regex": "error" } };

export default plugin;
