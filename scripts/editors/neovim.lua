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

what_the_sink_is_given_is_marked()
hover_tells_the_state()
print("neovim: diagnostic and hover are as they should be\n")
vim.cmd("qall!")
