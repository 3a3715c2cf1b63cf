"""The stat values of entries: parsed once per library, with derived stats computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from printgen.content.library import Entry, Library
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.profile import Profile, Stat, StatLine, Trait
from printgen.content.stat_types import (
    STAT_TYPES,
    ExpressionValue,
    RawStat,
    StatValue,
    StatValueError,
    parse_stat,
)
from printgen.rules.expressions import ExpressionError, Missing, evaluate, parse, question

# A value, or the reason why it does not match its stat's type.
Parsed = StatValue | StatValueError

# The id and the kind of a trait.
TraitKey = tuple[str, str]


@dataclass(frozen=True)
class StatBlock:
    """The stats that a profile has for one stat line.

    `given` are the values as written, by stat; `parsed` holds those whose stat is declared. Some
    traits may be `unread`: what the profile has is then not known.
    """

    reference: str
    game: str
    line_id: str
    line: StatLine
    given: Mapping[str, RawStat]
    parsed: Mapping[str, Parsed]
    traits: tuple[TraitKey, ...]
    unread: bool = False

    @property
    def values(self) -> dict[str, RawStat]:
        """The values by stat, given and derived; given values take precedence."""
        return {**self._derived.values, **self.given}

    @property
    def facts(self) -> dict[str, ExpressionValue]:
        """The names that expressions can use: stats, options, and functions of traits."""
        return self._derived.facts

    @property
    def errors(self) -> dict[str, str]:
        """Why derived stats cannot be computed although no value is missing, by stat."""
        return self._derived.errors

    @property
    def readable(self) -> bool:
        """Whether all given values match their stat's type."""
        return all(isinstance(value, StatValue) for value in self.parsed.values())

    def parse(self, key: str) -> Parsed | None:
        """The parsed value of a stat, given or derived; None when there is none."""
        if key in self.parsed:
            return self.parsed[key]
        return self._parsed_derived.get(key)

    def value(self, key: str) -> StatValue:
        """The value of a stat. Raises StatValueError, and KeyError when there is none."""
        found = self.parse(key)
        if found is None:
            raise KeyError(key)
        if isinstance(found, StatValueError):
            raise found
        return found

    def derived(self, key: str) -> int | None:
        """The computed value of a derived stat, given or not; None when it cannot be computed."""
        given = {name: raw for name, raw in self.given.items() if name != key}
        parsed = {name: value for name, value in self.parsed.items() if name != key}
        return replace(self, given=given, parsed=parsed)._derived.values.get(key)

    @cached_property
    def _given_facts(self) -> dict[str, ExpressionValue]:
        options = self.line.options
        found: dict[str, ExpressionValue] = {}
        for key, value in self.parsed.items():
            if isinstance(value, StatValue):
                kind = STAT_TYPES[self.line.stats[key].type]
                fact = kind.expression_value(value, options)
                if fact is not None:
                    found[key] = fact
        return found

    @cached_property
    def _parsed_derived(self) -> dict[str, Parsed]:
        return _parse_all(self.line.stats, self._derived.values)

    @cached_property
    def _derived(self) -> _Derived:
        facts: dict[str, ExpressionValue] = dict(self.line.options)
        for name, kind in self.traits:
            facts[question("has", name)] = 1
            kinds = question("count", kind)
            before = facts.get(kinds, 0)
            facts[kinds] = (before if isinstance(before, int) else 0) + 1
        found = _Derived(facts | self._given_facts, {}, {})
        for key, stat in self.line.stats.items():
            if stat.derived and STAT_TYPES[stat.type].derivable and key not in self.given:
                # Each may use the ones declared before it.
                try:
                    number = int(evaluate(parse(stat.derived), found.facts))
                    found.facts[key] = found.values[key] = number
                except Missing:
                    continue
                except ExpressionError as error:
                    found.errors[key] = str(error)
        return found


class _Derived(NamedTuple):
    """What expressions can use, with derived stats; these, and why they cannot be computed."""

    facts: dict[str, ExpressionValue]
    values: dict[str, int]
    errors: dict[str, str]


def _parse_all(stats: Mapping[str, Stat], values: Mapping[str, RawStat]) -> dict[str, Parsed]:
    found: dict[str, Parsed] = {}
    for key, raw in values.items():
        if key in stats:
            try:
                found[key] = parse_stat(stats[key], raw)
            except StatValueError as error:
                found[key] = error
    return found


