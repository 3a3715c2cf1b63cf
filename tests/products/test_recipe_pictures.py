"""How the pictures of faces by recipe fill their places, and how stats fit in their columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import colours
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from small_projects import write

from printgen import Project
from printgen.paper import POINTS_PER_MM

GAME = "title: Art\nlanguages: [en]\n"
PRODUCT = "c: {title: C, output: cards, source: c.csv, faces: {front: %s}}\n"
ROWS = "name,art,text\nArt,art,A word.\n"
# The middle, and the four edges of a picture.
COLOURS = {"middle": "#204080", "top": "#e02020", "bottom": "#20c020", "left": "#e0d020",
           "right": "#d020d0"}  # fmt: skip
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100"
height="100" fill="#204080"/><path d="M0 0h100v6H0z" fill="#e02020"/><path d="M0 94h100v6H0z"
fill="#20c020"/><path d="M0 6h6v88H0z" fill="#e0d020"/><path d="M94 6h6v88h-6z"
fill="#d020d0"/></svg>"""
PER_MM = 3.0


def picture(path: Path, width: int, height: int) -> None:
    """Draw a picture whose edges have colours of their own."""
    image = Image.new("RGB", (width, height), COLOURS["middle"])
    draw, edge = ImageDraw.Draw(image), round(0.06 * min(width, height))
    draw.rectangle((0, 0, width, edge), COLOURS["top"])
    draw.rectangle((0, height - edge, width, height), COLOURS["bottom"])
    draw.rectangle((0, edge, edge, height - edge), COLOURS["left"])
    draw.rectangle((width - edge, edge, width, height - edge), COLOURS["right"])
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)


def places(root: Path, front: str, size: tuple[int, int] | None = None) -> dict[str, np.ndarray]:
    """Where each colour is in the cell of the card with its bleed, in mm from its upper left."""
    files = {"content/g/game.yaml": GAME, "content/g/c.csv": ROWS, "printgen.yaml": ""}
    write(root, files | {"content/g/products.yaml": PRODUCT % front})
    if size:
        picture(root / "content/g/images/art.png", *size)
    else:
        write(root, {"content/g/images/art.svg": DRAWING})
    project = Project(root)
    assert [p for p in project.build().problems if p.severity == "error"] == []
    shown = colours(root / "out/g/c.en.a4.pdf", 0, PER_MM)
    found = {}
    for name, colour in COLOURS.items():
        rgb = [int(colour[n : n + 2], 16) for n in (1, 3, 5)]
        at = np.argwhere(np.abs(shown - rgb).max(axis=2) < 12)
        found[name] = at[:, ::-1] / PER_MM
    return found


def seen(root: Path, front: str, size: tuple[int, int] | None = None) -> set[str]:
    return {name for name, at in places(root, front, size).items() if len(at) > 10}


ALL = set(COLOURS)


@pytest.mark.parametrize(
    ("front", "size", "expected"),
    [
        # A drawing or a square picture is whole, with words and without.
        ("{picture: art, body: text}", None, ALL),
        ("{title: none, picture: art}", None, ALL),
        ("{picture: art, body: text}", (900, 900), ALL),
        ("{picture: art, body: text}", (1000, 920), ALL),
        # A photo fills its place: its sides are there, its top and bottom are not.
        ("{picture: art, body: text}", (815, 1400), {"middle", "left", "right"}),
        ("{picture: {from: art, fit: contain}, body: text}", (815, 1400), ALL),
        ("{picture: {from: art, fit: cover}, body: text}", None, {"middle", "left", "right"}),
        ("{picture: {from: art, focus: top}, body: text}", (815, 1400), ALL - {"bottom"}),
        ("{picture: {from: art, focus: bottom}, body: text}", (815, 1400), ALL - {"top"}),
        ("{picture: {from: art, focus: left}, body: text}", (2400, 815), ALL - {"right"}),
    ],
)  # fmt: skip
def test_a_picture_is_whole_or_fills_its_place(
    tmp_path: Path, front: str, size: tuple[int, int] | None, expected: set[str]
) -> None:
    assert seen(tmp_path, front, size) == expected


def test_a_whole_picture_is_away_from_the_cut_and_from_the_words(tmp_path: Path) -> None:
    found = places(tmp_path, "{picture: art, body: text}", (900, 900))
    width = np.ptp(found["top"][:, 0])
    height = found["bottom"][:, 1].max() - found["top"][:, 1].min()
    assert width == pytest.approx(height, abs=1.0)


