"""Make the pictures of the pages with steps, by these steps: `python docs/pictures.py`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from steps import PAGES, Reader, page_text, picture_path


def write_all() -> None:
    """Write the pictures of all pages."""
    for lang in ("en", "fr"):
        for page in PAGES:
            with TemporaryDirectory() as folder:
                for name, picture in Reader(lang, Path(folder)).follow(page_text(lang, page)):
                    path = picture_path(lang, name)
                    path.parent.mkdir(exist_ok=True)
                    picture.save(path, optimize=True)


if __name__ == "__main__":
    write_all()
