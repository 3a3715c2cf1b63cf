"""Books in the help menu of modules."""

from __future__ import annotations

from collections import defaultdict
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock
from zipfile import ZipFile

import pytest

from printgen.content.models.text import Text
from printgen.extras.vassal import elements, module
from printgen.extras.vassal.elements import Source, element


def test_books_are_found_by_their_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    titles = {"rules": "The Rules: 1/2", "more": "The Rules 1 2", "saga": "Saga"}
    entries: Any = [
        SimpleNamespace(
            id=id,
            game="fog",
            value=SimpleNamespace(title=Text(en=title), languages=["en"]),
        )
        for id, title in titles.items()
    ]
    entries[2].value.languages = ["fr"]
    game = SimpleNamespace(languages=["en"], icons={}, theme="plain")
    content: Any = SimpleNamespace(
        id="fog", products_of=lambda _: entries, first_language="en", game=game
    )
    monkeypatch.setattr(module, "web_book", lambda *given: f"<p>{given[2]}".encode())
    monkeypatch.setattr(elements, "labels", lambda *_: defaultdict(str))
    root, nothing = element("module"), MagicMock()
    files = module.add_books(Source(nothing, content, "en", nothing), root)
    assert list(files) == ["help/The_Rules_1_2", "help/The_Rules_1_2_(more)"]
    pages = [ZipFile(BytesIO(each)).read("index.html") for each in files.values()]
    assert pages == [b"<p>rules", b"<p>more"]
    assert [(e.get("title"), e.get("startingPage")) for e in root[0]] == [
        ("The Rules 1 2", "index.html"),
        ("The Rules 1 2 (more)", "index.html"),
    ]
