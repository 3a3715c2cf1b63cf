"""Pages of PDFs are drawn and read in a sealed process: what it answers, and how it ends."""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from written_faces import face, programs, words

from printgen.extras.page_pictures import pdfium
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.extras.page_pictures.pdfium import CannotDraw, Pdf
from printgen.layout.assembly import assemble
from printgen.sealing.decoding import Decoder, decoder


def pdf(content: bytes = b"0 0 70 70 re f") -> bytes:
    return assemble([face(content)], programs())


def end(_: Pdf) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_pages_are_drawn_again_after_the_process_has_ended() -> None:
    pages = DrawnPages(pdf(), "a card")
    black = pages.whole(0, 9, 9)
    assert black.getpixel((4, 4)) == (0, 0, 0)
    decoder(Path(), "draw").close()
    assert pages.whole(0, 9, 9).tobytes() == black.tobytes()


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "card.pdf"
    for content, colour in ((b"0 0 70 70 re f", 0), (b"", 255)):
        path.with_suffix(".new").write_bytes(pdf(content))
        path.with_suffix(".new").rename(path)
        assert DrawnPages(path).whole(0, 9, 9).getpixel((4, 4)) == (colour,) * 3


def test_pages_without_their_texts() -> None:
    pages = DrawnPages(pdf(words(10, 20)), "a card")
    first = pages.whole(0, 90, 90).tobytes()
    assert min(first) < 50
    assert min(pages.whole(0, 90, 90, texts=False).tobytes()) == 255
    assert pages.whole(0, 90, 90).tobytes() == first


def test_many_documents_are_closed_and_opened_again() -> None:
    files = [DrawnPages(pdf(), f"card {n}") for n in range(20)]
    for _ in range(2):
        assert all(each.call(pdfium.size, 0) == files[0].call(pdfium.size, 0) for each in files)


@pytest.mark.parametrize("content", [b"", b"no PDF", b"%PDF-1.7 and no more"])
def test_what_is_no_pdf_cannot_be_drawn(content: bytes) -> None:
    with pytest.raises(CannotDraw, match=r"^file\.pdf cannot be drawn \("):
        DrawnPages(content, "file.pdf").whole(0, 9, 9)


@pytest.mark.parametrize("call", [
    lambda pages: pages.call(end),
    lambda pages: pages.call(pdfium.size, 7),
    lambda pages: pages.whole(0, 90_000, 90_000),
    lambda pages: pages.whole(0, 0, 9),
])  # fmt: skip
def test_what_ends_the_process_is_an_error(call: Callable[[DrawnPages], object]) -> None:
    with pytest.raises(CannotDraw, match=r"file\.pdf c"):
        call(DrawnPages(pdf(), "file.pdf"))
    assert DrawnPages(pdf(), "file.pdf").call(pdfium.sizes)


LIES: list[object] = [
    None, "words", 3, [1], [[1, 2, 3]], (3, 3, b"short"), (-1, -1, b"xxx"), (0, 9, b""),
    ("3", 3, b"x" * 27), (math.nan, 2.0), (10**9, 10**9, b""), ({}, {}, {}), [b"x"], b"x",
]  # fmt: skip


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("lie", LIES, ids=repr)
def test_wrong_answers_are_errors(
    monkeypatch: pytest.MonkeyPatch, lie: object, known: bool
) -> None:
    answer = (True, lie) if known else lie
    monkeypatch.setattr(Decoder, "call", lambda *_: (0.0, answer))
    pages = DrawnPages(b"", "file.pdf")
    calls: list[Callable[[], object]] = [
        lambda: pages.picture(0, 1.0),
        lambda: pages.part([0], (0, 0, 9, 9), 3, 3),
        lambda: pages.whole(0, 3, 3),
        lambda: pages.call(pdfium.size, 0),
        lambda: pages.call(pdfium.trims),
        lambda: pages.call(pdfium.words_and_start, 0),
    ]
    for call in calls:
        with pytest.raises(CannotDraw):
            call()
