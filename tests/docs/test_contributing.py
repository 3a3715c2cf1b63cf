"""What `CONTRIBUTING.md` says of the code."""

from __future__ import annotations

import re
from pathlib import Path

from doc_scripts import doc_script

from printgen.extra import OWN

ROOT = Path(__file__).resolve().parents[2]


def test_the_table_of_extras_is_up_to_date() -> None:
    script = doc_script("extras")
    text = script.PAGE.read_text("utf-8")
    assert all(f"| `{name}` |" in text for name in OWN)
    assert text == script.page(), "run `python docs/extras.py`"


def test_the_modules_that_it_names_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|yaml))`", text))
    assert len(named) > 30
    folders = (ROOT, ROOT / "printgen", ROOT / "templates")
    missing = {name for name in named if not any((f / name).is_file() for f in folders)}
    # A profile of no game in particular.
    assert missing == {"profiles/captain.yaml"}
