"""Commands draw and read the pages of finished PDFs in a sealed process, not in their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from helpers import environment, printgen, starter
from lying_workers import taken_over
from written_faces import card_face, face

from printgen.extras.exports.channels import ExportError
from printgen.extras.page_pictures import drawn_pages
from printgen.extras.starters import new
from printgen.layout.faces import Face, Part
from printgen.layout.jobs import JobResult
from printgen.products import products_model
from printgen.rules.mechanic import KINDS

pytestmark = pytest.mark.slow

RUN = """
import sys
from printgen.cli import main
from printgen.extras.page_pictures.drawn_pages import DrawnPages
call, called = DrawnPages.call, []
DrawnPages.call = lambda *arguments: (called.append(1), call(*arguments))[1]
for command in sys.argv[1:]:
    assert main.main(command.split(), standalone_mode=False) in (None, 0), command
    assert called, f"{command} draws nothing"
    assert not {"pypdfium2", "pypdfium2_raw"} & set(sys.modules), command
    called.clear()
"""


def run(root: Path, *commands: str) -> None:
    """Run commands in one process, each of which draws pages, but not there."""
    words = [sys.executable, "-c", RUN, *(f"-C {root} -q {command}" for command in commands)]
    done = subprocess.run(words, capture_output=True, text=True, env=environment(root.parent))
    assert done.returncode == 0, done.stderr


def project(root: Path, starter: str) -> Path:
    new.create(root, KINDS, products_model(), starter, ("en",))
    return root


def test_no_command_draws_in_its_own_process(tmp_path: Path) -> None:
    root, old = project(tmp_path / "new", "skirmish"), project(tmp_path / "old", "skirmish")
    for path in (old / "content/fog").rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("the", "that", 1), encoding="utf-8")
    run(
        root,
        "export cards fog --vendor makeplayingcards --vendor drivethrucards",
        "export tabletop fog --url https://example.org/",
        "export vassal fog",
        "export books fog",
        "export itch fog",
        f"changes --from {old} fog",
        "build fog/crew-cards --cutter cricut",
    )
    project(tmp_path / "quest", "quest")
    run(
        tmp_path / "quest",
        f"simulate winter/over-the-pass --games 0 --charts {tmp_path / 'charts'}",
    )


def endless() -> Face:
    """A small face that takes days to draw: forms in forms, twenty in each."""
    head = b"<</Type /XObject/Subtype /Form/BBox [0 0 9 9]/Length %d"
    content = b"/In Do " * 20
    part = Part.of([head % 11 + b">>"], [], b"0 0 9 9 re f")
    for _ in range(12):
        source = head % len(content) + b"/Resources <</XObject <</In @>>>>>>"
        part = Part.of(source.split(b"@"), [part], content)
    return face(b"/In Do", b"/XObject <</In @>>", part)


def test_a_face_that_takes_too_long_is_a_problem_of_its_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawn_pages, "SECONDS", 1.0)
    with pytest.raises(ExportError) as caught:
        card_face(endless()).image(40, 40)
    (problem,) = caught.value.problems
    assert (problem.code, str(problem.position)) == ("layout-limit", "card.yaml:1:1")
    assert problem.message == "a card takes too long to draw"
    # The next one is drawn all the same.
    assert card_face(face(b"0 0 70 70 re f")).image(40, 40).getpixel((20, 20)) == (0, 0, 0)


def test_a_worker_that_was_taken_over_ends_a_command_by_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers a page that takes too long."""
    monkeypatch.setattr(drawn_pages, "SECONDS", 1.0)

    def lie(results: list[JobResult]) -> None:
        for result in results:
            result.face = endless()

    root = starter(tmp_path)
    for command in (
        ["export", "cards", "fog", "--vendor", "makeplayingcards"],
        ["export", "tabletop", "fog", "--url", "https://example.org/"],
        ["export", "vassal", "fog", "--lang", "en"],
        ["export", "cards", "fog", "--vendor", "drivethrucards"],
    ):
        with taken_over(lie):
            ran = printgen(root, *command, "--no-cache")
        assert (ran.returncode, "takes too long to draw" in ran.stderr) == (1, True), ran.stderr
    assert not any((root / "out").rglob("*.png"))
