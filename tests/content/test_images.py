"""Pictures of profiles: paths and headers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from small_projects import as_nobody, found, link, only, write

from printgen import Project


def test_unreadable_pictures(open_root: Path) -> None:
    write(open_root, {"content/g/profiles/a.yaml": "name: A\nimage: images/a.png\n"})
    images = open_root / "content/g/images"
    images.mkdir()
    Image.new("L", (4, 4)).save(images / "a.png")
    images.chmod(0)
    assert as_nobody(lambda: found(open_root)) == [("image-missing", "content/g/profiles/a.yaml")]
    images.chmod(0o755)
    (images / "a.png").chmod(0)
    assert as_nobody(lambda: found(open_root)) == [("image-invalid", "content/g/profiles/a.yaml")]


OUTSIDE = [
    "../../../../outside/secret.png",
    "images/../../../../outside/secret.png",
    "../../../../outside/not-there.png",
    "/etc/hostname.png",
    "//etc/hostname.png",
    "~/secret.png",
    "file:///etc/hostname.png",
    "http://localhost/a.png",
    "..\\..\\secret.png",
    "C:\\secret.png",
    "images/door/secret.png",
    "images/secret.png",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_picture_outside_the_project_is_refused(root: Path, name: str) -> None:
    write(root, {"content/g/profiles/a.yaml": f"name: A\nimage: '{name}'\n"})
    (root / "content/g/images").mkdir()
    link(root / "content/g/images/door", root.parent / "outside")
    link(root / "content/g/images/secret.png", root.parent / "outside/secret.png")
    problem = only(root)
    assert (problem.code, str(problem.position)) == (
        "image-missing",
        "content/g/profiles/a.yaml:2:8",
    )
    assert "outside the project" in problem.message


def test_hints_do_not_name_pictures_outside_the_project(root: Path) -> None:
    write(root, {"content/g/profiles/a.yaml": "name: A\nimage: images/secrte.png\n"})
    link(root / "content/g/images", root.parent / "outside")
    told = {p.code: str(p) for p in Project(root).check()}
    assert set(told) == {"path-outside", "image-missing"}
    assert "secret." not in told["image-missing"]


@pytest.mark.parametrize("name", ["images/heroe.png", "image/hero.png", "images/hero.pgn"])
def test_a_misspelled_picture_has_a_hint(root: Path, name: str) -> None:
    write(root, {"content/g/profiles/a.yaml": f"name: A\nimage: {name}\n"})
    (root / "content/g/images").mkdir()
    Image.new("L", (4, 4)).save(root / "content/g/images/hero.png")
    assert only(root).hint == "did you mean 'images/hero.png'?"


def png_header(width: int, height: int) -> bytes:
    """The header of a PNG of that size in pixels, without image data."""
    import zlib

    head = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\0\0\0\0"
    data = b"IDAT" + zlib.compress(b"")
    chunks = [
        (len(c) - 4).to_bytes(4, "big") + c + zlib.crc32(c).to_bytes(4, "big") for c in (head, data)
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize(
    ("content", "good"),
    [
        (png_header(5_000, 5_000), True),
        (png_header(5_000, 5_001), False),
        (png_header(10_000, 10_000), False),
        (png_header(60_000, 60_000), False),
        (png_header(2**31 - 1, 2**31 - 1), False),
        (png_header(0, 5), False),
        (b"", False),
        (b"\x89PNG\r\n\x1a\n", False),
        (b"GIF89a" + bytes(64), False),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", False),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n", False),
    ],
)
def test_pictures_are_judged_by_their_header(root: Path, content: bytes, good: bool) -> None:
    write(root, {"content/g/profiles/a.yaml": "name: A\nimage: images/a.png\n"})
    (root / "content/g/images").mkdir()
    (root / "content/g/images/a.png").write_bytes(content)
    # Without image data, those with a good header are cut off.
    assert [code for code, _ in found(root)] == ["picture-broken" if good else "image-invalid"]
