"""Make the README's pictures from what is built: `make gallery`."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Literal

import pikepdf
import pypdfium2
from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from steps import follow

from printgen import Project
from printgen.content.theme import theme_styles
from printgen.extras.ebooks.ebook import web_book
from printgen.extras.hex_maps.map_page import map_page
from printgen.extras.itch.inventory import Inventory
from printgen.extras.itch.pictures import COVER, posters
from printgen.extras.quest.page import quest_page
from printgen.extras.starters.new import create
from printgen.layout.runners import open_runner
from printgen.products import products_model
from printgen.rules.mechanic import KINDS
from printgen.store import user_store

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "out"
GALLERY = ROOT / "docs" / "gallery"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
Scheme = Literal["light", "dark"]
TABLE = (232, 228, 220)
# Where nine poker cards begin on A4, in mm from its upper edge.
TOP = 14.25


def page(name: str, number: int, dpi: float) -> Image.Image:
    """A page of a file in out/."""
    with pypdfium2.PdfDocument(OUT / name) as document:
        picture: Image.Image = document[number].render(scale=dpi / 72).to_pil()
        return picture.convert("RGB")


def page_with(name: str, words: str, dpi: float) -> Image.Image:
    """The last page of a file in out/ that has these words."""
    with pypdfium2.PdfDocument(OUT / name) as document:
        texts = [sheet.get_textpage().get_text_range() for sheet in document]
    return page(name, max(n for n, text in enumerate(texts) if words in text), dpi)


def folio_of(name: str, anchor: str) -> int:
    """The folio of the page of a book in out/ that has an anchor, such as a chapter or a figure.

    Pages are chosen by anchors, so that an edited book does not change what a picture shows.
    """
    with pikepdf.Pdf.open(OUT / name) as document:
        anchors = pikepdf.NameTree(document.Root.Names.Dests)
        found = anchors[anchor]
        page = found.D[0] if isinstance(found, pikepdf.Dictionary) else found[0]
        return next(n for n, each in enumerate(document.pages, 1) if each.objgen == page.objgen)


def cut(sheet: Image.Image, dpi: float, box: tuple[float, float, float, float]) -> Image.Image:
    """A card cut out of its sheet, with round corners; `box` is x, y, width, height in mm."""
    left, top, width, height = (round(v * dpi / 25.4) for v in box)
    card = sheet.crop((left, top, left + width, top + height)).convert("RGBA")
    mask = Image.new("L", (4 * width, 4 * height), 0)
    radius = round(4 * 3 * dpi / 25.4)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, 4 * width - 1, 4 * height - 1), radius, 255)
    card.putalpha(mask.resize((width, height), Image.Resampling.LANCZOS))
    return card


def lay_out(pictures: list[Image.Image], columns: int, gap: int) -> Image.Image:
    """Pictures side by side on a table, with soft shadows."""
    width = max(p.width for p in pictures)
    height = max(p.height for p in pictures)
    rows = -(-len(pictures) // columns)
    size = (columns * (width + gap) + gap, rows * (height + gap) + gap)
    table = Image.new("RGBA", size, (*TABLE, 255))
    for index, picture in enumerate(pictures):
        x = gap + (index % columns) * (width + gap)
        y = gap + (index // columns) * (height + gap)
        solid = picture.convert("RGBA")
        shadow = Image.new("RGBA", size, (0, 0, 0, 0))
        shadow.paste((40, 30, 20, 110), (x + 4, y + 6), solid.getchannel("A"))
        table.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(7)))
        table.alpha_composite(solid, (x, y))
    return table.convert("RGB")


def lay_side_by_side(pictures: list[Image.Image]) -> Image.Image:
    """Pictures of one height in a row, on a table."""
    row = Image.new("RGB", (sum(p.width for p in pictures) + 40, pictures[0].height), TABLE)
    across = 0
    for picture in pictures:
        row.paste(picture, (across, 0))
        across += picture.width + 40
    framed = Image.new("RGB", (row.width + 80, row.height + 80), TABLE)
    framed.paste(row, (40, 40))
    return framed


def save(picture: Image.Image, name: str, width: int) -> None:
    """Write a picture at the width that the README shows."""
    height = round(picture.height * width / picture.width)
    small = picture.resize((width, height), Image.Resampling.LANCZOS)
    small.save(GALLERY / name, quality=86, optimize=True)


def cards() -> None:
    """Fronts above, backs below: the back of each card under its front."""
    dpi, name = 220, "zombstone/gunmen.en.a4.pdf"
    front, back = page(name, 0, dpi), page(name, 1, dpi)
    places = [
        (10.5 + 63 * column, TOP + 88 * row, 63, 88) for row in (0, 1) for column in (0, 1, 2)
    ]
    fronts = [cut(front, dpi, places[i]) for i in (0, 1, 2, 3)]
    backs = [cut(back, dpi, places[i]) for i in (2, 1, 0, 5)]
    save(lay_out(fronts + backs, 4, 40), "cards.jpg", 1400)


def decks() -> None:
    """Cards and counters of the other games: some fronts above, some backs below."""
    dpi = 220
    poker = [
        (10.5 + 63 * column, TOP + 88 * row, 63, 88) for row in range(3) for column in range(3)
    ]
    for name, deck, size, fronts, backs in (
        ("enemy-cards.jpg", "dracula-america/enemy-cards.en.a4.pdf", poker, (0, 1, 2), (2, 1, 0)),
        ("figs.jpg", "un-jeu-de-figs/profile-cards.en.a4.pdf", poker, (0, 1, 2), (2, 1, 0)),
        ("units.jpg", "furia-cartese/unit-cards.en.a4.pdf", poker, (1, 3, 5), (1, 5, 3)),
    ):
        front, back = page(deck, 0, dpi), page(deck, 1, dpi)
        pictures = [cut(front, dpi, size[i]) for i in fronts]
        pictures += [cut(back, dpi, size[i]) for i in backs]
        save(lay_out(pictures, 3, 40), name, 1000)


def spread(name: str, anchor: str, dpi: float, after: int = 0) -> Image.Image:
    """The two facing pages of a book around an anchor, or around a page that is `after` it."""
    folio = folio_of(name, anchor) + after
    left = folio - folio % 2
    pages = [page(name, left - 1, dpi), page(name, left, dpi)]
    both = Image.new("RGB", (sum(p.width for p in pages), pages[0].height))
    both.paste(pages[0], (0, 0))
    both.paste(pages[1], (pages[0].width, 0))
    return both


def books() -> None:
    """A cover and a spread of each book."""
    guide, thrones = "zombstone/player-guide.en.screen.pdf", "deathly-thrones/book.en.screen.pdf"
    for name, book, anchor in (
        ("guide.jpg", guide, "damage"),
        ("thrones.jpg", thrones, "quest_iron-throne"),
    ):
        save(lay_out([page(book, 0, 130)], 1, 40), f"cover-{name}", 500)
        save(lay_out([spread(book, anchor, 130)], 1, 40), name, 1000)
    for name, book, anchor, after in (
        ("treatise.jpg", "furia-cartese/rulebook.en.screen.pdf", "map_diagram-moves", 0),
        ("pulp.jpg", "un-jeu-de-figs/rulebook.en.screen.pdf", "attacks", 0),
        # The scenario begins with its forces; its plan is on the next page.
        ("nights.jpg", "dracula-america/rules.en.screen.pdf", "scenario_awakening", 1),
    ):
        pictures = [page(book, 0, 130), spread(book, anchor, 130, after)]
        save(lay_side_by_side(pictures), name, 1400)


def odds() -> None:
    """Pages of figures, each in the look of its game; and a quest with its plate."""
    guide, thrones = "zombstone/player-guide.en.screen.pdf", "deathly-thrones/book.en.screen.pdf"
    treatise = "furia-cartese/rulebook.en.screen.pdf"
    pages = [
        page_with(thrones, "a wooden portcullis ends", 130),
        page_with(guide, "Passing a Guts test", 130),
        page_with(treatise, "The odds of a parry", 130),
    ]
    save(lay_out(pages, 3, 40), "odds.jpg", 1400)
    # The plate faces the page where the chapter of the quest begins.
    plate = page(thrones, folio_of(thrones, "quest_sand-throne") - 2, 130)
    pictures = [plate, spread(thrones, "quest_sand-throne", 130)]
    save(lay_side_by_side(pictures), "sand.jpg", 1400)


def maps() -> None:
    """Battlefields whole, the tiles of one, what goes on them, and figures that the rules shade."""
    project = Project(ROOT)
    found = project.library.games["furia-cartese"].of_kind("maps")

    def drawn(name: str, ink: str, dpi: float) -> Image.Image:
        pdf = map_page(project.library, found[name], "en", ink).pdf
        with pypdfium2.PdfDocument(pdf) as document:
            picture: Image.Image = document[0].render(scale=dpi / 72).to_pil()
            return picture.convert("RGB")

    save(drawn("la-bicocca", "full", 90), "bicocca.jpg", 1000)
    save(drawn("ponte-pedaggio", "low", 90), "ponte.jpg", 1000)
    tiles = "furia-cartese/map-poggio-secco.en.tiles.a4.pdf"
    save(lay_out([page(tiles, n, 70) for n in range(4)], 4, 40), "tiles.jpg", 1400)
    names = ("diagram-range", "diagram-sight", "diagram-ditch")
    save(lay_out([drawn(name, "full", 110) for name in names], 3, 40), "diagrams.jpg", 1400)
    counters = page("furia-cartese/map-la-bicocca.en.counters.a4.pdf", 0, 150)
    save(lay_out([cut(counters, 150, (3, 3, 180, 66))], 1, 40), "counters.jpg", 1000)
    battle = "furia-cartese/battle-la-bicocca.en.a4.pdf"
    pages = [page(battle, 0, 90), page(battle, 1, 90), page("furia-cartese/hexes.en.a4.pdf", 2, 90)]
    save(lay_out(pages, 3, 40), "battle.jpg", 1400)


def starter_of_cards() -> None:
    """The cards, the tokens, the box and the logbook of `printgen new --kind deck`."""
    dpi = 220
    with TemporaryDirectory() as folder:
        root = Path(folder)
        create(root, KINDS, products_model(), "deck", ("fr", "en"))
        Project(root).build(langs=["en"])
        name = str(root / "out" / "storm" / "{}.en.a4.pdf")
        sheets = {number: page(name.format("deck"), number, dpi) for number in (0, 1, 2, 4)}
        places = [(10.5 + 63 * (i % 3), TOP + 88 * (i // 3), 63, 88) for i in range(9)]
        shown = ((0, 0), (2, 2), (2, 8), (4, 3), (4, 7), (1, 0))
        cards = [cut(sheets[number], dpi, places[place]) for number, place in shown]
        save(lay_out(cards, 6, 40), "storm.jpg", 1400)
        sheets_of = {each: page(name.format(each), 0, 90) for each in ("box", "tokens", "logbook")}
        # Parts in A5 landscape format, from these heights in mm; the logbook is A4 landscape.
        pieces = [
            sheets_of[each].crop((0, above, 744, above + 526))
            for each, top in (("box", 75), ("tokens", 0))
            for above in [round(top * 90 / 25.4)]
        ]
        pieces.append(sheets_of["logbook"].resize((744, 526), Image.Resampling.LANCZOS))
        save(lay_out(pieces, 3, 40), "pieces.jpg", 1400)


def styles() -> None:
    """The same cards in each style, in both languages: those of the page about a picture."""
    dpi, places = 200, [(10.5 + 63 * i, TOP, 63, 88) for i in range(3)]
    with TemporaryDirectory() as folder:
        for lang in ("en", "fr"):
            follow(lang, "how-to/picture", Path(folder, lang), Path)
            root = next(Path(folder, lang, "home").rglob("printgen.yaml")).parent
            game = root / "content" / "bestiary" / "game.yaml"
            usual = game.read_text(encoding="utf-8")
            for style in theme_styles(Project(root).folders, "plain"):
                game.write_text(f"{usual}style: {style}\n", encoding="utf-8")
                Project(root).build(["bestiary/beasts"], langs=[lang])
                path = str(root / "out" / "bestiary" / f"beasts.{lang}.a4.pdf")
                fronts, backs = page(path, 0, dpi), page(path, 1, dpi)
                shown = [cut(fronts, dpi, places[at]) for at in (0, 1)]
                shown.append(cut(backs, dpi, places[2]))
                save(lay_out(shown, 3, 30), f"style-{style}.{lang}.jpg", 720)


def shops() -> None:
    """What a shop shows of each game; a quest on a desk and on a phone; a book in a browser."""
    project = Project(ROOT)
    library = project.library
    games = [game for game, content in library.games.items() if content.products]
    with open_runner(project.folders, 1, user_store()) as runner:
        nothing = Inventory()
        made = [posters(library, game, "en", nothing, runner, [COVER])["cover"] for game in games]
        read = web_book(library, "furia-cartese", "rulebook", "en", runner)
    covers: list[Image.Image] = [Image.open(BytesIO(content)) for content in made]
    save(lay_out(covers, 3, 24), "covers.jpg", 1400)
    played = quest_page(library, "deathly-thrones")
    assert played is not None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=FLAGS)
        desk = seen(browser, played, 1280, 800, "light", plays=4)
        phone = seen(browser, played, 390, 800, "dark", plays=4)
        book = seen(browser, read, 1280, 800, "light")
        shop_pictures(browser, played)
        browser.close()
    save(lay_side_by_side([desk, phone]), "play.jpg", 1400)
    save(lay_out([book], 1, 40), "screen.jpg", 1000)


def shop_pictures(browser: Browser, played: bytes) -> None:
    """The quest in the browser, for its shop page: the choice of a character, and a fight."""
    folder = ROOT / "templates" / "deathly-thrones" / "shop"
    folder.mkdir(exist_ok=True)
    size: ViewportSize = {"width": 1280, "height": 720}
    for lang in ("fr", "en"):
        page = browser.new_page(viewport=size, locale=lang, reduced_motion="reduce")
        # The page shows the deal of the day.
        page.clock.set_fixed_time("2026-01-06")
        page.set_content(played.decode())
        page.click("label[for=quest-1]")
        page.fill("#seed", "DEAL330")
        page.click("label[for=hero-0]")
        for name, moves in (("start", 0), ("play", 3)):
            play(page, moves)
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(500)
            picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
            picture.save(folder / f"{name}.{lang}.jpg", quality=88)
        page.close()


def play(page: Page, moves: int) -> None:
    """Begin the quest of a page and make a number of moves; none leaves the page as it is."""
    if moves:
        page.click("#begin")
        page.mouse.move(0, 0)
    for _ in range(moves):
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)


def seen(
    browser: Browser, html: bytes, width: int, height: int, scheme: Scheme, plays: int = 0
) -> Image.Image:
    """A page in a browser, after a number of moves of a quest."""
    size: ViewportSize = {"width": width, "height": height}
    page = browser.new_page(
        viewport=size, color_scheme=scheme, locale="en", reduced_motion="reduce"
    )
    page.set_content(html.decode())
    play(page, plays)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return picture


def preview() -> None:
    """`printgen serve` with a deck and its guides."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "printgen", "-C", str(ROOT), "serve", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[0]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=which("chromium"), args=FLAGS)
                page = browser.new_page(viewport={"width": 1280, "height": 820}, locale="en")
                page.goto(url)
                page.wait_for_url("**/#*")
                page.evaluate("location.hash = 'zombstone/gunmen'")
                page.locator(".sheet.drawn").nth(7).wait_for(timeout=120_000)
                page.click("#guides")
                page.wait_for_timeout(1000)
                picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
                browser.close()
        finally:
            server.send_signal(signal.SIGINT)
    save(lay_out([picture], 1, 40), "serve.jpg", 1000)


def main() -> None:
    """All pictures."""
    GALLERY.mkdir(exist_ok=True)
    preview()
    shops()
    maps()
    cards()
    starter_of_cards()
    styles()
    decks()
    books()
    odds()
    sheets = {
        "quest.jpg": "deathly-thrones/quest-sheet.en.a4.pdf",
        "hero.jpg": "deathly-thrones/hero-sheet.en.a4.pdf",
        "reference.jpg": "zombstone/reference.en.a4.pdf",
        "duplex.jpg": "zombstone/gunmen.en.a4.pdf",
        "awakening.jpg": "dracula-america/awakening.en.a4.pdf",
    }
    for name, source in sheets.items():
        save(lay_out([page(source, 0, 110), page(source, 1, 110)], 2, 40), name, 1400)


if __name__ == "__main__":
    main()
