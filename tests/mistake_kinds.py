"""Kinds of mistakes as authors make them: generators of edits of the files of a game.

Each kind finds its places by patterns. `MAKERS` has them all by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path

# A line (from 0) and the lines that replace it.
Edit = tuple[int, list[str]]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a file: a line (from 1) and the lines that replace it; or, with line 0, the new
    name of the file, or none if it is deleted.
    """

    file: Path
    line: int
    lines: tuple[str, ...]


# The changes of a mistake.
Changes = tuple[Change, ...]

# The mistakes of each kind in the folder of a game.
MAKERS: dict[str, Callable[[Path], Iterator[Changes]]] = {}


def _named(make: Callable[..., object]) -> str:
    return make.__name__.strip("_").replace("_", " ")


def _maker(files: str) -> Callable[[Callable[[list[str]], Iterator[Edit]]], None]:
    """Register a generator of edits for the files of a glob pattern, below the folder of a game."""

    def register(make: Callable[[list[str]], Iterator[Edit]]) -> None:
        def mistakes(game: Path) -> Iterator[Changes]:
            for path in sorted(game.glob(files)):
                for line, new in make(_lines(path)):
                    yield (Change(path, line + 1, tuple(new)),)

        MAKERS[_named(make)] = mistakes

    return register


# Two versions of a chapter, and an edit of each.
Edits = tuple[Edit, Edit]


def _in_both_languages(make: Callable[[list[str], list[str]], Iterator[Edits]]) -> None:
    """Register a generator of edits of a chapter in French and in English."""

    def mistakes(game: Path) -> Iterator[Changes]:
        for french in sorted(game.glob("chapters/*.fr.md")):
            english = french.with_name(french.name.replace(".fr.", ".en."))
            for one, two in make(_lines(french), _lines(english)):
                yield (
                    Change(french, one[0] + 1, tuple(one[1])),
                    Change(english, two[0] + 1, tuple(two[1])),
                )

    MAKERS[_named(make)] = mistakes


def _of_chapters(make: Callable[[list[Path]], Iterator[Changes]]) -> None:
    """Register a generator of renamed and deleted chapters; it gets the French ones of a game."""
    MAKERS[_named(make)] = lambda game: make(sorted(game.glob("chapters/*.fr.md")))


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


def _replaced(
    lines: list[str], pattern: str, new: Callable[[re.Match[str]], str]
) -> Iterator[Edit]:
    """Edits that change the first match of a pattern in each line that has one."""
    compiled = re.compile(pattern)
    for number, line in enumerate(lines):
        if line.lstrip().startswith("# "):
            continue  # a comment, or the title of a chapter
        if found := compiled.search(line):
            changed = line[: found.start()] + new(found) + line[found.end() :]
            if changed != line:
                yield number, [changed]


def _with(found: re.Match[str], word: str) -> str:
    return word


def _one_more(found: re.Match[str]) -> str:
    return str(int(found[0]) + 1)


_DIGITS = r"(?<![\w#{=.:/-])[0-9]{1,2}(?![\w}.:/-]|\.)"


@_maker("chapters/*.en.md")
def _number_in_one_language(lines: list[str]) -> Iterator[Edit]:
    for number, new in _replaced(lines, _DIGITS, _one_more):
        if not lines[number].startswith((":::", "|")):
            yield number, new


@_maker("t*/*.yaml")
def _number_in_one_text(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=\ben: \")([^\"]*?)([0-9]+)", _last_group_more)


def _last_group_more(found: re.Match[str]) -> str:
    return f"{found[1]}{int(found[2]) + 1}"


_WORDS = {
    "two": "three",
    "three": "four",
    "four": "five",
    "six": "five",
    "deux": "trois",
    "trois": "quatre",
}


@_maker("chapters/*.md")
def _number_word_in_one_language(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, rf"\b({'|'.join(_WORDS)})\b", lambda found: _WORDS[found[0]])


