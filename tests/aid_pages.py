"""Play aids: how tests make them, and how they run their scripts without a browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from quest_pages import loaded
from tools import program

from printgen.extras.browser.assembly import aid_page, web_text

TABLE_RULES = ("browser/chance", "browser/marked", "browser/tables-rules")


def made(root: Path, game: str) -> bytes | None:
    """The play aid of a game of a project."""
    return aid_page(loaded(root), game)


def by_node(scripts: tuple[str, ...], ask: str, given: object) -> Any:
    """What an expression over scripts of pages and `given` returns, in node."""
    texts = [web_text(name, "js") for name in scripts]
    lines = (
        '"use strict";',
        *texts,
        'const given = JSON.parse(require("fs").readFileSync(0, "utf8"));',
        f"process.stdout.write(JSON.stringify({ask}));",
    )
    command = [program("node"), "-e", "\n".join(lines)]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
