"""The preview in a browser, and its server."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from extras.preview.conftest import Preview, serving
from helpers import COMMAND, environment, printgen, starter
from tools import AXE_FAULTS, axe

from printgen.project import TEMPLATES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

CARDS, BOOK, MAP = "fog/crew-cards", "fog/rulebook", "fog/ford-map"


def drawn(page: Page, preview: Preview, product: str) -> None:
    """Open a product and wait for its first pictures."""
    page.goto(f"{preview.url}#{product}")
    page.locator(f'.sheet.drawn[data-piece^="{product.replace("/", ":")}:"]').first.wait_for()


def face(page: Page, name: str, side: str = "front") -> Locator:
    return page.locator(f'.sheet[data-piece$=":en:full:profiles/fog/{name}:{side}"]')


def source(sheet: Locator) -> str | None:
    """The picture of a sheet, which is kept current while it is in view."""
    sheet.evaluate("sheet => sheet.scrollIntoView({block: 'nearest'})")
    return sheet.locator("img").get_attribute("src")


def until(page: Page, test: Callable[[], bool]) -> None:
    """Wait for a condition."""
    for _ in range(600):
        if test():
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing happened")


def settled(page: Page, sheet: Locator) -> str | None:
    """The picture of a sheet when it has not changed for half a second."""
    found: list[str | None] = []

    def unchanged() -> bool:
        found.append(source(sheet))
        return len(found) >= 10 and len({*found[-10:]}) == 1

    until(page, unchanged)
    return found[-1]


def opened(page: Page, action: Callable[[], None]) -> str:
    """The URL that an action opens in the editor."""
    # The editor itself is not started.
    page.evaluate("HTMLAnchorElement.prototype.click = function () { window.opened = this.href }")
    page.evaluate("delete window.opened")
    action()
    until(page, lambda: bool(page.evaluate("window.opened")))
    return str(page.evaluate("window.opened"))


# --- edits ------------------------------------------------------------------------------------


def test_an_edit_appears_and_is_marked(page: Page, preview: Preview) -> None:
    drawn(page, preview, CARDS)
    captain, sailor = face(page, "captain"), face(page, "sailor")
    until(page, lambda: bool(source(captain) and source(sailor)))
    before, other = source(captain), source(sailor)
    preview.replace("profiles/captain.yaml", "Two wrecks", "Two floods")
    until(page, lambda: source(captain) != before)
    assert "changed" in (captain.get_attribute("class") or "")
    preview.replace("profiles/captain.yaml", "Two floods", "Two wrecks")
    until(page, lambda: source(captain) == before)
    assert source(sailor) == other
    assert page.locator(".problems li").count() == 0


@pytest.mark.slow
def test_an_error_dims_the_last_good_picture_until_it_is_mended(
    page: Page, preview: Preview
) -> None:
    drawn(page, preview, CARDS)
    harpooner, captain = face(page, "harpooner"), face(page, "captain")
    until(page, lambda: bool(source(harpooner)))
    before = settled(page, harpooner)
    preview.replace("profiles/harpooner.yaml", "fight: 3+", "fight: 8+")
    page.locator(".problems .error").wait_for()
    until(page, lambda: "stale" in (harpooner.get_attribute("class") or ""))
    # The edited card may be shown until it has been checked.
    until(page, lambda: source(harpooner) == before)
    assert "stale" not in (captain.get_attribute("class") or "")
    # The same words as in the terminal.
    (line,) = page.locator(".problems li").all_inner_texts()
    assert line in printgen(preview.root, "check").stderr.splitlines()
    # Not even readable: the card stays on the page.
    preview.replace("profiles/harpooner.yaml", "stats:", "stats: [")
    until(page, lambda: "yaml-syntax" in page.locator(".problems").inner_text())
    assert source(harpooner) == before
    assert "last good version" in (harpooner.get_attribute("aria-label") or "")
    preview.replace("profiles/harpooner.yaml", "stats: [", "stats:")
    preview.replace("profiles/harpooner.yaml", "fight: 8+", "fight: 2+")
    until(page, lambda: source(harpooner) != before)
    until(page, lambda: "stale" not in (harpooner.get_attribute("class") or ""))
    assert page.locator(".problems li").count() == 0


@pytest.mark.slow
def test_a_deleted_file_takes_its_card_away(page: Page, preview: Preview) -> None:
    drawn(page, preview, CARDS)
    drowned, path = face(page, "drowned"), preview.file("profiles/drowned.yaml")
    content = path.read_bytes()
    drowned.wait_for()
    path.unlink()
    drowned.wait_for(state="detached")
    path.write_bytes(content)
    face(page, "drowned").wait_for()
    until(page, lambda: page.locator(".problems li").count() == 0)


@pytest.mark.slow
def test_an_edited_style_is_seen(page: Page, preview: Preview) -> None:
    drawn(page, preview, CARDS)
    captain = face(page, "captain")
    until(page, lambda: bool(source(captain)))
    before = source(captain)
    style = preview.root / "templates" / "plain" / "style.css"
    style.parent.mkdir(parents=True)
    own = (TEMPLATES / "plain" / "style.css").read_text("utf-8")
    style.write_text(own + ".band { background: #aa2200 }", "utf-8")
    until(page, lambda: source(captain) != before)
    style.unlink()
    until(page, lambda: source(captain) == before)


# --- from the page to the text ------------------------------------------------------------------


def click_at(sheet: Locator, across: float, down: float) -> Callable[[], None]:
    """Click a sheet at a share of its width and height."""

    def click() -> None:
        box = sheet.bounding_box()
        assert box
        sheet.click(position={"x": across * box["width"], "y": down * box["height"]})

    return click


@pytest.mark.slow
def test_a_click_opens_the_text(page: Page, preview: Preview) -> None:
    start = f"vscode://file{preview.root}/content/fog/"
    drawn(page, preview, CARDS)
    captain = face(page, "captain")
    until(page, lambda: bool(source(captain)))
    assert opened(page, lambda: captain.press("Enter")).startswith(
        f"{start}profiles/captain.yaml:1:"
    )
    drawn(page, preview, MAP)
    board = page.locator('.sheet[data-piece*=":en:"]').first
    until(page, lambda: bool(source(board)))
    lines = preview.file("maps/ford.yaml").read_text("utf-8").splitlines()
    first = lines.index("grid: |") + 2
    url = opened(page, click_at(board, 0.5, 0.45))
    assert re.fullmatch(
        rf"{re.escape(start)}maps/ford\.yaml:({first}|{first + 1}|{first + 2}):\d+", url
    )


@pytest.mark.slow
def test_a_click_on_a_paragraph_opens_its_line(page: Page, preview: Preview) -> None:
    drawn(page, preview, BOOK)
    sheets = page.locator('.sheet[data-piece*=":en:"]')
    until(page, lambda: sheets.count() > 4)
    file = "chapters/01-game.en.md"
    lines = preview.file(file).read_text("utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if text.startswith("Each player leads"))
    second = sheets.nth(1)
    second.scroll_into_view_if_needed()
    until(page, lambda: bool(source(second)))
    urls = {opened(page, click_at(second, 0.4, y / 100)) for y in range(12, 40, 3)}
    assert f"vscode://file{preview.root}/content/fog/{file}:{line}:1" in urls


# --- the page -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_has_no_accessibility_faults(page: Page, preview: Preview, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    preview.replace("profiles/sailor.yaml", "nerve: 3", "nerve: 33")
    try:
        drawn(page, preview, CARDS)
        page.locator(".problems li").first.wait_for()
        # Scripts of others run in the page only by the test's own connection to the browser.
        found = page.evaluate(f"() => {{ {axe()}; return ({AXE_FAULTS})() }}")
    finally:
        preview.replace("profiles/sailor.yaml", "nerve: 33", "nerve: 3")
    assert [rule["id"] for rule in found] == []


@pytest.mark.slow
def test_a_phone_shows_all_of_a_row(page: Page, preview: Preview) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for product in (CARDS, BOOK, MAP):
        drawn(page, preview, product)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#chooser").select_option(CARDS)
    face(page, "captain").wait_for()


@pytest.mark.slow
def test_languages_ink_and_guides(page: Page, preview: Preview) -> None:
    drawn(page, preview, CARDS)
    french, english = (
        page.get_by_role("button", name="French", exact=True),
        page.locator(".pair[lang=en]"),
    )
    assert english.count() == page.locator(".pair[lang=fr]").count() == 4
    french.click()
    assert page.locator(".pair[lang=fr]").count() == 0
    page.get_by_role("button", name="Low ink").click()
    page.locator('.sheet.drawn[data-piece*=":low:"]').first.wait_for()
    card = page.locator(".sheet").first
    cut = card.bounding_box()
    page.locator("#guides").click()
    whole = page.locator(".sheet").first.bounding_box()
    assert cut and whole and whole["width"] > cut["width"] * 0.9
    assert page.locator(".sheet .trim").first.is_visible()
    assert page.locator(".sheet .safe").first.is_visible()


@pytest.mark.slow
def test_printing_builds_the_product_on_the_paper_of_the_user(page: Page, preview: Preview) -> None:
    drawn(page, preview, "fog/quay")
    page.locator("#print").click()
    with page.expect_popup():
        page.locator("#choices button").first.click()
    link = page.locator("#outcome a")
    link.wait_for()
    path = str(link.get_attribute("href"))
    assert path.startswith("pdf/out/fog/quay.") and path.endswith(".a4.pdf")
    status, headers, body = preview.ask(path)
    assert (status, headers["content-type"], body[:5]) == (200, "application/pdf", b"%PDF-")
    # Other files of `out/` are not served.
    (preview.root / "out" / "fog" / "other.pdf").write_bytes(body)
    assert preview.ask("pdf/out/fog/other.pdf")[0] == 404


# --- the server ---------------------------------------------------------------------------------


def test_requests_of_other_sites_are_refused(preview: Preview) -> None:
    own = preview.origin
    assert preview.ask("")[0] == 200
    assert preview.ask("", Host=f"localhost:{preview.port}")[0] == 200
    for host in ("evil.example", f"evil.example:{preview.port}", "127.0.0.1", "", "127.0.0.1:1"):
        assert preview.ask("", Host=host)[0] == 403, host
    for origin in ("http://evil.example", "null", own + ".evil.example", "http://127.0.0.1:1"):
        assert preview.ask("", Origin=origin)[0] == 403, origin
    for site in ("cross-site", "same-site"):
        for path in ("", "assets/main.js", "events?client=12345678"):
            assert preview.ask(path, Sec_Fetch_Site=site)[0] == 403
    asked = json.dumps({"product": "fog/quay", "lang": "en", "ink": "full", "edition": ""})
    assert preview.ask("print", "POST", asked)[0] == 403
    assert preview.ask("print", "POST", asked, Origin=own, Cookie="")[0] == 403
    assert preview.ask("print", "POST", asked, Origin=own, Cookie="printgen=x")[0] == 403


@pytest.mark.parametrize(
    "path",
    [
        "printgen.yaml",
        "content/fog/game.yaml",
        "assets/../../../printgen.yaml",
        "assets/%2e%2e%2f%2e%2e%2fstyle.css",
        "assets/..%2fstyle.css",
        "assets/refusal.html",
        "pdf/../printgen.yaml",
        "pdf//etc/passwd",
        "pdf/out/fog/crew-cards.en.a4.pdf",
        "picture/..%2f..%2fprintgen.yaml.jpg",
    ],
)
def test_files_are_not_served(preview: Preview, path: str) -> None:
    status, headers, _ = preview.ask(path)
    assert status == 404
    assert "default-src 'none'" in headers["content-security-policy"]


def test_faulty_requests_are_refused(preview: Preview) -> None:
    how = {"Origin": preview.origin}
    assert preview.ask("events?client=x")[0] == 400
    for path in ("want", "where", "print"):
        assert preview.ask(path, "POST", "[]", **how)[0] == 400
        assert preview.ask(path, "POST", "{" + "x" * 70_000, **how)[0] == 413
    assert preview.ask("where", "POST", '{"piece": "x", "page": 0}', **how)[0] == 400
    unknown = '{"piece": "fog:none:en:full::", "page": 0, "x": 1, "y": 1}'
    assert preview.ask("where", "POST", unknown, **how)[0] == 404
    unknown = '{"product": "fog/none", "lang": "en", "ink": "full", "edition": ""}'
    assert preview.ask("print", "POST", unknown, **how)[0] == 422


def test_two_previews_have_different_ports(preview: Preview, tmp_path: Path) -> None:
    with serving(starter(tmp_path)) as other:
        assert other.port != preview.port
        assert other.ask("")[0] == 200


def test_the_check_follows_changes(tmp_path: Path) -> None:
    root = starter(tmp_path)
    process = subprocess.Popen(
        [*COMMAND, "-C", str(root), "check", "--watch"],
        env=environment(root / "nobody-home"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # A shell starts background jobs with SIGINT ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert process.stdout is not None
        assert "no problems" in process.stdout.readline()
        path = root / "content" / "fog" / "profiles" / "captain.yaml"
        sound = path.read_text("utf-8")
        path.write_text(sound.replace("fight: 3+", "fight: 8+"), "utf-8")
        assert "captain.yaml:8:27: stat-range: fight is 8+" in process.stdout.readline()
        assert "1 error" in process.stdout.readline()
        path.write_text(sound, "utf-8")
        assert "no problems" in process.stdout.readline()
    finally:
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=20)[0]
    assert (process.returncode, rest) == (0, "")
