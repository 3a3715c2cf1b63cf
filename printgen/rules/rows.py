"""Rows of products: the conditions that they meet, their order, and the look of each."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.faces import ENTRY_ID, Band, Faces, Recipe
from printgen.content.models.game import fields_of
from printgen.content.models.products import FacesProduct
from printgen.content.models.profile import Profile, Stat, StatLine, Trait
from printgen.content.models.text import Text
from printgen.content.names import key_from
from printgen.content.stat_types import STAT_TYPES, StatValue
from printgen.problems import did_you_mean, shorten
from printgen.rules.constraints import question_flaws
from printgen.rules.expressions import (
    ExpressionError,
    Missing,
    Names,
    evaluate,
    names,
    parse,
    parts,
    wholes,
)
from printgen.rules.stat_values import Parsed, entry_block, stat_blocks_of, trait_values
from printgen.rules.totals import entry_facts, group_line
from printgen.typography.text import alphabetical

# What conditions see of each entry besides its fields and its id: its name, and the kind that it is
# of. A field of this name, such as the `kind` of traits, comes first.
_NAME, _KIND = "name", "kind"

# What others write for the answers `yes` and `no`: names, as YAML leaves them within a condition.
_ANSWERS = {
    **dict.fromkeys(("true", "True", "on", "On", "y", "Yes", "YES"), "yes"),
    **dict.fromkeys(("false", "False", "off", "Off", "n", "No", "NO"), "no"),
}

# A value of an entry: a parsed stat with its stat line, or words.
_Value = tuple[StatLine, StatValue] | str


def meets(library: Library, kind: str, entry: AnyEntry, condition: str) -> bool | None:
    """Whether an entry meets a condition; None if the condition is invalid. An entry for which it
    cannot be computed does not meet it.
    """
    content = library.games[entry.game]
    key = ("condition", entry.game, kind, condition)
    tree = library.remember(key, lambda: _parsed(content, kind, condition))
    if tree is None:
        return None
    try:
        return _is_met(library, kind, entry, tree)
    except ExpressionError:
        return False  # reported with the condition, unless a value is missing


def _is_met(library: Library, kind: str, entry: AnyEntry, tree: ast.expr) -> bool:
    # Other kinds on the same cards may have fields that this one lacks.
    lacking = dict.fromkeys(names(tree), "")
    return bool(evaluate(tree, {**lacking, **_facts(library, kind, entry)}))


def _parsed(content: GameContent, kind: str, condition: str) -> ast.expr | None:
    """A condition on entries of a kind, with options instead of the words that name them; None if
    it is invalid.
    """
    try:
        tree = parse(condition, words=True)
    except ExpressionError:
        return None
    options = _Options(group_line(content, [kind]))
    # Parsed trees are shared.
    resolved: ast.expr = options.visit(ast.parse(ast.unparse(tree), mode="eval").body)
    return resolved


class _Options(ast.NodeTransformer):
    """Replaces an option that is compared with a choice, as a name or in quotes, by its place among
    the options of this choice, and answers by numbers.
    """

    def __init__(self, line: StatLine) -> None:
        self.line = line

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        for number, side in enumerate(sides):
            for other in (*sides[max(0, number - 1) : number], *sides[number + 1 : number + 2]):
                words, field = _words_of(side) or _name_of(side), _name_of(other)
                if words and field in self.line.stats:
                    stat = self.line.stats[field]
                    option = _option(words, stat.options)
                    if option in stat.options:
                        sides[number] = ast.Constant([*stat.options].index(option))
                    elif stat.type == "yes-no" and option in ("yes", "no"):
                        sides[number] = ast.Constant(int(option == "yes"))
        return ast.Compare(sides[0], node.ops, sides[1:])


def _option(words: str, options: Mapping[str, object]) -> str:
    """The option that words name, in any case; the words in small letters if there is none."""
    plain = " ".join(words.split()).casefold()
    return next((option for option in options if option.casefold() == plain), plain)


def _words_of(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


# --- the values of entries, for conditions and for sorting ----------------------------------------


def _facts(library: Library, kind: str, entry: AnyEntry) -> Names:
    """What conditions see of an entry. A value that it lacks is "", words are those of the first
    language of its game.
    """

    def make() -> Names:
        home = library.games[entry.game]
        options = {**group_line(home, [kind]).options}
        for line, _ in _stats(library, kind, entry):
            for option in line.options:
                # A profile may have a stat line of another game.
                options.setdefault(option, len(options))
        found: dict[str, int | str | tuple[int, int]] = {**options}
        # The functions of traits, such as `has(cutlass)`.
        of_traits = entry_facts(library, kind, entry).items()
        found |= {name: value for name, value in of_traits if name.endswith(")")}
        for name in (*fields_of(home.game, kind), _NAME):
            value = _value(library, kind, entry, name, home.first_language)
            if isinstance(value, str):
                found[name] = value
                continue
            line, parsed = value
            stat = line.stats[name]
            # Conditions compare an option by its place among those of its field.
            own = {option: place for place, option in enumerate(stat.options)}
            fact = STAT_TYPES[stat.type].expression_value(parsed, own)
            words = parsed.text if stat.type == "word" else ""
            found[name] = words if fact is None else fact
        found.setdefault(_KIND, kind)
        found.setdefault(ENTRY_ID, entry.id)
        return found

    return library.remember(("row facts", entry.game, kind, entry.id), make)


def _value(library: Library, kind: str, entry: AnyEntry, name: str, lang: str) -> _Value:
    """A value of an entry, with its stat line if it is a stat; words in a language, as they are
    written, and no words for a value that it lacks or that is not valid.
    """
    home, value = library.games[entry.game], entry.value
    for line, parsed in _stats(library, kind, entry):
        if name in line.stats and isinstance(found := parsed(name), StatValue):
            return line, found
    if name in _stat_names(home, kind):
        return ""
    own = {_NAME: entry.name, ENTRY_ID: entry.id}
    given = getattr(value, name, None) or own.get(name)
    listed = given if isinstance(given, list) else [given]
    return ", ".join(
        each[each.language_for(lang, home.first_language)] if isinstance(each, Text) else str(each)
        for each in listed
        if each
    )


def _stat_names(content: GameContent, kind: str) -> Mapping[str, Stat]:
    return group_line(content, [kind]).stats


def _stats(
    library: Library, kind: str, entry: AnyEntry
) -> Iterator[tuple[StatLine, Callable[[str], Parsed | None]]]:
    """The stat lines of an entry, each with the function that gives its values."""
    home = library.games[entry.game]
    if isinstance(entry.value, Profile):
        for block in stat_blocks_of(library, entry):
            yield block.line, block.parse
    elif isinstance(entry.value, Trait):
        yield group_line(home, [kind]), trait_values(library, entry).get
    elif kind in home.declared:
        block = entry_block(library, kind, entry)
        yield block.line, block.parse


# --- the order of rows ----------------------------------------------------------------------------


# A number within words, which is sorted by its size.
_DIGITS = re.compile(r"([0-9]{1,18})")

# A number, in words of a sheet, that is sorted by its size.
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:[.,][0-9]{1,9})?")

# A row: the kind of an entry, and the entry.
Row = tuple[str, AnyEntry]

# What a value is sorted by; nothing without a value.
_Key = tuple[tuple[int, object], ...]


def rows_of(library: Library, product: FacesProduct, rows: Sequence[Row], lang: str) -> list[Row]:
    """Those of some rows that a product prints, as it sorts them: numbers by their size, options as
    they are declared, words in the alphabetical order of a language. Rows without a value are last;
    those with equal values keep their order. The rows of a group are together.
    """
    found = [row for row in rows if not (product.except_ and is_left_out(product, row))]
    if condition := product.where:
        # A faulty condition is reported: it leaves nothing out.
        found = [row for row in found if meets(library, *row, condition) is not False]
    for key in reversed([*filter(None, [product.group]), *product.sort]):
        keyed = [(_sort_key(library, row, key.removeprefix("-"), lang), row) for row in found]
        given = [pair for pair in keyed if pair[0]]
        given.sort(key=lambda pair: pair[0], reverse=key.startswith("-"))
        found = [row for _, row in given] + [row for key, row in keyed if not key]
    return found


def groups_of(
    library: Library, product: FacesProduct, rows: Sequence[Row], lang: str
) -> list[list[Row]]:
    """Those of some rows that a product prints, by their group, in the order of groups. Rows
    without a value are in none.
    """
    plain = product.model_copy(update={"group": None, "sort": []})
    found = dict[tuple[_Key, str], list[Row]]()
    for row in rows_of(library, plain, rows, lang):
        if key := _sort_key(library, row, product.group or "", lang):
            # Values that are sorted alike, such as C and C+, are not the same.
            value = _row_value(library, row, product.group or "", lang)
            words = value if isinstance(value, str) else value[1].text
            found.setdefault((key, " ".join(words.split())), []).append(row)
    return [found[key] for key in sorted(found)]


def is_left_out(product: FacesProduct, row: Row) -> bool:
    """Whether a product names a row as an exception."""
    entry = row[1]
    return not {entry.id, f"{entry.game}/{entry.id}"}.isdisjoint(product.except_)


def _sort_key(library: Library, row: Row, name: str, lang: str) -> _Key:
    """The key of a value: numbers come before words."""
    value = _row_value(library, row, name, lang)
    if not isinstance(value, str):
        line, parsed = value
        options = [*line.stats[name].options]
        if parsed.text in options:
            return ((0, options.index(parsed.text)),)
        if numbers := parsed.measures or parsed.numbers:
            return tuple((0, number) for number in numbers)
        value = parsed.text
    if _NUMBER.fullmatch(value):
        return ((0, float(value.replace(",", "."))),)
    # Words without a letter, such as ♠, are sorted as they are.
    parts = _DIGITS.split(alphabetical(value, lang) or value)
    return tuple(
        (0, int(part)) if number % 2 else (1, part) for number, part in enumerate(parts) if part
    )


def _row_value(library: Library, row: Row, name: str, lang: str) -> _Value:
    """A value of an entry; its kind, unless it has a field of that name."""
    kind, entry = row
    if name == _KIND and _KIND not in fields_of(library.games[entry.game].game, kind):
        return kind
    return _value(library, kind, entry, name, lang)


def written_values(library: Library, kind: str, entry: AnyEntry, name: str) -> list[str]:
    """A value of an entry as written; the words of a text in all its languages. None if it lacks
    the value.
    """
    given = entry.name if name == _NAME else getattr(entry.value, name, None)
    if isinstance(given, Text):
        return [*given.values()]
    lang = library.games[entry.game].first_language
    value = _row_value(library, (kind, entry), name, lang)
    return list(filter(None, [value if isinstance(value, str) else value[1].text]))


def band_key(library: Library, band: Band, kind: str, entry: AnyEntry) -> str:
    """The key of the colour that a band has for an entry; empty without one."""
    found = band.key_of(written_values(library, kind, entry, band.by))
    return found or (band.key_of([kind]) if band.by == _KIND else "")


# --- the look of each row -------------------------------------------------------------------------


def look_of(library: Library, recipe: Recipe, kind: str, entry: AnyEntry) -> int | None:
    """The number of the first look of a recipe whose condition an entry meets; None without one."""
    met = (meets(library, kind, entry, look.condition) for look in recipe.when)
    return next((number for number, is_met in enumerate(met) if is_met), None)


def recipe_of(library: Library, recipe: Recipe, kind: str, entry: AnyEntry) -> Recipe:
    """The recipe of a face of an entry: with the first look whose condition the entry meets."""
    number = look_of(library, recipe, kind, entry)
    return recipe if number is None else recipe.with_look(recipe.when[number])


def recipes_of(library: Library, faces: Faces, kind: str, entry: AnyEntry) -> list[Recipe]:
    """The recipes of both sides of an entry, with their bands."""
    both = (faces.with_band(recipe) for _, recipe in faces.recipes())
    return [recipe_of(library, recipe, kind, entry) for recipe in both]


# --- faults of conditions -------------------------------------------------------------------------


# The values that a hint lists; those that it compares, and their most characters.
_MOST, _TRIED, _LONGEST = 6, 300, 60


def condition_flaws(
    content: GameContent, library: Library, kinds: Sequence[str], condition: str
) -> Iterator[tuple[str, str]]:
    """The faults of a condition on the entries of some kinds: messages and hints."""
    try:
        tree = parse(condition, words=True)
    except ExpressionError as error:
        yield str(error), error.hint
        return
    known = _KnownNames(content, library, kinds)
    flaws = [*_flaws_of_names(tree, known), *question_flaws(tree, content)]
    yield from flaws
    for kind in () if flaws else kinds:
        for entry in content.of_kind(kind).values():
            try:
                _is_met(library, kind, entry, _parsed(content, kind, condition) or tree)
            except Missing:
                continue
            except ExpressionError as error:
                yield f"{error} for '{entry.id}'", error.hint
                return


def unmet_words(
    content: GameContent, library: Library, kinds: Sequence[str], condition: str
) -> Iterator[tuple[str, str]]:
    """The words that a valid condition compares with a field and that no entry of some kinds has
    there: messages and hints.
    """
    known = _KnownNames(content, library, kinds)
    for name, words in compared_words(content, library, kinds, condition):
        yield from known.unmet(words, name)


def compared_words(
    content: GameContent, library: Library, kinds: Sequence[str], condition: str
) -> Iterator[tuple[str, str]]:
    """The words that a valid condition compares with fields of text, each with its field."""
    known = _KnownNames(content, library, kinds)
    for node in ast.walk(parse(condition, words=True)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, right in pairwise(sides):
                words, name = _words_of(left) or _words_of(right), _name_of(left) or _name_of(right)
                if words and name and known.type_of(name) == "words" and name != _KIND:
                    yield name, words


def _flaws_of_names(tree: ast.expr, known: _KnownNames) -> Iterator[tuple[str, str]]:
    used = [name for name in names(tree) if not known.is_answer(name, tree)]
    unknown = [name for name in used if not known.type_of(name)]
    for name in unknown:
        yield f"no field '{name}'", known.suggest(name, tree)
    if not unknown:
        for name in used:
            if known.type_of(name) == "none":
                yield f"'{name}' has decimals as values, not whole numbers", ""
            elif known.type_of(name) == "pair" and name in wholes(tree):
                yield f"'{name}' is a pair", f"use {name}.sound or {name}.wounded"
            elif known.type_of(name) != "pair" and name in parts(tree):
                yield f"'{name}' is not a pair and has no parts", f"use {name}"
        for node in ast.walk(tree):
            yield from known.flaws_at(node)


def sort_keys(content: GameContent, kinds: Sequence[str]) -> list[str]:
    """The names by which the entries of some kinds can be sorted."""
    return [
        _NAME,
        _KIND,
        ENTRY_ID,
        *(key for kind in kinds for key in fields_of(content.game, kind)),
    ]


def values_hint(library: Library, rows: Sequence[Row], condition: str) -> str:
    """The values that some rows have of the first field in a valid condition."""
    for name in names(parse(condition, words=True)):
        found = dict[_Key, str]()
        for row in rows:
            home = library.games[row[1].game]
            if name in sort_keys(home, [row[0]]):
                value = _row_value(library, row, name, home.first_language)
                words = value if isinstance(value, str) else value[1].text
                found[_sort_key(library, row, name, home.first_language)] = shorten(words)
        values = [words for _, words in sorted(found.items()) if words]
        if values:
            more = ", …" if len(values) > _MOST else ""
            return f"{name}: {', '.join(values[:_MOST])}{more}"
    return ""


class _KnownNames:
    """The names that conditions on entries of some kinds may have."""

    def __init__(self, content: GameContent, library: Library, kinds: Sequence[str]) -> None:
        self.content, self.library, self.kinds = content, library, kinds
        self.line = group_line(content, kinds)
        fields = (fields_of(content.game, kind) for kind in kinds)
        self.fields = {key: field for each in fields for key, field in each.items()}
        self.names = [_NAME, _KIND, ENTRY_ID, *self.fields]

    def type_of(self, name: str) -> str:
        """What the values of a name are: `choice`, `words`, `number`, `pair`, or `none` that an
        expression can have. Empty for an unknown name.
        """
        if stat := self.line.stats.get(name):
            if stat.options or stat.type == "yes-no":
                return "choice"
            return "words" if stat.type == "word" else STAT_TYPES[stat.type].expression
        if name in self.names:
            return "words"
        return "choice" if name in self.line.options else ""

    @staticmethod
    def _compared_with(name: str, tree: ast.expr) -> list[list[ast.expr]]:
        """The sides of the comparisons of a condition in which a name is one of them."""
        nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Compare))
        compared = ([node.left, *node.comparators] for node in nodes)
        return [sides for sides in compared if name in map(_name_of, sides)]

    def _asks(self, name: str, tree: ast.expr) -> bool:
        """Whether a name is compared with fields whose values are `yes` and `no`, and no others."""
        stats = self.line.stats
        questions = {key for key, stat in stats.items() if stat.type == "yes-no"}
        compared = self._compared_with(name, tree)
        return bool(compared) and all(questions & {*map(_name_of, sides)} for sides in compared)

    def is_answer(self, name: str, tree: ast.expr) -> bool:
        """Whether a name is `yes` or `no`, which need no quotes."""
        return name in ("yes", "no") and self._asks(name, tree)

    def suggest(self, name: str, tree: ast.expr) -> str:
        """A hint for an unknown name."""
        sides = [side for sides in self._compared_with(name, tree) for side in sides]
        if "words" in map(self._type_at, sides):
            return f'write "{name}" with quotes'
        if name in _ANSWERS and self._asks(name, tree):
            return f"write {_ANSWERS[name]}"
        if (key := key_from(name)) in self.names:
            return f"did you mean '{key}'?"
        return did_you_mean(name, [*self.names, *self.line.options])

    def flaws_at(self, node: ast.AST) -> Iterator[tuple[str, str]]:
        """The faults of comparisons with words, and of computing with them."""
        computed: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
                yield from self._comparison_flaws(left, op, right)
        elif isinstance(node, ast.BinOp):
            computed = [node.left, node.right]
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            computed = [node.operand]
        elif isinstance(node, ast.Call) and _name_of(node.func) in ("min", "max", "abs"):
            computed = node.args
        for each in computed:
            if self._type_at(each) == "words":
                yield f"{_written(each)} is words, not a whole number", ""

    def _type_at(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant):
            return "words" if isinstance(node.value, str) else "number"
        return self.type_of(node.id) if isinstance(node, ast.Name) else "number"

    def _comparison_flaws(
        self, left: ast.expr, op: ast.cmpop, right: ast.expr
    ) -> Iterator[tuple[str, str]]:
        types = {self._type_at(left), self._type_at(right)}
        if "words" not in types:
            return
        words = _words_of(left) or _words_of(right)
        name = _name_of(left) or _name_of(right)
        if not isinstance(op, ast.Eq | ast.NotEq):
            yield "words are compared by == and !=", ""
        elif "number" in types and "" not in (_text_at(left), _text_at(right)):
            number = next(each for each in (left, right) if self._type_at(each) == "number")
            written = ast.unparse(number)
            if words:
                hint = f"write {words} without quotes" if words.lstrip("-").isdecimal() else ""
                yield f"{written} is a number, not words", hint
            else:
                yield f"'{name}' has words as values, not numbers", f'write "{written}" with quotes'
        elif words and name and (self.type_of(name) == "choice" or name == _KIND):
            yield from self.unmet(words, name)

    def unmet(self, words: str, name: str) -> Iterator[tuple[str, str]]:
        """What is wrong with words that are compared with a name and are none of its values."""
        values = self._values_of(name)
        if values is not None and _option(words, values) not in values:
            short = [value for value in values if len(value) <= _LONGEST][:_TRIED]
            hint = did_you_mean(words.casefold(), short)
            yield f"'{shorten(words)}' is no value of {name}", hint

    def _values_of(self, name: str) -> dict[str, None] | None:
        """The values of a name that is compared with words, in small letters; None if some are not
        known.
        """
        if self.type_of(name) == "choice":
            stat = self.line.stats.get(name)
            return dict.fromkeys((stat.options or ("yes", "no")) if stat else (name,))
        if any(kind in self.kinds for kind, _ in self.content.broken):
            return None
        rows = [(kind, e) for kind in self.kinds for e in self.content.of_kind(kind).values()]
        found = dict.fromkeys(self.kinds) if name == _KIND else dict[str, None]()
        for kind, entry in rows:
            value = _facts(self.library, kind, entry).get(name, "")
            if isinstance(value, str) and value:
                found[" ".join(value.split()).casefold()] = None
        return found


def _written(node: ast.expr) -> str:
    return f"'{shorten(ast.unparse(node))}'"


def _text_at(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else None
