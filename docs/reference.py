"""Write the reference of keys from the models: `python docs/reference.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from key_examples import Examples, entries, game_files, note
from key_types import Schema, value_words
from since import since

from printgen.content.models.base import Model, json_schema
from printgen.content.models.game import game_model
from printgen.content.models.products import FacesProduct, Product
from printgen.content.models.theme import ChartTheme
from printgen.extras.hex_maps.theme import MapTheme
from printgen.extras.itch.theme import ShopTheme
from printgen.products import product_models
from printgen.project import TEMPLATES
from printgen.rules.mechanic import KINDS

THEME_FILES: dict[str, type[Model]] = {
    "chart.yaml": ChartTheme,
    "map.yaml": MapTheme,
    "itch.yaml": ShopTheme,
}
FOLDER = Path(__file__).resolve().parent / "en" / "reference"

_ABOUT = """A text is `{en: …, fr: …}`, or words in the first language of the game. An id is made of
lower-case letters, digits and hyphens. Keys without a version are as old as printgen.

<!-- `python docs/reference.py` writes this page. -->
"""


_BELOW = """## Values with keys of their own

A value above that is a link is a mapping with the keys listed here.
"""


class Section(NamedTuple):
    """The keys of a model: its title, its schema, the level of its heading, and keys left out."""

    title: str
    schema: Schema
    name: str
    level: int = 3
    left_out: frozenset[str] = frozenset()
    words: str = ""

    @property
    def keys(self) -> list[str]:
        """Its keys, as `Model.key`."""
        keys = self.schema.get("properties", {})
        return [f"{self.name}.{key}" for key in keys if key not in self.left_out]

    @property
    def since(self) -> str:
        """When all of its keys came, in words; empty if it is as old as printgen, or grew."""
        found = {since(key) for key in self.keys}
        return found.pop() if len(found) == 1 else ""


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def _value(section: Schema, key: str) -> str:
    """The values of a key, and whether it is required or what its default is."""
    schema = section["properties"][key]
    words = value_words(schema)
    if key in section.get("required", ()):
        return f"{words}; **required**"
    value = schema.get("default")
    plain = value not in (None, [], {}, "") and not isinstance(value, dict)
    return f"{words}; default `{_json(value)}`" if plain else words


def _json(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _rows(section: Section, examples: Examples) -> Iterator[str]:
    yield "| key | value | what it is |"
    yield "| --- | --- | --- |"
    for key, schema in section.schema.get("properties", {}).items():
        if key not in section.left_out:
            example = examples.get((section.name, key))
            # A section that is new as a whole says so once.
            new = "" if section.since else since(f"{section.name}.{key}")
            words = (
                schema.get("description", ""),
                f"Such as `{example}`." if example else "",
                f"*{new}*" if new else "",
            )
            cells = f"`{key}`", _value(section.schema, key), " ".join(filter(None, words))
            yield f"| {' | '.join(map(_cell, cells))} |"


def _text(section: Section, examples: Examples) -> str:
    about = section.words or re.sub(r"\s+", " ", section.schema.get("description", "")).strip()
    heading = f"{'#' * section.level} {section.title}"
    about = " ".join(filter(None, (about, section.since and f"*{section.since}*")))
    return "\n".join((heading, "", about, "", *_rows(section, examples), ""))


def add_models(defs: dict[str, Schema], more: dict[str, Schema]) -> None:
    """Add models. Raises ValueError for two of the same name, which a page cannot tell apart."""
    for name, schema in more.items():
        if defs.setdefault(name, schema) != schema:
            raise ValueError(f"two models are named {name}")


def sections_of(defs: dict[str, Schema]) -> list[Section]:
    """The models in other models, by name."""
    return [
        Section(name, schema, name)
        for name, schema in sorted(defs.items())
        if "properties" in schema
    ]


def _page(title: str, words: str, sections: list[Section], examples: Examples) -> str:
    head = f"# {title}\n\n{words}\n{_ABOUT}"
    texts = [_text(section, examples) for section in sections]
    below = next((n for n, section in enumerate(sections) if section.level > 2), len(texts))
    return "\n".join((head, *texts[:below], *([_BELOW] if texts[below:] else []), *texts[below:]))


def game_sections() -> tuple[list[Section], Examples]:
    """The keys of `game.yaml`."""
    schema, examples = json_schema(game_model()), Examples()
    defs = schema.pop("$defs", {})
    for data in game_files("game.yaml"):
        note("Game", schema, defs, data, examples)
    return [Section("The file", schema, "Game", 2), *sections_of(defs)], examples


def product_sections() -> tuple[list[Section], Examples]:
    """The keys of `products.yaml`, by output kind."""
    common, faces = frozenset(Product.model_fields), frozenset(FacesProduct.model_fields)
    shared = json_schema(Product), json_schema(FacesProduct)
    found = [
        Section("Every product", shared[0], "Product", 2),
        Section("Cards and other pieces", shared[1], "FacesProduct", 2, common),
    ]
    defs, examples = dict(shared[1].pop("$defs", {})), Examples()
    products = [each for data in game_files("products.yaml") for each in (data or {}).values()]
    for name, model in product_models().items():
        schema = json_schema(model)
        add_models(defs, schema.pop("$defs", {}))
        has_faces = issubclass(model, FacesProduct)
        base = shared[1]["properties"] if has_faces else shared[0]["properties"]
        own = {key for key, value in schema["properties"].items() if base.get(key) != value}
        left = frozenset(schema["properties"]) - own | {"output"}
        found.append(Section(f"output: {name}", schema, model.__name__, 2, left))
        for value in products:
            if isinstance(value, dict) and value.get("output") == name:
                note(model.__name__, schema, defs, value, examples)
                for above, keys in (("FacesProduct", faces), ("Product", common)):
                    for key in keys & set(value):
                        if example := examples.get((model.__name__, key)):
                            examples.setdefault((above, key), example)
    return [*found, *sections_of(defs)], examples


def entry_sections() -> tuple[list[Section], Examples]:
    """The keys of entries, by kind."""
    found: list[Section] = []
    defs: dict[str, Schema] = {}
    examples = Examples()
    for kind, model in KINDS.items():
        schema: dict[str, Any] = json_schema(model)
        add_models(defs, schema.pop("$defs", {}))
        found.append(Section(f"{kind}/", schema, model.__name__, 2))
        for value in entries(kind):
            note(model.__name__, schema, defs, value, examples)
    return [*found, *sections_of(defs)], examples


def theme_sections() -> tuple[list[Section], Examples]:
    """The keys of the YAML files of themes."""
    found: list[Section] = []
    defs: dict[str, Schema] = {}
    examples = Examples()
    for name, model in THEME_FILES.items():
        schema: dict[str, Any] = json_schema(model)
        add_models(defs, schema.pop("$defs", {}))
        found.append(Section(name, schema, model.__name__, 2))
        for path in sorted(TEMPLATES.glob(f"*/{name}")):
            note(model.__name__, schema, defs, yaml.safe_load(path.read_bytes()), examples)
    return [*found, *sections_of(defs)], examples


PAGES = {
    "game": (
        "The keys of game.yaml",
        "`game.yaml` has the title of a game, its languages, and all that it declares.",
        game_sections,
    ),
    "products": (
        "The keys of products.yaml",
        "`products.yaml` lists what to print. Each product has an `output`, a `title`, and the "
        "keys of its output kind.",
        product_sections,
    ),
    "entries": (
        "The keys of entries",
        "An entry is a file in the folder of its kind, or one of several under `entries:`. Kinds "
        "that a game declares have the [fields](game.md#entryfield) that it gives them, and "
        "`name`, `copies` and `errata`.",
        entry_sections,
    ),
    "theme-keys": (
        "The keys of theme files",
        "A theme may set charts, maps and the pictures for shops by YAML files in its folder. "
        "[Files of a theme](theme-files.md) lists all that it may have.",
        theme_sections,
    ),
}


def page(name: str) -> str:
    """A page of the reference."""
    title, words, sections = PAGES[name]
    return _page(title, words, *sections())


def all_sections() -> list[Section]:
    """The sections of all pages."""
    return [section for _, _, sections in PAGES.values() for section in sections()[0]]


def all_keys() -> list[str]:
    """All keys, as `Model.key`, each once."""
    return [*dict.fromkeys(key for section in all_sections() for key in section.keys)]


def undescribed() -> list[str]:
    """The keys without a description, as `Model.key`."""
    return [
        f"{section.name}.{key}"
        for section in all_sections()
        for key, schema in section.schema.get("properties", {}).items()
        if key not in section.left_out and not schema.get("description")
    ]


if __name__ == "__main__":
    for name in PAGES:
        (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")
