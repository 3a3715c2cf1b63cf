"""The audit of a game: mutants, one number, die, unit or row of its YAML changed; what becomes of
them, the score, and proposals that bind numbers.

A mutant is caught if a check fails; it survives if a text still states the old value.
"""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from functools import cache, cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Literal

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.limits import MAX_TEXT_BYTES, MAX_YAML_BYTES
from printgen.content.load import load
from printgen.content.models.text import Quote, Text
from printgen.content.project_files import ReadFile
from printgen.content.results import result_key
from printgen.content.source import Path as YamlPath
from printgen.extras.editing.files import LINE_END, Edit, apply, decoded, line_start, span_edit
from printgen.problems import Position, Problem, shorten
from printgen.products import products_model
from printgen.products.target import game_of
from printgen.project import Folders
from printgen.rules.check import Check
from printgen.rules.checks import all_checks
from printgen.rules.incremental import Links, concerned, links_of
from printgen.rules.mechanic import KINDS
from printgen.rules.quoted_values import disagreement
from printgen.rules.resolve import ComputationError, reference_to
from printgen.rules.sentences import BOUND, Sentence, SentenceIndex, Stated, stated, stems
from printgen.rules.workers import ParallelMap, Shipped
from printgen.store import Store, cache_folder
from printgen.typography.language import language, languages

# --- the places of a game's YAML that an audit changes: numbers, dice, units and rows -------------


What = Literal["number", "die", "unit", "row"]

# What is no rule: credits, stories, pictures, and drawings of tables.
_NOT_RULES = """
    title subtitle version languages theme accent credits licence shop label errata icons story
    epithet image art vignette picture layout constraints kinds keywords name about intro
"""

_NO_RULES = frozenset(_NOT_RULES.split())

# A value such as `4+`, `D6+1`, `3/1`, `4"`, `10$` or `-1♡`, without words.
_VALUE = re.compile(r"(?=.*[0-9])[^a-z#]{1,20}|-?[0-9.]+ ?(?:in|cm|mm)")


@dataclass(frozen=True, slots=True)
class Site:
    """A value, a text or a row of an entry, by its path in the file.

    `texts` are its words by language; a value has one, under the key "". `row` is the name or the
    first text of its row, `stat` the name of its stat, if there are any.
    """

    entry: AnyEntry
    path: YamlPath
    texts: dict[str, str]
    row: Text | None = None
    stat: Text | None = None
    is_row: bool = False

    @property
    def home(self) -> tuple[str, YamlPath]:
        """The file, and the path in it."""
        return self.entry.source.file, (*self.entry.root, *self.path)


def sites(content: GameContent) -> Iterator[Site]:
    """The sites of a game, in the order of its entries."""
    for entry in content.entries():
        if entry.id in content.products and content.products[entry.id] is entry:
            continue
        data = entry.source.data
        for step in entry.root:
            data = data[step]
        # Texts of examples tell what happens, in no other place.
        is_example = content.of_kind("examples").get(entry.id) is entry
        found = _sites_in(content, entry, data, (), None)
        yield from (site for site in found if "" in site.texts or not is_example)


def _sites_in(
    content: GameContent, entry: AnyEntry, data: object, path: YamlPath, row: Text | None
) -> Iterator[Site]:
    """The sites in the data of an entry at a path, in a row."""
    if isinstance(data, dict) and _is_text(data):
        yield Site(entry, path, {key: str(words) for key, words in data.items()}, row)
    elif isinstance(data, dict):
        row = (_row_name(data) if path else None) or row
        for key, value in data.items():
            if key not in _NO_RULES:
                yield from _sites_in(content, entry, value, (*path, key), row)
    elif isinstance(data, list):
        rows = [row for row in data if isinstance(row, dict) and not _is_text(row)]
        for index, own in enumerate(rows if len(rows) == len(data) > 1 else ()):
            yield Site(entry, (*path, index), {}, _row_name(own), is_row=True)
        for index, item in enumerate(data):
            yield from _sites_in(content, entry, item, (*path, index), row)
    elif _is_value(data):
        if path[0] == "facts":
            row = Text({"any": str(path[-1]).replace("_", " ")})
        yield Site(entry, path, {"": str(data)}, row, _stat_name(content, str(path[-1])))
    elif isinstance(data, str) and " " in data:
        yield Site(entry, path, {content.first_language: data}, row)


