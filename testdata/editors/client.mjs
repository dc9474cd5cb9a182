// Speaks with `snag lsp` by the client library of VS Code. Arguments: the program, and a folder with app.js.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const lsp = require("vscode-languageserver-protocol/node");

const [program, folder] = process.argv.slice(2);
const server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const ended = new Promise((resolve) => server.on("exit", resolve));
const connection = lsp.createProtocolConnection(
  new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
const problems = [];
connection.onError((e) => problems.push(String(e)));
const uri = pathToFileURL(folder + "/app.js").href;
let awaited;
connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => awaited?.(p));
const progress = [];
connection.onRequest(lsp.WorkDoneProgressCreateRequest.type, (p) => {
  connection.onProgress(lsp.WorkDoneProgress.type, p.token, (v) => progress.push(v.kind));
});
connection.onRequest(lsp.ConfigurationRequest.type, () => [{ delay: 1 }]);
connection.onRequest(lsp.RegistrationRequest.type, () => {});
connection.listen();

const diagnostics = (accepts) => new Promise((resolve) => {
  awaited = (p) => { if (p.uri === uri && accepts(p.diagnostics)) resolve(p.diagnostics); };
});

const capabilities = {
  general: { positionEncodings: [lsp.PositionEncodingKind.UTF16] },
  window: { workDoneProgress: true },
  workspace: { configuration: true, workspaceEdit: { documentChanges: true }, didChangeWatchedFiles: { dynamicRegistration: true } },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } } },
    codeLens: {},
  },
};
const initialized = await connection.sendRequest(lsp.InitializeRequest.type, {
  processId: process.pid, rootUri: null, capabilities, workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "app" }],
});
await connection.sendNotification(lsp.InitializedNotification.type, {});

const text = readFileSync(folder + "/app.js", "utf8");
let found = diagnostics((d) => d.some((one) => one.relatedInformation));
await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
  textDocument: { uri, languageId: "javascript", version: 1, text } });
const [first] = await found;
const textDocument = { uri };
const hover = await connection.sendRequest(lsp.HoverRequest.type, { textDocument, position: first.range.start });
const actions = await connection.sendRequest(lsp.CodeActionRequest.type, { textDocument, range: first.range, context: { diagnostics: [first] } });
const lenses = await connection.sendRequest(lsp.CodeLensRequest.type, { textDocument });

const cancelled = new lsp.CancellationTokenSource();
const asked = connection.sendRequest(lsp.HoverRequest.type, { textDocument, position: first.range.start }, cancelled.token);
cancelled.cancel();
const cancellation = await asked.then(() => "answered", (e) => e.code);

const edit = actions.find((a) => a.isPreferred).edit.documentChanges[0].edits[0];
found = diagnostics((d) => d.length === 0);
await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
  textDocument: { uri, version: 2 }, contentChanges: [{ range: edit.range, text: edit.newText }] });
await found;

await connection.sendRequest(lsp.ShutdownRequest.type);
await connection.sendNotification(lsp.ExitNotification.type);
console.log(JSON.stringify({
  encoding: initialized.capabilities.positionEncoding, severity: first.severity, message: first.message,
  related: first.relatedInformation.length, hover: hover.contents.value, actions: actions.map((a) => a.title),
  lenses: lenses.map((l) => l.command.title), cancellation, progress: [...new Set(progress)], status: await ended, problems,
}));
