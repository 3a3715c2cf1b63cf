"""Checks of the kinds that a game declares and of their entries, and of traits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printgen.content.directives import CONTAINER_DIRECTIVES, LEAF_DIRECTIVES
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import PRODUCT
from printgen.content.models.kind import REFERENCES, EntryField, Kind
from printgen.content.models.profile import Profile, Trait
from printgen.content.places import entry_subject, rule_subject
from printgen.content.stat_types import NO, STAT_TYPES, YES, NotedSymbol
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check, lacking, unknown
from printgen.rules.constraints import broken, flaws
from printgen.rules.stat_values import entry_block

# Folders of a game that hold no entries.
_OTHER_FOLDERS = ("chapters", "images", "products", "texts")


@check("kind-invalid")
def kind_invalid(content: GameContent, library: Library) -> Findings:
    """A kind that a game declares has a name of its own. Only references name a kind (`to`), which
    exists; only a choice has options. Rules and derived fields are valid expressions over fields.
    """
    for name, kind in content.game.kinds.items():
        if name in library.kinds or name in _OTHER_FOLDERS:
            hint = "choose another name"
            message = f"printgen has a folder '{name}' of its own"
            yield content.entry.finding(message, "kinds", name, hint=hint, key=True)
        elif name in (*LEAF_DIRECTIVES, *CONTAINER_DIRECTIVES, PRODUCT):
            what = "references to products" if name == PRODUCT else f"a directive '{name}'"
            message = f"chapters have {what} of printgen"
            hint = "choose another name, such as a plural"
            yield content.entry.finding(message, "kinds", name, hint=hint, key=True)
        for key, field in kind.fields.items():
            where = ("kinds", name, "fields", key)
            for message, hint, *place in _field_faults(content, library, kind, key, field):
                found = content.entry.finding(message, *where, *place, hint=hint)
                of_range = place == ["min"]
                yield replace(found, breaks=rule_subject(content, *where) if of_range else None)
        for index, rule in enumerate(kind.checks):
            for message, hint in flaws(rule.check, content, kind.stats, "field"):
                path = ("kinds", name, "checks")
                yield content.entry.finding(message, *path, index, "check", hint=hint)


def _field_faults(
    content: GameContent, library: Library, kind: Kind, key: str, field: EntryField
) -> Iterator[tuple[str, ...]]:
    """The faults of a declared field: message, hint, and the path in the field."""
    refers = field.type in REFERENCES
    if refers and not field.to:
        yield f"'{key}' needs the kind that it refers to", "such as `to: traits`"
    elif field.to and not refers:
        yield f"the {field.type} '{key}' refers to no kind", "only references have `to`", "to"
    elif field.to and _is_unknown(content, field.to, known := [*library.kinds, *content.declared]):
        yield f"no kind '{field.to}'", did_you_mean(field.to, known), "to"
    if field.type == "yes-no":
        for option in field.options.keys() - {YES, NO}:
            yield (
                f"'{option}' is no answer",
                "the options of `yes-no` are `yes` and `no`",
                "options",
            )
    elif (field.type == "choice") != bool(field.options):
        verb = "has" if field.options else "needs"
        yield f"the {field.type} '{key}' {verb} options", "only `type: choice` has options"
    if field.lines and field.type != "text":
        yield f"the {field.type} '{key}' has no lines", "only texts have `lines`", "lines"
    if field.min is not None and field.max is not None and field.min > field.max:
        yield f"min {field.min} is above max {field.max}", "", "min"
    if field.derived:
        stat = STAT_TYPES.get(field.type)
        if stat is None or not stat.derivable:
            yield f"the derived field '{key}' has the type {field.type}", "expected integer", "type"
        for message, hint in flaws(field.derived, content, kind.stats, "field"):
            yield message, hint, "derived"


def _is_unknown(content: GameContent, kind: str, known: Sequence[str]) -> bool:
    """Whether no kind has a name. A folder that no kind has is reported by folder-unknown."""
    return kind not in known and (kind, "") not in content.broken


@check("rule-broken")
def rule_broken(content: GameContent, library: Library) -> Findings:
    """The entries of a declared kind obey its rules (`checks`). The `message` of a rule is printed
    in English, or else in the game's first language.
    """
    for name, entries in content.declared.items():
        for index, rule in enumerate(content.game.kinds[name].checks):
            needs = rule_subject(content, "kinds", name, "checks", index, "check")
            lang = rule.message.language_for("en", content.first_language)
            for entry in entries.values():
                why = broken(rule.check, entry_block(library, name, entry))
                if why is not None:
                    yield entry.finding(rule.message[lang], hint=why, key=True, needs=needs)


@check("entry-unknown")
def entry_unknown(content: GameContent, library: Library) -> Findings:
    """The entries that a field refers to exist."""
    known = {*library.kinds, *content.declared}
    for name, entries in content.declared.items():
        for key, field in content.game.kinds[name].fields.items():
            # A wrong kind is reported where it is named.
            if field.target not in known:
                continue
            for entry in entries.values():
                value = getattr(entry.value, key)
                for index, reference in enumerate(value if isinstance(value, list) else [value]):
                    if reference and library.lacks(field.target, content.id, reference):
                        hint = library.suggest(field.target, content.id, reference)
                        path = (key, index) if isinstance(value, list) else (key,)
                        needs = entry_subject(library, field.target, content.id, reference)
                        message = f"no '{reference}' in {field.target}"
                        yield entry.finding(message, *path, hint=hint, needs=needs)


@check("text-lines")
def text_lines(content: GameContent, library: Library) -> Findings:
    """A text has at most the `lines` that its field declares, as written."""
    for name, entries in content.declared.items():
        for key, field in content.game.kinds[name].fields.items():
            if field.lines is None or field.type != "text":
                continue
            for entry in entries.values():
                for lang, words in (getattr(entry.value, key) or {}).items():
                    lines = len([line for line in words.splitlines() if line.strip()])
                    if lines > field.lines:
                        message = f"{key} has {lines} lines"
                        yield entry.finding(message, key, lang, hint=f"at most {field.lines}")


# --- checks of traits and of references to them ---------------------------------------------------


# Limits the time for hostile content, where each trait brings all others.
MAX_BROUGHT = 300


@check("trait-unknown", single=True)
def trait_unknown(content: GameContent, library: Library) -> Findings:
    """The traits that a profile, a note or another trait refers to exist."""
    named: list[tuple[Entry[Profile] | Entry[Trait], str, tuple[str | int, ...]]] = []
    for profile in content.profiles.values():
        named += [(profile, name, ("traits", n)) for n, name in enumerate(profile.value.traits)]
        for line, values in profile.value.stats.items():
            for key, raw in values.items():
                if isinstance(raw, NotedSymbol) and raw.trait:
                    named.append((profile, raw.trait, ("stats", line, key, "trait")))
    for trait in content.traits.values():
        named += [(trait, name, ("brings", n)) for n, name in enumerate(trait.value.brings)]
    for entry, reference, path in named:
        yield from lacking(library, entry, "traits", reference, *path, needs=True)


@check("trait-twice", single=True)
def trait_twice(content: GameContent, library: Library) -> Findings:
    """A profile lists a trait once, and none that another of its traits brings."""
    for profile in content.profiles.values():
        listed = [library.find("traits", content.id, r) for r in profile.value.traits]
        bringers = {
            brought: trait for trait in listed if trait for brought in _brought(library, trait)
        }
        seen: set[str] = set()
        for index, trait in enumerate(listed):
            if trait is None:
                continue
            name = f"{trait.game}/{trait.id}"
            bringer = bringers.get(name, trait)
            if name in seen or bringer is not trait:
                hint = "it is listed above" if name in seen else f"'{bringer.id}' brings it"
                message = f"duplicate trait '{profile.value.traits[index]}'"
                yield profile.finding(message, "traits", index, hint=hint)
            seen.add(name)


def _brought(library: Library, trait: Entry[Trait]) -> Iterator[str]:
    """The traits that a trait brings, directly or through others, MAX_BROUGHT at most."""
    seen: set[str] = set()
    waiting = [(trait.game, reference) for reference in trait.value.brings]
    while waiting and len(seen) < MAX_BROUGHT:
        found = library.find("traits", *waiting.pop())
        if found and (name := f"{found.game}/{found.id}") not in seen:
            seen.add(name)
            yield name
            waiting += [(found.game, reference) for reference in found.value.brings]


@check("trait-brings-itself")
def trait_brings_itself(content: GameContent, library: Library) -> Findings:
    """A trait does not bring itself, directly or through others."""
    for trait in content.traits.values():
        if f"{trait.game}/{trait.id}" in _brought(library, trait):
            yield trait.finding(f"'{trait.id}' brings itself", "brings")


@check("trait-kind-unknown")
def trait_kind_unknown(content: GameContent, library: Library) -> Findings:
    """A trait is of a kind that its game declares under `trait_kinds`."""
    for trait in content.traits.values():
        yield from unknown(trait, "trait kind", trait.value.kind, content.game.trait_kinds, "kind")


@check("suit-unknown")
def suit_unknown(content: GameContent, library: Library) -> Findings:
    """The suits of traits and piles are declared by the game."""
    for trait in content.traits.values():
        if trait.value.suit:
            yield from unknown(trait, "suit", trait.value.suit, content.game.suits, "suit")
    piles = content.game.deck.piles if content.game.deck else {}
    for name, pile in piles.items():
        for index, suit in enumerate(pile.suits):
            path = ("deck", "piles", name, "suits", index)
            yield from unknown(content.entry, "suit", suit, content.game.suits, *path)


@check("plan-unknown", single=True)
def plan_unknown(content: GameContent, library: Library) -> Findings:
    """The action plan of a profile exists."""
    for profile in content.profiles.values():
        if profile.value.plan:
            yield from lacking(library, profile, "plans", profile.value.plan, "plan")
