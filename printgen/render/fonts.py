"""The fonts that pages may use: those of printgen and of the project, and no others.

Fontconfig is shown these folders alone, so that a page looks the same on every machine, and a glyph
that no font has is known to be missing instead of being borrowed from the system.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from printgen.project import FONTS, Folders

_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{folders}
  <cachedir>{cache}</cachedir>
  <match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
</fontconfig>
"""


def font_folders(folders: Folders) -> list[Path]:
    """The folders whose fonts pages may use."""
    own = folders.root / "fonts"
    kept = [FONTS]
    if own.is_dir() and own.resolve() != FONTS and own.resolve().is_relative_to(folders.root):
        kept.append(own.resolve())
    return kept


def write_configuration(folders: Folders, scratch: Path) -> Path:
    """Write a fontconfig file into `scratch` that shows only the fonts pages may use."""
    lines = "\n".join(f"  <dir>{escape(str(path))}</dir>" for path in font_folders(folders))
    path = scratch / "fonts.conf"
    (scratch / "cache").mkdir()
    cache = escape(str(scratch / "cache"))
    path.write_text(_CONFIGURATION.format(folders=lines, cache=cache), encoding="utf-8")
    return path
