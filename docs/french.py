"""Write the French pages of the reference from the English ones and `french_words.yaml`:
`python docs/french.py`.

The reference is in English, as the messages of printgen are. The French pages say what each part is
about, list what is in it, and lead there.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import yaml

FOLDER = Path(__file__).resolve().parent

_HEADING = re.compile(r"(##+) (.+)")
_ROW = re.compile(r"\| (`[^`|]+`)(?:, `[^`|]+`)* \|")
# The most names of keys that a line lists.
MAX_NAMES = 60


class Part(NamedTuple):
    """A section of an English page: its level, its title, its anchor, and what its table lists."""

    level: int
    title: str
    anchor: str
    names: list[str]


def french_words() -> dict[str, Any]:
    """What the French pages say, by page."""
    found: dict[str, Any] = yaml.safe_load((FOLDER / "french_words.yaml").read_text("utf-8"))
    return found


def english(name: str) -> str:
    """The English page of a name."""
    return (FOLDER / "en" / "reference" / f"{name}.md").read_text(encoding="utf-8")


def anchor(title: str) -> str:
    """The anchor that MkDocs gives a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower())


def parts(text: str) -> list[Part]:
    """The sections of a page. Examples between `~~~` have none."""
    found: list[Part] = []
    fenced = False
    for line in text.splitlines():
        fenced ^= line.startswith("~~~")
        if fenced:
            continue
        if heading := _HEADING.fullmatch(line):
            title = heading[2]
            found.append(Part(len(heading[1]), title, anchor(title), []))
        elif found and (row := _ROW.match(line)):
            found[-1].names.append(row[1])
    return found


def page(name: str) -> str:
    """The French page of a name."""
    said, text = french_words()[name], english(name)
    title = text.partition("\n")[0].removeprefix("# ")
    head = (
        f"# {said['title']}\n\n{said['about']}\n\nCette référence est tirée du programme ; elle "
        f"est en anglais : [{title}](../../en/reference/{name}.md). Le [glossaire](glossary.md) en "
        "traduit les mots.\n\n<!-- `python docs/french.py` écrit cette page. -->\n"
    )
    found = parts(text)
    if name == "checks":
        return f"{head}\n{_codes(found)}"
    above = [part for part in found if part.level == 2]
    rows = [_row(name, part, said["sections"][part.title]) for part in above]
    table = ["| partie | en anglais | ce qu’on y trouve |", "| --- | --- | --- |", *rows]
    return "\n".join((head, *table, "", *_below(name, found)))


def _row(name: str, part: Part, words: str) -> str:
    names = part.names[:MAX_NAMES]
    more = " …" if len(part.names) > len(names) else ""
    return f"| {words} | {_link(name, part)} | {' '.join(names)}{more} |"


def _link(name: str, part: Part) -> str:
    return f"[{part.title}](../../en/reference/{name}.md#{part.anchor})"


def _below(name: str, found: list[Part]) -> list[str]:
    """The sections below others, such as the models of values, and what is in them."""
    below = [part for part in found if part.level == 3]
    if not below:
        return []
    rows = [f"| {_link(name, part)} | {' '.join(part.names[:MAX_NAMES])} |" for part in below]
    if not any(part.names for part in below):
        return ["## Le détail", "", " · ".join(_link(name, part) for part in below), ""]
    return ["## Le détail", "", "| en anglais | ce qu’on y trouve |", "| --- | --- |", *rows, ""]


def _codes(found: list[Part]) -> str:
    """The codes of problems, by their first word."""
    groups: dict[str, list[str]] = {}
    for part in sorted(found, key=lambda part: part.title):
        groups.setdefault(part.title.partition("-")[0], []).append(_link("checks", part))
    rows = [f"| {word} | {' · '.join(links)} |" for word, links in groups.items()]
    return "\n".join(("| sujet | codes |", "| --- | --- |", *rows, ""))


if __name__ == "__main__":
    for page_name in french_words():
        path = FOLDER / "fr" / "reference" / f"{page_name}.md"
        path.write_text(page(page_name), encoding="utf-8")
