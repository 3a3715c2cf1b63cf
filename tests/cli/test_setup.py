"""The command `calibrate`."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from cli_runs import run_printgen, set_up


def test_calibrate_prints_the_offset_and_the_settings_file(tmp_path: Path, config: Path) -> None:
    env = set_up(config, "back_offset: [1.5, -0.5]\npaper: letter")
    done = run_printgen("calibrate", "--lang", "en", cwd=tmp_path, env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert str(config / "printgen" / "settings.yaml") in done.stdout
    with pypdfium2.PdfDocument(tmp_path / "calibrate.pdf") as pdf:
        assert len(pdf) == 2
        assert pdf[0].get_size() == pytest.approx((612, 792), abs=0.1)
        text = pdf[0].get_textpage().get_text_bounded()
    assert "x = 1.5 mm, y = -0.5 mm" in text


def test_calibrate_reports_an_unwritable_path(tmp_path: Path) -> None:
    done = run_printgen("calibrate", "-o", "no/such/folder.pdf", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("printgen: cannot write no/such/folder.pdf: ")
