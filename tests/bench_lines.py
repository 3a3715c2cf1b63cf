"""The lines of all books: word spaces, hyphens, and the time that planned lines take."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench_copies import printgen, working_copy
from bench_measures import Bar, Size, run, say

BOOKS = (
    "zombstone/player-guide",
    "deathly-thrones/book",
    "dracula-america/rules",
    "furia-cartese/rulebook",
    "un-jeu-de-figs/rulebook",
)

# Lay a book out and write its processor time, and for each justified line its word space as a share
# of the ideal one, and whether it ends with a hyphen. With "alone", WeasyPrint breaks line by line.
LINES = r"""
import json, os, sys, tempfile, time
from pathlib import Path
root, target, lang, mode, out = Path(sys.argv[1]), *sys.argv[2:5], Path(sys.argv[5])
from printgen import Project
from printgen.layout.books import layout as book_layout
from printgen.layout.renderer import Renderer
from printgen.products import kind_of
from printgen.products.kind import PrintOptions
from printgen.typography.fonts import write_configuration
if mode == "alone":
    from printgen.layout import patches
    patches.planned_line = lambda *_: None
project = Project(root)
os.environ["FONTCONFIG_FILE"] = str(write_configuration(project.folders, Path(tempfile.mkdtemp())))
(target,) = project.targets([target], langs=[lang], editions=["screen"], inks=["full"])
product = project.library.games[target.game].products[target.product].value
task, *_ = kind_of(product).prepare(project.library, target, product, PrintOptions()).tasks()
renderer = Renderer(project.folders)
start = time.process_time()
book = book_layout.lay_out_book(renderer.filler, renderer.typesetter, task.job)
seconds = time.process_time() - start
from weasyprint.formatting_structure.boxes import LineBox, TextBox
from weasyprint.text.line_break import Layout, line_size
ideal = {}
def space(style):
    key = str([style[n] for n in ("font_size", "font_family", "font_weight", "font_style")])
    if key not in ideal:
        layout, widths = Layout(style), []
        for text in ("x x", "xx"):
            layout.set_text(text)
            widths.append(line_size(layout.get_first_line()[0], style)[0])
        ideal[key] = widths[0] - widths[1]
    return ideal[key]
lines = []
def read(box):
    own = [line for line in getattr(box, "children", ()) if isinstance(line, LineBox)]
    for number, line in enumerate(own):
        if line.style["text_align_all"] != "justify":
            continue
        texts = [text for text in line.descendants() if isinstance(text, TextBox) and text.text]
        spaces = [(text, text.text.count(" ") + text.text.count("\xa0")) for text in texts]
        natural = sum(space(text.style) * count for text, count in spaces)
        extra = sum(text.justification_spacing * count for text, count in spaces)
        last = number == len(own) - 1
        ratio = None if last and not extra else 1 + extra / natural if natural else 9.0
        lines.append((ratio, bool(texts) and texts[-1].text[-1] in "\u2010-"))
    for child in getattr(box, "children", ()):
        read(child)
for page in book.document.pages:
    read(page._page_box)
out.write_text(json.dumps([seconds, lines]))
"""


def bench_lines(size: Size) -> Iterator[Bar]:
    """All books in both languages: planned lines, against WeasyPrint's own."""
    with tempfile.TemporaryDirectory() as folder:
        ours = working_copy(Path(folder) / "ours")
        _, env = printgen(ours)
        costs, planned, alone = [], [], []
        for book in BOOKS[-size.books :]:
            for lang in ("fr", "en"):
                before, greedy = _lines(ours, env, book, lang, "alone")
                after, lines = _lines(ours, env, book, lang, "planned")
                say(f"{book} ({lang}): {_words(greedy)}; planned: {_words(lines)}")
                say(f"  {after:.1f} s of processor time, {after / before:.2f} of line by line")
                costs.append(after / before)
                planned += lines
                alone += greedy
    say(f"all books: {_words(alone)}; planned: {_words(planned)}")
    yield Bar("worst word space of all books / ideal", max(_ratios(planned)), 1.6)
    yield Bar("share of lines looser than 1.33, in %", _loose(planned), 2)
    yield Bar("longest row of hyphens", _hyphens(planned), 2)
    yield Bar("time of a book, planned / line by line, the worst", max(costs), 1.3)


Lines = list[tuple[float | None, bool]]


def _lines(ours: Path, env: dict[str, str], book: str, lang: str, mode: str) -> tuple[float, Lines]:
    out = ours / "lines.json"
    run([sys.executable, "-P", "-c", LINES, str(ours), book, lang, mode, str(out)], env=env)
    seconds, lines = json.loads(out.read_text())
    return seconds, lines


def _ratios(lines: Lines) -> list[float]:
    return [ratio for ratio, _ in lines if ratio is not None]


def _loose(lines: Lines) -> float:
    ratios = _ratios(lines)
    return 100 * sum(ratio > 1.33 for ratio in ratios) / len(ratios)


def _hyphens(lines: Lines) -> int:
    longest = row = 0
    for _, hyphen in lines:
        row = row + 1 if hyphen else 0
        longest = max(longest, row)
    return longest


def _words(lines: Lines) -> str:
    worst, loose, hyphens = max(_ratios(lines)), _loose(lines), sum(hyphen for _, hyphen in lines)
    return f"worst {worst:.2f}, {loose:.1f} % above 1.33, {hyphens} hyphens in {len(lines)} lines"
