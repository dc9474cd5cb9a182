// Prints the regex literals that @babel/parser finds in the files named on standard input, one JSON
// document a line: {"file", "literals": [[offset in bytes, pattern, flags], ...]} or {"file", "error"}.
// The parser is taken from the node_modules folder of the directory given as argument.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.argv[2], "index.js"));
const { parse } = require("@babel/parser");

const attempts = (file) => {
  if (/\.[mc]?ts$/.test(file)) return [["typescript"]];
  if (/\.tsx$/.test(file)) return [["typescript", "jsx"]];
  return [["jsx"], ["jsx", "flow"], ["jsx", ["flow", { all: true }]]];
};

function read(file, text) {
  let last;
  for (const plugins of attempts(file)) {
    for (const sourceType of ["unambiguous", "script"]) {
      try {
        return parse(text, {
          sourceType,
          plugins: [...plugins, ["decorators", { decoratorsBeforeExport: false }], "explicitResourceManagement"],
          allowReturnOutsideFunction: true,
          allowAwaitOutsideFunction: sourceType !== "script",
          allowUndeclaredExports: true,
          allowSuperOutsideMethod: true,
          allowNewTargetOutsideFunction: true,
        });
      } catch (e) {
        last = e;
      }
    }
  }
  throw last;
}

function* literals(node) {
  const stack = [node];
  while (stack.length > 0) {
    const n = stack.pop();
    if (n.type === "RegExpLiteral") yield [n.start, n.pattern, n.flags];
    for (const key in n) {
      const child = n[key];
      if (child === null || typeof child !== "object" || /^(loc|extra|.*[cC]omments|errors|tokens)$/.test(key)) continue;
      if (Array.isArray(child)) stack.push(...child.filter((c) => c && typeof c.type === "string"));
      else if (typeof child.type === "string") stack.push(child);
    }
  }
}

for (const file of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const text = readFileSync(file, "utf8");
  const line = { file };
  try {
    const found = [...literals(read(file, text).program)].sort((a, b) => a[0] - b[0]);
    let bytes = 0, last = 0;
    line.literals = found.map(([start, pattern, flags]) => {
      bytes += Buffer.byteLength(text.slice(last, start));
      last = start;
      return [bytes, pattern, flags];
    });
  } catch (e) {
    line.error = String(e.message);
  }
  process.stdout.write(JSON.stringify(line) + "\n");
}
