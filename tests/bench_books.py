"""Books, against one pass of plain WeasyPrint."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pikepdf
from bench_copies import printgen, working_copy
from bench_measures import Bar, Measure, Size, empty_cache, run, say

# The book, its game and its language: 43 pages with drawings, tables and an index.
GAME, BOOK, LANG = "un-jeu-de-figs", "rulebook", "en"

# Write the HTML of the last pass of a book, with the page numbers of its links, and
# the names of its style sheets.
FINAL_HTML = r"""
import json, os, re, sys, tempfile
from pathlib import Path
from urllib.parse import unquote
root, target, lang, out = Path(sys.argv[1]), sys.argv[2], sys.argv[3], Path(sys.argv[4])
from printgen import Project
from printgen.layout.books import layout as book_layout
from printgen.layout.renderer import Renderer
from printgen.products import kind_of
from printgen.products.kind import PrintOptions
from printgen.project import RESOURCE_BASE_URL
from printgen.typography.fonts import write_configuration
project = Project(root)
os.environ["FONTCONFIG_FILE"] = str(write_configuration(project.folders, Path(tempfile.mkdtemp())))
(target,) = project.targets([target], langs=[lang], editions=["screen"], inks=["full"])
product = project.library.games[target.game].products[target.product].value
task, *_ = kind_of(product).prepare(project.library, target, product, PrintOptions()).tasks()
job = task.job
documents, wrap = [], book_layout._document
def keep(*arguments):
    documents.append(wrap(*arguments))
    return documents[-1]
book_layout._document = keep
renderer = Renderer(project.folders)
book = book_layout.lay_out_book(renderer.filler, renderer.typesetter, job)
def numbered(link):
    page = book.anchors.pages.get(unquote(link[2]))
    return f'{link[1]} data-page="{page}"' if page else link[0]
html = documents[-1].replace("</body>", book.body + "</body>")
html = re.sub(r'(<a [^>]*href="#([^"]+)")', numbered, html)
theme = job.format.theme
names = ["_shared/style.css", "_shared/book.css", f"{theme}/book.css", job.format.template + ".css"]
here = root.as_uri() + "/"
styles = [here + "templates/" + name for name in names if (root / "templates" / name).exists()]
base = f"{here}templates/{theme}/"
out.write_text(json.dumps([html.replace(RESOURCE_BASE_URL, here), base, styles]))
"""

# Plain WeasyPrint: nothing of printgen is imported. The environment names the fonts.
PLAIN = """
import json, sys
import weasyprint
html, base, styles = json.loads(open(sys.argv[1]).read())
weasyprint.HTML(string=html, base_url=base).write_pdf(
    sys.argv[2], stylesheets=styles, pdf_tags=True)
"""

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir>
<match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
</fontconfig>
"""


def bench_book(_: Size) -> Iterator[Bar]:
    """A book without a store, 2 jobs, against one pass of plain WeasyPrint of its final HTML.

    Both are whole processes: with the start of Python, import, parsing and writing of the PDF.
    """
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        ours = working_copy(top / "ours")
        plain, pages = _plain(ours, top)
        command, env = printgen(ours)
        command += ["-q", "-C", str(ours), "build", f"{GAME}/{BOOK}", "--lang", LANG, "--jobs", "2"]
        with empty_cache() as cache:
            cold = run(command, env={**env, **cache})
        (out,) = (ours / "out" / GAME).glob(f"{BOOK}.{LANG}.screen.pdf")
        with pikepdf.open(out) as pdf:
            say(f"{GAME}/{BOOK}, {len(pdf.pages)} pages: {cold.words()}")
            say(f"  one plain pass, {pages} pages: {plain.words()}; {cold.ratios(plain)}")
    yield Bar(f"book of {pages} pages cold / one plain pass", cold.seconds / plain.seconds, 1.5)


def _plain(ours: Path, top: Path) -> tuple[Measure, int]:
    """One pass of plain WeasyPrint of the final HTML of the book, and its pages."""
    final, out = top / "final.json", top / "plain.pdf"
    _, env = printgen(ours)
    words = [str(ours), f"{GAME}/{BOOK}", LANG, str(final)]
    run([sys.executable, "-P", "-c", FINAL_HTML, *words], env=env)
    fonts = top / "fonts.conf"
    fonts.write_text(FONTS.format(fonts=ours / "fonts", cache=top / "font-cache"))
    plain = [sys.executable, "-P", "-c", PLAIN, str(final), str(out)]
    measure = run(plain, env={"FONTCONFIG_FILE": str(fonts)})
    with pikepdf.open(out) as pdf:
        return measure, len(pdf.pages)
