"""The document in which faces of one format are laid out: a page for each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from markupsafe import Markup

from printgen.layout.jobs import Job, PageFormat
from printgen.project import TEMPLATE_SUFFIX, TEMPLATES

# WeasyPrint drops the part of an absolutely positioned box that is beyond the page. Faces are laid
# out on a page with this much room (mm) below the face, so that overflow can be measured.
OVERFLOW_ROOM = 400.0

# What a page must be, for the face to be in its corner.
_WHOLE_PAGE = ("margin: 0", "padding: 0", "border: 0")


@cache
def _is_plain(name: str) -> bool:
    """Whether the plain theme has a template of this name."""
    return (TEMPLATES / "plain" / f"{name}{TEMPLATE_SUFFIX}").is_file()


def face_document(job: Job, size: float, bodies: Mapping[int, str]) -> str:
    """An HTML document with a page per face. `job` is one of them, `size` their type size (pt),
    `bodies` has the HTML of each by its number.

    The sections have no `id`: WeasyPrint computes the styles of a section with an anchor, and of
    all elements in it, anew for each section.
    """
    format = job.format
    name = re.sub(r"[^a-z0-9]+", "-", format.template.rpartition("/")[2])
    width_class = "narrow" if format.width < 66 else "wide"
    # A face of a template that the plain theme lacks looks like a card of the theme.
    usual = " card-front" if format.kind == "face" and not _is_plain(name) else ""
    classes = f"{format.kind} sized {name}{usual} ink-{format.ink} {width_class}"
    sections = "".join(
        f'<section class="{classes}" data-face="{number}">{body}</section>'
        for number, body in bodies.items()
    )
    title = Markup.escape(job.name)
    return (
        f'<!doctype html><html lang="{format.lang}"><head><meta charset="utf-8">'
        f"<title>{title}</title>"
        f"<style>{_page_style(format, size)}</style></head>"
        f"<body>{sections}</body></html>"
    )


def _page_style(format: PageFormat, size: float) -> str:
    """The sizes of page, face, trim and safe zone as CSS; type size in pt."""
    bleed, safe = format.bleed, format.bleed + format.safe
    width, height = format.width + 2 * bleed, format.height + 2 * bleed
    page = height if format.pages else height + OVERFLOW_ROOM
    # A theme may give sheets margins; no rule of a theme moves a face on its page.
    whole = "" if format.pages else "; ".join(f"{name} !important" for name in _WHOLE_PAGE)
    firm = "" if format.pages else " !important"
    accent = f".face, .sheet {{ --accent: {format.accent} }}" if format.accent else ""
    return f"""
      @page {{ size: {width:g}mm {page:g}mm{firm}; {whole} }}
      .face {{ width: {width:g}mm; height: {height:g}mm; --bleed: {bleed:g}mm }}
      .sheet {{ --paper-width: {width:g}mm; --paper-height: {height:g}mm }}
      .trim {{ left: {bleed:g}mm; top: {bleed:g}mm; width: {format.width:g}mm;
        height: {format.height:g}mm; border-radius: {format.radius:g}mm }}
      .safe {{ left: {safe:g}mm; top: {safe:g}mm; width: {format.width - 2 * format.safe:g}mm;
        height: {format.height - 2 * format.safe:g}mm }}
      .sized {{ font-size: {size:g}pt }}
      {accent}
    """
