"""Faults of PDF files that readers would forgive."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pikepdf

# Decodes every stream. `qpdf --check` would compress them again, for ten times the time.
_READ_ALL = ("qpdf", "--stream-data=uncompress", "--decode-level=all")


def pdf_faults(path: Path) -> str:
    """What is wrong with the structure, the streams or the drawing instructions of a file."""
    done = subprocess.run([*_READ_ALL, path, "/dev/null"], capture_output=True, text=True)
    found = [done.stdout + done.stderr]
    if done.returncode:
        found.append(f"qpdf ends with {done.returncode}")
    with pikepdf.open(path) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            try:
                pikepdf.parse_content_stream(page)
            except pikepdf.PdfError as error:
                found.append(f"page {number}: {error}")
        found += map(str, pdf.get_warnings())
    return "\n".join(filter(None, found))
