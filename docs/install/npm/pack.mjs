// Makes npm packages of binaries: one for each system, and one that runs the right one of them.
//
//   node pack.mjs --name NAME --version VERSION --out FOLDER linux-x64=dist/snag ...
//
// Each folder below FOLDER is then for npm publish, those of the systems first. No package has a script that runs at
// installation, so --ignore-scripts does no harm.
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: "string" }, version: { type: "string" }, out: { type: "string" } },
});
const { name, version, out } = values;
const systems = positionals.map((p) => /^(linux|darwin|win32)-(x64|arm64)=(.+)$/.exec(p));
if (!name || !out || !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version ?? "") || systems.length === 0 || systems.includes(null)) {
  console.error("usage: node pack.mjs --name NAME --version VERSION --out FOLDER linux-x64=BINARY ...");
  process.exit(2);
}
const here = dirname(fileURLToPath(import.meta.url));
const description = "Find what stalls a service before its users do: regexes, blocking, retries, shutdown";

// write makes a package of a description and files, each with where it comes from.
function write(fields, files) {
  const folder = join(out, fields.name.replace("/", "-"));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(source, join(folder, path));
    chmodSync(join(folder, path), 0o755);
  }
  const all = { name: fields.name, version, description, ...fields, files: Object.keys(files) };
  writeFileSync(join(folder, "package.json"), JSON.stringify(all, null, 2) + "\n");
  writeFileSync(join(folder, "README.md"), `# snag\n\n${description}.\n`);
  console.log(folder);
}

const parts = {};
for (const [, os, cpu, binary] of systems) {
  const part = `${name}-${os}-${cpu}`;
  parts[part] = version;
  write({ name: part, os: [os], cpu: [cpu], preferUnplugged: true }, { [`bin/snag${os === "win32" ? ".exe" : ""}`]: binary });
}
write({ name, bin: { snag: "snag.js" }, engines: { node: ">=18" }, optionalDependencies: parts }, { "snag.js": join(here, "snag.js") });
