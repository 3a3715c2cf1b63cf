"""The gallery of the site: every product with its YAML and a picture, in both languages.

`python docs/gallery_page.py` writes the pages. With `--pictures` it makes the pictures too, of the
demonstration games from `out/` (`make demos`), of the starters in a folder of their own.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pypdfium2
from PIL import Image

from printgen import Project
from printgen.content.library import GameContent
from printgen.products.target import Target
from printgen.project import STARTERS
from printgen.store import user_store
from printgen.typography.text import plain_words, say

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "gallery" / "products"

# The largest picture (pixels), and the largest file (bytes).
LARGEST, MAX_BYTES = (480, 520), 50_000
# Between two pages of a book (pixels).
GAP = 8

WORDS = {
    "en": {
        "title": "# Gallery",
        "intro": "Every product of the games that come with printgen, and of those that "
        "`printgen new` makes, with the lines of `products.yaml` that it takes. The games are in "
        "`content/`; their looks are the themes in `templates/`.",
        "starter": "Made by `printgen new --kind {kind}`, in the plain theme.",
        "from": "From `{path}`.",
    },
    "fr": {
        "title": "# Galerie",
        "intro": "Tous les produits des jeux fournis avec printgen, et de ceux que crée "
        "`printgen new`, avec les lignes de `products.yaml` qu’il y faut. Les jeux sont dans "
        "`content/` ; leur allure est celle des thèmes de `templates/`.",
        "starter": "Créé par `printgen new --kind {kind}`, dans le thème simple.",
        "from": "Extraits de `{path}`.",
    },
}


class Shown(NamedTuple):
    """A product of the gallery. `kind` is that of its starter, empty for a demonstration game."""

    project: Project
    kind: str
    game: str
    product: str

    def title(self, lang: str) -> str:
        """The title of the product."""
        content = self._content
        return plain_words(say(content.products[self.product].value.title, lang, content))

    def game_title(self, lang: str) -> str:
        """The title of the game."""
        return plain_words(say(self._content.game.title, lang, self._content))

    @property
    def file(self) -> str:
        """The file with its YAML, in the project."""
        return f"content/{self.game}/products.yaml"

    @property
    def block(self) -> str:
        """Its lines in this file."""
        text = (self.project.folders.root / self.file).read_text(encoding="utf-8")
        found = re.search(rf"^{self.product}:.*?(?=^[^\s#]|\Z)", text, re.DOTALL | re.MULTILINE)
        assert found, f"{self.product} in {self.file}"
        return found[0].rstrip()

    def picture(self, lang: str) -> str:
        """The name of its picture."""
        return f"{self.game}-{self.product}.{lang}.jpg"

    @property
    def _content(self) -> GameContent:
        return self.project.library.games[self.game]


@cache
def shown() -> list[Shown]:
    """All products: of the demonstration games, then of the starters."""
    projects = [("", ROOT)] + [(each.name, each) for each in sorted(STARTERS.iterdir())]
    return [
        Shown(project, kind, game, product)
        for kind, root in projects
        for project in [Project(root, user_store())]
        for game, content in project.library.games.items()
        for product in content.products
    ]


def page(lang: str) -> str:
    """The Markdown of the page in a language."""
    words, parts, game = WORDS[lang], [], ""
    for each in shown():
        if each.game != game:
            game = each.game
            parts.append(f"## {each.game_title(lang)}")
            start = words["starter"].format(kind=each.kind) + " " if each.kind else ""
            parts.append(start + words["from"].format(path=each.file))
        title, picture = each.title(lang), each.picture(lang)
        parts.append(f"### {title}")
        name = each.game_title(lang)
        parts.append(f"![{title}, {name}](../gallery/products/{picture})")
        parts.append(f"```yaml\n{each.block}\n```")
    return "\n\n".join([words["title"], words["intro"], *parts]) + "\n"


def write_pages() -> None:
    """Write the pages."""
    for lang in WORDS:
        path = ROOT / "docs" / lang / "gallery.md"
        path.write_text(page(lang), encoding="utf-8")


def make_pictures() -> None:
    """Make all pictures, and delete those of products that are gone."""
    PICTURES.mkdir(exist_ok=True)
    made = set()
    with TemporaryDirectory() as folder:
        for each in shown():
            root = _built(each, Path(folder))
            for lang in WORDS:
                target = _best(each, lang, root)
                (PICTURES / each.picture(lang)).write_bytes(_jpeg(_view(target, root)))
                made.add(each.picture(lang))
    for path in PICTURES.iterdir():
        if path.name not in made:
            path.unlink()


def _built(each: Shown, folder: Path) -> Path:
    """The project with the built product: a starter is built once, in `folder`."""
    if not each.kind:
        return ROOT
    root = folder / each.kind
    if not root.exists():
        shutil.copytree(each.project.folders.root, root)
        report = Project(root).build(inks=["full"])
        assert not report.failed, report.problems
    return root


def _best(each: Shown, lang: str, root: Path) -> Target:
    """The variant to show: in full ink, on A4, a whole map before its tiles."""
    order = ["whole", "screen", "", "counters", "tiles"]
    targets = [
        target
        for target in each.project.targets([f"{each.game}/{each.product}"])
        if target.lang == lang and target.edition in order and (root / target.path).is_file()
    ]
    return min(
        targets, key=lambda t: (t.ink != "full", order.index(t.edition), t.paper not in ("", "a4"))
    )


def _view(target: Target, root: Path) -> Image.Image:
    """What the picture shows: a cover and two pages of a book, or the first page."""
    with pypdfium2.PdfDocument(root / target.path) as document:
        numbers = [0, 2 * (len(document) // 4)] if target.output == "book" else [0]
        pages: list[Image.Image] = [
            document[number].render(scale=2).to_pil().convert("RGB")
            for number in dict.fromkeys(numbers)
        ]
    width = sum(each.width for each in pages) + GAP * (len(pages) - 1)
    view = Image.new("RGB", (width, pages[0].height), "white")
    across = 0
    for each in pages:
        view.paste(each, (across, 0))
        across += each.width + GAP
    return view


def _jpeg(view: Image.Image) -> bytes:
    """A picture of at most LARGEST and MAX_BYTES, in the best quality that this allows."""
    view.thumbnail(LARGEST, Image.Resampling.LANCZOS)
    return next(data for data in _qualities(view) if len(data) <= MAX_BYTES)


def _qualities(view: Image.Image) -> Iterator[bytes]:
    for quality in range(82, 20, -6):
        stream = BytesIO()
        view.save(stream, "JPEG", quality=quality, optimize=True, progressive=True)
        yield stream.getvalue()


if __name__ == "__main__":
    write_pages()
    if "--pictures" in sys.argv[1:]:
        make_pictures()
