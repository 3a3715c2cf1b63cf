"""Commands that write, on small projects: what faults are injected into."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from fen_game import FILES
from helpers import run_command, spoil_store, starter
from small_projects import write
from translations import exported, german, library

from printgen.extras.translation.status import update
from printgen.layout.runners import local_runner
from printgen.store import Store

Prepare = Callable[[Path], object]

_CARDS = ("build", "fog/crew-cards", "--lang", "en", "--jobs", "1")
_PIECES = ("build", "fog", "--lang", "en", "--jobs", "1")
_MAP = ("build", "salt", "--jobs", "1")
_VENDOR = ("export", "cards", "fog", "--vendor", "makeplayingcards", "--jobs", "1")
_ITCH = ("export", "itch", "fog", "--jobs", "1")
_KEEP = ("keep", "fog", "--name", "1.0", "--force")
_BOOKS = ("export", "books", "fog", "--jobs", "1")

# Kinds of values in the store without which a file is composed again.
_COMPOSED = ("file",)


_CHANGES = ("changes", "--from", "../before", "fog", "--lang", "en", "--jobs", "1")
_TEXTS = ("texts", "export", "fog", "--lang", "de")
_BALANCE = ("balance", "fen/even", "--apply", "--jobs", "1")
_WEB = ("export", "web", "winter")
_VASSAL = ("export", "vassal", "salt", "--lang", "en", "--jobs", "1")

# A wish that two files are changed for.
_WISH = """title: Even
goals: [{study: chances, columns: [best], most: 50 %}]
may_change:
- {profiles: [reed, moss], stat: life, by: [-2, 1]}
- {profiles: [reed, moss], stat: armour, by: [-2, 1]}
"""


@dataclass(frozen=True)
class Command:
    """What is done in `game`, after `prepare` has made it in an empty folder.

    Files in the folder `kept` of the game must be whole. `share` is the number of its faults in a
    whole run. `once`: what has succeeded is refused the next time.
    """

    name: str
    share: int
    prepare: Prepare
    action: Callable[[], object]
    kept: str = "out"
    once: bool = False


# --- in the process of a command -------------------------------------------------------------


def surroundings(home: Path) -> dict[str, str]:
    """The environment of a command whose files are all in a folder."""
    return {
        "HOME": str(home), "XDG_CONFIG_HOME": str(home / "none"), "TMPDIR": str(home / "tmp"),
        "PRINTGEN_CACHE": str(home / "cache"), "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8",
    }  # fmt: skip


def run_words(*words: str) -> None:
    """Run the command, which ends this process."""
    from printgen.cli import run

    # No worker starts before it is needed: the calls have the same order in each run.
    pytest.MonkeyPatch().setattr(
        "printgen.layout.runners.local_runner", lambda *given: local_runner(*given[:2])
    )
    sys.argv = ["printgen", *words]
    run()


def inside(home: Path, action: Callable[[], object]) -> Callable[[], None]:
    """An action of a new process, in the game of a folder."""

    def begin() -> None:
        os.environ.update(surroundings(home))
        tempfile.tempdir = None
        os.chdir(home / "game")
        action()

    return begin


# --- what was there before ---------------------------------------------------------------------


def _done(home: Path, *words: str) -> None:
    """Run the command in this process."""
    ended = run_command(*words, cwd=home / "game", env=surroundings(home))
    assert ended.returncode == 0, ended.stderr


def _change(home: Path) -> None:
    game = home / "game/content/fog"
    card, chapter = game / "profiles/captain.yaml", game / "chapters/01-game.en.md"
    text = card.read_text(encoding="utf-8").replace("a perdu deux", "a perdu trois")
    card.write_text(text.replace("lost two", "lost three"), encoding="utf-8")
    with chapter.open("a", encoding="utf-8") as file:
        file.write("\nOne more sentence.\n")


def _changed(
    home: Path, words: Sequence[str], forget: Sequence[str] = (), game: Prepare = starter
) -> None:
    """An earlier result, and changed sources; the store knows all, and forgets some kinds."""
    game(home / "game")
    _done(home, *words)
    old = shutil.copytree(home / "game/out", home / "old")
    _change(home)
    _done(home, *words)
    shutil.rmtree(home / "game/out")
    old.rename(home / "game/out")
    if forget:
        spoil_store(home / "cache", *forget, deleted=True)


def _first(home: Path, words: Sequence[str], kind: str, forget: Sequence[str] = _COMPOSED) -> None:
    """No earlier result; the layout is known, and the store forgets some kinds."""
    _empty(home)
    _done(home, "new", "--kind", kind, "--lang", "en", ".")
    _done(home, *words)
    shutil.rmtree(home / "game/out")
    if forget:
        spoil_store(home / "cache", *forget, deleted=True)


def _printed(home: Path) -> None:
    starter(home / "game")
    _done(home, *_CARDS)
    _done(home, "printed")
    _change(home)
    _done(home, *_CARDS)


def _kept(home: Path) -> None:
    """An earlier edition of the same name, and changed sources."""
    starter(home / "game")
    _done(home, *_KEEP)
    _change(home)


def _without_store(home: Path) -> None:
    starter(home / "game")
    _done(home, *_CARDS)
    _change(home)
    shutil.rmtree(home / "cache")


def _edition(home: Path) -> None:
    """An edition with one deck, and its changes."""
    _small(home / "game")
    shutil.copytree(home / "game", home / "before")
    _done(home, *_CARDS)
    _change(home)


def _exported(home: Path) -> None:
    """Texts that were exported, and changed since."""
    starter(home / "game")
    _done(home, *_TEXTS)
    _change(home)


def _translated(home: Path) -> None:
    """Translations that are not yet in the game."""
    root = starter(home / "game")
    given = exported(root, "fog", "de")
    for message in given.messages():
        message.text, message.flags = german(message.source), []
    update(library(root), "fog", given.source_language, "de", given)


def _wished(home: Path) -> None:
    """A game that does not meet its wish."""
    write(home / "game", FILES | {"content/fen/wishes/even.yaml": _WISH})


def _empty(home: Path) -> None:
    (home / "game").mkdir()


# --- the store alone -------------------------------------------------------------------------

_KEYS = [f"{number:016x}" for number in range(5)]


def value(number: int) -> bytes:
    """A value of the store; the large ones are in files of their own."""
    size = (5, 20_000, 40_000, 1_100_000, 1_300_000)[number]
    return hashlib.shake_128(b"%d" % number).digest(size)


def _write_values(limit: int = 30_000_000) -> Store:
    store = Store(Path(os.environ["PRINTGEN_CACHE"]), limit)
    for number, key in enumerate(_KEYS):
        store.write("test", key, value(number))
    store.finish()
    return store


def _use_store() -> None:
    """Write, read, link, trim and clear."""
    store = _write_values()
    sha = hashlib.sha256(value(4)).hexdigest()
    store.write_file("test", _KEYS[4], Path("linked"), len(value(4)), sha)
    small = Store(store.folder, limit=500_000)
    small.write("test", "f" * 16, value(1))
    small.finish()
    for number, key in enumerate(_KEYS):
        assert store.read("test", key) in (None, value(number))
    store.clear()
    store.finish()
    _write_values()


def _stored(home: Path) -> None:
    _empty(home)
    (home / "game/linked").write_bytes(value(4))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRINTGEN_CACHE", str(home / "cache"))
        _write_values()


_ONE_PRODUCT = """
crew-cards:
  title: {any: Cards}
  output: cards
  profiles: [captain]
  faces: {front: card-front, back: card-back}
  format: poker
