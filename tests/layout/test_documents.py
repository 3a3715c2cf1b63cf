"""WeasyPrint writes the same bytes with all styles, and when it computes all lengths each time."""

from __future__ import annotations

import inspect

import pytest
import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from printgen.layout import patches
from printgen.layout.documents import Images, Source, Styles, lay_out
from printgen.layout.files import Files
from printgen.project import TEMPLATES, Folders

# Features that read styles in unusual ways.
DOCUMENTS = {
    "lengths": """<style>
      div { width: 50%; margin: 1em auto; padding: 5px 3%; border: 1px solid;
      box-sizing: border-box }
      p { min-height: 2em; max-width: calc(40% + 3px); margin-inline-start: 2em;
      padding-block: 3px }
      .px { width: 40px; min-width: 10px; box-sizing: padding-box; padding: 2px;
      border: 3px double }
      </style><div><p>One <b class="px">two</b></p><p dir="rtl">Three</p></div>
      <p class="px">Four words in lines</p><p class="px">Four words in lines</p>""",
    "boxes": """<style>
      table { border-collapse: collapse; margin: 3px } td { border: 1px solid; padding: 2px }
      .flex { display: flex } .flex p { flex: 1; margin: 1px } .grid { display: grid;
      grid-template-columns: 1fr 2fr } .columns { columns: 2 } .left { float: left; width: 30px }
      .at { position: absolute; right: 5px; top: 5px } .moved { position: relative; top: 3px }
      </style><table><caption>Words</caption><tr><td>A<td>B<tr><td>A<td>B</table>
      <div class="flex"><p>A<p>B b b</div><div class="grid"><p>A<p>B<p>C</div>
      <div class="columns">Words in two columns, words in two columns</div>
      <p class="left">Left<p class="at">At<p class="moved">Moved<ul><li>One<li>Two</ul>""",
    "text": """<style>
      p::first-line { color: red; font-size: 20px }
      h1::first-letter { font-size: 40px }
      b { text-decoration: underline } i { letter-spacing: 2px; font-variant: small-caps }
      u { --c: #060; color: var(--c); font-feature-settings: "tnum"; text-indent: 2ch }
      .fit { text-align: justify; hyphens: auto; word-spacing: 2px; line-height: 1.1 }
      </style><h1>Title</h1><p lang="en" class="fit">Words <b>under <i>small</i></b>, <u>green
      <b>and</b></u> more words that need several lines of text in a narrow column.</p>
      <p class="fit" style="width: 10ex">hyphenation</p>""",
    "borders": """<style>i { border: 1px dotted; border-radius: 3px } b { border-left: 2px solid
      red; display: inline-block } p { columns: 2; column-rule: 1px solid }
      div { border: 3px solid transparent; border-image: linear-gradient(red, blue) 1 }
      u { outline: 1px solid } s { border: 1px solid; visibility: hidden }
      </style><p>Words <i>in a</i> <b>frame</b> <u>of</u> <s>lines</s> in columns.</p>
      <div>A</div>""",
    "lines": """<style>p { width: 12ch } .wide { letter-spacing: 1px } .long { overflow-wrap:
      anywhere } .soft { hyphens: manual } .kept { white-space: pre } .tabs { tab-size: 3 }
      .cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
      .clamp { line-clamp: 2 } .off { font-kerning: none } .zone { hyphenate-limit-zone: 50% }
      </style>"""
    + "".join(
        f'<p lang="en" style="{style}" class="{name}">{text}</p>'
        for text in ("Wavering avenues of hyphenation", "W\u00adAV\u00adO&#9;two&#10;three")
        for name in ("wide", "long", "soft", "kept", "kept tabs", "cut", "clamp", "off", "zone")
        for style in ("hyphens: auto", "text-align: justify", "word-break: break-all", "")
        # WeasyPrint fails.
        if name not in ("cut", "clamp") or "justify" not in style
    ),
    "notes": """<style>.note { float: footnote } ::footnote-call { color: red }</style>
      <p>Words<span class="note">A note</span></p>""",
    "margins": """<style>@page { margin: 20px; @top-left-corner { content: "C" }
      @bottom-center { content: counter(page); border-top: 1px solid } }
      @page :first { @bottom-center { content: none } } b { break-before: page; display: block }
      </style><p>A<b>B</b>""",
    "notes by an attribute": '<p>Words<span style="float: footnote">A note</span></p>',
    "markers": """<style>li.red::marker { color: red; font-size: 20px }</style>
      <ol><li>A<li class="red">B<ul><li>C</ul></ol><p style="display: list-item">D""",
    "drawings": """<style>path { fill: red } svg > * { display: none }</style><p>A
      <svg viewBox="0 0 9 9" width="9"><g id="g" style="fill: green"><path d="M0 0h9v9z"/></g>
      <svg width="3" height="3"><circle r="3"/></svg><text>T</text></svg> <a href="#g">B</a>""",
    "notes by a variable": """<style>p { --f: footnote } span { float: var(--f) }</style>
      <p>Words<span>A note</span></p>""",
}


def pdf(html: str) -> bytes:
    page = "<style>@page { size: 200px 300px; margin: 5px }</style>"
    # Twice, because equal elements share what is kept with their style.
    source = Source(page + html + html, "", URLFetcher(), plain=True)
    images = Images(Files(Folders(TEMPLATES.parent)))
    document = lay_out(source, Styles(source, [], FontConfiguration()), images)
    return document.write_pdf(finisher=lambda *_: None)


def plain_pdf(html: str) -> bytes:
    page = "<style>@page { size: 200px 300px; margin: 5px }</style>"
    written: bytes = weasyprint.HTML(string=page + html + html).write_pdf()
    return written


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_pdfs_are_the_same_as_with_all_styles(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patches.install()
    written = pdf(DOCUMENTS[name])
    assert plain_pdf(DOCUMENTS[name]) == written
    for kept in ("split_first_line", "resolve_percentages"):
        (replaced,) = (each for each in patches.REPLACED if each.name == kept)
        for owner in replaced.owners:
            monkeypatch.setattr(owner, kept, inspect.unwrap(getattr(owner, kept)))
    if "hyphens" not in DOCUMENTS[name]:
        # Words are divided otherwise.
        assert plain_pdf(DOCUMENTS[name]) == written
