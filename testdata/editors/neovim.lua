-- Speaks with `snag lsp` as Neovim does, 0.7 and later. The variables of the environment: SNAG is the program, APP a
-- file to open, in its folder.
local path = os.getenv("APP")
local ended, made = {}, {}
local client = assert(vim.lsp.start_client({
  name = "snag", cmd = { os.getenv("SNAG"), "lsp" }, root_dir = vim.fn.fnamemodify(path, ":h"),
  workspace_folders = { { uri = vim.uri_from_fname(vim.fn.fnamemodify(path, ":h")), name = "app" } },
  on_exit = function(code) ended[1] = code end,
}))
vim.cmd("edit " .. path)
local buffer = vim.api.nvim_get_current_buf()
vim.lsp.buf_attach_client(buffer, client)

local function await(what, accepts)
  assert(vim.wait(20000, function() return accepts(vim.diagnostic.get(buffer)) end, 20), what .. ": " .. vim.inspect(vim.diagnostic.get(buffer)))
  return vim.diagnostic.get(buffer)
end

local function reached(all)
  return #all > 0 and all[1].message:find("reached from") ~= nil
end

local first = await("no way of the attack", reached)[1]
made.severity, made.line, made.column = first.severity, first.lnum, first.col

local function ask(method, params)
  local answers = assert(vim.lsp.buf_request_sync(buffer, method, params, 20000))
  local answer = answers[client]
  assert(answer and not answer.err, vim.inspect(answers))
  return answer.result
end

local here = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = first.lnum, character = first.col } }
made.hover = ask("textDocument/hover", here).contents.value
local actions = ask("textDocument/codeAction", {
  textDocument = here.textDocument, range = { start = here.position, ["end"] = here.position }, context = { diagnostics = {} } })
made.actions = {}
for i, a in ipairs(actions) do
  made.actions[i] = a.title
end
-- Typing in front of it moves it, and the rewrite ends it.
vim.api.nvim_buf_set_lines(buffer, 0, 0, true, { "// é😀" })
await("not moved", function(all) return #all > 0 and all[1].lnum == first.lnum + 1 end)
vim.cmd("undo")
await("not moved back", function(all) return #all > 0 and all[1].lnum == first.lnum end)
actions = ask("textDocument/codeAction", {
  textDocument = here.textDocument, range = { start = here.position, ["end"] = here.position }, context = { diagnostics = {} } })
for _, a in ipairs(actions) do
  if a.isPreferred then
    vim.lsp.util.apply_workspace_edit(a.edit, vim.lsp.get_client_by_id(client).offset_encoding)
  end
end
await("not mended", function(all) return #all == 0 or not all[1].code or all[1].code ~= "regex/exponential" end)
made.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), "\n")
vim.lsp.stop_client(client)
vim.wait(10000, function() return ended[1] ~= nil end, 20)
made.status = ended[1]
io.stdout:write(vim.fn.json_encode(made), "\n")
vim.cmd("qall!")
