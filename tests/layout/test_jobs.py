"""Positions of faults, and the order of outcomes."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from printgen.layout.jobs import (
    AHEAD,
    MANY,
    Fault,
    Job,
    JobResult,
    JobSource,
    PageFormat,
    Place,
    Task,
    lay_out,
    place_in,
)
from printgen.problems import Position

ENTRY, NAME, STORY, TRAIT, PICTURE = (Position("a.yaml", line) for line in range(1, 6))

CHAPTER = Position("01-start.en.md")

SOURCE = JobSource(
    ENTRY,
    PICTURE,
    lambda: (
        ("The Captain", NAME),
        ("She’s **lost** two ships, and walks\nhome \U0001f409.", STORY),
        ("Two ships at a time \U0001f409.", TRAIT),
        ('The [lamp]{.term key="lamps"} is out.', Position(CHAPTER.file, 3)),
        ("one cell", Position(CHAPTER.file, 5)),
        ("and the next", Position(CHAPTER.file, 7)),
    ),
    {CHAPTER.file: CHAPTER, f"{CHAPTER.file}#map_coast": Position(CHAPTER.file, 30)},
)


@pytest.mark.parametrize(
    ("place", "position"),
    [
        (("line", "She's lost two"), STORY),
        (("line", "walks home"), STORY),
        (("line", "ships at a"), TRAIT),
        (("line", "THE CAPTAIN"), NAME),
        (("line", "ships"), ENTRY),
        (("line", "another text"), ENTRY),
        (("line", ""), ENTRY),
        (("character", "T"), NAME),
        (("character", "\U0001f409"), STORY),
        (("character", "Z"), ENTRY),
        (("entry", ""), ENTRY),
        (("picture", ""), PICTURE),
        (("file", "templates/plain/style.css"), Position("templates/plain/style.css")),
        (("file", "templates/plain/style.css:12:3"), Position("templates/plain/style.css", 12, 3)),
        (("chapter", CHAPTER.file), CHAPTER),
        (("chapter", "02-end"), ENTRY),
        (place_in(CHAPTER.file, "", "map_coast"), Position(CHAPTER.file, 30)),
        (place_in(CHAPTER.file, "lamp is out"), Position(CHAPTER.file, 3)),
        (place_in(CHAPTER.file, "One cell and the next"), Position(CHAPTER.file, 5)),
        (place_in(CHAPTER.file, "other words", "map_sea"), CHAPTER),
        (place_in(CHAPTER.file, "She’s lost two ships"), CHAPTER),
    ],
)
def test_the_position_of_a_fault(place: Place, position: Position) -> None:
    problem = next(SOURCE.problems(Fault("glyph-missing", "message", "hint", "warning", place)))
    assert problem.position == position
    assert (problem.code, problem.message, problem.hint, problem.severity) == (
        "glyph-missing", "message", "hint", "warning",
    )  # fmt: skip


def test_a_fault_without_a_picture_is_at_the_entry() -> None:
    assert next(JobSource(ENTRY).problems(Fault("x", "y", place=("picture", "")))).position == ENTRY


def test_the_entry_follows_from_the_fault_of_a_part() -> None:
    fault = Fault("template-error", "message", place=("part", "templates/a/card.html.j2:3"))
    cause, follower = SOURCE.problems(fault)
    assert cause.position == Position("templates/a/card.html.j2", 3)
    assert follower.position == ENTRY
    assert follower.needs == cause.breaks


class Numbered:
    """A runner whose results have the number of the job as pages; it counts the begun jobs. The
    results are there at once if they are `known`, or else when they are awaited.
    """

    def __init__(self, known: bool) -> None:
        self.begun, self.known = 0, known

    def submit(self, job: Job) -> Future[JobResult]:
        self.begun += 1
        future = Future[JobResult]() if self.known else Awaited()
        future.set_result(JobResult(pages=int(job.name), faults=[Fault("x", job.name)]))
        return future


class Awaited(Future[JobResult]):
    """A future that is not done until it is awaited."""

    def done(self) -> bool:
        return False


@pytest.mark.parametrize(("known", "ahead"), [(False, AHEAD), (True, MANY)])
def test_outcomes_are_in_order_and_few_tasks_are_begun_ahead(known: bool, ahead: int) -> None:
    runner, count = Numbered(known), MANY + 100
    format = PageFormat("face", "plain/card-front", "en", "full", 63, 88)
    tasks = (Task(Job(format, str(number), {}), JobSource(ENTRY)) for number in range(count))
    outcomes = lay_out(runner, tasks)
    for number in range(count):
        outcome = next(outcomes)
        assert outcome.result.pages == number
        assert outcome.failed
        assert [problem.message for problem in outcome.problems] == [str(number)]
        assert runner.begun == min(count, number + 1 + ahead)
    assert next(outcomes, None) is None
