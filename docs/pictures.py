"""Make the pictures of the pages with steps, by these steps: `python docs/pictures.py [PAGE…]`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from steps import PAGES, follow, picture_path


def write_all(pages: list[str]) -> None:
    """Write the pictures of pages."""
    with TemporaryDirectory() as base:
        for lang in ("en", "fr"):
            for page in pages:
                for picture in (_followed(lang, page, Path(base)) / "pictures").iterdir():
                    shutil.copyfile(picture, picture_path(lang, picture.stem))


def _followed(lang: str, page: str, base: Path) -> Path:
    """The folder of a page that was followed, once."""
    folder = base / lang / page.replace("/", "-")
    if not folder.exists():
        follow(lang, page, folder, lambda before: _followed(lang, before, base))
    return folder


if __name__ == "__main__":
    write_all(sys.argv[1:] or PAGES)
