-- Before version 0.11, Neovim has no `vim.lsp.config` and `vim.lsp.enable`: here they are made of
-- what it has, so that the lines of the manual run in it.

if not vim.lsp.enable then
  local configs = {}

  vim.lsp.config = function(name, config)
    configs[name] = config
  end

  vim.lsp.enable = function(name)
    local config = configs[name]
    vim.api.nvim_create_autocmd("FileType", {
      pattern = config.filetypes,
      callback = function(event)
        local marker = vim.fn.findfile(config.root_markers[1], vim.fn.expand("%:p:h") .. ";")
        if marker ~= "" then
          local root = vim.fn.fnamemodify(marker, ":p:h")
          local id = vim.lsp.start_client({name = name, cmd = config.cmd, root_dir = root})
          vim.lsp.buf_attach_client(event.buf, id)
        end
      end,
    })
  end
end
