"""The labels of the themes: each is used, and none is repeated."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import printgen
from printgen.content.models.text import Text
from printgen.project import TEMPLATES, Folders
from printgen.typography.labels import read_labels

SHARED = TEMPLATES / "_shared" / "labels.yaml"
THEMES = sorted(path for path in TEMPLATES.glob("*/labels.yaml") if path != SHARED)
# Prefixes of computed keys: `f"duel_{name}"`, `labels['eg_cover_' ~ cover]`.
MADE = re.compile(r"""["']([a-z_]+_)(?:\{|["']\s*~)""")


@cache
def code() -> str:
    """All modules and templates."""
    package = Path(printgen.__file__).parent
    paths = [*package.rglob("*.py"), *package.rglob("*.j2"), *TEMPLATES.rglob("*.j2")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@cache
def played() -> str:
    """The quest player's page, where labels have no prefix `play_`."""
    paths = [*(TEMPLATES / "_shared" / "quest").iterdir()]
    paths += [Path(printgen.__file__).parent / "export" / "quest_player" / "page.py"]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def words(path: Path) -> dict[str, Text]:
    """The labels of a file without faults."""
    found, problems = read_labels(Folders(TEMPLATES.resolve()), path)
    assert not problems
    return found


@pytest.mark.parametrize("path", [SHARED, *THEMES], ids=lambda path: str(path.parent.name))
def test_every_label_is_used(path: Path) -> None:
    named = set(re.findall(r"labels\.(\w+)|[\"'](\w+)[\"']", code()))
    made = tuple(set(MADE.findall(code())))
    used = {word for pair in named for word in pair}
    used |= {f"play_{word}" for word in re.findall(r"[\"'](\w+)[\"']", played())}
    beginnings = [*MADE.findall(played()), *re.findall(r"`([a-z_]+_)\$\{", played())]
    made += tuple(f"play_{beginning}" for beginning in beginnings)
    assert [key for key in words(path) if key not in used and not key.startswith(made)] == []


@pytest.mark.parametrize("path", THEMES, ids=lambda path: str(path.parent.name))
def test_themes_do_not_repeat_shared_labels(path: Path) -> None:
    shared = words(SHARED)
    assert [key for key, text in words(path).items() if shared.get(key) == text] == []
