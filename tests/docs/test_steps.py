"""Pages with steps: what they say to do is done, and their pictures are what one has then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from doc_scripts import doc_script
from helpers import ROOT, shared
from PIL import Image
from read_once import command_in_this_process

from printgen.extras.card_printers import files
from printgen.extras.card_printers.vendors import Vendor, known_vendors
from printgen.extras.itch import bundle
from printgen.extras.itch.pictures import screenshots
from printgen.project import Folders

pytestmark = pytest.mark.slow

blocks = doc_script("blocks")
steps = doc_script("steps")


def quick_png(image: Image.Image, dpi: int) -> bytes:
    """An image as a PNG that is compressed little."""
    buffer = BytesIO()
    image.save(buffer, "PNG", dpi=(dpi, dpi), compress_level=1)
    return buffer.getvalue()


@pytest.fixture(scope="module", autouse=True)
def commands_in_this_process() -> Iterator[None]:
    with command_in_this_process():
        yield


@pytest.fixture(scope="module", autouse=True)
def quick_bundles() -> Iterator[None]:
    """Bundles have the files of one card printer: those of all are tested with the vendors, and
    the pages show none of them. They have one screenshot: the pages show the first.
    """

    def first(folders: Folders) -> tuple[dict[str, Vendor], object]:
        vendors, problems = known_vendors(folders)
        kept = next(id for id, vendor in vendors.items() if vendor.itch)
        return {kept: vendors[kept]}, problems

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("printgen.extras.card_printers.files.known_vendors", first)
        patch.setattr(files, "png_bytes", quick_png)
        patch.setattr(bundle, "screenshots", lambda *about: islice(screenshots(*about), 1))
        yield


def followed(lang: str, page: str, factory: pytest.TempPathFactory) -> Path:
    """The folder of a page that was followed, once for all tests."""

    def make(folder: Path) -> None:
        steps.follow(lang, page, folder, lambda before: followed(lang, before, factory))

    return shared(factory, f"steps-{lang}-{page.replace('/', '-')}", make)


@pytest.mark.parametrize(("page", "lang"), steps.TESTED)
def test_the_steps_of_a_page(
    page: str, lang: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pictures = followed(lang, page, tmp_path_factory) / "pictures"
    seen = sorted(pictures.iterdir())
    named = re.findall(r"pictures/[\w-]+\.(\w\w)\.png\)", steps.page_text(lang, page))
    assert named == [lang] * len(seen)
    for path in seen:
        with Image.open(steps.picture_path(lang, path.stem)) as kept, Image.open(path) as picture:
            assert kept.size == picture.size
            difference = np.asarray(kept, dtype=int) - np.asarray(picture, dtype=int)
        # Other versions of libraries draw edges in other shades.
        assert np.abs(difference).mean() < 1, f"{path.stem}: run `python docs/pictures.py {page}`"


def test_both_languages_have_the_same_blocks() -> None:
    for page in steps.PAGES:
        english, french = (
            [part.kind for part in blocks.parts(steps.page_text(lang, page))]
            for lang in ("en", "fr")
        )
        assert english == french, page


def test_every_picture_is_on_a_page() -> None:
    kept = {path.name for path in (ROOT / "docs" / "pictures").iterdir()}
    names = [name for plan in steps.PLANS.values() for name in plan.pictures]
    assert kept == {f"{name}.{lang}.png" for name in names for lang in ("en", "fr")}
    assert len(set(names)) == len(names)
    assert set(steps.PLANS) <= set(steps.PAGES)


MAKE = "```sh\nprintgen new --kind deck mine\ncd mine\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{MAKE}printgen build storm/nothing\n```\n", "no target"),
        (f"{MAKE}printgen check\n```\n\n```text\n3 errors\n```\n", "on the page"),
        (f"{MAKE}```\n\n```yaml\n# content/storm/crew/a.yaml\nnme: x\n```\n", "on the page"),
        (f"{MAKE}rm products.yaml\n```\n", "no command of a page"),
        ("```sh\ncd ..\n```\n", "outside"),
        ("```yaml\nname: Nobody\n```\n", "without the name of its file"),
        ("```yaml\n# add to nothing.yaml\nname: Nobody\n```\n", "is not there"),
        ("```\nprintgen check\n```\n", "without a language"),
        ("```sh\nprintgen check\n", "without an end"),
        ("Words:\n\n    printgen check\n", "an indented block"),
        ("1. Words\n\n    ```sh\n    printgen check\n    ```\n", "without a language"),
        ("```rust\nfn main() {}\n```\n", "of an unknown kind: rust"),
        ("```console\nprintgen build\n```\n", "this can be tried"),
    ],
)
def test_a_page_that_is_wrong_is_found(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(blocks.Failure) as failed:
        steps.Reader("en", tmp_path).follow(text, {})
    assert words in str(failed.value)


def test_a_chapter_may_have_fences_of_its_own(tmp_path: Path) -> None:
    page = "Write `a/01-x.md`:\n\n````markdown\n# X\n\n```\ncode\n```\n````\n"
    (part,) = blocks.parts(page)
    block = blocks.file_block(part)
    assert (block.path, block.applied(None)) == ("a/01-x.md", "# X\n\n```\ncode\n```\n")


BEFORE = "# Game\ntitle: Old\nkinds:\n  crew:\n    fields: {}\n\nitems:\n  - one\n"


@pytest.mark.parametrize(
    ("how", "block", "after"),
    [
        ("add to", "new: 1\n", f"{BEFORE}new: 1\n"),
        (
            "ajouter à",
            "kinds:\n  rooms:\n    fields: {}\n",
            BEFORE.replace("{}\n\n", "{}\n  rooms:\n    fields: {}\n"),
        ),
        ("add to", "items:\n  - two\n", f"{BEFORE}  - two\n"),
        ("change in", "title: New\n", BEFORE.replace("Old", "New")),
        ("changer dans", "kinds:\n  crew:\n    fields:\n      x: 1\n", None),
    ],
)
def test_a_block_adds_to_a_file(how: str, block: str, after: str | None) -> None:
    part = blocks.Part("yaml", f"# {how} game.yaml\n{block}")
    if after is None:
        after = BEFORE.replace("    fields: {}\n\n", "    fields:\n      x: 1\n")
    assert blocks.file_block(part).applied(BEFORE) == after


def test_a_block_that_adds_what_is_there_is_wrong() -> None:
    part = blocks.Part("yaml", "# add to game.yaml\ntitle: New\n")
    with pytest.raises(blocks.Failure, match="there already"):
        blocks.file_block(part).applied(BEFORE)