def _stat_name(content: GameContent, key: str) -> Text | None:
    """The name of the stat or the counter with a key."""
    game = content.game
    groups = [line.stats for line in game.stat_lines.values()]
    groups += [kind.stats for kind in game.trait_kinds.values()]
    for stats in groups:
        if stat := stats.get(key):
            return _together(stat.name, stat.label)
    counter = game.counters.get(key)
    return counter.label if counter else None


def _is_text(data: dict[str, object]) -> bool:
    words = all(isinstance(value, str | int | float) for value in data.values())
    return bool(data) and words and all(Text.is_language(str(key)) for key in data)


def _is_value(data: object) -> bool:
    if isinstance(data, bool) or not isinstance(data, str | int | float):
        return False
    return _VALUE.fullmatch(str(data)) is not None


def _row_name(row: dict[str, object]) -> Text | None:
    """What a row is about: its name, its title or its first text."""
    named = [row[key] for key in ("name", "title", "label") if isinstance(row.get(key), dict | str)]
    others = [value for value in row.values() if isinstance(value, dict) and _is_text(value)]
    return next((Text.read(value) for value in [*named, *others]), None)


def _together(name: Text | None, label: Text) -> Text:
    """The name of a stat with its label: texts have the one or the other."""
    if name is None:
        return label
    labels = {lang: label.get(lang) or label.get("any") or "" for lang in name}
    return Text({lang: f"{words} {labels[lang]}" for lang, words in name.items()})


# --- mutants of a game's YAML: each changes one number, die or unit, or removes one row -----------


_SIDES = {3: 6, 4: 6, 6: 8, 8: 10, 10: 12, 12: 20, 20: 12, 100: 20}

_UNITS = {
    "inches": "cm", "inch": "cm", "pouces": "cm", "pouce": "cm", "zoll": "cm", "cm": "mm",
    "″": " cm", '"': " cm", "mm": "cm", "in": "cm",
}  # fmt: skip

_UNIT = "|".join(_UNITS)

_DIE = re.compile(r"(?<![^\W\d_])(?P<count>[0-9]{0,2}[DdWw])(?P<sides>[0-9]{1,3})(?![\w])")
_DIGITS = re.compile(r"(?<![\w.,#])[0-9]+(?![\w]|[.,][0-9])")
_WORD = re.compile(r"[^\W\d_]+")
_LENGTH = re.compile(
    rf"(?<=[0-9])(?P<space>[ \u00a0\u202f]?)(?P<unit>{_UNIT})(?!\w)", re.IGNORECASE
)

