"""Templates of this repository, read once per run.

Each test that lays out has a worker of its own. Without this, a worker would compile templates and
parse style sheets for more time than it lays out a card. Both depend on the text of a file alone:
a template that differs by a letter is compiled anew. Workers may write no file: all templates are
compiled before the first of them is forked.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from functools import wraps
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2.bccache import Bucket, FileSystemBytecodeCache

from printgen.layout.files import Files
from printgen.layout.templates import Sandbox, environment
from printgen.project import RESOURCE_BASE_URL, TEMPLATES

# Most tests lay out with these.
_STYLES = ("_shared/style.css", "_shared/book.css", "plain/style.css", "plain/book.css")


class _Compiled(FileSystemBytecodeCache):
    """Compiled templates in a folder, and in the memory of this process and its forks."""

    def __init__(self, folder: Path):
        super().__init__(str(folder))
        # By the place of a template and the digest of its text.
        self._known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find a compiled template."""
        bucket.code = self._known.get((bucket.key, bucket.checksum))
        if bucket.code is None:
            super().load_bytecode(bucket)
            self._remember(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template; a process that may not write there keeps it in memory."""
        self._remember(bucket)
        with suppress(OSError):
            super().dump_bytecode(bucket)

    def _remember(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._known[bucket.key, bucket.checksum] = bucket.code


def _folder() -> Path:
    return Path(os.environ["PRINTGEN_CACHE"]) / "templates"


def keep_compiled_templates() -> None:
    """Keep compiled templates in a folder of the run for all its processes."""
    _folder().mkdir(parents=True, exist_ok=True)
    compiled, make = _Compiled(_folder()), Sandbox.__init__

    @wraps(make)
    def make_with_compiled(sandbox: Sandbox, files: Files, **options: Any) -> None:
        # What quotes values is part of the code of a template: HTML alone is kept.
        kept = None if options.get("finalize") else compiled
        make(sandbox, files, **options, bytecode_cache=kept)

    Sandbox.__init__ = make_with_compiled  # type: ignore[assignment, method-assign]


def compile_templates_once() -> None:
    """Compile the templates of this repository, unless another process has; read them."""
    env = environment()
    with (_folder() / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for path in TEMPLATES.rglob("*.html.j2"):
            env.get_template(path.relative_to(TEMPLATES).as_posix())


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
