"""WeasyPrint is imported faster, and works as without it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from helpers import query_store, spoil_store

from printgen.layout.speedups.imports import import_weasyprint
from printgen.store import Store

START = """
import sys
from pathlib import Path
from printgen.store import Store
from printgen.layout.speedups.imports import KeptInterface, declare_more, import_weasyprint
"""

KEPT = """
import_weasyprint(Store(Path(sys.argv[1])))
"""

WRITE = """
import weasyprint
from weasyprint.text.ffi import ffi, gobject, pango
from weasyprint.pdf import fonts
declare_more()
assert isinstance(ffi, KeptInterface) == ("fontTools.subset" not in sys.modules) == kept
document = weasyprint.HTML(string="<p>Words <i>in italics</i>, a <b>bold</b> one")
document.write_pdf(sys.argv[2], pdf_identifier=b"printgen")
copied = pango.pango_layout_copy
assert fonts.subset.Options(retain_gids=True).retain_gids
assert "fontTools.subset" in sys.modules
"""


def python(code: str, folder: Path, *arguments: Path) -> None:
    """Run code in a process of its own."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0"}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_pages_are_the_same_as_after_a_plain_import(tmp_path: Path) -> None:
    store, plain = tmp_path / "store", tmp_path / "plain.pdf"
    python(START + "kept = False" + WRITE, tmp_path, store, plain)
    names = ["first.pdf", "kept.pdf", "damaged.pdf"]
    for name in names:
        if name == "damaged.pdf":
            spoil_store(store, "result")
        python(START + KEPT + "kept = True" + WRITE, tmp_path, store, tmp_path / name)
        assert query_store(store, "SELECT kind FROM entry") == [("declarations",)]
    assert {(tmp_path / name).read_bytes() for name in names} == {plain.read_bytes()}


def test_a_second_import_does_nothing(tmp_path: Path) -> None:
    import_weasyprint(Store(None))
    import_weasyprint(Store(tmp_path / "store"))
    assert not list(tmp_path.glob("**/*.db"))
