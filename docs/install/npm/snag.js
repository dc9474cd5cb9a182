#!/usr/bin/env node
// Runs the snag of this machine, which a package of its own carries, with the same streams, signals and exit status.
"use strict";
const { spawn } = require("node:child_process");
const { name } = require("./package.json");

const part = `${name}-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${part}/bin/snag${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`snag: the package ${part} is not installed`);
  console.error("hint: install without --omit=optional, on a system that snag is built for");
  process.exit(3);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends Ctrl-C to both; what is sent to this process alone is handed on.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (err) => {
  console.error(`snag: ${err.message}`);
  process.exit(3);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
