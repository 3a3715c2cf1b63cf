"""The speed of maps, as ratios within one run: see `bench.py`.

A map of 60 x 40 hexes with symbols through printgen, against the same display list as SVG through
WeasyPrint; six tiles against the whole; and maps of 1,000, 10,000 and 100,000 hexes.
"""

from __future__ import annotations

import json
import pickle
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path

import pikepdf
from bench_measures import Bar, Measure, Size, empty_cache, run, say

from printgen import Project
from printgen.extras.hex_maps.files import map_writer
from printgen.extras.hex_maps.map_page import map_page
from printgen.extras.hex_maps.model import HexmapProduct
from printgen.extras.hex_maps.page import MapDrawing, draw_map
from printgen.extras.hex_maps.scene import Commands, Layer, Shape, TextItem, Use
from printgen.products.kind import PrintOptions

HERE = Path(__file__).resolve().parent
GAME = """
title: {any: Bench}
languages: [en]
terrains:
  plain: {label: Plain}
  wood: {label: Wood, draw: wood}
  pines: {label: Pines, draw: pines}
  hill: {label: Hill, draw: hill}
  rocks: {label: Rocks, draw: rocks}
  marsh: {label: Marsh, draw: marsh}
  lake: {label: Lake, draw: water}
"""
LEGEND = {
    ".": "plain",
    "w": "wood",
    "p": "pines",
    "h": "hill",
    "r": "rocks",
    "m": "marsh",
    "l": "lake",
}
# Size (mm) of hexes: at 10 mm, 60 x 40 hexes take six sheets of A4.
FLATS = 10
PRODUCTS = """
map: {title: {any: Map}, output: hexmap, map: field, papers: [a4], inks: [full]}
"""


def make_map(root: Path, columns: int, rows: int) -> None:
    """A game with one map: a plain with round patches of all other terrains."""
    chance = random.Random(1881)
    cells = {(x, y): "." for x in range(columns) for y in range(rows)}
    for _ in range(columns * rows // 20):
        kind, reach = chance.choice("wwwwpppmmlhr"), chance.uniform(1.2, 3.5)
        x, y = chance.randrange(columns), chance.randrange(rows)
        cells |= {(a, b): kind for a, b in cells if (a - x) ** 2 + (b - y) ** 2 < reach**2}
    lines = "".join("  " + "".join(cells[x, y] for x in range(columns)) + "\n" for y in range(rows))
    game = root / "content" / "bench"
    (game / "maps").mkdir(parents=True)
    (root / "printgen.yaml").write_text("# bench\n")
    (game / "game.yaml").write_text(GAME)
    (game / "products.yaml").write_text(PRODUCTS)
    legend = json.dumps(LEGEND)
    (game / "maps" / "field.yaml").write_text(
        f"title: The field\nflat_to_flat: {FLATS} mm\nlegend: {legend}\ngrid: |\n{lines}"
    )


# --- baseline ---------------------------------------------------------------------------------


def svg_of(drawing: MapDrawing) -> str:
    """A drawing as ordinary SVG: a path for each shape, a `<use>` for each instance of a form."""
    scene = drawing.scene
    box = f"0 0 {scene.width:.3f} {scene.height:.3f}"
    size = f'width="{scene.width:.3f}mm" height="{scene.height:.3f}mm"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}"><defs>']
    for name, shapes in scene.forms.items():
        parts += [f'<g id="{name}">', *(_path(shape, drawing) for shape in shapes), "</g>"]
    for number, layer in enumerate(scene.layers):
        if layer.clip:
            parts.append(f'<clipPath id="c{number}"><path d="{_d(layer.clip)}"/></clipPath>')
    parts.append("</defs>")
    for number, layer in enumerate(scene.layers):
        clip = f' clip-path="url(#c{number})"' if layer.clip else ""
        moved = f"translate({layer.at[0]:.3f} {layer.at[1]:.3f}) rotate({layer.turn:g})"
        parts += [f'<g transform="{moved}"{clip}>', *_items(layer, drawing), "</g>"]
    return "".join([*parts, "</svg>"])


def _items(layer: Layer, drawing: MapDrawing) -> Iterator[str]:
    for item in layer.items:
        if isinstance(item, Shape):
            yield _path(item, drawing)
        elif isinstance(item, Use):
            turn = f" rotate({item.turn:g})" if item.turn else ""
            place = f"translate({item.x:.3f} {item.y:.3f}){turn}"
            yield f'<use href="#{item.form}" transform="{place}"/>'
        else:
            yield _text(item, drawing)


def _text(words: TextItem, drawing: MapDrawing) -> str:
    face = drawing.faces[words.face]
    place = f'transform="translate({words.x:.3f} {words.y:.3f}) rotate({words.turn:g})"'
    look = f'font-family="{face.family}" font-size="{words.size:.3f}" font-weight="{face.weight}"'
    fill = drawing.palette.get(words.tone, "") or "none"
    text = escape(words.text)
    return f'<text {place} {look} text-anchor="{words.anchor}" fill="{fill}">{text}</text>'


def _path(shape: Shape, drawing: MapDrawing) -> str:
    fill = drawing.palette.get(shape.fill, "") or "none"
    stroke = drawing.palette.get(shape.stroke, "") or "none"
    dash = f' stroke-dasharray="{" ".join(f"{d:.3f}" for d in shape.dash)}"' if shape.dash else ""
    return (
        f'<path d="{_d(shape.path)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{shape.width:.3f}" stroke-linecap="round" stroke-linejoin="round"{dash}/>'
    )


