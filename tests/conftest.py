"""Fixtures of all tests, and which of them are slow. The longest test files run first."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import pytest
from evidence import MARKS, marked_codes, recorded_codes
from fork_server import SERVER, ForkServer
from helpers import ROOT, Store
from hypothesis import settings
from known_games import known_project
from read_templates import keep_compiled_templates
from tools import CHROMIUM_FLAGS, program

from printgen import Project
from printgen.cli import GARBAGE
from printgen.layout import pool
from printgen.press import checking
from printgen.project import Folders
from printgen.sealing import decoding

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# The bytecode of tests and of printgen is kept for the next processes and runs: compiling it anew
# takes several seconds in each.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Collecting the tests makes objects that stay: reading them for garbage again and again takes a
# third of that time.
gc.disable()

# Property tests have no deadline, and few examples unless `make test-all` asks for `thorough`.
settings.register_profile("thorough", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=25)
settings.load_profile("quick")

NEW_PROCESS, NEW_CHECKS, SCOPE = pool.new_process, checking.new_process, Folders.scope
NEW_DECODER = decoding.new_process

# Files with slow fixtures. If they started last, one process would wait for the other.
LONGEST = ("test_book.py", "test_bundle.py")

# What only proofs that take long need: a browser, and all demonstration games. `make test` leaves
# these proofs out, and those with the mark `slow`; `make test-all` has them.
SLOW_FIXTURES = {"browser", "desk", "demo_project"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-cases", action="store_true", help="Rewrite the marks of case files.")


@pytest.fixture
def update_cases(request: pytest.FixtureRequest) -> bool:
    """Whether to rewrite the marks of case files."""
    return bool(request.config.getoption("--update-cases"))


def pytest_configure(config: pytest.Config) -> None:
    # One store for the processes of a run; no test depends on it.
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = tempfile.mkdtemp(prefix="printgen-store-")
        os.environ["PRINTGEN_CACHE"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    config.addinivalue_line("markers", "sees(code): the test makes a problem of this code")
    config.addinivalue_line("markers", "spares(code): the test makes no problem of this code")
    config.addinivalue_line("markers", "slow: a proof that `make test` leaves out")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    seen, spared = (marked_codes(pyfuncitem, mark) for mark in MARKS)
    if not seen and not spared:
        return (yield)
    with recorded_codes() as codes:
        result = yield
    assert seen <= codes
    assert spared.isdisjoint(codes)
    return result


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)
    for item in items:
        if SLOW_FIXTURES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("slow")


def pytest_collection_finish() -> None:
    """From here on, collections of garbage read what tests make, not the modules and the tests
    themselves, and are as rare as in the command.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def fork_server() -> Iterator[ForkServer]:
    """Workers are forked by this server."""
    keep_compiled_templates()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "new_process", SERVER.new_process)
        patch.setattr(checking, "new_process", SERVER.new_checks)
        patch.setattr(decoding, "new_process", SERVER.new_decoder)
        yield SERVER
    SERVER.end()


@pytest.fixture(scope="session", autouse=True)
def one_scope() -> Iterator[None]:
    """Projects share laid-out pages: most of those of tests are copies of a few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Folders, "scope", property(lambda folders: folders.origin or "tests"))
        yield


@pytest.fixture
def own_scopes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each project has laid-out pages of its own, as for the command."""
    monkeypatch.setattr(Folders, "scope", SCOPE)


@pytest.fixture
def started_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are started as by the command, for tests of processes."""
    monkeypatch.setattr(pool, "new_process", NEW_PROCESS)
    monkeypatch.setattr(checking, "new_process", NEW_CHECKS)
    monkeypatch.setattr(decoding, "new_process", NEW_DECODER)


@pytest.fixture
def started_decoders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decoders are started as by the command, for tests that fork processes of their own."""
    monkeypatch.setattr(decoding, "new_process", NEW_DECODER)


@pytest.fixture(scope="session")
def demo_project() -> Project:
    """The demonstration games of this repository, read once per process. Do not change them."""
    return known_project(ROOT)


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The products of the run: each is built once, whichever tests and processes read it."""
    return Store(tmp_path_factory)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    path = program("chromium")
    from playwright.sync_api import sync_playwright
    from presses import press_without_frames

    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patch:
        press_without_frames(patch)
        opened = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def desk(browser: Browser) -> Iterator[Page]:
    """A page on a desk, which tests use one after the other: a new page takes a second."""
    context = browser.new_context(
        locale="en-GB", viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()
