"""The checks of content, in one table. See `printgen.rules.check` for how one is declared."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from printgen.content.budget import allowed, now, seconds_for_checks
from printgen.content.library import Entry, GameContent, Library
from printgen.content.limits import MAX_PROBLEMS
from printgen.content.models.profile import Profile
from printgen.content.results import result_key
from printgen.extra import Extra, extras, load
from printgen.problems import Problem
from printgen.rules import (
    cells,
    chapters,
    constraints,
    examples,
    hexmaps,
    images,
    kinds,
    products,
    quotes,
    references,
    rosters,
    scenario_checks,
    stats,
    studies,
    table_plans,
    tables,
    terms,
    texts,
    themes,
    translations,
)
from printgen.rules.check import Check


class SoundProfiles:
    """The profiles of a library in which an earlier command found no problem.

    They are known by their own file and by all files that are no profiles.
    """

    def __init__(self, library: Library):
        self._library = library
        kept = self._key and library.store.read("result", self._key)
        self._sound: frozenset[str] = pickle.loads(kept) if kept else frozenset()  # noqa: S301

    @property
    def _key(self) -> str:
        library = self._library
        others = library.others_digest
        return others and result_key(library.store, "sound profiles", others)

    def without(self, content: GameContent) -> GameContent:
        """A game without its sound profiles."""
        left = {
            name: p for name, p in content.profiles.items() if self._digest(p) not in self._sound
        }
        return replace(content, profiles=left) if len(left) < len(content.profiles) else content

    def keep(self, problems: Iterable[Problem]) -> None:
        """Keep the profiles without problems; `problems` are all that there are."""
        faulty = {problem.position.file for problem in problems}
        profiles = (
            p for content in self._library.games.values() for p in content.profiles.values()
        )
        found = {self._digest(p) for p in profiles if p.source.file not in faulty} - {""}
        if self._key and found != self._sound:
            self._library.store.write("result", self._key, pickle.dumps(frozenset(found)))

    def _digest(self, profile: Entry[Profile]) -> str:
        return self._library.profile_digest(profile)


# --- the checks of the core -----------------------------------------------------------------------


CHECKS: tuple[Check, ...] = (
    stats.stat_line_unknown,
    stats.stat_unknown,
    stats.stat_missing,
    stats.stat_value,
    stats.stat_range,
    stats.stat_note,
    stats.stat_bounds,
    stats.stat_options,
    constraints.name_reserved,
    constraints.constraint_invalid,
    constraints.constraint_impossible,
    constraints.constraint_needless,
    constraints.constraint_broken,
    constraints.derived_invalid,
    constraints.stat_derived,
    kinds.kind_invalid,
    kinds.rule_broken,
    kinds.entry_unknown,
    kinds.text_lines,
    rosters.total_invalid,
    rosters.total_broken,
    rosters.roster_rules_invalid,
    rosters.member_unknown,
    rosters.roster_invalid,
    images.icon_invalid,
    images.icon_unknown,
    texts.mark_open,
    texts.mark_broken,
    kinds.trait_unknown,
    kinds.trait_twice,
    kinds.trait_brings_itself,
    kinds.trait_kind_unknown,
    kinds.suit_unknown,
    tables.table_shape,
    tables.table_row,
    tables.matrix_rank_unknown,
    tables.matrix_complete,
    tables.matrix_order,
    tables.matrix_impossible,
    tables.matrix_monotone,
    cells.cell_rule_invalid,
    cells.cell_rule_broken,
    cells.table_value,
    tables.table_use,
    tables.table_group,
    tables.row_repeated,
    tables.row_order,
    cells.roll_invalid,
    cells.roll_gap,
    cells.roll_overlap,
    cells.roll_unreachable,
    tables.deck_rank_unknown,
    tables.pile_overlap,
    tables.pile_incomplete,
    scenario_checks.plan_unknown,
    scenario_checks.force_unknown,
    scenario_checks.force_plan,
    scenario_checks.force_count,
    scenario_checks.force_stats,
    scenario_checks.scenario_turns,
    scenario_checks.terrain_invalid,
    scenario_checks.terrain_barred,
    scenario_checks.scenario_reference,
    scenario_checks.scenario_map,
    table_plans.layout_outside,
    table_plans.layout_line,
    table_plans.layout_edge,
    table_plans.layout_overlap,
    table_plans.layout_mark,
    table_plans.layout_distance,
    hexmaps.hex_rules_invalid,
    hexmaps.map_size,
    hexmaps.map_rows,
    hexmaps.map_terrain,
    hexmaps.map_hex,
    hexmaps.map_unit,
    hexmaps.map_path,
    hexmaps.map_crowded,
    hexmaps.map_barred,
    hexmaps.map_facing,
    hexmaps.map_shade,
    hexmaps.map_way,
    hexmaps.map_trapped,
    hexmaps.map_zone,
    hexmaps.scenario_sides,
    hexmaps.map_call,
    texts.language_absent,
    texts.translation_missing,
    texts.language_unknown,
    texts.text_encoding,
    texts.text_character,
    texts.text_unbalanced,
    texts.text_language,
    translations.translation_numbers,
    translations.translation_structure,
    translations.translation_marks,
    terms.term_invalid,
    terms.term_wrong,
    terms.term_unknown,
    terms.term_unused,
    examples.example_shape,
    examples.example_wrong,
    examples.example_assumption,
    studies.study_invalid,
    studies.study_overlong,
    quotes.fact_invalid,
    quotes.quoted_value_wrong,
    quotes.quoted_row,
    chapters.chapter_missing,
    chapters.chapter_number,
    chapters.chapter_text,
    chapters.chapter_heading,
    chapters.chapter_language,
    chapters.directive_unknown,
    chapters.directive_unclosed,
    references.directive_argument,
    references.reference_broken,
    chapters.heading_duplicate,
    products.product_reference,
    products.product_empty,
    products.quantity_unused,
    products.quantity_low,
    products.product_twice,
    products.product_title,
    products.product_format,
    products.theme_unknown,
    products.mood_unknown,
    products.product_template,
    images.recipe_invalid,
    images.back_invalid,
    images.back_missing,
    images.name_missing,
    products.labels_invalid,
    themes.font_unknown,
    themes.font_invalid,
    themes.drawing_missing,
    themes.style_invalid,
    themes.style_refused,
    themes.label_missing,
    themes.label_placeholder,
    products.theme_invalid,
    products.product_language,
    products.imprint_incomplete,
    images.image_missing,
    images.image_invalid,
    images.picture_broken,
)


def all_checks() -> tuple[Check, ...]:
    """The checks of the core, and of all extras."""
    return *CHECKS, *(check for each in extras() if each.checks for check in load(each.checks))


def checks_for(content: GameContent, library: Library) -> tuple[Check, ...]:
    """The checks of the core, and of the extras that a game uses."""
    used = (each for each in extras() if each.checks and _is_used(each, content, library))
    return *CHECKS, *(check for each in used for check in load(each.checks))


def _is_used(each: Extra, content: GameContent, library: Library) -> bool:
    folder = library.folders.content / content.id
    return not each.used_by or any(
        getattr(content.game, name, None) or content.of_kind(name) or (folder / name).is_dir()
        for name in each.used_by
    )


def check_library(library: Library) -> list[Problem]:
    """The problems that the checks find in all games of a library."""
    sound, problems, complete = SoundProfiles(library), list[Problem](), True
    with allowed(check_seconds(library), "check", "", ""):
        for content in library.games.values():
            doubtful = sound.without(content)
            for check in checks_for(content, library):
                if limit := library.given_up.limit_of(content.id, check.code):
                    problems.append(not_checked(content, library, check, limit))
                    complete = False
                    break
                now("check", content.id, check.code)
                looked_at = doubtful if check.single else content
                found = list(limited(check, check(looked_at, library)))
                problems += found
                complete = complete and len(found) <= MAX_PROBLEMS
                # It stands for problems of profiles.
                complete = complete and not (found and check is texts.language_absent)
    if complete:
        sound.keep(problems)
    return problems


def check_seconds(library: Library) -> float:
    """The processor time (s) that the checks of a library may take."""
    return seconds_for_checks(sum(len(files_of(each)) for each in library.games.values()))


def files_of(content: GameContent) -> set[str]:
    """The names of the files of a game's entries and chapters."""
    found = {entry.source.file for entry in content.entries()}
    return found | {chapter.file for chapter in content.chapters.values()}


def not_checked(content: GameContent, library: Library, check: Check, limit: str) -> Problem:
    """The problem of a game that is not checked to its end: its checks take more than a limit."""

    def size(file: str) -> int:
        with suppress(OSError):
            return (library.folders.root / file).stat().st_size
        return 0

    message = f"the checks up to {check.code} take more than {limit}"
    hint = (
        f"the rest is not checked; the largest file is {max(sorted(files_of(content)), key=size)}"
    )
    return Problem(content.entry.at(), "content-too-big", message, hint)


def limited(check: Check, problems: Iterator[Problem]) -> Iterator[Problem]:
    """The first MAX_PROBLEMS problems of a check; a last one gives the number of the others, which
    are counted up to MAX_PROBLEMS.
    """
    yield from islice(problems, MAX_PROBLEMS)
    more = list(islice(problems, MAX_PROBLEMS + 1))
    if more:
        count = len(more) if len(more) <= MAX_PROBLEMS else f"more than {MAX_PROBLEMS}"
        noun = "problem" if len(more) == 1 else "problems"
        message, hint = f"{count} more {noun} of this check", "fix the others first"
        yield Problem(more[0].position, check.code, message, hint, check.severity)