@_maker("t*/*.yaml")
def _text_in_the_wrong_language(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines[:-1]):
        first = re.fullmatch(r"(\s*)fr: (\".{25,}\")", line)
        second = re.fullmatch(r"\s*en: (\".*\")", lines[number + 1])
        if first and second:
            yield number, [f"{first[1]}fr: {second[1]}"]


@_maker("chapters/*.fr.md")
def _heading_removed(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if line.startswith("##"):
            yield number, []


@_maker("chapters/*.en.md")
def _heading_of_another_level(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"^## ", lambda found: "### ")


@_maker("chapters/*.en.md")
def _heading_id_changed(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"^#+ .*\{#[a-z]+", lambda found: found[0] + "s")


@_maker("chapters/*.en.md")
def _paragraph_lost(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        alone = not lines[number - 1] and not "".join(lines[number + 1 : number + 2])
        if number and alone and re.match(r"[A-Z][a-z]", line):
            yield number, []


@_maker("chapters/*.en.md")
def _index_term_lost(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"\[([^\]]+)\]\{\.term[^}]*\}", lambda found: found[1])


@_maker("chapters/*.fr.md")
def _reference_changed(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=\]\()#[a-z-]+", lambda found: "#index")


@_maker("chapters/*.md")
def _reference_lost(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"\[([^\]]+)\]\([#a-z][^)]*\)", lambda found: found[1])


@_maker("chapters/*.en.md")
def _wrong_unit_in_one_language(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=[0-9] )inch(es)?|(?<=[0-9])″", lambda found: "cm")


@_maker("t*/*.yaml")
def _wrong_unit_in_one_text(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=[0-9] )inch(es)?\b", lambda found: "cm")


@_maker("chapters/*.md")
def _mark_lost(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"[)»”]", lambda found: "")


@_maker("chapters/*.md")
def _strong_unclosed(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=\w)\*\*", lambda found: "")


@_maker("*/*.yaml")
def _quote_lost(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=\w)[)»”]", lambda found: "")


@_maker("chapters/*.md")
def _attribute_unclosed(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(\{\.(?:term|odds)[^}]*)\}", lambda found: found[1])


@_maker("tables/*.yaml")
def _row_lost(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if re.match(r"  - \S.*[}\]]$", line):
            yield number, []


@_maker("tables/*.yaml")
def _row_twice(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if re.match(r"  - \S.*[}\]]$", line):
            yield number, [line, line]


@_maker("game.yaml")
def _licence_removed(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if re.match(r"(licence|credits):", line):
            yield number, [f"x-{line}"]


@_maker("chapters/*.md")
def _odds_off_by_one(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(
        lines,
        r"\[([^\]]*?)([0-9]+)( ?%[^\]]*\]\{\.odds)",
        lambda m: f"[{m[1]}{int(m[2]) + 1}{m[3]}",
    )


@_maker("scenarios/*.yaml")
def _figure_moved(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(shape: figure, at: \[)[0-9.]+", lambda found: found[1] + "999")


@_maker("scenarios/*.yaml")
def _figure_on_another(lines: list[str]) -> Iterator[Edit]:
    place = re.compile(r"shape: figure, at: (\[[^\]]*\])")
    for number, line in enumerate(lines[1:], 1):
        before, here = place.search(lines[number - 1]), place.search(line)
        if before and here:
            yield number, [line.replace(here[1], before[1])]


@_maker("products.yaml")
def _quantity_of_another(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"^    [a-z-]+(?=: [0-9]+$)", lambda found: found[0] + "s")


@_maker("profiles/*.yaml")
def _stat_out_of_range(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=: )[0-9](?=[,}]|$)", lambda found: "99")


@_maker("*s/*.yaml")
def _reference_misspelt(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=profile: )[a-z-]+", lambda found: found[0][:-1])


@_maker("maps/*.yaml")
def _map_key_misspelt(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"^([a-z]{4,})(?=:)", lambda found: found[0][:-2] + found[0][-1])


_ALONE = r"(?<![\w#{{=.,:/-]){}(?![\w}}:/-]|[.,][0-9])"


def _digits_in_both(one: str, two: str) -> Iterator[str]:
    """The numbers that two translations have once each, in digits."""
    for digits in sorted(set(re.findall(_DIGITS, one))):
        if all(len(re.findall(_ALONE.format(digits), text)) == 1 for text in (one, two)):
            yield digits


@_in_both_languages
def _number_in_both_languages_of_a_chapter(
    french: list[str], english: list[str]
) -> Iterator[Edits]:
    one, two = _paragraphs(french), _paragraphs(english)
    if len(one) != len(two):
        return
    for first, second in zip(one, two, strict=True):
        for digits in _digits_in_both("\n".join(first[1]), "\n".join(second[1])):
            yield _more_in(first, digits), _more_in(second, digits)


def _paragraphs(lines: list[str]) -> list[tuple[int, list[str]]]:
    """The paragraphs of a chapter, each with the line (from 0) where it begins."""
    found, start = list[tuple[int, list[str]]](), 0
    for number, line in enumerate([*lines, ""]):
        if not line:
            if number > start:
                found.append((start, lines[start:number]))
            start = number + 1
    return found


def _more_in(paragraph: tuple[int, list[str]], digits: str) -> Edit:
    pattern = _ALONE.format(digits)
    (edit,) = _replaced(["", *paragraph[1]], pattern, _one_more)
    return paragraph[0] + edit[0] - 1, edit[1]


@_maker("[qpst]*/*.yaml")
def _number_in_both_languages_of_a_text(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if found := re.search(r'\{fr: "([^"]*)", en: "([^"]*)"\}', line):
            for digits in _digits_in_both(found[1], found[2]):
                yield number, [re.sub(_ALONE.format(digits), _one_more, line)]


@_maker("tables/*.yaml")
def _cell_off_by_one(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r'(?<=any: ")[0-9]+(?=")', _one_more)


@_maker("tables/*.yaml")
def _last_cell_off_by_one(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r'(.*any: "[+−]?)([0-9]+)(?=")', lambda m: f"{m[1]}{int(m[2]) + 1}")


@_maker("tables/*.yaml")
def _number_of_a_list_off_by_one(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=[\[ ])[0-9]+(?=[,\]])", _one_more)


@_maker("tables/*.yaml")
def _last_number_of_a_list_off_by_one(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"[0-9]+(?=\]$)", _one_more)


def _swapped_rows(game: Path) -> Iterator[Changes]:
    for path in sorted(game.glob("tables/*.yaml")):
        for number, (one, two) in enumerate(pairwise(_lines(path)), 1):
            if all(re.match(r"  - \{.*\}$", row) for row in (one, two)):
                yield Change(path, number, (two,)), Change(path, number + 1, (one,))


MAKERS["rows swapped"] = _swapped_rows


@_maker("tables/*.yaml")
def _number_of_a_step_changed(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(
        lines,
        r'"([0-9])(\. [^"]*", en: ")([0-9])(?=\. )',
        lambda m: f'"{int(m[1]) + 1}{m[2]}{int(m[3]) + 1}',
    )


@_maker("examples/*.yaml")
def _claim_off_by_one(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=: )[0-9]+(?=[,}]|$)", _one_more)


@_maker("chapters/*.md")
def _odds_of_another_row(lines: list[str]) -> Iterator[Edit]:
    keys = re.findall(r'key="(\S+) (\S+) (\S+)"', "\n".join(lines))
    for number, line in enumerate(lines):
        if found := re.search(r'key="(\S+) (\S+) (\S+)"', line):
            for study, row, _ in keys:
                if study == found[1] and row != found[2]:
                    new = f'key="{study} {row} {found[3]}"'
                    yield number, [line.replace(found[0], new, 1)]
                    break


_ODDS = re.compile(r"\[[^\[\]]*\]\{\.odds key=\"(\S+) (\S+) (\S+)\"\}")


@_in_both_languages
def _odds_of_another_row_in_both_languages(
    french: list[str], english: list[str]
) -> Iterator[Edits]:
    there = {found[0]: found for line in english for found in _ODDS.finditer(line)}
    by_key = {found.groups(): quote for quote, found in there.items()}
    for number, line in enumerate(french):
        for mine in _ODDS.finditer(line):
            others = (m for text in french for m in _ODDS.finditer(text))
            for other in others:
                like = other[1] == mine[1] and other[2] != mine[2]
                if like and mine.groups() in by_key and other.groups() in by_key:
                    own, new = by_key[mine.groups()], by_key[other.groups()]
                    at = next(n for n, text in enumerate(english) if own in text)
                    yield (
                        (number, [line.replace(mine[0], other[0], 1)]),
                        (at, [english[at].replace(own, new, 1)]),
                    )
                    break


_STAT = r"(?<=[a-z]: )[0-9](?=[,}]|$)"


@_maker("quests/*.yaml")
def _enemy_stat_off_by_one(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, _STAT, _one_more)


@_maker("quests/*.yaml")
def _step_without_result(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if line.startswith("    result:"):
            yield number, []


@_maker("quests/*.yaml")
def _effect_of_another_sign(lines: list[str]) -> Iterator[Edit]:
    signs = {"+": "-", "-": "+"}
    yield from _replaced(lines, r'(?<=effect: ")[+-]', lambda found: signs[found[0]])


@_maker("*s/*.yaml")
def _drawing_misspelt(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(
        lines, r"(?<=^    art: )[a-z-]+|(?<=^vignette: )[a-z-]+", lambda found: found[0] + "s"
    )


@_maker("scenarios/*.yaml")
def _number_of_a_force(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=count: )[0-9]+(?=[,}]|$)", _one_more)


@_maker("scenarios/*.yaml")
def _figure_in_a_wall(lines: list[str]) -> Iterator[Edit]:
    walls = [
        found[1]
        for line in lines
        if (found := re.search(r"at: (\[[^\]]*\]), .*style: (?:wall|cliff)", line))
    ]
    if walls:
        yield from _replaced(lines, r"(?<=shape: figure, at: )\[[^\]]*\]", lambda _: walls[0])


@_maker("scenarios/*.yaml")
def _mark_of_another_figure(lines: list[str]) -> Iterator[Edit]:
    marks = [re.search(r"mark: (\"?\w+\"?)", line) for line in lines]
    found = [(number, mark) for number, mark in enumerate(marks) if mark]
    for (_, one), (number, two) in pairwise(found):
        if one[1] != two[1]:
            yield number, [lines[number].replace(two[0], one[0])]


@_maker("scenarios/*.yaml")
def _feature_off_the_table(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(
        lines, r"(shape: (?:rectangle|circle|marker), at: \[)[0-9.]+", lambda m: m[1] + "-9"
    )


@_maker("scenarios/*.yaml")
def _building_beyond_the_edge(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(
        lines,
        r"(?<=shape: rectangle, at: \[)[0-9.]+(?=.*style: building)",
        partial(_with, word="1"),
    )


@_maker("scenarios/*.yaml")
def _area_on_another(lines: list[str]) -> Iterator[Edit]:
    place = re.compile(r"shape: rectangle, at: (\[[^\]]*\]).*style: building")
    found = [(n, match) for n, line in enumerate(lines) if (match := place.search(line))]
    for (_, one), (number, two) in pairwise(found):
        yield number, [lines[number].replace(two[1], one[1])]


@_maker("maps/*.yaml")
def _unit_on_another(lines: list[str]) -> Iterator[Edit]:
    for number, (one, two) in enumerate(pairwise(lines), 1):
        places = [re.search(r"profile: .*at: (\"[0-9]+\")", line) for line in (one, two)]
        if places[0] and places[1]:
            yield number, [two.replace(places[1][1], places[0][1])]


@_maker("maps/*.yaml")
def _place_off_the_map(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r'(?<=at: ")[0-9]{2}', lambda _: "99")


@_maker("maps/*.yaml")
def _unit_lost(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if line.startswith("  - {profile:"):
            yield number, []


@_maker("maps/*.yaml")
def _unit_of_another_side(lines: list[str]) -> Iterator[Edit]:
    sides = sorted(set(re.findall(r"profile: .*side: ([a-z]+)", "\n".join(lines))))
    for one, two in combinations(sides, 2):
        to_the_other = partial(_with, word=two)
        yield from _replaced(lines, rf"(?<=side: ){one}\b(?=.*mark)", to_the_other)


@_maker("maps/*.yaml")
def _facing_off_by_one(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=facing: )[0-9]+", lambda m: str(int(m[0]) % 12 + 1))


@_maker("maps/*.yaml")
def _stop_of_a_path_lost(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r'(through: \["[^"]*", "[^"]*"), "[^"]*"(?=, )', lambda m: m[1])


@_maker("maps/*.yaml")
def _bridge_at_another_side(lines: list[str]) -> Iterator[Edit]:
    for number in range(len(lines)):
        above = "\n".join(lines[max(number - 3, 0) : number + 1])
        if "style: bridge" in above:
            yield from (
                (n, new)
                for n, new in _replaced(lines, r'(?<=sides: \["[0-9]{3})[0-9]', _next_digit)
                if n == number
            )


def _next_digit(found: re.Match[str]) -> str:
    return str((int(found[0]) + 1) % 10)


@_maker("maps/*.yaml")
def _zone_of_other_rows(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r'(?<=hexes: \["[0-9]{4}-[0-9]{3})[0-9]', _next_digit)


@_maker("maps/*.yaml")
def _side_of_another_name(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r'(?<=^  )([a-z]+: \{fr: "[^"]*", en: ")', lambda m: m[1] + "The ")


@_maker("maps/*.yaml")
def _row_of_a_grid_cut(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if re.fullmatch(r" +\S{8,}", line):
            yield number, [line[:-1]]


@_maker("products.yaml")
def _quantity_too_small(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(
        lines, r"(?<=[a-z]: )[2-9](?=[,}]|$)(?<!pages: .)", lambda m: str(int(m[0]) - 2)
    )


@_maker("products.yaml")
def _quantity_forgotten(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r", [a-z-]+: [2-9](?=\}$)", partial(_with, word=""))
    for number, line in enumerate(lines):
        if re.fullmatch(r"    [a-z-]+: [2-9]", line):
            yield number, []


@_maker("products.yaml")
def _entry_of_another_product(lines: list[str]) -> Iterator[Edit]:
    for key in ("quest", "scenario", "map"):
        names = re.findall(rf"^  {key}: (.+)", "\n".join(lines), re.MULTILINE)
        for one, two in pairwise(dict.fromkeys(names)):
            yield from _replaced(lines, rf"(?<=^  {key}: ){one}$", partial(_with, word=two))


@_maker("game.yaml")
def _constraint_turned_round(lines: list[str]) -> Iterator[Edit]:
    turned = {"<=": ">", ">=": "<", "==": "!=", "!=": "==", ">": "<=", "<": ">="}
    yield from _replaced(lines, r"(check: .*?)([<>=!]=|[<>])", lambda m: m[1] + turned[m[2]])


@_of_chapters
def _chapter_of_one_language_lost(chapters: list[Path]) -> Iterator[Changes]:
    for chapter in chapters:
        yield (Change(chapter, 0, ()),)


@_of_chapters
def _chapter_lost(chapters: list[Path]) -> Iterator[Changes]:
    for chapter in chapters[:-1]:
        yield Change(chapter, 0, ()), Change(_english(chapter), 0, ())


@_of_chapters
def _chapter_of_one_language_misnumbered(chapters: list[Path]) -> Iterator[Changes]:
    for number, chapter in enumerate(chapters, 2):
        yield (Change(chapter, 0, (f"{number:02}{chapter.name[2:]}",)),)


@_of_chapters
def _chapter_misnumbered(chapters: list[Path]) -> Iterator[Changes]:
    for number, chapter in enumerate(chapters[:-1], 2):
        both = (chapter, _english(chapter))
        yield tuple(Change(path, 0, (f"{number:02}{path.name[2:]}",)) for path in both)


def _english(chapter: Path) -> Path:
    return chapter.with_name(chapter.name.replace(".fr.", ".en."))
