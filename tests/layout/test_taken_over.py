"""A worker that a stranger's picture or font has taken over: what it answers is in no other
project, and does the command no harm.
"""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from helpers import built, starter, written
from layout_projects import picture, profile
from lying_workers import Lie, taken_over

from printgen import Project
from printgen.extras.ebooks import ebook
from printgen.extras.ebooks.ebook import web_book
from printgen.layout.faces import Face, Part, encode
from printgen.layout.jobs import Fault, Job, JobResult, PageFormat, Reads
from printgen.layout.runners import BatchRunner, Encoded, PartCache, local_runner
from printgen.sealing.process import WorkerDied
from printgen.store import Store

pytestmark = pytest.mark.slow


def wrong_page(results: list[JobResult]) -> None:
    """All faces are an empty one."""
    for result in results:
        assert result.face
        empty = Part.of([b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]>>"], [], b"")
        result.face = replace(result.face, form=empty, fonts=(), tags=None)


def wrong_page_that_reads_nothing(results: list[JobResult]) -> None:
    wrong_page(results)
    for result in results:
        result.reads = Reads((), ())


def wrong_content_of_a_drawing(results: list[JobResult]) -> None:
    """Its digest is that of the right one."""
    for result in results:
        assert result.face
        content = zlib.compress(b"q Q")
        result.face = replace(result.face, form=replace(result.face.form, stream=content))


LIES: list[Lie] = [wrong_page, wrong_page_that_reads_nothing, wrong_content_of_a_drawing]


def pack(root: Path) -> Path:
    """A project with a picture, whose cards are those of any other copy of it."""
    starter(root)
    picture(root, "moon.png", 900, 700)
    profile(root, "Moon", more="image: images/moon.png")
    return root


CARDS = "fog/crew-cards"


@pytest.mark.usefixtures("own_scopes")
@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_another_project_prints_its_own_pages(tmp_path: Path, lie: Lie) -> None:
    store = Store(tmp_path / "cache")
    with taken_over(lie):
        false = Project(pack(tmp_path / "stranger"), store)
        false.build([CARDS], langs=["en"], jobs=1)
        store.finish()
    right = built(pack(tmp_path / "alone"), CARDS, langs=["en"])
    mine = built(Project(pack(tmp_path / "mine"), store), CARDS, langs=["en"])
    assert written(mine.parent) == written(right.parent)
    assert written(false.folders.root) != written(right.parent)


def test_the_same_project_takes_its_pages_from_the_store(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    project = Project(pack(tmp_path / "mine"), store)
    out = built(project, CARDS, langs=["en"])
    first = written(out.parent)
    shutil.rmtree(out)
    with taken_over(list[JobResult].clear):
        # No worker is asked.
        assert written(built(Project(out.parent, store), CARDS, langs=["en"]).parent) == first


def script(results: list[JobResult]) -> None:
    """What browsers would run is in all pages of a book."""
    for result in results:
        picture = Element("img", {"src": "x", "onerror": "alert(1)", "alt": ""})
        code = Element("script")
        code.text = "alert(1)"
        result.tree = [*result.tree, picture, code]


def test_pages_for_browsers_run_nothing(tmp_path: Path) -> None:
    project = Project(starter(tmp_path))

    def book() -> bytes:
        with local_runner(project.folders, 1) as runner:
            return web_book(project.library, "fog", "rulebook", "en", runner)

    with taken_over(script, "html"):
        assert b"alert(1)" not in book()
    # What is sanitised twice is the same.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ebook, "sanitize_elements", list)
        once = book()
    assert book() == once


# --- answers ------------------------------------------------------------------------------------


def face_of(form: Part) -> JobResult:
    return JobResult(face=Face(10, 10, form, ()))


def test_digests_are_made_by_the_command() -> None:
    inner = Part.of([b"<<>>"], [], b"x" * 5_000)
    honest = Part.of([b"<</A ", b">>"], [inner], b"y" * 5_000)
    lying = replace(honest, links=(replace(inner, stream=b"z" * 5_000),))
    cache = PartCache()
    (first,) = cache.decode(*encode([face_of(honest)]), 1)
    (second,) = cache.decode(*encode([face_of(lying)]), 1)
    assert first.face
    assert second.face
    assert first.face.form == honest
    assert second.face.form.digest != honest.digest
    assert second.face.form == Part.of(
        [b"<</A ", b">>"], [Part.of([b"<<>>"], [], b"z" * 5_000)], b"y" * 5_000
    )


def loop() -> Part:
    """A part that draws itself."""
    links: list[Part | str] = []
    part = Part(b"", (b"", b""), links, None)  # type: ignore[arg-type]
    links.append(part)
    return part


ANSWERS: dict[str, object] = {
    "none": [],
    "too many": [JobResult(), JobResult()],
    "other values": [Fault("a", "b")],
    "no list": 7,
    "a loop": [face_of(loop())],
    "wrong types": [face_of(Part(b"", ("",), (), None))],  # type: ignore[arg-type]
    "no form": [face_of(7)],  # type: ignore[arg-type]
}


class Answering:
    """Workers that give one answer."""

    count, separate = 1, False

    def __init__(self, answer: Encoded):
        self.answer = answer

    def start(self, jobs: Sequence[Job]) -> Future[Encoded]:
        future: Future[Encoded] = Future()
        future.set_result(self.answer)
        return future


@pytest.mark.parametrize("name", ANSWERS)
def test_a_wrong_answer_is_a_fault_of_the_job(name: str) -> None:
    runner = BatchRunner(Answering(encode(ANSWERS[name])))
    job = Job(PageFormat("face", "plain/tile", "en", "full", 30, 20), "tile", {})
    (fault,) = runner.submit(job).result(timeout=5).faults
    assert (fault.code, "tile" in fault.message) == ("layout-limit", True)


def test_an_unknown_part_is_a_wrong_answer() -> None:
    content, _ = encode([face_of(Part.of([b"<<", b">>"], [Part.of([b""], [], b"x" * 5_000)]))])
    with pytest.raises(WorkerDied):
        PartCache().decode(content, {}, 1)
