// Writes what a binary of snag is made of, in CycloneDX: node sbom.mjs BINARY FILE. It reads what the go command
// recorded in the binary, and nothing else: the same binary gives the same bytes.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const [binary, file] = process.argv.slice(2);
if (!file) {
  console.error("snag: give a binary and the file to write");
  process.exit(2);
}
const built = JSON.parse(execFileSync("go", ["version", "-m", "-json", binary], { encoding: "utf8" }));
const settings = Object.fromEntries((built.Settings ?? []).map((s) => [s.Key, s.Value]));

// purl is the name of a module that scanners of vulnerabilities look up.
const purl = (path, version) => `pkg:golang/${path.split("/").map(encodeURIComponent).join("/")}@${encodeURIComponent(version)}`;
const component = (path, version, sum) => ({
  "bom-ref": purl(path, version), type: "library", name: path, version, scope: "required", purl: purl(path, version),
  // The sum of go.sum, which is of the list of the module's files.
  ...(sum && { properties: [{ name: "go:sum", value: sum }] }),
});
const modules = (built.Deps ?? []).map(({ Replace, ...own }) => Replace ?? own);
const components = [component("std", built.GoVersion.replace(/^go/, "")), ...modules.map((m) => component(m.Path, m.Version, m.Sum))];
const main = { ...component(built.Main.Path, built.Main.Version), type: "application" };
delete main.scope;
main.properties = Object.entries(settings).map(([key, value]) => ({ name: `go:build:${key}`, value }));
writeFileSync(file, JSON.stringify({
  bomFormat: "CycloneDX", specVersion: "1.5", version: 1,
  metadata: { component: main },
  components,
  dependencies: [{ ref: main["bom-ref"], dependsOn: components.map((c) => c["bom-ref"]) }, ...components.map((c) => ({ ref: c["bom-ref"] }))],
}, null, 2) + "\n");