# Attributes of quotes, whose digits are keys.
_MARK = re.compile(r"\{\.[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a file: from a character on, old words become new ones."""

    start: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of one fact: what it is, its site, the position and the words before and after, and
    the changes of the file, one per language.
    """

    what: What
    site: Site
    position: Position
    old: str
    new: str
    changes: tuple[Change, ...]

    @property
    def number(self) -> Decimal:
        """The number before the change: of a die its faces, of a length the number."""
        digits = re.findall(r"[0-9]+", self.old)
        if self.what == "unit":
            words = next(iter(self.site.texts.values()))
            before = re.search(rf"([0-9]+(?:[.,][0-9]+)?)[^0-9]{{0,2}}{re.escape(self.old)}", words)
            return Decimal(before[1].replace(",", ".")) if before else Decimal(0)
        return Decimal(digits[-1]) if digits else Decimal(_number(self.old) or 0)

    def apply(self, text: str) -> str:
        """The text of the file with the changes."""
        for change in sorted(self.changes, key=lambda change: -change.start):
            text = text[: change.start] + change.new + text[change.start + len(change.old) :]
        return text


@dataclass(frozen=True, slots=True)
class _Edit:
    """A change of the words of a site: what it is, and the old and the new words at a place."""

    what: What
    at: int
    old: str
    new: str


def mutants(content: GameContent, files: dict[str, str]) -> Iterator[Mutant]:
    """All mutants of a game. `files` are the texts of its files, by their names in positions."""
    for site in sites(content):
        text = files.get(site.entry.source.file)
        if text is None or site.entry.source.cells:
            continue
        yield from _rows(site, text) if site.is_row else _values(site, text)


def _values(site: Site, text: str) -> Iterator[Mutant]:
    """Mutants of a value, or of a text in all its languages at once."""
    edits = {lang: list(_edits(words, lang)) for lang, words in site.texts.items()}
    lang, first = next(iter(edits.items()))
    for edit in first:
        same = {each: _counterpart(edit, first, found) for each, found in edits.items()}
        changes = [_change(site, text, each, other) for each, other in same.items() if other]
        found = tuple(change for change in changes if change)
        if len(found) == len(edits):
            yield Mutant(
                edit.what, site, site.entry.at(*site.path, lang), edit.old, edit.new, found
            )


def _counterpart(edit: _Edit, first: list[_Edit], other: list[_Edit]) -> _Edit | None:
    """The edit of a translation that changes the same number as an edit of the first text."""
    own, alike = (
        [each for each in found if _common_key(each) == _common_key(edit)]
        for found in (first, other)
    )
    return alike[own.index(edit)] if len(alike) == len(own) else None


def _common_key(edit: _Edit) -> tuple[What, str]:
    """What an edit has in common with that of a translation."""
    if edit.what == "number":
        return edit.what, str(_number(edit.old))
    return edit.what, re.sub(r"\D", "", edit.old) if edit.what == "die" else ""


@cache
def _all_words() -> dict[str, int]:
    return {word: n for each in languages().values() for word, n in each.numbers.items()}


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() else _all_words().get(word.lower())


def _edits(words: str, lang: str) -> Iterator[_Edit]:
    """All changes of a text, or of a value if it has no language."""
    masked = _MARK.sub(lambda mark: "\0" * len(mark[0]), words)
    for die in _DIE.finditer(masked):
        if int(die["sides"]) in _SIDES:
            new = f"{die['count']}{_SIDES[int(die['sides'])]}"
            yield _Edit("die", die.start(), die[0], new)
    for number in _DIGITS.finditer(masked):
        yield _Edit("number", number.start(), number[0], str(int(number[0]) + 1))
    known = language(lang).numbers
    by_number = {n: word for word, n in reversed([*known.items()])}
    for word in _WORD.finditer(masked):
        n = known.get(word[0].lower())
        if n and n < 20 and n + 1 in by_number:
            yield _Edit("number", word.start(), word[0], by_number[n + 1])
    for unit in _LENGTH.finditer(masked):
        new = _UNITS[unit["unit"].lower()]
        yield _Edit("unit", unit.start("unit"), unit["unit"], new)


def _change(site: Site, text: str, lang: str, edit: _Edit) -> Change | None:
    """The edit of a text as a change of its file; None if the file has it in another form."""
    entry, words = site.entry, site.texts[lang]
    place = entry.at(*site.path, lang) if lang else entry.at(*site.path)
    start = _offset(text, place)
    segment = text[start : start + 2 * len(words) + 400]
    segment = _MARK.sub(lambda mark: "\0" * len(mark[0]), segment)
    masked = _MARK.sub(lambda mark: "\0" * len(mark[0]), words)
    whole = rf"(?<!\w){re.escape(edit.old)}(?!\w)" if edit.what != "unit" else re.escape(edit.old)
    nth = len(re.findall(whole, masked[: edit.at + len(edit.old)]))
    found = list(re.finditer(whole, segment))
    if not 0 < nth <= len(found):
        return None
    return Change(start + found[nth - 1].start(), edit.old, edit.new)


def _offset(text: str, place: Position) -> int:
    start = 0
    for _ in range(place.line - 1):
        start = text.index("\n", start) + 1
    return start + place.column - 1


def _rows(site: Site, text: str) -> Iterator[Mutant]:
    """The removal of a row that has lines of its own."""
    place = site.entry.at(*site.path)
    lines = text.split("\n")
    line = lines[place.line - 1]
    dash = _indent(line)
    if not line.lstrip().startswith("- ") or place.column != dash + 3:
        return
    end = place.line
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > dash):
        end += 1
    old = "\n".join(lines[place.line - 1 : end]) + "\n"
    start = sum(len(each) + 1 for each in lines[: place.line - 1])
    yield Mutant("row", site, place, line.strip(), "", (Change(start, old, ""),))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# --- trials: what a check of the project says of a mutant, without writing a file -----------------


# The checks that find most mutants, which come first: a trial ends with the first problem.
_FIRST = ("quoted-value-wrong", "example-wrong", "table-row", "constraint-broken")

# Checks of what no mutant changes.
_NOT_CONCERNED = """
    font-unknown label-missing label-placeholder theme-invalid theme-unknown product-template
    labels-invalid art-missing image-missing image-invalid icon-invalid icon-unknown text-language
    text-unbalanced mark-open mark-broken text-encoding text-character translation-missing
    translation-structure translation-marks
    chapter-text chapter-heading chapter-unmarked directive-unknown directive-unclosed
    heading-duplicate chapter-language product-format product-language imprint-incomplete
    font-invalid font-unused picture-broken style-refused
"""

_WITHOUT = frozenset(_NOT_CONCERNED.split())


@dataclass
class Trials:
    """Tries mutants of a game. The files of its project and their problems are read once."""

    folders: Folders
    store: Store
    game: str
    _read: dict[str, ReadFile] = field(default_factory=dict)

    @cached_property
    def library(self) -> Library:
        """The library without a change."""
        return self._load({})[0]

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts of the YAML files of the game, by their names in positions."""
        files = {entry.source.file for entry in self.library.games[self.game].entries()}
        return {
            file: _text(self.folders.read(file, MAX_YAML_BYTES))
            for file in files
            if file.endswith((".yaml", ".yml"))
        }

    @cached_property
    def mutants(self) -> list[Mutant]:
        """All mutants of the game, in the order of its files."""
        return list(mutants(self.library.games[self.game], self.texts))

    def problem(self, mutant: Mutant) -> Problem | None:
        """The first new problem that a check of the project with a mutant finds: of the game, then
        of those that it concerns.
        """
        file = mutant.site.entry.source.file
        library, found = self._load({file: mutant.apply(self.texts[file]).encode()})
        games = sorted(concerned({self.game}, self._links), key=lambda name: name != self.game)
        more = (
            problem
            for name in (games if self.game in library.games else ())
            for check in _checks()
            for problem in check(library.games[name], library)
        )
        return next((p for p in chain(found, more) if _same(p) not in self._known), None)

    @cached_property
    def _known(self) -> set[tuple[str, str, str]]:
        library, problems = self._load({})
        for content in library.games.values():
            problems += [problem for check in _checks() for problem in check(content, library)]
        return set(map(_same, problems))

    @cached_property
    def _links(self) -> Links:
        return links_of(self.library)

    def _load(self, edits: dict[str, bytes]) -> tuple[Library, list[Problem]]:
        return load(self.folders, KINDS, products_model(), self.store, self._read, edits)


def _checks() -> list[Check]:
    checks = [check for check in all_checks() if check.code not in _WITHOUT]
    return sorted(checks, key=lambda check: check.code not in _FIRST)


def _same(problem: Problem) -> tuple[str, str, str]:
    """What tells a problem from others, wherever lines have moved."""
    return problem.position.file, problem.code, problem.message


def _text(content: bytes) -> str:
    text = content.decode("utf-8-sig", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


# --- how a number of a text is bound to a value of an entry ---------------------------------------


def _binding(library: Library, site: Site, words: str, lang: str) -> str:
    """The words with the mark that binds them to the value of a site: `[4 inches]{.is of="zombie"
    stat="move"}`; empty if they are bound with a fact only, because no path leads to the value.
    """
    if "" not in site.texts:
        return ""
    whole = reference_to(library.games[site.entry.game], site.entry)
    for of in (site.entry.id, whole):
        for stat in _paths(site):
            quote = Quote(words, of, stat)
            with suppress(ComputationError):
                if disagreement(library, site.entry.game, quote, lang) is None:
                    return f'[{words}]{{.is of="{of}" stat="{stat}"}}'
    return ""


def _paths(site: Site) -> list[str]:
    """The paths that may lead to a value, the shortest first."""
    steps = [str(step + 1) if isinstance(step, int) else step for step in site.path]
    whole = ".".join(steps)
    return [steps[-1], ".".join(steps[-2:]), whole] if steps[0] in ("stats", "values") else [whole]


# --- verdicts on mutants: caught by a check, or survived because a text states the old value ------


# Words that sentences about the same rule have in common, at least.
_COMMON = 3


@dataclass(frozen=True, slots=True)
class Claim:
    """A number in a text that seems to state a value of an entry, and is not bound to it: its
    position, its words, its sentence, and the mark that binds it; the mark is empty if the value is
    in a text too.
    """

    position: Position
    words: str
    sentence: str
    binding: str

    @classmethod
    def of(cls, sentence: Sentence, number: Stated, mark: str = "") -> Claim:
        """The claim of a sentence. Its position is the line of the number in a chapter, or that of
        the text.
        """
        start, line = sentence.position, sentence.text.count("\n", 0, number.at)
        position = start if sentence.home else replace(start, line=start.line + line)
        text = " ".join(sentence.text.replace(BOUND, "…").split())
        return cls(position, number.words, shorten(text), mark)

    @property
    def how(self) -> str:
        """What binds the number, for users."""
        return self.binding or "declare a fact in game.yaml, and quote it in both places"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A mutant, and what became of it. `code` is the check that found it; `claims` are the texts
    that state the old value and did not change with it.
    """

    what: str
    position: Position
    old: str
    new: str
    code: str
    claims: tuple[Claim, ...]

    @property
    def survived(self) -> bool:
        """Whether a text states the old value, and no check says so."""
        return not self.code and bool(self.claims)


class Judge:
    """Judges the mutants of a game."""

    def __init__(self, folders: Folders, store: Store, game: str):
        self.trials = Trials(folders, store, game)
        self._content = self.trials.library.games[game]
        self._unbound = SentenceIndex.of(self._content)
        # A quote that no check reports is as wrong as an unbound number.
        self._stated = SentenceIndex.of(self._content, quoted=True)

    def verdict(self, number: int) -> Verdict:
        """The verdict on a mutant, by its number."""
        mutant = self.trials.mutants[number]
        problem = self.trials.problem(mutant)
        code = problem.code if problem else ""
        found = () if problem else tuple(self._claims(mutant, self._stated))
        old, new = shorten(mutant.old), shorten(mutant.new)
        return Verdict(mutant.what, mutant.position, old, new, code, found)

    def claims(self, mutant: Mutant) -> Iterator[Claim]:
        """The texts that state the value before a change, and that no quote binds to it."""
        yield from self._claims(mutant, self._unbound)

    def like_quotes(self) -> Iterator[tuple[Claim, Position]]:
        """The numbers in sentences that resemble one that quotes a value, and its position: the
        same number of the same things, and other words in common.
        """
        for quoting, quote in self._unbound.quoting:
            stat = f' stat="{quote.stat}"' if quote.stat else ""
            for own in stated(quote.words, quoting.lang):
                for sentence, number in self._unbound.with_number(quoting.lang, own.number):
                    common = (sentence.stems & quoting.stems) - {own.noun}
                    same_things = bool(own.noun) and own.noun == number.noun
                    same_text = (
                        sentence.home == quoting.home
                        if sentence.home
                        else sentence.position == quoting.position
                    )
                    if same_things and len(common) >= _COMMON and not same_text:
                        mark = f'[{number.words}]{{.is of="{quote.of}"{stat}}}'
                        yield Claim.of(sentence, number, mark), quoting.position

    def _claims(self, mutant: Mutant, index: SentenceIndex) -> Iterator[Claim]:
        """The claims of the value of a mutant, except in its own text."""
        seen = set()
        for lang in self._content.game.languages if mutant.what != "row" else ():
            states = self._subject(mutant, lang)
            for sentence, number in index.with_number(lang, mutant.number):
                if sentence.home == mutant.site.home or not states(sentence, number):
                    continue
                claim = Claim.of(sentence, number)
                if claim.position not in seen:
                    seen.add(claim.position)
                    mark = _binding(self.trials.library, mutant.site, number.words, lang)
                    yield replace(claim, binding=mark)

    def _subject(self, mutant: Mutant, lang: str) -> Callable[[Sentence, Stated], bool]:
        """Whether a number of a sentence seems to state the value of a mutant."""
        site, first = mutant.site, self._content.first_language
        value = site.entry.value
        title = getattr(value, "name", None) or getattr(value, "title", None)
        text = site.texts.get(lang) or site.texts.get("any") or site.texts.get("", "")
        same = (s.noun for s in stated(text, lang) if abs(s.number) == abs(mutant.number))
        # What the value counts, or its unit.
        noun = next(same, "")
        entry, row, stat = (
            stems(name[name.language_for(lang, first)]) if name else frozenset[str]()
            for name in (title, site.row, site.stat)
        )

        def states_value(sentence: Sentence, number: Stated) -> bool:
            """Whether a sentence names the row or the entry, and what the value is."""
            names = row or entry
            if not names or not names <= sentence.stems:
                return False
            return bool((noun and noun == number.noun) or (stat - names) & sentence.stems)

        def states_text(sentence: Sentence, number: Stated) -> bool:
            """Whether it has the same number of the same things, and names the row or the entry."""
            named = entry - {noun}
            if not noun or noun != number.noun:
                return False
            return bool((row - {noun}) & sentence.stems or (named and named <= sentence.stems))

        return states_value if "" in site.texts else states_text


# --- the audit of a game: verdicts on a sample of its mutants, kept in the store ------------------


# Mutants of a call of a worker.
_BATCH = 8


@dataclass(frozen=True, slots=True)
class Batch:
    """Mutants of a game, by number, for one call of a worker."""

    game: str
    numbers: tuple[int, ...]
    project: Shipped


@dataclass(frozen=True, slots=True)
class Audit:
    """The verdicts on mutants of a game; `mutants` are all that there are."""

    game: str
    mutants: int
    verdicts: tuple[Verdict, ...]

    @property
    def survivors(self) -> list[Verdict]:
        """The mutants that no check found although a text states the old value."""
        return [verdict for verdict in self.verdicts if verdict.survived]

    @property
    def score(self) -> float:
        """The share of mutants that did not survive, in percent; 100 without mutants."""
        tried = len(self.verdicts)
        return 100 * (1 - len(self.survivors) / tried) if tried else 100.0

    @property
    def found_by(self) -> dict[str, int]:
        """How many mutants each check found first."""
        codes = Counter(verdict.code for verdict in self.verdicts if verdict.code)
        return dict(codes.most_common())

    @property
    def printed(self) -> int:
        """How many mutants change what is printed from the data, and contradict no text."""
        return sum(not verdict.code and not verdict.claims for verdict in self.verdicts)

    def record(self) -> dict[str, object]:
        """The audit as plain data, for JSON."""
        return {
            "game": self.game,
            "mutants": self.mutants,
            "tried": len(self.verdicts),
            "found_by": self.found_by,
            "printed": self.printed,
            "score": round(self.score, 1),
            "survivors": [asdict(verdict) for verdict in self.survivors],
        }


def audit(
    library: Library,
    game: str,
    spread: ParallelMap,
    *,
    sample: int | None = None,
    seed: int = 1,
    anywhere: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Audit:
    """Try mutants of a game: all, or a sample. Those that were tried on the same files are taken
    from the store. `anywhere` sends the files of the project with each batch.

    Raises ComputationError for an unknown game.
    """
    game_of(library, game)
    folders, store = library.folders, library.store
    version = library.content_hash
    count = len(_judge(str(folders.root), game, version).trials.mutants)
    some = random.Random(seed).sample(range(count), min(sample or count, count))  # noqa: S311
    chosen = sorted(some)
    known = _known(library, game)[1]
    missing = [number for number in chosen if number not in known]
    project = Shipped.of(folders, version, anywhere and bool(missing))
    parts = [tuple(missing[at : at + _BATCH]) for at in range(0, len(missing), _BATCH)]
    batches = [Batch(game, numbers, project) for numbers in parts]
    done = len(chosen) - len(missing)
    try:
        for batch, verdicts in zip(batches, spread(try_batch, batches), strict=True):
            known |= dict(zip(batch.numbers, verdicts, strict=True))
            done += len(verdicts)
            if progress:
                progress(done, len(chosen))
    finally:
        if missing and store:
            store.write("result", _key(library, game), pickle.dumps((count, known)))
    return Audit(game, count, tuple(known[number] for number in chosen))


def known_audit(library: Library, game: str) -> Audit | None:
    """The mutants of a game that were tried on the same files; None if none were."""
    count, known = _known(library, game)
    return Audit(game, count, tuple(known[number] for number in sorted(known))) if known else None


def _known(library: Library, game: str) -> tuple[int, dict[int, Verdict]]:
    """The number of mutants and the verdicts that the store has; none without a store."""
    store = library.store
    kept = store.read("result", _key(library, game)) if store else None
    result: tuple[int, dict[int, Verdict]] = pickle.loads(kept) if kept else (0, {})  # noqa: S301
    return result


def _key(library: Library, game: str) -> str:
    return result_key(library.store, "audit", library.content_hash, game)


def try_batch(batch: Batch) -> list[Verdict]:
    """The verdicts on a batch, in a worker."""
    judge = _judge(str(batch.project.folders.root), batch.game, batch.project.version)
    return [judge.verdict(number) for number in batch.numbers]


@lru_cache(maxsize=1)
def _judge(root: str, game: str, version: str) -> Judge:
    """The judge of a game, until its files change."""
    return Judge(Folders(Path(root)), Store(cache_folder()), game)


# --- audits as text for a terminal ----------------------------------------------------------------


# Places listed for a survivor.
_MOST = 4


def audit_lines(audit: Audit) -> list[str]:
    """The survivors of an audit, and its score."""
    caught = ", ".join(f"{count} {code}" for code, count in audit.found_by.items())
    lines = []
    for verdict in audit.survivors:
        change = f"'{verdict.old}' as '{verdict.new}'"
        if verdict.what == "row":
            change = f"without the row '{verdict.old}'"
        said = "is not noticed; these texts are bound to nothing:"
        lines.append(f"{verdict.position}: {change} {said}")
        for claim in verdict.claims[:_MOST]:
            lines.append(f"    {claim.position}: {claim.words} ({claim.sentence})")
            lines.append(f"        {claim.how}")
        if len(verdict.claims) > _MOST:
            lines.append(f"    and {len(verdict.claims) - _MOST} more")
    return [
        *lines,
        f"{audit.game}: {audit.score:.1f} % of {len(audit.verdicts)} mutants were caught"
        f" ({audit.mutants} in all)",
        f"  found by a check: {caught or 'none'}",
        f"  printed from the data alone: {audit.printed}",
        f"  survived: {len(audit.survivors)}",
    ]


# --- proposals: numbers in texts that seem to be values of entries, and the marks that bind them --


@dataclass(frozen=True, slots=True)
class Proposal:
    """A number in a text that seems to state a value: the position of the value, or that of a text
    that quotes it.
    """

    claim: Claim
    like: Position

    def __str__(self) -> str:
        claim = self.claim
        return f"{claim.position}: '{claim.words}' seems to be as at {self.like} ({claim.how})"


def proposals(library: Library, game: str) -> list[Proposal]:
    """The numbers in the texts of a game that seem to state its values, each once. Raises
    ComputationError for an unknown game.
    """
    game_of(library, game)
    judge = Judge(library.folders, library.store, game)
    found: dict[tuple[Position, str], Proposal] = {}
    for mutant in judge.trials.mutants:
        for claim in judge.claims(mutant):
            key = claim.position, claim.words
            if key not in found or (claim.binding and not found[key].claim.binding):
                found[key] = Proposal(claim, mutant.position)
    for claim, like in judge.like_quotes():
        found.setdefault((claim.position, claim.words), Proposal(claim, like))
    return sorted(found.values(), key=lambda proposal: proposal.claim.position)


def write(folders: Folders, found: Iterable[Proposal]) -> list[Proposal]:
    """Write the marks of proposals into the files; returns those that were written. A number that
    is not on its line exactly once is left alone. Raises ProjectError.
    """
    written = []
    for proposal in found:
        if edit := _edit(folders, proposal.claim):
            apply(folders, [edit])
            written.append(proposal)
    return written


def _edit(folders: Folders, claim: Claim) -> Edit | None:
    """The edit that writes the mark of a claim; None if its words are not on its line exactly once,
    or in no file of text.
    """
    file, line = claim.position.file, claim.position.line - 1
    if not claim.binding or not file.endswith((".md", ".yaml", ".yml")):
        return None
    text = decoded(folders.read(file, MAX_TEXT_BYTES))
    written = LINE_END.split(text[line_start(text, line) :], maxsplit=1)[0]
    words = r"\s+".join(map(re.escape, claim.words.split()))
    places = list(re.finditer(rf"(?<![\w\[]){words}(?![\w\]])", written))
    if len(places) != 1:
        return None
    # Double quotes would end a text of YAML.
    mark = claim.binding if file.endswith(".md") else claim.binding.replace('"', "")
    return span_edit(file, text, line, *places[0].span(), mark)