def test_a_full_picture_covers_the_face_and_its_bleed(tmp_path: Path) -> None:
    front = "{title: none, picture: {from: art, fit: full}}"
    found = places(tmp_path, front, (815, 1110))
    across = found["right"][:, 0].max() - found["left"][:, 0].min()
    down = found["bottom"][:, 1].max() - found["top"][:, 1].min()
    assert across == pytest.approx(69.5, abs=1.0)
    assert down == pytest.approx(94.5, abs=1.0)


@pytest.mark.parametrize(
    ("front", "is_lighter"),
    [
        ("{title: none, picture: {from: art, fit: full}}", False),
        ("{title: none, picture: {from: art, at: [0, 0, 63, 88], fit: cover}}", False),
        ("{picture: {from: art, fit: full}}", True),
        ("{title: none, picture: {from: art, fit: full}, body: text}", True),
        ("{index: name, picture: {from: art, fit: full}}", True),
        ("{title: {from: name, at: [5, 5, 50, 9]}, picture: {from: art, fit: full}}", True),
        ("{picture: {from: art, at: [0, 0, 63, 88], fit: cover}}", True),
        ("{picture: {from: art, at: [0, 0, 63, 50], fit: cover}}", False),
        ("{picture: {from: art, fit: cover}, body: text}", False),
    ],
)
def test_low_ink_lightens_a_picture_across_the_card_behind_words(
    tmp_path: Path, front: str, is_lighter: bool
) -> None:
    """A picture alone is a card that is drawn elsewhere: it stays complete."""
    files = {"printgen.yaml": "", "content/g/game.yaml": GAME, "content/g/c.csv": ROWS}
    write(tmp_path, files | {"content/g/products.yaml": PRODUCT % front})
    picture(tmp_path / "content/g/images/art.png", 815, 1110)
    assert Project(tmp_path).build(inks=["low"]).problems == []
    shown = colours(tmp_path / "out/g/c.en.a4.low-ink.pdf", 0, PER_MM)
    # The middle of the picture in 45 % of its ink, or as it is.
    colour = (154, 172, 198) if is_lighter else (32, 64, 128)
    assert (np.abs(shown - colour).max(axis=2) < 8).sum() > 30 * 30 * PER_MM**2


@pytest.mark.parametrize("name", ["art.svg", "art.png"])
def test_a_frame_that_is_a_picture_reaches_the_bleed_of_a_card_of_any_size(
    tmp_path: Path, name: str
) -> None:
    """The picture is square, the card is not."""
    front = "{title: none, frame: images/" + name + ", body: text}"
    size = (1000, 1000) if name == "art.png" else None
    found = places(tmp_path, front, size)
    across = found["right"][:, 0].max() - found["left"][:, 0].min()
    down = found["bottom"][:, 1].max() - found["top"][:, 1].min()
    assert (across, down) == pytest.approx((69.5, 94.5), abs=1.0)


def test_a_title_over_a_full_picture_has_a_ground_in_low_ink(tmp_path: Path) -> None:
    """The name of a card is black there, and the picture may be, too."""
    square = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69 94"'
    files = {"printgen.yaml": "", "content/g/game.yaml": GAME, "content/g/c.csv": ROWS}
    files |= {"content/g/products.yaml": PRODUCT % "{picture: {from: art, fit: full}, body: text}"}
    files |= {"content/g/images/art.svg": f'<svg {square}><path d="M0 0h69v94H0z"/></svg>'}
    write(tmp_path, files)
    assert Project(tmp_path).build(inks=["low"]).problems == []
    path = tmp_path / "out/g/c.en.a4.low-ink.pdf"
    left, low, right, high = max(word_boxes(path), key=lambda box: box[3])
    page, scale = colours(path, 0, PER_MM).mean(axis=2), PER_MM / POINTS_PER_MM
    title = page[
        int((842 - high) * scale) : int((842 - low) * scale), int(left * scale) : int(right * scale)
    ]
    assert (title > 200).mean() > 0.4


