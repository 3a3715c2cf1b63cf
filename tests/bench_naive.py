"""Plain WeasyPrint as a peer: the cards of `bench_decks.py` in one document of whole sheets.

    python tests/bench_naive.py PROJECT PDF CARDS

It is what one would write without printgen, of which it imports nothing: the same files, fonts,
sizes and sheets as in `bench_cards.typ`, each card at an absolute position, which is faster than
CSS grids. The type does not shrink, and a word that does not fit is cut.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
ARTS = ROOT / "templates" / "zombstone" / "img"
LANG = "en"

# Sizes in mm: the trimmed card, its bleed, and the margins of the sheet.
WIDTH, HEIGHT, BLEED, LEFT, TOP = 63.0, 88.0, 3.0, 10.5, 14.0
COLUMNS, ROWS = 3, 3

STYLE = """
@page { size: 210mm 297mm; margin: 0 }
html { font-size: 8pt; color: #1d130c; line-height: 1.2 }
body, p { margin: 0 }
.sheet { position: relative; height: 296mm; break-after: page }
.art, .safe { position: absolute; overflow: hidden }
.art { width: 69mm; height: 94mm; background-size: 100% 100% }
.safe { width: 57mm; height: 82mm }
.front { font: 8.2pt/1.22 'IM Fell English', 'Noto Sans Symbols 2'; text-align: center }
.back { font: 7.8pt/1.22 'Special Elite', 'Noto Sans Symbols 2' }
.game { font: .72em 'Special Elite'; letter-spacing: .09em; text-transform: uppercase }
.front .name { font: 2.25em/1.1 Rye }
.back .name { font: 700 2.9em/.95 Caveat; text-align: center }
.cost { position: absolute; right: 0; width: 4.1em; height: 4.1em; padding-top: .6em;
  box-sizing: border-box; border: .35mm solid #7c1a12; border-radius: 50%; background: #f4ead4;
  color: #7c1a12; font-family: Rye }
img { display: block; width: 44mm; height: 12.5em; margin: auto; object-fit: cover;
  border: .3mm solid #1d130c }
table { width: 100%; margin: 1.6mm 0 .9mm; table-layout: fixed; border-spacing: 0 }
th { background: #1d130c; color: #f6ead2; font: .95em Rye }
td { border: .25mm solid #1d130c; font: 1.4em 'Special Elite' }
.rule { text-align: left; line-height: 1.14 }
b { color: #7c1a12; font: .95em Rye }
.back b { background: #1d130c; color: #f6ead2; font: 1em 'Special Elite' }
.titles { border: solid #1d130c; border-width: .25mm 0; text-align: center }
svg { float: left; width: 10.2em; height: 10.2em }
.values { font-family: Rye; font-size: 1.4em; height: 7.5em }
"""


class Cards:
    """The files of a project, read as they are."""

    def __init__(self, project: Path) -> None:
        self._game = project / "content" / "zombstone"
        self._lotow = project / "content" / "lotow"
        self._titles = {each: _read(each / "game.yaml") for each in (self._game, self._lotow)}
        self._rules = _read(self._lotow / "traits" / "rules.yaml")["entries"]
        self._traits: dict[str, Any] = {}
        for name in ("skills", "statuses", "weapons"):
            self._traits |= _read(self._game / "traits" / f"{name}.yaml")["entries"]

    def faces(self, number: int) -> tuple[str, str]:
        """The front and the back of a card, as HTML."""
        card = _read(self._game / "profiles" / f"gunman-{number:04d}.yaml")
        return self._front(card), self._back(card)

    def _front(self, card: dict[str, Any]) -> str:
        stats, title = card["stats"]["lotow"], self._titles[self._lotow]["title"]
        shown = [
            key
            for key in self._titles[self._lotow]["stat_lines"]["lotow"]["stats"]
            if key != "cost"
        ]
        heads = "".join(f"<th>{key}</th>" for key in shown)
        values = "".join(f"<td>{stats[key]}</td>" for key in shown)
        rules = [self._rules[name[6:]] for name in card["traits"] if name.startswith("lotow/")]
        return (
            f"<p class=game>{_text(title)}</p><p class=name>{_text(card['name'])}</p>"
            f"<p><i>{_text(card['epithet'])}</i></p><p class=cost>COST<br>{stats['cost']}</p>"
            f"<img src='{(self._game / card['image']).as_uri()}'>"
            f"<table><tr>{heads}</tr><tr>{values}</tr></table>{''.join(map(_rule, rules))}"
            f"<p><i>{_text(card['story'])}</i></p>"
        )

    def _back(self, card: dict[str, Any]) -> str:
        stats = card["stats"]["zombstone"]
        traits = [self._traits[name] for name in card["traits"] if "/" not in name]
        titles = [_text(each["name"]) for each in traits if each["kind"] in ("status", "role")]
        rules = [each for each in traits if each["kind"] not in ("status", "role")]
        title = self._titles[self._game]["title"]
        return (
            f"<p class=game>{_text(title)}</p><p class=name>{_text(card['name'])}</p>"
            f"<p class=titles>{' · '.join(titles)}</p>{_cylinder(stats['white'], stats['red'])}"
            f"<p class=values>{stats['pot']}<br>{stats['main']}</p>{''.join(map(_rule, rules))}"
        )


def _read(path: Path) -> Any:
    return yaml.load(path.read_bytes(), yaml.CSafeLoader)


def _text(value: Any) -> str:
    words = value.get(LANG, value.get("any", "")) if isinstance(value, dict) else value
    return re.sub(r"\*+(.+?)\*+", r"<i>\1</i>", escape(str(words)))


def _rule(trait: dict[str, Any]) -> str:
    damage = trait.get("values", {}).get("damage")
    name = _text(trait["name"]) + (f" {damage:+d}" if damage is not None else "")
    return f"<p class=rule><b>{name}</b> {_text(trait.get('text', ''))}</p>"


def _cylinder(white: int, red: int) -> str:
    """The chambers of a revolver: full ones, hurt ones and empty ones."""
    places = ((50, 20), (76, 35), (76, 65), (50, 80), (24, 65), (24, 35))
    fills = ["white"] * white + ["#a8221a"] * red + ["none"] * (6 - white - red)
    chambers = "".join(
        f"<circle cx='{x}' cy='{y}' r='12' fill='{fill}' stroke='#1d130c' stroke-width='1.8'/>"
        for (x, y), fill in zip(places, fills, strict=True)
    )
    rim = "<circle cx='50' cy='50' r='48' fill='none' stroke='#1d130c' stroke-width='2.4'/>"
    return f"<svg viewBox='0 0 100 100'>{rim}{chambers}</svg>"


def _sheets(cards: Cards, count: int) -> Iterator[str]:
    """Sheets of fronts, each followed by its backs, mirrored for a turn over the long edge."""
    for first in range(0, count, COLUMNS * ROWS):
        numbers = range(first, min(first + COLUMNS * ROWS, count))
        faces = [cards.faces(number) for number in numbers]
        for side, name in enumerate(("front", "back")):
            art = ("poster-{}.jpg", 3) if name == "front" else ("paper-{}.jpg", 4)
            placed = []
            for slot, number in enumerate(numbers):
                row, column = divmod(slot, COLUMNS)
                column = COLUMNS - 1 - column if side else column
                x, y = LEFT + column * WIDTH, TOP + row * HEIGHT
                picture = (ARTS / art[0].format(number % art[1] + 1)).as_uri()
                placed.append(
                    f"<div class=art style='left:{x - BLEED}mm;top:{y - BLEED}mm;"
                    f'background-image:url("{picture}")\'></div>'
                    f"<div class='safe {name}' style='left:{x + BLEED}mm;top:{y + BLEED}mm'>"
                    f"{faces[slot][side]}</div>"
                )
            yield f"<div class=sheet>{''.join(placed)}</div>"


def main() -> None:
    """Lay the cards out and write the PDF."""
    project, out, count = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder) / "fonts.conf"
        configuration.write_text(
            f"<fontconfig><dir>{ROOT / 'fonts'}</dir><cachedir>{folder}</cachedir></fontconfig>"
        )
        os.environ["FONTCONFIG_FILE"] = str(configuration)
        import weasyprint

        sheets = "".join(_sheets(Cards(project), count))
        html = f"<!doctype html><html lang={LANG}><style>{STYLE}</style><body>{sheets}"
        weasyprint.HTML(string=html).write_pdf(out)


if __name__ == "__main__":
    main()
