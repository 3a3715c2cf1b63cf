"""Write `en/reference/templates.md` from the view models: `python docs/templates.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints, is_typeddict

from printgen.content.directives import LEAF_DIRECTIVES, added_directive
from printgen.extra import load, named_parts
from printgen.extras.pieces.boxes import BoxPanelView, NetGroundView
from printgen.extras.pieces.screens import ScreenOutsideView, ScreenPanelView
from printgen.extras.pieces.sheets import StickerView
from printgen.products.card_faces import FaceContext, FigureContext
from printgen.products.sheet import SheetContext
from printgen.typography import text
from printgen.views import (
    components,
    scenarios,
    sheets,
    studies,
    tables,
)
from printgen.views.book import BookView, PieceView
from printgen.views.entries import CommonBackView, FieldView, RecipeView
from printgen.views.game import GameView
from printgen.views.profiles import ProfileView, TraitView
from printgen.views.scenarios import ActionPlanView

ROOT = Path(__file__).resolve().parent.parent

INTRODUCTION = """# Variables of templates

A template is HTML with Jinja: `{{ card.name }}` prints a variable. Texts are HTML already, in the
language of the file. A list is read with `{% for each in list %}`, a mapping by its keys. This page
lists the variables of each kind of template, then what is in them.

<!-- `python docs/templates.py` writes this page. -->
"""

# The titles of the sections, their words, and the types that they begin with.
SECTIONS: tuple[tuple[str, str, tuple[type, ...]], ...] = (
    (
        "Faces of cards and other pieces",
        "`card` is the entry on the face: a ProfileView, an ActionPlanView, a TraitView, or an "
        "entry of a kind that the game declares, with its fields by their names, `name`, `id`, "
        "`copies`, and all as `fields`, a list of FieldView. The template `recipe` sees a "
        "RecipeView as `face`, `common-back` a CommonBackView; so do `token`, `standee`, `divider` "
        "and `token-back`. The back of a standee or a divider has `mirrored`; a divider has `tab`, "
        "with `left`, `width` and `height`. The `face` of `box-panel` is a BoxPanelView, that of "
        "`box-ground` a NetGroundView, of `screen-panel` a ScreenPanelView, of `screen-outside` a "
        "ScreenOutsideView, of `sticker` a StickerView.",
        (FaceContext, FigureContext),
    ),
    ("Sheets", "", (SheetContext,)),
    ("Books", "", (BookView,)),
)

OTHERS = (
    ProfileView, ActionPlanView, TraitView, FieldView, RecipeView, CommonBackView, PieceView,
    BoxPanelView, NetGroundView, ScreenPanelView, ScreenOutsideView, StickerView,
)  # fmt: skip


def page() -> str:
    """The page."""
    parts, found = [INTRODUCTION], dict.fromkeys(OTHERS)
    for title, words, types in SECTIONS:
        parts.append("\n".join(filter(None, (f"## {title}\n", words and f"{words}\n"))))
        for kind in types:
            parts.append(_table(kind))
            found |= dict.fromkeys(_inside(kind))
    shown = {kind for _, _, types in SECTIONS for kind in types}
    for kind in list(found):
        found |= dict.fromkeys(_inside(kind))
    parts.append("## What is in them\n")
    for kind in sorted(set(found) - shown, key=lambda kind: kind.__name__):
        parts.append(f"### {kind.__name__}\n\n{_table(kind)}")
    return "\n".join(parts)


def _table(kind: type) -> str:
    words = re.sub(r"\s+", " ", kind.__doc__ or "").strip()
    rows = [f"| `{name}` | {_name(hint)} |" for name, hint in _hints(kind).items()]
    return "\n".join((words, "", "| variable | type |", "| --- | --- |", *rows, ""))


# The names of types of views, by which others refer to them.
_NAMES = {
    name: value
    for module in (text, components, scenarios, sheets, studies, tables)
    for name, value in vars(module).items()
}


def _hints(kind: type) -> dict[str, object]:
    # Some types refer to those of another module, which is imported when it is used.
    own = vars(import_module(kind.__module__))
    hints = get_type_hints(kind, localns={**_NAMES, **own})
    if kind is GameView:
        hints |= dict.fromkeys(named_parts("game_keys"), hints["deck"])
    for name, kind_named in LEAF_DIRECTIVES.items():
        added = added_directive(name)
        part = (added.view if added else "") or named_parts("views").get(kind_named)
        # The directives of extras are not among the keys that the core knows.
        known = hints.get(name, object if kind is PieceView else str)
        if part and known not in (str, str | None):
            view = get_type_hints(load(part))["return"]
            hints[name] = view | None if type(None) in get_args(known) else view
    return hints


_WORDS = {str: "text", int: "number", float: "number", bool: "yes or no", object: "anything"}


def _name(hint: object) -> str:
    """A type in words, with links to view models."""
    if get_origin(hint) is dict and str(get_args(hint)[1]).startswith("str | int"):
        # A plain model.
        return "the keys of `game.yaml`"
    if isinstance(hint, type) and is_typeddict(hint):
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    if isinstance(hint, type) and hint in _WORDS:
        return _WORDS[hint]
    if hint is type(None):
        return "nothing"
    arguments = get_args(hint)
    origin = get_origin(hint)
    if origin in (list, tuple):
        return f"list of {_name(arguments[0])}"
    if origin in (dict, Mapping):
        return f"mapping to {_name(arguments[1])}"
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in arguments)
    if arguments:
        return " or ".join(dict.fromkeys(map(_name, arguments)))
    return getattr(hint, "__name__", str(hint))


def _inside(kind: type) -> Iterator[type]:
    """The view models in the variables of a view model, at any depth, each once."""
    seen: dict[type, None] = {}
    waiting: list[object] = [*_hints(kind).values()]
    while waiting:
        hint = waiting.pop(0)
        waiting += get_args(hint)
        if isinstance(hint, type) and is_typeddict(hint) and hint not in seen:
            seen[hint] = None
            waiting += _hints(hint).values()
    yield from seen


if __name__ == "__main__":
    (ROOT / "docs" / "en" / "reference" / "templates.md").write_text(page(), encoding="utf-8")
