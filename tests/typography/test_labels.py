"""The labels of the themes: each is used, and none is repeated."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import printgen
from printgen.content.models.text import Text
from printgen.extras.browser.assembly import tools
from printgen.project import TEMPLATES, Folders
from printgen.typography.labels import read_labels

SHARED = TEMPLATES / "_shared" / "labels.yaml"
EXTRAS = Path(printgen.__file__).parent / "extras"
OF_EXTRAS = sorted(EXTRAS.glob("*/labels.yaml"))
OURS = (SHARED, *OF_EXTRAS)
THEMES = sorted(path for path in TEMPLATES.glob("*/labels.yaml") if path != SHARED)
# Prefixes of computed keys: `f"duel_{name}"`, `labels['eg_cover_' ~ cover]`.
MADE = re.compile(r"""["']([a-z_]+_)(?:\{|["']\s*~)""")


@cache
def code() -> str:
    """All modules and templates."""
    package = EXTRAS.parent
    paths = [*package.rglob("*.py"), *package.rglob("*.j2"), *TEMPLATES.rglob("*.j2")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@cache
def scripts(extra: str) -> str:
    """The scripts and templates of an extra for pages in browsers, where labels have no prefix."""
    folders = (f"{extra}/web/*", f"{extra}/templates/_shared/browser/*")
    paths = [path for folder in folders for path in EXTRAS.glob(folder)]
    paths += EXTRAS.rglob("*.py")
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


AID = tuple({name.partition("/")[0] for tool in tools() for name in tool.scripts})
# The start of the names of the labels of pages, and the extras whose scripts use them.
PAGES = {"play_": ("quest",), "aid_": AID, "browser_": ("quest", *AID)}


def words(path: Path) -> dict[str, Text]:
    """The labels of a file without faults."""
    found, problems = read_labels(Folders(TEMPLATES.resolve()), path)
    assert not problems
    return found


@cache
def used_labels() -> tuple[set[str], tuple[str, ...]]:
    """The names of labels that modules, templates and scripts use, and the starts of names that
    they make.
    """
    named = set(re.findall(r"labels\.(\w+)|[\"'](\w+)[\"']", code()))
    made = tuple(set(MADE.findall(code())))
    used = {word for pair in named for word in pair}
    for prefix, kinds in PAGES.items():
        text = "\n".join(map(scripts, kinds))
        used |= {prefix + word for word in re.findall(r"[\"'](\w+)[\"']", text)}
        made += tuple(
            prefix + start for start in [*MADE.findall(text), *re.findall(r"`([a-z_]+_)\$\{", text)]
        )
    return used, made + tuple(f"aid_{tool.name}_help_" for tool in tools())


@pytest.mark.parametrize(
    "path", [SHARED, *OF_EXTRAS, *THEMES], ids=lambda path: str(path.parent.name)
)
def test_every_label_is_used(path: Path) -> None:
    used, made = used_labels()
    assert [key for key in words(path) if key not in used and not key.startswith(made)] == []


@pytest.mark.parametrize("path", THEMES, ids=lambda path: str(path.parent.name))
def test_themes_do_not_repeat_shared_labels(path: Path) -> None:
    shared = {key: text for file in OURS for key, text in words(file).items()}
    assert [key for key, text in words(path).items() if shared.get(key) == text] == []
