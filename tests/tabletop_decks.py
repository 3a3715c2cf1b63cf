"""The starter's crew cards as files for Tabletop Simulator."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image
from runners import runner_of

from printgen import Project
from printgen.extras.tabletop.deck import BASE_URL, tabletop_files


def deck(project: Project, **changes: Any) -> Any:
    entry = project.library.games["fog"].products["crew-cards"]
    if changes:
        entry = type(entry)(**{**vars(entry), "value": entry.value.model_copy(update=changes)})
    return entry


def made(project: Project, url: str = BASE_URL, **changes: Any) -> dict[str, bytes]:
    with runner_of(project) as runner:
        cards = deck(project, **changes)
        found = list(tabletop_files(project.library, cards, "en", runner, url))
    assert len(dict(found)) == len(found)
    return dict(found)


def saved(files: dict[str, bytes]) -> Any:
    (whole,) = json.loads(files["fog-crew-cards-en.json"])["ObjectStates"]
    return whole


def picture(files: dict[str, bytes], url: str) -> Image.Image:
    """The picture at a URL."""
    return Image.open(BytesIO(files[url.rpartition("/")[2]]))


def slot(sheet: Image.Image, entry: dict[str, Any], number: int) -> Image.Image:
    """The part of a sheet that Tabletop Simulator shows as a card."""
    width, height = sheet.width // entry["NumWidth"], sheet.height // entry["NumHeight"]
    down, across = divmod(number, entry["NumWidth"])
    left, top = across * width, down * height
    return sheet.crop((left, top, left + width, top + height))


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, from 0 to 255."""
    arrays = [np.asarray(image.convert("RGB")).astype(int) for image in (one, other)]
    return float(np.abs(arrays[0] - arrays[1]).mean())
