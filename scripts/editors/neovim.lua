-- What a user of Neovim sees of the example attack. Ends Neovim, with status 1
-- when something is not as it should be.

local patience = 20000 -- milliseconds

local function fail(message)
  io.stderr:write("neovim: " .. message .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, holds)
  if not vim.wait(patience, holds, 50) then
    fail(what .. "; diagnostics: " .. vim.inspect(vim.diagnostic.get(0)))
  end
end

local function errors()
  return vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })
end

local function what_the_sink_is_given_is_marked()
  wait("no error appears", function() return #errors() > 0 end)
  local found = {}
  for _, d in ipairs(errors()) do
    local code = d.code or d.user_data.lsp.code
    table.insert(found, string.format("%s %d:%d-%d:%d", code, d.lnum, d.col, d.end_lnum, d.end_col))
  end
  table.sort(found)
  local expected = { "AE301 6:18-6:19", "AE301 6:20-6:24" } -- the session and the repository
  if not vim.deep_equal(found, expected) then
    fail("expected " .. vim.inspect(expected) .. ", found " .. vim.inspect(found))
  end
end

-- The text of the floating window that a hover opens.
local function hovered()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n")
    end
  end
  return ""
end

local function hover_tells_the_state()
  vim.api.nvim_win_set_cursor(0, { 5, 25 }) -- the session that the plan is given
  vim.lsp.buf.hover()
  wait("no hover appears", function() return hovered() ~= "" end)
  local text = hovered()
  if not text:find("sessionTainted s", 1, true) or not text:find("because the contract", 1, true) then
    fail("the hover does not tell the session's state: " .. text)
  end
end

-- Applies the code action that the server prefers at a place, counted as Neovim does.
local function fix(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics() }
  local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, patience)
  for id, answer in pairs(answers or {}) do
    for _, action in ipairs(answer.result or {}) do
      if action.kind == "quickfix" and action.isPreferred then
        vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(id).offset_encoding)
        return
      end
    end
  end
  fail("no quick fix is preferred: " .. vim.inspect(answers))
end

local function a_quick_fix_repairs_the_plan()
  fix(7, 18)
  wait("the errors stay after the quick fix", function() return #errors() == 0 end)
  -- Not only gone for the moment of the next check: the plan is verified.
  vim.cmd("silent write")
  local report = vim.fn.system({ "aeonc", "check", "--format", "compact", vim.fn.expand("%:p") })
  if vim.v.shell_error ~= 0 then
    fail("the repaired plan is not verified: " .. report)
  end
end

what_the_sink_is_given_is_marked()
hover_tells_the_state()
a_quick_fix_repairs_the_plan()
print("neovim: diagnostics, hover and quick fix are as they should be\n")
vim.cmd("qall!")
