"""Checks of traits and of references to them."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.content.models.stat_value import NotedSymbol
from printgen.content.models.trait import Trait
from printgen.content.subjects import entry_subject
from printgen.problems import did_you_mean

# Limits the time for hostile content, where each trait brings all others.
MAX_BROUGHT = 300


@check("trait-unknown", single=True)
def trait_unknown(content: GameContent, library: Library) -> Findings:
    """The traits that a profile, a note or another trait refers to exist."""

    def missing(entry: Entry[Profile] | Entry[Trait], reference: str, *path: str | int) -> Findings:
        if library.lacks("traits", content.id, reference):
            hint = library.suggest("traits", content.id, reference)
            needs = entry_subject(library, "traits", content.id, reference)
            yield entry.finding(f"no trait '{reference}'", *path, hint=hint, needs=needs)

    for profile in content.profiles.values():
        for index, reference in enumerate(profile.value.traits):
            yield from missing(profile, reference, "traits", index)
        for line, values in profile.value.stats.items():
            for key, raw in values.items():
                if isinstance(raw, NotedSymbol) and raw.trait:
                    yield from missing(profile, raw.trait, "stats", line, key, "trait")
    for trait in content.traits.values():
        for index, reference in enumerate(trait.value.brings):
            yield from missing(trait, reference, "brings", index)


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
        if trait.value.kind not in content.game.trait_kinds:
            hint = did_you_mean(trait.value.kind, content.game.trait_kinds)
            message = f"no trait kind '{trait.value.kind}'"
            yield trait.finding(message, "kind", hint=hint)


@check("suit-unknown")
def suit_unknown(content: GameContent, library: Library) -> Findings:
    """The suits of traits and piles are declared by the game."""
    for trait in content.traits.values():
        suit = trait.value.suit
        if suit and suit not in content.game.suits:
            hint = did_you_mean(suit, content.game.suits)
            yield trait.finding(f"no suit '{suit}'", "suit", hint=hint)
    piles = content.game.deck.piles if content.game.deck else {}
    for name, pile in piles.items():
        for index, suit in enumerate(pile.suits):
            if suit not in content.game.suits:
                path = ("deck", "piles", name, "suits", index)
                hint = did_you_mean(suit, content.game.suits)
                yield content.entry.finding(f"no suit '{suit}'", *path, hint=hint)