def stat_blocks_of(
    library: Library,
    profile: Entry[Profile],
    changes: Mapping[str, RawStat] | None = None,
    added: Iterable[str] = (),
) -> list[StatBlock]:
    """The stat blocks of a profile whose stat lines are declared.

    `changes` replace values of the profile. `added` are references of further traits.
    """
    key = ("stat blocks", profile.game, profile.id)
    blocks = library.remember(key, lambda: _own_blocks(library, profile))
    if not changes and not added:
        return blocks

    def changed() -> list[StatBlock]:
        traits = _trait_keys(library, profile, added)
        return [_changed(block, changes or {}, traits) for block in blocks]

    return library.remember((*key, repr(changes), tuple(added)), changed)


def blocks_with_line(library: Library, game: str, name: str) -> list[StatBlock]:
    """The stat blocks of all profiles for one stat line."""
    profiles = (p for content in library.games.values() for p in content.profiles.values())
    blocks = (block for profile in profiles for block in stat_blocks_of(library, profile))
    return [block for block in blocks if (block.game, block.line_id) == (game, name)]


def _own_blocks(library: Library, profile: Entry[Profile]) -> list[StatBlock]:
    traits, unread = _trait_keys(library, profile, ()), has_unread_traits(library, profile)
    found = []
    for reference, given in profile.value.stats.items():
        home = library.stat_line(profile.game, reference)
        if home:
            line = library.games[home[0]].game.stat_lines[home[1]]
            parsed = _parse_all(line.stats, given)
            found.append(StatBlock(reference, *home, line, given, parsed, traits, unread))
    return found


def _references(value: DeclaredEntry, key: str) -> list[str]:
    """The references in a field."""
    given = getattr(value, key)
    return given if isinstance(given, list) else [given] if given else []


def entry_block(library: Library, kind: str, entry: Entry[DeclaredEntry]) -> StatBlock:
    """The fields of an entry of a declared kind that are stats, as a stat block."""

    def make() -> StatBlock:
        declared = library.games[entry.game].game.kinds[kind]
        line, value = declared.stats, entry.value
        given = {key: raw for key in line.stats if (raw := getattr(value, key)) is not None}
        traits = [
            library.find("traits", entry.game, reference)
            for key, field in declared.fields.items()
            for reference in (_references(value, key) if field.target == "traits" else ())
        ]
        keys = tuple((trait.id, trait.value.kind) for trait in traits if trait)
        parsed = _parse_all(line.stats, given)
        return StatBlock(kind, entry.game, kind, line, given, parsed, keys, None in traits)

    return library.remember(("entry block", entry.game, kind, entry.id), make)


def _changed(
    block: StatBlock, changes: Mapping[str, RawStat], traits: tuple[TraitKey, ...]
) -> StatBlock:
    own = {key: raw for key, raw in changes.items() if key in block.line.stats}
    parsed = {**block.parsed, **_parse_all(block.line.stats, own)}
    return replace(block, given={**block.given, **own}, parsed=parsed, traits=traits)


def _trait_keys(
    library: Library, profile: Entry[Profile], added: Iterable[str]
) -> tuple[TraitKey, ...]:
    traits = {(trait.game, trait.id): trait for trait in library.traits_of(profile)}
    for reference in added:
        trait: Entry[Trait] | None = library.find("traits", profile.game, reference)
        if trait:
            traits.setdefault((trait.game, trait.id), trait)
    return tuple((trait.id, trait.value.kind) for trait in traits.values())


def has_unread_traits(library: Library, profile: Entry[Profile]) -> bool:
    """Whether a profile names or gets traits that cannot be read, or do not exist: both are
    reported.
    """
    named = [(profile.game, reference) for reference in profile.value.traits]
    for trait in library.traits_of(profile):
        named += [(trait.game, brought) for brought in trait.value.brings]
    return any(library.find("traits", *each) is None for each in named)


def trait_stats(library: Library, trait: Entry[Trait]) -> Mapping[str, Stat]:
    """The stats declared by the kind of a trait."""
    kind = library.games[trait.game].game.trait_kinds.get(trait.value.kind)
    return kind.stats if kind else {}


def trait_values(library: Library, trait: Entry[Trait]) -> Mapping[str, Parsed]:
    """The parsed values of a trait, by stat."""
    return library.remember(
        ("trait values", trait.game, trait.id),
        lambda: _parse_all(trait_stats(library, trait), trait.value.values),
    )
