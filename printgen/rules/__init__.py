"""The consistency of content. A check is a generator of problems of one code: the code is its name
with hyphens, and its docstring is its page of the manual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from printgen.library import GameContent, Library
from printgen.problems import Problem
from printgen.rules import (
    chapters,
    constraints,
    counts,
    examples,
    layouts,
    poker,
    products,
    quests,
    rolls,
    scenarios,
    stats,
    studies,
    tables,
    texts,
    traits,
)
from printgen.rules.maps import checks as maps
from printgen.rules.maps.shades import map_shade

# Of one code in one game: nobody reads more, and each costs time.
MAX_PROBLEMS = 500

Check = Callable[[GameContent, Library], Iterator[Problem]]

CHECKS: list[Check] = [
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
    constraints.constraint_broken,
    constraints.derived_invalid,
    constraints.stat_derived,
    traits.trait_unknown,
    traits.trait_twice,
    traits.trait_brings_itself,
    traits.trait_kind_unknown,
    traits.suit_unknown,
    tables.table_shape,
    tables.table_row,
    tables.matrix_rank_unknown,
    tables.matrix_complete,
    tables.matrix_order,
    tables.matrix_impossible,
    tables.matrix_monotone,
    rolls.roll_invalid,
    rolls.roll_gap,
    rolls.roll_overlap,
    rolls.roll_unreachable,
    poker.poker_invalid,
    tables.deck_rank_unknown,
    tables.pile_overlap,
    tables.pile_incomplete,
    quests.quest_rules_missing,
    quests.quest_rules_invalid,
    quests.step_shape,
    quests.step_order,
    quests.quest_length,
    quests.step_type_unknown,
    quests.step_enemy,
    quests.step_effect,
    quests.quest_unreachable,
    quests.quest_end,
    scenarios.plan_unknown,
    scenarios.force_unknown,
    scenarios.force_plan,
    counts.force_count,
    scenarios.force_stats,
    scenarios.terrain_invalid,
    scenarios.terrain_barred,
    scenarios.scenario_reference,
    scenarios.scenario_map,
    layouts.layout_outside,
    layouts.layout_line,
    maps.hex_rules_invalid,
    maps.map_size,
    maps.map_rows,
    maps.map_terrain,
    maps.map_hex,
    maps.map_unit,
    maps.map_path,
    maps.map_crowded,
    maps.map_barred,
    maps.map_facing,
    map_shade,
    maps.map_call,
    texts.translation_missing,
    texts.language_unknown,
    examples.example_shape,
    examples.example_wrong,
    studies.study_invalid,
    studies.study_overlong,
    studies.figure_wrong,
    chapters.chapter_missing,
    chapters.chapter_text,
    chapters.chapter_heading,
    chapters.chapter_language,
    chapters.directive_unknown,
    chapters.directive_unclosed,
    chapters.directive_argument,
    chapters.reference_broken,
    chapters.heading_duplicate,
    products.product_reference,
    products.product_empty,
    products.quantity_unused,
    products.product_format,
    products.product_template,
    products.labels_invalid,
    products.look_invalid,
    products.product_language,
    products.image_missing,
    products.image_invalid,
]

RULES: dict[str, Check] = {check.__name__.replace("_", "-"): check for check in CHECKS}


def check(library: Library) -> list[Problem]:
    """Every problem that the rules find in the library."""
    return [
        problem
        for content in library.games.values()
        for rule in CHECKS
        for problem in islice(rule(content, library), MAX_PROBLEMS)
    ]
