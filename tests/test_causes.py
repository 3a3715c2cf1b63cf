"""Problems gathered under their causes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from printgen import Project
from printgen.problems import MANY, Group, Position, Problem, Severity, Subject, gather, in_order

TRAIT = Subject("traits", "g", "slow")

ALL_TRAITS = Subject("traits", "g")


def problem(
    line: int,
    message: str = "m",
    *,
    breaks: Subject | None = None,
    needs: Subject | None = None,
    severity: Severity = "error",
) -> Problem:
    place = Position("a.yaml", line)
    return Problem(place, "code", message, "", severity, breaks=breaks, needs=needs)


def shape(groups: list[Group]) -> list[tuple[int, list[int]]]:
    """The lines of the causes, each with those of the other problems."""
    return [
        (group.cause.position.line, [other.position.line for other in group.others])
        for group in groups
    ]


def test_problems_without_a_common_cause_are_listed_by_position() -> None:
    groups = gather([problem(9, "a"), problem(2, "b"), problem(5, "c")])
    assert shape(groups) == [(2, []), (5, []), (9, [])]
    assert [str(group) for group in groups] == [str(group.cause) for group in groups]


def test_what_needs_a_broken_subject_follows() -> None:
    cause = problem(9, breaks=TRAIT)
    groups = gather([problem(1, needs=TRAIT), problem(2, needs=ALL_TRAITS), cause])
    assert shape(groups) == [(9, [1]), (2, [])]


def test_a_broken_file_may_have_any_entry_of_its_kind() -> None:
    groups = gather([problem(1, needs=TRAIT), problem(9, breaks=ALL_TRAITS)])
    assert shape(groups) == [(9, [1])]


def test_broken_chapters_may_have_any_heading() -> None:
    french = Subject("chapters", "g", "fr")
    needs = [Subject("chapters", "g", "fr#luck"), Subject("chapters", "g", "en#luck")]
    found = [problem(n, needs=each) for n, each in enumerate(needs, 1)]
    assert shape(gather([*found, problem(9, breaks=french)])) == [(9, [1]), (2, [])]


def test_a_chain_leads_to_its_first_cause() -> None:
    study = Subject("studies", "g", "duel")
    chain = [problem(1, needs=study), problem(2, breaks=study, needs=TRAIT)]
    assert shape(gather([*chain, problem(3, breaks=TRAIT)])) == [(3, [1, 2])]


def test_a_circle_of_causes_ends() -> None:
    study = Subject("studies", "g", "duel")
    circle = [problem(1, breaks=study, needs=TRAIT), problem(2, breaks=TRAIT, needs=study)]
    assert len(in_order(gather(circle))) == 2


def test_errors_do_not_follow_from_warnings() -> None:
    found = [problem(1, breaks=TRAIT, severity="warning"), problem(2, needs=TRAIT)]
    assert shape(gather(found)) == [(2, []), (1, [])]


def test_the_same_problem_in_many_places_is_one_group() -> None:
    same = [problem(line) for line in range(1, MANY + 1)]
    assert shape(gather([*same, problem(9, "other")])) == [(1, [2, 3]), (9, [])]
    assert shape(gather(same[:2])) == [(1, []), (2, [])]


def test_problems_about_one_name_begin_where_it_is_declared() -> None:
    declared = Subject("traits", "g", "slow", Position("b.yaml", 7))
    found = [problem(line, f"m{line}", needs=declared) for line in range(1, MANY + 1)]
    (group,) = gather(found)
    assert group.cause.position == Position("b.yaml", 7)
    assert list(group.others) == found


def test_causes_come_before_effects_and_errors_before_warnings() -> None:
    found = [
        problem(1, "w", severity="warning"),
        problem(2, "effect", needs=Subject("studies", "g", "duel")),
        problem(3, "plain"),
        problem(4, "cause", breaks=TRAIT),
    ]
    assert [line for line, _ in shape(gather(found))] == [4, 3, 2, 1]


def test_a_group_names_some_places_and_counts_the_others() -> None:
    def text(count: int) -> str:
        followers = [problem(line, needs=TRAIT) for line in range(1, count + 1)]
        (group,) = gather([problem(99, breaks=TRAIT), *followers])
        return str(group).partition("\n")[2].strip()

    assert text(1) == "and 1 problem that follows from it: a.yaml:1:1"
    assert text(2) == "and 2 problems that follow from it: a.yaml:1:1, a.yaml:2:1"
    assert text(4).endswith("a.yaml:1:1, a.yaml:2:1, a.yaml:3:1, a.yaml:4:1")
    assert text(9).endswith("a.yaml:1:1, a.yaml:2:1, a.yaml:3:1 and 6 others")


def test_all_problems_are_in_order_with_the_place_of_their_cause() -> None:
    cause = problem(9, breaks=TRAIT)
    assert in_order(gather([problem(1, needs=TRAIT), cause])) == [
        cause,
        Problem(Position("a.yaml", 1), "code", "m", needs=TRAIT, follows=Position("a.yaml", 9)),
    ]


def test_a_misspelt_name_comes_before_the_name_that_is_missing() -> None:
    missing, other = problem(2, "the column 'event' has no cell"), problem(1, "no events")
    misspelt = replace(problem(9, "no column 'evnt'"), hint="did you mean 'event'?")
    assert shape(gather([missing, other, misspelt])) == [(1, []), (9, []), (2, [])]
    elsewhere = replace(misspelt, position=Position("b.yaml", 1))
    assert shape(gather([missing, elsewhere])) == [(2, []), (1, [])]
    warning = replace(misspelt, severity="warning")
    assert shape(gather([missing, warning])) == [(2, []), (9, [])]


def test_what_a_text_quotes_is_mended_before_the_text() -> None:
    quote = problem(1, needs=Subject("values", "g", "ram wool"))
    assert shape(gather([quote, problem(9, needs=TRAIT), problem(5)])) == [
        (5, []),
        (9, []),
        (1, []),
    ]


def test_a_place_is_listed_once_for_one_message() -> None:
    rows = [problem(1, breaks=Subject("events", "g", name)) for name in "abc"]
    [group] = gather(rows)
    assert str(group) == str(group.cause)


def test_a_warning_follows_from_an_error_on_the_line_that_it_is_compared_with() -> None:
    error = problem(9)
    warnings = [
        replace(problem(n, "w", severity="warning"), also=Position("a.yaml", n + 7)) for n in (1, 2)
    ]
    assert shape(gather([error, *warnings])) == [(9, [2]), (1, [])]


def test_an_error_does_not_follow_from_the_error_that_it_is_compared_with() -> None:
    found = [problem(9), replace(problem(1, "duplicate"), also=Position("a.yaml", 9))]
    assert shape(gather(found)) == [(1, []), (9, [])]


def test_texts_that_quote_a_faulty_value_follow_from_its_fault() -> None:
    value = Subject("values", "g", "depth", Position("b.yaml", 7, 3))
    fault = Problem(Position("b.yaml", 7, 3), "range", "too deep")
    found = [problem(line, needs=value) for line in (1, 2)]
    assert shape(gather([*found, fault])) == [(7, [1, 2])]
    elsewhere = replace(fault, position=Position("b.yaml", 7, 9))
    assert shape(gather([*found, elsewhere])) == [(7, []), (1, []), (2, [])]


def test_a_hint_never_leads_to_its_own_place() -> None:
    place = Position("b.yaml", 7)
    value = Subject("values", "g", "depth", place)
    found = [replace(problem(n, needs=value), hint=f"see {place}") for n in range(1, MANY + 1)]
    (group,) = gather(found)
    assert (group.cause.position, group.cause.hint) == (place, "see a.yaml:1:1")


def test_references_to_a_misspelt_chapter_follow_from_it(tmp_path: Path) -> None:
    game = tmp_path / "content" / "h"
    (game / "chapters").mkdir(parents=True)
    (tmp_path / "printgen.yaml").write_text("# tests\n")
    (game / "game.yaml").write_text("title: {any: H}\nlanguages: [en]\n")
    (game / "products.yaml").write_text(
        "book:\n  title: {any: B}\n  output: book\n  chapters: [01-start, 02-mooving]\n"
    )
    (game / "chapters" / "01-start.en.md").write_text("# Start\n\nSee [](#moving) and [](#run).\n")
    (game / "chapters" / "02-moving.en.md").write_text(
        "# Moving {#moving}\n\n## Running {#run}\n\nRun.\n"
    )
    (group,) = gather(Project(tmp_path).check())
    assert group.cause.message == "no chapter '02-mooving'"
    assert [other.code for other in group.others] == ["reference-broken"] * 2
    assert "and 2 problems that follow from it: content/h/chapters/01-start.en.md:3:" in str(group)


def test_references_to_what_a_misspelt_directive_shows_follow_from_it(tmp_path: Path) -> None:
    game = tmp_path / "content" / "h"
    (game / "chapters").mkdir(parents=True)
    (game / "tables").mkdir()
    (tmp_path / "printgen.yaml").write_text("# tests\n")
    (game / "game.yaml").write_text("title: {any: H}\nlanguages: [en]\n")
    (game / "products.yaml").write_text("book: {title: {any: B}, output: book}\n")
    (game / "tables" / "assault.yaml").write_text(
        "title: {any: A}\ncolumns: {a: A}\nrows: [{a: x}]\n"
    )
    (game / "chapters" / "01-start.en.md").write_text(
        "# Start\n\nSee [](table:assault).\n\n:::{table} assult\n"
    )
    (group,) = gather(Project(tmp_path).check())
    assert group.cause.message == "no table 'assult'"
    assert [other.code for other in group.others] == ["reference-broken"]
