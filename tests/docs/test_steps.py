"""Pages with steps: what they say to do is done, and their pictures are what one has then."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from doc_scripts import doc_script
from helpers import ROOT
from PIL import Image

steps = doc_script("steps")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("page", steps.PAGES)
def test_the_steps_of_a_page(page: str, lang: str, tmp_path: Path) -> None:
    text = steps.page_text(lang, page)
    seen = dict(steps.Reader(lang, tmp_path).follow(text))
    assert len(seen) == text.count("](../../pictures/") > 0
    for name, picture in seen.items():
        with Image.open(steps.picture_path(lang, name)) as kept:
            assert kept.size == picture.size
            difference = np.asarray(kept, dtype=int) - np.asarray(picture, dtype=int)
        # Other versions of libraries draw edges in other shades.
        assert np.abs(difference).mean() < 1, f"{name}: run `python docs/pictures.py`"


def test_every_picture_is_on_a_page() -> None:
    kept = {path.name for path in (ROOT / "docs" / "pictures").iterdir()}
    assert kept == {f"{name}.{lang}.png" for name in steps.PICTURES for lang in ("en", "fr")}


def test_a_page_that_is_wrong_is_found(tmp_path: Path) -> None:
    make = "```sh\nprintgen new --game cards mine\ncd mine\n"
    faults = {
        f"{make}printgen build storm/nothing\n```\n": "no target",
        f"{make}printgen check\n```\n\n```text\n3 errors\n```\n": "on the page",
        f"{make}rm products.yaml\n```\n": "no command of a page",
        "```yaml\nname: Nobody\n```\n": "without the name of its file",
    }
    for number, (text, words) in enumerate(faults.items()):
        reader = steps.Reader("en", tmp_path / str(number))
        with pytest.raises(steps.Failure) as failed:
            list(reader.follow(text))
        assert words in str(failed.value)