def _d(commands: Commands) -> str:
    return "".join(kind + " ".join(f"{n:.3f}" for n in numbers) for kind, *numbers in commands)


def weasyprint(folder: Path) -> None:
    """In a separate process: render the pickled drawing of a folder to `plain.pdf`, and time it."""
    import os

    from weasyprint import HTML

    from printgen.project import Folders
    from printgen.typography.fonts import write_configuration

    os.environ["FONTCONFIG_FILE"] = str(write_configuration(Folders(folder), folder))
    drawing: MapDrawing = pickle.loads((folder / "drawing").read_bytes())
    start = time.perf_counter()
    scene = drawing.scene
    style = f"@page{{size:{scene.width:.3f}mm {scene.height:.3f}mm;margin:0}}body{{margin:0}}"
    svg = svg_of(drawing)
    HTML(string=f"<style>{style}svg{{display:block}}</style>{svg}").write_pdf(folder / "plain.pdf")
    (folder / "plain.json").write_text(json.dumps(time.perf_counter() - start))


# --- measurements -----------------------------------------------------------------------------


def bench_maps(size: Size) -> Iterator[Bar]:
    """All benchmarks of maps. Times are
    measured within a running process, except those of growth, which include its start.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make_map(root, 60, 40)
        yield _bench_one(root)
        yield _bench_tiles(root, size.repeats)
    _bench_growth(size.maps)


def _bench_one(root: Path) -> Bar:
    """From the display list to the PDF by both renderers, and from the YAML."""
    project = Project(root)
    entry = project.library.games["bench"].of_kind("maps")["field"]
    map_page(project.library, entry, "en", "full")  # this reads the fonts, which all runs share
    start = time.perf_counter()
    drawing = draw_map(project.library, entry, "en", "full")
    drawn = time.perf_counter() - start
    start = time.perf_counter()
    page = map_page(project.library, entry, "en", "full")
    whole = time.perf_counter() - start
    alone = whole - drawn
    (root / "drawing").write_bytes(pickle.dumps(drawing))
    call = f"import bench_maps, pathlib; bench_maps.weasyprint(pathlib.Path({str(root)!r}))"
    measure = run([sys.executable, "-c", call], cwd=HERE)
    plain = json.loads((root / "plain.json").read_text())
    size = (root / "plain.pdf").stat().st_size
    count = sum(len(layer.items) for layer in drawing.scene.layers)
    say(f"a map of 60 x 40 hexes with symbols, {count:,} items")
    say(
        f"  SVG (symbols by <use>) through WeasyPrint: {plain:.1f} s, {size / 1e3:,.0f} kB, "
        f"{measure.memory:.0f} MB"
    )
    say(
        f"  printgen: {whole:.2f} s, of which the display list {drawn:.2f} s; "
        f"{len(page.pdf) / 1e3:,.0f} kB"
    )
    say(
        f"  {plain / whole:.0f} times faster, {plain / alone:.0f} times from the display list on; "
        f"x{len(page.pdf) / size:.3f} of the size"
    )
    return Bar("a map of 60 x 40 hexes / its SVG through WeasyPrint", whole / plain, 0.05)


def _bench_tiles(root: Path, repeats: int) -> Bar:
    """The whole map and its tiles, from the YAML on, with fonts already read."""
    found: dict[str, list[tuple[float, int]]] = {"whole": [], "tiles": []}
    for _ in range(repeats):
        for edition, results in found.items():
            project = Project(root)
            (target,) = project.targets(editions=[edition])
            out = root / f"{edition}.pdf"
            start = time.perf_counter()
            product = project.library.games[target.game].products[target.product].value
            assert isinstance(product, HexmapProduct)
            map_writer(project.library, target, product, PrintOptions())(out)
            results.append((time.perf_counter() - start, out.stat().st_size))
    with pikepdf.open(root / "tiles.pdf") as pdf:
        sheets = len(pdf.pages) - 1
    (one, one_size), (many, many_size) = min(found["whole"]), min(found["tiles"])
    say(
        f"{sheets} tiles and their plan against the whole: x{many / one:.2f} time ({many:.2f} s, "
        f"{one:.2f} s), x{many_size / one_size:.2f} size ({many_size / 1e3:.0f} kB, "
        f"{one_size / 1e3:.0f} kB); best of {repeats}"
    )
    return Bar("tiles of a map / the whole map", many / one, 1.5)


def _bench_growth(sizes: tuple[tuple[int, int], ...]) -> None:
    """Maps of growing size, each in its own process."""
    found: list[tuple[int, Measure]] = []
    for columns, rows in sizes:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            make_map(root, columns, rows)
            call = f"from printgen import Project; Project({folder!r}).build(editions=['whole'])"
            with empty_cache() as cache:
                measure = run([sys.executable, "-c", call], env=cache)
            measure.size = (root / "out" / "bench" / "map.en.whole.pdf").stat().st_size
            found.append((columns * rows, measure))
            say(
                f"{columns * rows:,} hexes: {measure.seconds:.1f} s, {measure.memory:.0f} MB, "
                f"{measure.size / 1e3:,.0f} kB"
            )
    for (few, a), (many, b) in pairwise(found):
        say(
            f"  from {few:,} to {many:,} hexes (x{many / few:.0f}): x{b.seconds / a.seconds:.1f} "
            f"time, x{b.memory / a.memory:.1f} memory, x{b.size / a.size:.1f} size"
        )
