"""Faults that are planted in PDF files are found."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from sound_files import pdf_faults


def written(path: Path, drawing: bytes) -> Path:
    """A page with these drawing instructions and an attachment that is compressed."""
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        page.Contents = pdf.make_stream(drawing)
        pdf.Root.Words = pdf.make_stream(b"words " * 500)
        pdf.save(path, compress_streams=True)
    return path


@pytest.mark.parametrize("drawing", [b"BT (open Tj", b"[1 2 3 TJ", b">> ET", b"<zz> Tj"])
def test_broken_instructions(tmp_path: Path, drawing: bytes) -> None:
    assert pdf_faults(written(tmp_path / "sound.pdf", b"0 0 9 9 re f")) == ""
    assert pdf_faults(written(tmp_path / "broken.pdf", drawing))


def test_broken_streams_and_tables(tmp_path: Path) -> None:
    path = written(tmp_path / "page.pdf", b"0 0 9 9 re f")
    sound = path.read_bytes()
    at = sound.index(b"/FlateDecode")
    at = sound.index(b"stream", at) + 10
    for broken in (sound[:at] + b"\xff\xff" + sound[at + 2 :], sound[:-60]):
        path.write_bytes(broken)
        assert pdf_faults(path)
