"""What a page may fetch: files of the templates and of the project, and nothing else."""

from __future__ import annotations

import warnings
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from PIL import Image, ImageFile
from weasyprint.urls import URLFetcher, URLFetcherResponse

from printgen.content.models import MAX_PIXELS
from printgen.project import RESOURCE_BASE_URL, Folders, OutsideProject, find_template_file

_TYPES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
    ".css": "text/css",
}

MAX_PICTURE_BYTES = 60_000_000

# A PNG is compressed again at each writing, 50 times slower than a JPEG is copied.
JPEG_QUALITY = 92


class Resources(URLFetcher):  # type: ignore[misc]
    """WeasyPrint's way to files. Raises ValueError for every other address."""

    def __init__(self, folders: Folders):
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self.folders = folders

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The file that `url` stands for."""
        path = self.find(url)
        suffix = path.suffix.lower()
        if path.stat().st_size > MAX_PICTURE_BYTES:
            raise ValueError(f"{path.name} is too big")
        content = path.read_bytes()
        kind = _TYPES[suffix]
        if suffix in (".png", ".webp", ".jpg", ".jpeg"):
            content, kind = prepare_picture(content, kind)
        return URLFetcherResponse(url, content, {"Content-Type": kind})

    def find(self, url: str) -> Path:
        """Where the file is that `url` stands for."""
        if not url.startswith(RESOURCE_BASE_URL):
            raise ValueError(f"only files of the project can be used, not {url[:80]}")
        name = unquote(url.removeprefix(RESOURCE_BASE_URL).partition("?")[0].partition("#")[0])
        area, _, rest = name.partition("/")
        path = None
        if area == "templates":
            path = find_template_file(self.folders, rest)
        elif area == "content":
            try:
                path = self.folders.inside(self.folders.content, rest)
            except (OutsideProject, FileNotFoundError):
                path = None
        if path is None or path.suffix.lower() not in _TYPES:
            raise ValueError(f"no file {name}")
        return path


def prepare_picture(content: bytes, kind: str) -> tuple[bytes, str]:
    """Judge a picture by its header, and turn one without transparency into a JPEG.

    Raises ValueError when it has too many pixels.
    """
    with warnings.catch_warnings():
        # Its size is judged here.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        opened = Image.open(BytesIO(content), formats=("PNG", "JPEG", "WEBP"))
    with opened as picture:
        if picture.width * picture.height > MAX_PIXELS:
            raise ValueError("the picture has too many pixels")
        if picture.format == "JPEG":
            if b"\xff\xd9" not in content[-4096:]:
                raise ValueError("the picture is cut off")
            return content, kind
        # WeasyPrint tells Pillow to make do with half a picture.
        ImageFile.LOAD_TRUNCATED_IMAGES = False
        try:
            picture.load()
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = True
        if "A" in picture.getbands() or "transparency" in picture.info:
            return content, kind
        buffer = BytesIO()
        picture.convert("RGB").save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0)
        return buffer.getvalue(), "image/jpeg"
