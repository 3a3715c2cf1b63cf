"""The language server: editors show problems, entries and completions."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "language_server",
    Path(__file__).parent,
    needs=("editing", "page_pictures", "preview"),
    commands={
        "lsp": "printgen.extras.language_server.commands:lsp",
        "editor": "printgen.extras.language_server.commands:editor_",
    },
)
