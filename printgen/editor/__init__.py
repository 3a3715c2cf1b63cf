"""The language server of `printgen lsp`: editors show problems, entries and completions."""
