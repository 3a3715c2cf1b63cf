"""The defects that `defects.py` plants: in texts, pictures, products, chapters and style sheets."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from defect_bench import LANG, Defect, Ground, write
from defect_kinds import (
    BACKS,
    CHAPTERS,
    DRAWINGS,
    ELEMENTS,
    PHOTOS,
    RIGHT_TO_LEFT,
    TEXTS,
    TRICKS,
    Bench,
    Place,
    own_theme,
)


def of_texts(ground: Ground, medium: str, chance: random.Random, each: int) -> Iterator[Defect]:
    """Defects of the texts of a product: as many of each class."""
    places = ground.places(medium)
    for kind, change in {**TEXTS, **(RIGHT_TO_LEFT if medium == "maps" else {})}.items():
        fit = [place for place in places if _suits(kind, medium, place)]
        for place in chance.sample(fit, min(each, len(fit))):
            words = change(place.words, chance)
            plant = partial(write, place, words)
            name = f"{words[:60]!r} at {place.file}:{place.line}"
            # A sheet of too many pages is named at its product.
            game = ground.bench.products[medium].partition("/")[0]
            is_long = kind == "more than fits" and medium == "sheets"
            files = (place.file, *([f"content/{game}/products.yaml"] if is_long else []))
            at = files, 0 if is_long else place.line, place
            yield Defect(kind, medium, ground.bench, name, plant, *at)


def _suits(kind: str, medium: str, place: Place) -> bool:
    """Whether a text may have a defect of a class."""
    if kind == "invisible name":
        return place.is_name
    if kind == "more than fits":
        # Labels of a game that do not fit are named at each card that prints them; books have room.
        in_map = "/maps/" in place.file or medium in ("cards", "sheets")
        return in_map and not place.file.endswith("/game.yaml")
    return True


def of_files(ground: Ground) -> Iterator[Defect]:
    """Defects of pictures, products and chapters of the starters."""
    bench = ground.bench
    if bench.name == "skirmish":
        for name, (suffix, make) in PHOTOS.items():
            yield from _of_photo(bench, name, f"images/shown.{suffix}", make)
    if bench.name == "deck":
        game = "content/storm"
        for name, drawing in DRAWINGS.items():
            for medium, file in (("cards", "sea"), ("counters", "oil")):
                yield _of_drawing(medium, bench, name, f"{game}/images/{file}.svg", drawing)
        for name, (old, new) in BACKS.items():
            medium = "counters" if "token" in name or "size" in name else "cards"
            yield _edited("back or page", medium, bench, name, f"{game}/products.yaml", old, new)
    if "books" in bench.products:
        folder = ground.root / "content" / bench.products["books"].partition("/")[0] / "chapters"
        file = sorted(folder.glob(f"*.{LANG}.md"))[-1].relative_to(ground.root).as_posix()
        text = (ground.root / file).read_text("utf-8")
        for name, more in CHAPTERS.items():
            yield _replaced("chapter", "books", bench, name, file, f"{text}\n{more}\n")
        yield Defect("chapter", "books", bench, "lost", lambda root: (root / file).unlink(),
                     (f"content/{bench.products['books'].partition('/')[0]}/",))  # fmt: skip


def _of_photo(bench: Bench, name: str, picture: str, make: Callable[[], bytes]) -> Iterator[Defect]:
    """A photo on a card and in a chapter."""
    card, chapter = "content/fog/profiles/captain.yaml", f"content/fog/chapters/01-game.{LANG}.md"
    shown = {"cards": (card, f"image: {picture}\n"),
             "books": (chapter, f"\n:::{{figure}} {picture} A picture\n")}  # fmt: skip
    for medium, (file, more) in shown.items():

        def plant(root: Path, file: str = file, more: str = more) -> None:
            path = root / "content/fog" / picture
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(make())
            (root / file).write_text((root / file).read_text("utf-8") + more, "utf-8")

        files = (file, f"content/fog/{picture}")
        yield Defect("photo", medium, bench, name, plant, files)


def _of_drawing(medium: str, bench: Bench, name: str, file: str, drawing: str) -> Defect:
    """A drawing of an icon: it is named at itself, where it is declared, or at what prints it."""
    game = "/".join(file.split("/")[:2])
    printed = "events" if medium == "cards" else "supplies"
    defect = _replaced("drawing", medium, bench, name, file, drawing)
    return replace(defect, files=(file, f"{game}/game.yaml", f"{game}/{printed}/"))


def _replaced(kind: str, medium: str, bench: Bench, name: str, file: str, content: str) -> Defect:
    def plant(root: Path) -> None:
        (root / file).write_text(content, "utf-8")

    return Defect(kind, medium, bench, name, plant, (file,))


def _edited(
    kind: str, medium: str, bench: Bench, name: str, file: str, old: str, new: str
) -> Defect:
    def plant(root: Path) -> None:
        text = (root / file).read_text("utf-8")
        assert old in text, old
        (root / file).write_text(text.replace(old, new, 1), "utf-8")

    return Defect(kind, medium, bench, name, plant, (file,))


def of_themes(ground: Ground) -> Iterator[Defect]:
    """Defects of the style sheets of sheets and books."""
    for medium, (sheet, elements) in ELEMENTS.items():
        for trick, rule in TRICKS.items() if ground.bench.name == "skirmish" else ():
            for element in elements:
                if trick == "lines over lines" and element.endswith("h2"):
                    continue  # These headings have one line.

                def plant(
                    root: Path, sheet: str = sheet, rules: str = f"\n{element} {{ {rule} }}\n"
                ) -> None:
                    with (own_theme(root) / sheet).open("a", encoding="utf-8") as stream:
                        stream.write(rules)

                name = f"{trick} of {element}"
                files = ("content/fog/", f"templates/plain/{sheet}")
                yield Defect("style sheet", medium, ground.bench, name, plant, files)