"""


def _small(root: Path) -> None:
    """A game with one card."""
    starter(root)
    (root / "content/fog/products.yaml").write_text(_ONE_PRODUCT)


def _cli(name: str, share: int, prepare: Prepare, *words: str, kept: str = "out") -> Command:
    return Command(name, share, prepare, partial(run_words, *words), kept, words[0] in _ONCE)


_ONCE = ("new", "theme")


def _again(name: str, share: int, *words: str, game: Prepare = starter) -> Command:
    """A build or an export after a change. What an export prints need not be composed again."""
    forget = () if words[0] == "export" else _COMPOSED
    return _cli(name, share, partial(_changed, words=words, forget=forget, game=game), *words)


COMMANDS = [
    _again("build cards", 500, *_CARDS),
    _again("build pieces", 250, *_PIECES),
    _cli("build from the store", 350, partial(_changed, words=_PIECES), *_PIECES),
    _cli("build a first map", 30, partial(_first, words=_MAP, kind="hex"), *_MAP),
    _cli("build without a store", 25, _without_store, *_CARDS),
    _again("export cards", 100, *_VENDOR, game=_small),
    _again("export books", 60, *_BOOKS),
    _again("export itch", 25, *_ITCH, game=_small),
    _cli("export web", 20, partial(_first, words=_WEB, kind="quest", forget=()), *_WEB),
    _cli("export vassal", 20, partial(_first, words=_VASSAL, kind="hex", forget=()), *_VASSAL),
    _cli("changes", 60, _edition, *_CHANGES),
    _cli("texts export", 60, _exported, *_TEXTS, kept="content"),
    _cli("texts import", 100, _translated, "texts", "import", "fog", kept="content"),
    _cli("balance", 30, _wished, *_BALANCE, kept="content"),
    _cli("printed", 70, _printed, "printed"),
    _cli("new", 100, _empty, "new", "--kind", "deck", "mine", kept="mine"),
    _cli("new here", 80, _empty, "new", "--kind", "skirmish", ".", kept="."),
    _cli("theme", 350, lambda home: starter(home / "game"), "theme", "own", kept="templates"),
    _cli("keep", 60, _kept, *_KEEP, kept="editions"),
    _cli("clean", 30, partial(_changed, words=_CARDS), "clean"),
    Command("store", 1100, _stored, _use_store),
]
