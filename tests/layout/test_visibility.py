"""Words that a theme hides on a card are named at their entry; sound cards have no problem."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pypdfium2
import pytest
from helpers import messages, starter
from layout_projects import NOWHERE, evil_project, laid_out
from print_defects import DECKS, Bench, Defect, make_bench

from printgen import Project
from printgen.layout.files import Files
from printgen.layout.jobs import Job, JobResult, PageFormat
from printgen.layout.legibility import face_text, part_marks
from printgen.layout.runners import local_runner
from printgen.layout.visibility import Shown, hidden_words
from printgen.project import TEMPLATES, Folders

# A sample of `print_defects.py`: each way in which a word is hidden.
SAMPLE = [
    ("epithet", "white on white"),
    ("name", "opacity 0.03"),
    ("story", "visibility"),
    ("story", "display"),
    ("name", "ellipsis"),
    ("epithet", "half a line"),
    ("story", "translated"),
    ("name", "letters on letters"),
    ("epithet", "box over words"),
    ("story", "lines on lines"),
]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A deck whose theme is a copy of the plain one."""
    root = make_bench(DECKS[0], tmp_path_factory.mktemp("deck") / "game")
    with local_runner(Project(root).folders, 1) as runner:
        yield Bench(DECKS[0], root, runner)


@pytest.mark.spares("text-hidden")
def test_a_sound_deck_has_no_problem_in_any_ink(bench: Bench) -> None:
    assert bench.problems() == []


@pytest.mark.slow
@pytest.mark.sees("text-hidden")
@pytest.mark.parametrize(("text", "trick"), SAMPLE)
def test_a_hidden_text_is_named_at_its_entry(bench: Bench, text: str, trick: str) -> None:
    outcome = bench.try_defect(Defect(bench.deck, text, trick, len(trick)))
    assert outcome.named, outcome.problems
    assert "text-hidden" in {problem.code for problem in outcome.problems}
    assert outcome.others == []


def test_words_hidden_in_one_ink_are_named_in_this_ink(bench: Bench) -> None:
    outcome = bench.try_defect(Defect(bench.deck, "story", "low ink", 3))
    (problem,) = outcome.problems
    assert (problem.code, problem.severity) == ("text-hidden", "error")
    assert "in low ink" in problem.message
    # The story, not the entry.
    assert problem.position.line > 1


def drawn(result: JobResult) -> str:
    """The words that a face draws."""
    assert result.face is not None
    text = face_text(result.face)
    texts = part_marks(result.face.form).texts.values()
    return "".join(text(font, shown) for found in texts for font, shown in found)


def test_page_rules_of_a_theme_do_not_move_a_face(tmp_path: Path) -> None:
    front = '<div class="safe"><p>{{ card.name }}</p></div>'
    sound, none = laid_out(tmp_path / "sound", front)
    rules = "@page { margin: 30mm; size: a4; padding: 9mm; border: 4mm solid } .face { page: odd }"
    moved, problems = laid_out(tmp_path / "moved", front, f"{rules} @page odd {{ margin: 20mm }}")
    assert none == problems == []
    assert [result.face for result in sound] == [result.face for result in moved]


def test_a_face_of_two_pages_is_a_problem_of_this_face_only(tmp_path: Path) -> None:
    front = (
        "<p style='padding: 9mm'>{{ card.name }}</p>"
        "{% if card.name == 'The Captain' %}<p style='break-before: page'>Next</p>{% endif %}"
    )
    results, problems = laid_out(tmp_path, front)
    (problem,) = problems
    assert problem.code == "face-overflow"
    assert problem.position.file == "content/fog/profiles/captain.yaml"
    assert "takes two pages" in problem.message
    words = [drawn(result) for result in results if result.face]
    # Its first page is printed, with a mark.
    assert len(words) == len(set(words)) == len(results)
    assert "Next" not in words


@pytest.mark.sees("text-hidden")
def test_a_word_that_is_hidden_on_a_sheet_is_named(tmp_path: Path) -> None:
    body = "<p>Seen</p><p style='color: #fff'>Never seen by anybody</p>"
    root = evil_project(tmp_path, {"page": body}, NOWHERE)
    (problem,) = Project(root).build(jobs=1).problems
    assert problem.code == "text-hidden"
    assert "'Never seen by anybody' cannot be seen" in messages([problem])[0]


def test_an_empty_page_lacks_all_words() -> None:
    document, written = pypdfium2.PdfDocument.new(), BytesIO()
    document.new_page(100, 100)
    document.save(written)
    job = Job(PageFormat("face", "own/front", "en", "full", 35, 35), "fog/captain", {})
    html = fromstring("<section><p>Some words</p></section>")
    (faults,) = hidden_words(written.getvalue(), [Shown(job, html, range(1))])
    assert [fault.message for fault in faults] == [
        "fog/captain (, front, en): 'Some words' is not on the page"
    ]


def test_themes_of_printgen_are_not_those_of_a_project(tmp_path: Path) -> None:
    root = starter(tmp_path / "game").resolve()
    (root / "templates" / "plain").mkdir(parents=True)
    (root / "templates" / "plain" / "style.css").write_text("")
    files = Files(Folders(root))
    assert files.is_own("templates/plain/style.css")
    assert not files.is_own("templates/plain/card-front.html.j2")
    assert not files.is_own("templates/plain/none.css")
    assert not files.is_own("content/fog/game.yaml")
    assert not Files(Folders(TEMPLATES.parent)).is_own("templates/plain/style.css")
