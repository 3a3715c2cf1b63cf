"""Profiles as plain data for templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile
from printgen.content.stat_types import RawStat
from printgen.typography.text import plain_words, say, say_all, say_or_empty
from printgen.views.stats import StatBlockView, stat_block_views
from printgen.views.traits import TraitView, known_trait_view


class ProfileView(TypedDict):
    """A profile. `blocks` has every stat line, by `game/line` and by `line`; `given` has those that
    the profile has values for. `traits` include those that its traits bring. `alt` is what its
    picture shows.
    """

    kind: Literal["profile"]
    id: str
    game: str
    name: str
    epithet: str
    story: str
    image: str
    vignette: str
    alt: str
    plan: str
    keywords: list[str]
    blocks: dict[str, StatBlockView]
    given: list[StatBlockView]
    traits: list[TraitView]


class AnchoredProfileView(ProfileView):
    """A profile in a table of stat lines; `anchor` is the id that references to it link to."""

    anchor: str


def profile_view(
    library: Library,
    profile: Entry[Profile],
    lang: str,
    changes: Mapping[str, RawStat] | None = None,
) -> ProfileView:
    """A profile with its stat blocks and its traits. `changes` replace values of the profile."""
    home = library.games[profile.game]
    value = profile.value
    blocks = stat_block_views(library, profile, lang, changes)
    return {
        "kind": "profile",
        "id": profile.id,
        "game": profile.game,
        "name": say(value.name, lang, home),
        "epithet": say_or_empty(value.epithet, lang, home),
        "story": say_or_empty(value.story, lang, home),
        "image": f"content/{profile.game}/{value.image}" if value.image else "",
        "vignette": value.vignette or "",
        "alt": plain_words(say(value.alt or value.name, lang, home)),
        "plan": value.plan or "",
        "keywords": say_all(value.keywords, lang, home),
        "blocks": blocks,
        "given": [block for key, block in blocks.items() if "/" in key and block["given"]],
        "traits": [known_trait_view(library, trait, lang) for trait in library.traits_of(profile)],
    }
