"""Page sizes by name or dimensions."""

from __future__ import annotations

import pytest

from printgen.paper import Size, page_size


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a1", Size(594, 841)),
        ("500 x 700 mm", Size(500, 700)),
        ("50x70 cm", Size(500, 700)),
        ("24 x 36 in", Size(609.6, 914.4)),
    ],
)
def test_pages_by_name_or_size(name: str, size: Size) -> None:
    assert (page_size(name).width, page_size(name).height) == pytest.approx(
        (size.width, size.height)
    )


@pytest.mark.parametrize("name", ["a9", "500 mm", "10 x 400 mm", "400 x 5081 mm", "poker", ""])
def test_invalid_page_sizes_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="page"):
        page_size(name)