@pytest.mark.parametrize(
    ("output", "front", "column", "said"),
    [
        ("cards", "{picture: {from: text}}", 87, "recipe-invalid: 'text' is of type text"),
        ("cards", "{picture: text}", 80, "recipe-invalid: 'text' is of type text"),
        ("cards", "{picture: {from: art, fit: whole}}", 97, "'whole' is not allowed here"),
        ("cards", "{picture: {fit: full}}", 80, "from"),
        ("tokens", "{picture: {from: art, fit: full}}", 93, "`fit` is for the pictures of cards"),
    ],
)
def test_faults_of_a_picture_are_at_their_place(
    tmp_path: Path, output: str, front: str, column: int, said: str
) -> None:
    kinds = "kinds: {arms: {label: Arm, fields: {text: {}, art: {type: image}}}}\n"
    product = (
        f"c: {{title: Arms, output: {output}, entries: {{arms: all}}, faces: {{front: {front}}}}}\n"
    )
    write(
        tmp_path,
        {
            "printgen.yaml": "",
            "content/g/game.yaml": GAME + kinds,
            "content/g/arms/a.yaml": "entries: {one: {name: One, text: Words., art: art}}\n",
            "content/g/images/art.svg": DRAWING,
            "content/g/products.yaml": product,
        },
    )
    (problem,) = [p for p in Project(tmp_path).check() if p.severity == "error"]
    assert said in str(problem)
    assert (problem.position.line, problem.position.column) == (1, column)


WORDS = st.text("abcdefgmw 0123456789/+", min_size=1, max_size=9).map(str.strip).filter(bool)


@pytest.mark.slow
@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=6), st.booleans())
def test_stats_are_apart_or_named(
    tmp_path_factory: pytest.TempPathFactory, stats: list[tuple[str, str]], worded: bool
) -> None:
    """The labels and values of stats have free space between them, or the card is refused."""
    root = tmp_path_factory.mktemp("stats")
    keys = [f"s{number}" for number in range(len(stats))]
    fields = "".join(
        f"      {key}: {{type: word, label: '{label}'}}\n"
        for key, (label, _) in zip(keys, stats, strict=True)
    )
    game = f"{GAME}kinds:\n  arms:\n    label: Arm\n    fields:\n      text: {{}}\n{fields}"
    values = "".join(f", {k}: '{value}'" for k, (_, value) in zip(keys, stats, strict=True))
    body = ", body: text" if worded else ""
    products = "c: {title: C, output: cards, entries: {arms: all}, faces: {front: {title: none, "
    write(
        root,
        {
            "printgen.yaml": "",
            "content/g/game.yaml": game,
            "content/g/arms/arms.yaml": f"entries:\n  one: {{name: One, text: Words{values}}}\n",
            "content/g/products.yaml": f"{products}stats: [{', '.join(keys)}]{body}}}}}}}\n",
        },
    )
    problems = [p for p in Project(root).build().problems if p.severity == "error"]
    if problems:
        assert {p.code for p in problems} <= {"face-overflow"}
        return
    boxes = word_boxes(root / "out/g/c.en.a4.pdf")
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[number + 1 :]:
            across = min(right, other[2]) - max(left, other[0])
            down = min(bottom, other[3]) - max(top, other[1])
            assert across <= 0.1 or down <= 1.0


def word_boxes(path: Path) -> list[tuple[float, float, float, float]]:
    """The boxes (pt) of the words on a card at the upper left of a sheet."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as pdf:
        text = pdf[0].get_textpage()
        rects = [text.get_rect(n) for n in range(text.count_rects())]
    edge = 842 - 120 * POINTS_PER_MM
    return [(left, low, right, high) for left, low, right, high in rects if low > edge]


@pytest.mark.parametrize("style", ["calm", "folk"])
def test_pictures_in_low_ink_are_whole_pale_or_left_out(tmp_path: Path, style: str) -> None:
    files = {"content/g/game.yaml": GAME, "content/g/c.csv": ROWS, "printgen.yaml": ""}
    picture(tmp_path / "content/g/images/art.png", 815, 1110)
    ink = {}
    for way in ("full", "pale", "none"):
        front = f"{{style: {style}, picture: {{from: art, fit: full, low_ink: {way}}}, body: text}}"
        back = f"common_back: {{picture: art.png, low_ink: {way}}}"
        product = PRODUCT.replace("%s", f"{front}, {back}")
        write(tmp_path, files | {"content/g/products.yaml": product})
        report = Project(tmp_path).build(inks=["low"], jobs=1)
        assert [each for each in report.problems if each.severity == "error"] == []
        path = tmp_path / "out/g/c.en.a4.low-ink.pdf"
        ink[way] = [float((255 - colours(path, page, 1.0)).sum()) for page in (0, 1)]
    for full, pale, none in zip(*ink.values(), strict=True):
        assert none < pale < 0.45 * full
