"""Fixtures of all tests. Property tests have no deadline; the longest test files run first."""

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

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# The bytecode of tests and of printgen is kept for the next processes and runs: compiling it anew
# takes several seconds in each.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Collecting the tests makes objects that stay: reading them for garbage again and again takes a
# third of that time.
gc.disable()

settings.register_profile("printgen", deadline=None)
settings.load_profile("printgen")

NEW_PROCESS, NEW_CHECKS, SCOPE = pool.new_process, checking.new_process, Folders.scope

# Files with slow fixtures. If they started last, one process would wait for the other.
LONGEST = ("test_book.py", "test_bundle.py")

# Files of proofs that take long: whole books, pages of the site, journeys in a browser, hostile
# input, other users, machines and programs. `make test` leaves them out, `make test-all` has them.
SLOW = frozenset(
    ROOT / "tests" / name
    for name in (
        "content/spreadsheets/test_shown_values.py", "content/test_hostile_texts.py",
        "content/test_shown_pictures.py",
        "docs/test_site.py", "docs/test_steps.py",
        "extras/browser/test_presses.py", "extras/browser/test_tables_page.py",
        "extras/cluster/test_cluster.py", "extras/enemy/test_enemy_page.py",
        "extras/enemy/test_enemy_rules.py", "extras/exports/test_sealed_drawing.py",
        "extras/hex_battle/test_battle_rules.py", "extras/hex_battle/test_turns.py",
        "extras/itch/shop_pictures/test_pictures.py",
        "extras/language_server/test_hostile_client.py", "extras/language_server/test_neovim.py",
        "extras/language_server/test_vscode.py", "extras/poker_dice/test_showdown_access.py",
        "extras/poker_dice/test_showdown_page.py", "extras/power_attack/test_attack_page.py",
        "extras/quest/test_game.py", "extras/quest/test_page.py",
        "extras/reports/test_battles.py", "extras/spreadsheets/test_conversion.py",
        "extras/test_removal.py", "imposition/test_compose.py",
        "layout/books/test_book_layout.py", "layout/test_taken_over.py",
        "press/test_deterministic.py", "press/test_hostile_styles.py",
        "preview/test_serve_pieces.py", "products/test_book.py", "products/test_book_ending.py",
        "rules/test_harmless_edits.py", "rules/test_planted_mistakes.py",
        "sealing/test_decoding.py", "test_action.py", "test_bench.py", "test_defects.py",
        "test_faults.py", "test_hostile.py", "test_pdfua.py", "test_pre_commit.py",
        "test_second_user.py", "test_special_files.py", "test_wheel.py",
        "extras/ebooks/test_scripts.py", "typography/test_scripts.py",
    )
)  # fmt: skip

# Such proofs in files whose other tests are quick.
SLOW_TESTS = {
    ROOT / "tests" / name: tests
    for name, tests in {
        "layout/test_drawn_pixels.py": (
            "test_drawings_look_as_in_chromium",
            "test_words_in_drawings_stand_as_in_chromium",
        ),
        "content/spreadsheets/test_workbooks.py": ("test_files_beyond_the_limits",),
        "docs/test_gallery.py": (
            "test_each_product_has_a_picture",
            "test_the_page_has_what_is_printed_today",
        ),
        "extras/balance/test_search.py": (
            "test_no_answer_is_confirmed_by_trying_everything",
            "test_the_iron_throne_cannot_be_even_with_four_changes",
        ),
        "extras/card_text/test_card_text.py": (
            "test_a_link_to_a_card_opens_it_for_a_screen_reader",
            "test_pages_are_valid_and_ask_for_nothing",
        ),
        "extras/cutting/test_cutter_files.py": ("test_the_paths_of_tokens_are_around_their_ink",),
        "extras/ebooks/test_ebook.py": (
            "test_a_phone_and_a_screen_reader",
            "test_contents_and_switch_need_no_script",
            "test_the_pages_are_valid",
        ),
        "extras/ebooks/test_epub.py": ("test_epubcheck_finds_nothing",),
        "extras/hex_battle/test_engagement.py": ("test_the_count_follows_the_work",),
        "extras/quest/test_engine.py": ("test_fights_match_those_of_python",),
        "extras/test_examples.py": ("test_a_situation_is_resolved_once",),
        "extras/itch/test_bundle.py": (
            "test_every_product_is_in_a_channel_with_its_zip",
            "test_the_command_says_what_is_wrong",
            "test_the_manifest_lists_every_file",
            "test_the_page_says_what_is_in_the_bundle",
            "test_the_pages_are_valid_and_their_pictures_are_there",
            "test_the_script_shows_its_commands_and_runs_them_when_told",
            "test_the_script_stops_where_an_upload_fails",
        ),
        "extras/map_sheets/test_map_tags.py": ("test_verapdf_finds_nothing",),
        "layout/books/test_faults.py": (
            "test_hidden_text_is_named_at_its_chapter_and_nothing_else",
        ),
        "layout/books/test_sections.py": ("test_a_preview_gets_the_pages_of_the_edited_chapter",),
        "layout/test_book_tags.py": ("test_verapdf_finds_nothing",),
        "layout/test_pool.py": (
            "test_a_worker_that_takes_too_long_is_ended",
            "test_an_interrupt_does_not_reach_a_worker",
        ),
        "press/test_build.py": (
            "test_a_disk_that_is_full",
            "test_a_worker_that_dies_once_costs_nothing",
        ),
        "preview/test_guard.py": (
            "test_another_server_of_the_machine_gets_neither_the_cookie_nor_pictures",
            "test_the_address_opens_the_page_in_any_browser_as_often_as_wanted",
        ),
        "preview/test_serve.py": (
            "test_a_click_on_a_paragraph_opens_its_line",
            "test_a_click_opens_the_text",
            "test_a_deleted_file_takes_its_card_away",
            "test_a_phone_shows_all_of_a_row",
            "test_an_edited_style_is_seen",
            "test_an_error_dims_the_last_good_picture_until_it_is_mended",
            "test_languages_ink_and_guides",
            "test_printing_builds_the_product_on_the_paper_of_the_user",
            "test_the_page_has_no_accessibility_faults",
        ),
        "products/test_card_heads.py": ("test_accents_of_names_do_not_touch_the_line_above",),
        "products/test_form_fields.py": ("test_fields_are_accessible_empty_and_filled_in",),
        "products/test_plain_details.py": ("test_the_marks_of_footnotes_are_large_enough",),
        "products/test_recipes.py": (
            "test_marks_in_texts_are_set_in_both_inks_and_in_the_smallest_type",
        ),
        "products/test_tags.py": ("test_verapdf_finds_nothing",),
        "test_invalid_content.py": (
            "test_a_missing_key_is_reported_or_optional",
            "test_a_value_of_the_wrong_type_is_reported",
        ),
    }.items()
}


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
    if missing := [str(path) for path in SLOW if not path.exists()]:
        raise pytest.UsageError(f"SLOW names files that are not there: {', '.join(missing)}")
    for path, tests in SLOW_TESTS.items():
        text = path.read_text("utf-8")
        if missing := [test for test in tests if f"def {test}(" not in text]:
            raise pytest.UsageError(f"{path} has no {', '.join(missing)}, which SLOW_TESTS names")
    for item in items:
        if item.path in SLOW or _name(item) in SLOW_TESTS.get(item.path, ()):
            item.add_marker("slow")


def _name(item: pytest.Item) -> str:
    """The name of a test without its parameters."""
    return item.originalname if isinstance(item, pytest.Function) else item.name


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
