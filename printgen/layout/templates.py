"""Jinja templates, run in a sandbox: plain data in, HTML out."""

from __future__ import annotations

from typing import Any

from jinja2 import StrictUndefined, TemplateNotFound
from jinja2.loaders import FunctionLoader
from jinja2.sandbox import ImmutableSandboxedEnvironment

from printgen.project import TEMPLATES, Folders, find_template_file

# Its own folder of templates would lie within printgen's.
_NO_PROJECT = Folders(TEMPLATES.resolve())

MAX_TEMPLATE = 500_000

MAX_HTML = 4_000_000


def environment(folders: Folders | None = None) -> ImmutableSandboxedEnvironment:
    """The sandbox that templates run in: autoescaped, strict, without the loop helpers.

    Its templates are those of the project before those of printgen; without a project, printgen's
    alone. Files that a browser opens are made by these: a page may run what a template writes.
    """

    def load(name: str) -> tuple[str, str, Any]:
        path = find_template_file(folders or _NO_PROJECT, name)
        if path is None or path.stat().st_size > MAX_TEMPLATE:
            raise TemplateNotFound(name)
        return path.read_text(encoding="utf-8"), str(path), lambda: True

    env = ImmutableSandboxedEnvironment(
        loader=FunctionLoader(load),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )
    for helper in ("lipsum", "cycler", "joiner"):
        env.globals.pop(helper, None)
    env.globals["range"] = _short_range
    return env


def _short_range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > 1000:
        raise ValueError("a range in a template has at most 1000 numbers")
    return numbers
