"""What faces of figures print besides the profile: its action plan, and its weapons as tables."""

from __future__ import annotations

from typing import TypedDict

from printgen.content.library import Entry, Library
from printgen.content.models.faces import Band
from printgen.content.models.plan import ActionPlan
from printgen.content.models.profile import Profile
from printgen.views.faces import band_colour
from printgen.views.profiles import ProfileView
from printgen.views.scenarios import ActionPlanView, plan_view
from printgen.views.traits import TraitTableView, trait_tables


class FigureContext(TypedDict, total=False):
    """What the template of a profile's face sees besides. `plan` is its action plan; `trait_tables`
    are those of its traits that have stats, as tables by kind. `stat_type` has the type sizes (pt)
    of the labels (`label`) and values (`value`) of stats, in which the stat lines of all figures of
    the deck fit; `name_size` is the type size (pt) of names, in which all fit but much longer ones.
    `band` is the colour that the product gives the band of the card; empty if it gives none.
    """

    stat_type: dict[str, float]
    name_size: float
    band: str
    plan: ActionPlanView | None
    trait_tables: dict[str, TraitTableView]


def figure_context(
    library: Library,
    profile: Entry[Profile],
    view: ProfileView,
    lang: str,
    band: Band | str | None = None,
) -> FigureContext:
    """The context of a face of a profile, given its view and the band of its cards."""
    plan = plan_of_profile(library, profile)
    return {
        "band": band_colour(library, band, "profiles", profile, lang),
        "plan": plan_view(library, plan, lang) if plan else None,
        "trait_tables": trait_tables(library.games[profile.game], view["traits"], lang, every=True),
    }


def plan_of_profile(library: Library, profile: Entry[Profile]) -> Entry[ActionPlan] | None:
    """The action plan of a profile."""
    name = profile.value.plan
    return library.find("plans", profile.game, name) if name else None
