"""Templates of this repository, read once per run.

Each test that lays out has a worker of its own. Without this, a worker would compile templates and
parse style sheets for more time than it lays out a card. Both depend on the text of a file alone:
a template that differs by a letter is compiled anew.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

from jinja2.bccache import Bucket, FileSystemBytecodeCache

from printgen.layout.files import Files
from printgen.layout.templates import Sandbox
from printgen.project import RESOURCE_BASE_URL, TEMPLATES

# Most tests lay out with these.
_STYLES = ("_shared/style.css", "_shared/book.css", "plain/style.css", "plain/book.css")


class _Compiled(FileSystemBytecodeCache):
    """Compiled templates in a folder; a process that may not write there keeps none."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compile_templates_once() -> None:
    """Keep compiled templates in a folder of the run for all its processes."""
    folder = Path(os.environ["PRINTGEN_CACHE"]) / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    compiled, make = _Compiled(str(folder)), Sandbox.__init__

    @wraps(make)
    def make_with_compiled(sandbox: Sandbox, files: Files, **options: Any) -> None:
        make(sandbox, files, **options, bytecode_cache=compiled)

    Sandbox.__init__ = make_with_compiled  # type: ignore[assignment, method-assign]


def parse_style_sheets_once() -> None:
    """Parse some style sheets now, for this process and those that are forked from it."""
    from weasyprint import CSS

    parse, parsed = CSS.__init__, dict[tuple[str, str], Any]()

    @wraps(parse)
    def parse_new(sheet: Any, *args: Any, **options: Any) -> None:
        known = parsed.get((options.get("string", ""), options.get("base_url", "")))
        if known is None:
            parse(sheet, *args, **options)
        else:
            vars(sheet).update(vars(known))

    for name in _STYLES:
        text, base_url = (
            (TEMPLATES / name).read_text("utf-8"),
            f"{RESOURCE_BASE_URL}templates/{name}",
        )
        parsed[text, base_url] = CSS(string=text, base_url=base_url)
    CSS.__init__ = parse_new
