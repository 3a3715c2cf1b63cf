"""The quest player in a browser, operated by clicks, taps and keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from helpers import real, starter
from quest_pages import (
    DESKTOP,
    GAME,
    PHONE,
    SIMPLY,
    SMALL,
    by_python,
    cleared,
    counters,
    loaded_once,
    made,
    opened,
    simply,
    until,
)
from spoken import Node, Reader
from tools import axe, axe_faults, nu

from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

# A seed with which simple play wins the second quest as the Barbarian, and one that loses early.
WINS = "#quest=rot-throne&hero=barbarian&seed=DEAL330"
LOSES = "#quest=iron-throne&hero=dwarf&seed=DEAL19"
# Seeds with which simple play ends in a fight, in a trap and in victory.
ENDS = [
    ("iron-throne", "dwarf", "DEAL45", "You fall in the fight."),
    ("iron-throne", "mage", "DEAL15", "You do not survive it."),
    ("rot-throne", "mage", "DEAL211", "Victory: the quest is won."),
]


# --- the file ---------------------------------------------------------------------------------


def test_games_without_quests_have_no_page(tmp_path: Path) -> None:
    assert made(starter(tmp_path), "fog") is None


def test_the_page_is_one_valid_reproducible_file(index: Path) -> None:
    assert index.with_name("again.html").read_bytes() == index.read_bytes()
    html = index.read_text("utf-8")
    # A third quest adds 250,000: the whole game is a page below a megabyte.
    assert len(html) < 740_000
    outside = set(re.findall(r"https?://[^\"' )]+", html))
    assert outside == {"http://www.w3.org/2000/svg"}
    assert "unsafe" not in html
    # The fonts of the theme, and two for symbols.
    assert html.count("src: url(data:font/woff;base64,") == 5 + 2
    # The checker does not compute the hashes of the policy: the browser does.
    assert [told for told in nu([index]) if "Content Security Policy" not in told] == []


# --- playing ----------------------------------------------------------------------------------


def test_a_game_is_won_by_taps_on_a_phone(browser: Browser, index: Path) -> None:
    with opened(browser, index, WINS, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        assert page.is_checked("#quest-1")
        assert page.is_checked("#hero-0")
        assert page.is_visible(".invited")
        assert page.is_visible("#seed-note")
        page.tap("#help")
        assert page.is_visible("#helping ol")
        assert not page.is_visible(".keys")
        page.tap("#helping button")
        page.tap("#begin")
        while button := simply(page):
            box = page.locator(button).bounding_box()
            assert box is not None
            assert box["height"] >= 44
            page.tap(button)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        game, *_ = by_python(index, "rot-throne", "barbarian", "DEAL330")
        assert game.phase == "won"
        assert page.inner_text("#verdict") == "Victory"
        assert counters(page) == [game.life, game.armour]
        assert "it is morning" in page.inner_text(".end")


def test_a_game_is_lost_by_keys_alone(desk: Page, index: Path) -> None:
    with cleared(desk, index) as page:
        for wanted, key in (("quest-0", "Tab"), ("hero-0", "Tab"), ("hero-1", "ArrowRight")):
            while page.evaluate("document.activeElement.id") != wanted:
                page.keyboard.press(key)
        page.keyboard.press("Tab")
        page.keyboard.press("Control+A")
        page.keyboard.type("deal-19")
        page.keyboard.press("Tab")
        assert page.input_value("#seed") == "DEAL19"
        while page.evaluate("document.activeElement.id") != "begin":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        while button := simply(page):
            key = {"#life": "ArrowLeft", "#armour": "ArrowRight"}.get(button, "Enter")
            if key == "Enter":
                assert page.evaluate("document.activeElement.id") == button[1:]
            page.keyboard.press(key)
        game, *_ = by_python(index, "iron-throne", "dwarf", "DEAL19")
        assert game.phase == "lost"
        assert f"Step {game.at}:" in page.inner_text(".end .told")
        assert page.evaluate("document.activeElement.id") == "verdict"
        assert page.evaluate("location.hash") == LOSES


@pytest.mark.parametrize(("quest", "hero", "seed", "verdict"), ENDS)
def test_the_last_result_is_shown_before_the_end_page(
    desk: Page, index: Path, quest: str, hero: str, seed: str, verdict: str
) -> None:
    arrows = {"#life": "ArrowLeft", "#armour": "ArrowRight"}

    game, events, powers = by_python(index, quest, hero, seed)
    with cleared(desk, index, f"#quest={quest}&hero={hero}&seed={seed}") as page:
        page.click("#begin")
        until(page, ".closing")
        seen = page.inner_text("#app")
        assert page.query_selector(".end") is None
        assert [int(text) for text in page.locator(".sum b").all_inner_texts()] == powers
        assert page.locator(".card .front .suit").count() > len(powers)
        assert page.inner_text(".outcome .verdict") == verdict
        # The result of a lost fight is not shown.
        assert page.locator(".outcome .result").count() == (("lost", 0) not in events)
        falls = [f"{event[-2]} → {event[-1]}" for event in events if event[0] in ("hit", "effect")]
        told = page.locator(".outcome .effect").all_inner_texts()
        assert len(told) == len(falls)
        assert all(fall in words for fall, words in zip(falls, told, strict=True))
        page.reload()
        while page.query_selector(".story"):
            page.click("#go-on")
        assert page.inner_text("#app") == seen
        page.click("#new")
        page.click("#resume")
        while page.query_selector(".story"):
            page.click("#go-on")
        ways: list[Callable[[str], None]] = [
            page.click,
            lambda button: page.keyboard.press(arrows.get(button, "Enter")),
            lambda button: page.keyboard.press(arrows.get(button, "Space")),
        ]
        for press, undo in zip(ways, ("", "Backspace", "Control+z"), strict=True):
            page.keyboard.press(undo) if undo else page.click("#undo")
            assert page.query_selector(".closing, .end") is None
            press(simply(page) or "")
            while page.query_selector(".story"):
                press("#go-on")
            assert page.inner_text("#app") == seen
            press("#go-on")
            assert page.is_visible(".end")
            assert page.query_selector("#go-on") is None
        assert counters(page) == [game.life, game.armour]
        page.reload()
        assert page.is_visible("#begin")
        assert page.query_selector("#resume") is None


# All that a page shows or says: its texts, also those for screen readers, and its attributes.
SAID = """() => {
    const texts = [document.title, document.body.innerText];
    for (const node of document.querySelectorAll("body *")) {
        if (node.matches("script, style")) continue;
        texts.push(...["title", "alt", "aria-label", "aria-description", "value"].map(
            (name) => node.getAttribute(name) ?? ""));
        if (!node.children.length) texts.push(node.textContent);
    }
    return texts.join("\\n");
}"""
# What a test of all steps asks of each, at once.
LOOK = f"""() => ({{
    ended: document.querySelector(".end") !== null,
    said: ({SAID})(),
    step: parseInt(document.querySelector(".road p")?.innerText),
    reading: document.querySelector(".story") !== null,
    next: ({SIMPLY})(),
}})"""


@pytest.mark.parametrize(("fragment", "quest"), [(WINS, "rot-throne"), (LOSES, "iron-throne")])
def test_nothing_of_a_step_is_shown_before_its_card_turns(
    desk: Page, index: Path, fragment: str, quest: str
) -> None:
    library = loaded_once(index.parent)
    content = library.games[GAME]
    rows = [row for row in content.of_kind("quests")[quest].value.steps if row.name]
    steps = [
        {plain_words(say(text, "en", content)) for text in (row.name, row.result) if text}
        for row in rows
    ]
    with cleared(desk, index, fragment) as page:
        assert "%" not in page.evaluate(SAID)
        page.click("#begin")
        turned: set[str] = set()
        at = 0
        while not (seen := page.evaluate(LOOK))["ended"]:
            told = seen["said"]
            assert "%" not in told
            at, before = seen["step"], at
            assert not seen["reading"] or at == before
            turned |= steps[at - 1] if at else set()
            assert {text for each in steps for text in each - turned if text in told} == set()
            page.click(f"#{seen['next']}")
        # Odds come after the quest.
        assert page.inner_text(".end dl").count("%") == 1


@pytest.mark.parametrize(("seed", "met"), [("DEAL10", True), ("DEAL49", False)])
def test_a_fight_that_no_card_can_win_ends_the_game(
    desk: Page, index: Path, seed: str, met: bool
) -> None:
    _, events, _ = by_python(index, "iron-throne", "dwarf", seed)
    assert events[-1] == ("lost", 2)
    assert (events[-2][0] == "meet") == met
    with cleared(desk, index, f"#quest=iron-throne&hero=dwarf&seed={seed}") as page:
        page.click("#begin")
        until(page, ".closing")
        assert "the fight is lost, and the quest with it" in page.inner_text(".outcome .verdict")
        # A fight that is lost before its first round has no cards.
        assert page.locator(".duel").count() == (not met)
        assert page.locator(".choices button").all_inner_texts() == ["Go on"]
        page.click("#go-on")
        assert page.is_visible(".end")


def test_the_journal_reports_counters_at_their_bounds(desk: Page, index: Path) -> None:
    with cleared(desk, index, "#quest=rot-throne&hero=mage&seed=DEAL211") as page:
        page.click("#begin")
        until(page, ".outcome .effect:not(.gain, .loss)")
        assert re.fullmatch(r"(Life|Armour) already at (0|the most)", page.inner_text(".effect b"))
        assert "already at" in page.inner_text("#journal li:first-child")
        until(page, ".end")
        for same in (0, 9):
            assert f"{same} → {same}" not in page.inner_text("#journal")


def test_the_journal_has_the_newest_entry_first(desk: Page, index: Path) -> None:
    with cleared(desk, index, LOSES) as page:
        page.click("#begin")
        newest = 0
        while page.query_selector(".end") is None:
            page.click(simply(page) or "")
            rounds = page.locator("#journal li:first-child .round").all_inner_texts()
            power = page.locator(".sum b").all_inner_texts()
            if len(rounds) > 2 and power:
                assert f"= {power[0]}." in rounds[0]
                newest += 1
        assert newest


def test_the_player_assigns_damage(desk: Page, index: Path) -> None:
    with cleared(desk, index, LOSES) as page:
        page.click("#begin")
        until(page, "#ask")
        told = page.inner_text("#ask")
        damage = int(re.findall(r"\d+", told)[0])
        whose = "you" if "to you" in told else "foe"
        before = counters(page, whose)
        for number, counter in enumerate(("life", "armour")):
            page.click(f"#{counter}")
            after = list(before)
            after[number] = max(0, before[number] - damage)
            assert counters(page, whose) == after
            page.click("#undo")
            assert counters(page, whose) == before
        page.set_viewport_size({"width": 320, "height": 640})
        for shape in page.locator(".fall .shape").all():
            # The page may draw it again at its new width.
            shape.wait_for()
            box = shape.bounding_box()
            assert box is not None
            assert box["width"] > 20


# The elements wider than 40 pixels whose content is wider than their box.
WIDER = """[...document.querySelectorAll("main *")].filter(
  (e) => e.clientWidth > 40 && e.scrollWidth > e.clientWidth + 2).map((e) => e.className)"""


def test_cards_stay_within_their_frame(desk: Page, index: Path) -> None:
    with cleared(desk, index, WINS) as page:
        page.click("#begin")
        until(page, ".duel")
        # A shop gives a playable page 960 pixels.
        for width, height in ((1280, 800), (1072, 720), (960, 720), (704, 720), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WIDER) == [], width


def test_powers_match_the_journal(desk: Page, index: Path) -> None:
    with cleared(desk, index, LOSES) as page:
        page.click("#begin")
        until(page, ".blow:not(.waiting)")
        powers = page.locator(".sum b").all_inner_texts()
        said = page.inner_text("#said")
        listed = page.inner_text("#journal li:first-child")
        assert all(f"= {power}." in said and f"= {power}." in listed for power in powers)
        assert page.locator(".side .front .suit").count() > 2


def test_a_click_right_after_typing_a_deal_begins_it(desk: Page, index: Path) -> None:
    with cleared(desk, index) as page:
        page.fill("#seed", "deal-19")
        page.click("#begin")
        assert page.is_visible("#go-on")
        assert "seed=DEAL19" in page.evaluate("location.hash")


# --- saved and shared games -------------------------------------------------------------------


def test_undo_by_button_and_by_key(desk: Page, index: Path) -> None:
    with cleared(desk, index, LOSES) as page:
        page.click("#begin")
        assert page.is_disabled("#undo")
        page.click("#go-on")
        seen = [page.inner_text("#app")]
        for _ in range(6):
            until(page, "#draw, #fight, #ask")
            seen.append(page.inner_text("#app"))
            page.click(simply(page) or "")
        for number, before in enumerate(reversed(seen[1:])):
            if number % 2:
                page.click("#undo")
            else:
                page.keyboard.press("Backspace")
            assert page.inner_text("#app") == before
        page.keyboard.press("Control+z")
        assert page.inner_text("#app") == seen[0]


def test_a_shared_game_is_the_same(desk: Page, index: Path) -> None:
    with cleared(desk, index) as page:
        page.click("label[for=quest-1]")
        page.click("label[for=hero-3]")
        page.click("#begin")
        page.click("#go-on")
        page.click("#draw")
        first = page.inner_text("#said")
        page.click("#share")
        link = page.input_value("#link")
        page.click("#copy")
        page.wait_for_function("document.getElementById('copied').textContent !== ''", polling=100)
    with cleared(desk, index, "#" + link.split("#")[1]) as page:
        page.click("#begin")
        page.click("#go-on")
        page.click("#draw")
        assert page.inner_text("#said") == first


def test_the_page_uses_the_language_of_the_browser(browser: Browser, index: Path) -> None:
    with opened(browser, index, locale="fr-FR") as page:
        assert page.inner_text("#begin").lower() == "commencer"
        assert page.get_attribute("html", "lang") == "fr"
        page.click("#help")
        assert page.is_visible(".keys")
        page.click("#helping button")
        page.click("#begin")
        page.click("#go-on")
        page.click("[data-lang=en]")
        assert page.inner_text("#draw > span").lower() == "draw the first card"
        assert page.get_attribute("html", "lang") == "en"
        page.reload()
        assert page.inner_text("#help") == "Help"


def test_a_game_continues_after_a_reload(desk: Page, index: Path) -> None:
    with cleared(desk, index, LOSES) as page:
        page.click("#begin")
        until(page, "#ask")
        before = page.inner_text("#app")
        page.reload()
        assert page.inner_text("#app") == before
        page.click("#new")
        page.click("#resume")
        assert page.inner_text("#app") == before


def test_a_game_continues_without_storage(browser: Browser, index: Path) -> None:
    init = """const refuse = () => { throw new DOMException("no", "SecurityError") };
    Object.defineProperty(window, "localStorage", {get: refuse});
    history.replaceState = refuse;
    navigator.clipboard.writeText = () => Promise.reject(new Error("no"));"""
    with opened(browser, index, LOSES, init=init) as page:
        page.click("#begin")
        until(page, "#ask")
        before = page.inner_text("#app")
        page.click("#new")
        page.click("#resume")
        assert page.inner_text("#app") == before
        page.click("#share")
        page.click("#copy")
        assert page.inner_text("#copied") in ("Copied.", "Copy the address by hand.")


def test_the_page_works_in_a_sandboxed_frame(browser: Browser, index: Path) -> None:
    outer = index.with_name("frame.html")
    outer.write_text(f'<iframe sandbox="allow-scripts" src="{index.name}{LOSES}"></iframe>')
    page = browser.new_page(locale="en")
    try:
        page.goto(outer.as_uri())
        frame = page.frame_locator("iframe")
        for button in ("begin", "go-on", "draw"):
            frame.locator(f"#{button}").click()
        frame.locator("#said", has_text="step 3").wait_for()
        assert frame.locator(".you img").evaluate("image => image.decode()") is None
        frame.locator("#help").click()
        frame.locator("#helping button").click()
        assert not frame.locator("#helping").is_visible()
    finally:
        page.close()


def test_invalid_saved_games_are_ignored(desk: Page, index: Path) -> None:
    kept = '{"quest":"iron-throne","hero":"dwarf","seed":"A","actions":"dddddddddddddddddddd"}'
    with cleared(desk, index) as page:
        for wrong in (kept, kept.replace("dwarf", "elf"), "[1]", "{", '"x"'):
            page.evaluate(f"localStorage.setItem('printgen.quest.{GAME}.game', {wrong!r})")
            page.reload()
            assert page.is_visible("#begin")
            assert page.query_selector("#resume") is None


# --- accessibility ----------------------------------------------------------------------------


def test_the_page_is_accessible(desk: Page, index: Path) -> None:
    script = axe()
    # The schemes differ in their colours alone.
    rules_of: dict[Literal["light", "dark"], list[str]] = {"light": [], "dark": ["cat.color"]}

    def judge(page: Page, state: str) -> None:
        for size in (SMALL, PHONE, DESKTOP):
            page.set_viewport_size(size)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], f"{state}, {size}"
            for scheme, rules in rules_of.items() if size["width"] > 320 else ():
                page.emulate_media(color_scheme=scheme)
                found = axe_faults(page, *rules)
                told = [(v["id"], v["nodes"][0]["html"][:120]) for v in found]
                assert told == [], f"{state}, {scheme}, {size}"

    with cleared(desk, index, WINS) as page:
        page.evaluate(script)
        judge(page, "start")
        page.click("#begin")
        judge(page, "story")
        until(page, "#fight")
        page.click("#help")
        assert axe_faults(page) == []
        page.click("#helping button")
        for state in ("fight", "ask"):
            until(page, f"#{state}")
            judge(page, state)
        until(page, ".end")
        judge(page, "won")
    with cleared(desk, index, LOSES) as page:
        page.evaluate(script)
        page.click("#begin")
        until(page, ".closing")
        assert axe_faults(page) == []
        until(page, ".end")
        judge(page, "lost")


def test_a_quest_is_played_to_its_end_by_roles_and_names(desk: Page, index: Path) -> None:
    game, *_ = by_python(index, "iron-throne", "dwarf", "DEAL19")
    with cleared(desk, index) as page:
        page.evaluate(axe())
        reader = Reader(page)
        begin(reader, "The Iron Throne", "The Dwarf", "DEAL19")
        judged, pressed = set[object](), list[str]()
        while not any(node.name == "Here ends the road" for node in reader.all("heading")):
            button = next_button(reader)
            kind = button.name.split()[:2], len(reader.one("region", "The scene").texts) > 8
            if str(kind) not in judged:
                judged.add(str(kind))
                assert axe_faults(page) == [], kind
            reader.press(button)
            pressed.append(button.name)
        assert {name.split()[0] for name in pressed} == {"Go", "Draw", "On"}
        assert axe_faults(page) == []
        assert (reader.focused.role, reader.focused.level) == ("heading", 2)
        (status,), scene = reader.all("status"), reader.one("region", "The scene").words
        assert status.words and status.words in scene
        assert f"Step reached {game.at} / 40" in scene
        reader.press(reader.one("button", "Play this deal again"))
        assert reader.focused.name == "Go on"


def begin(reader: Reader, quest: str, hero: str, seed: str) -> None:
    """Choose a game on the start page, and begin it."""
    reader.read()
    for name in (quest, hero):
        reader.press(reader.one("radio", name), " ")
        assert reader.focused.name.startswith(name)
    reader.press(reader.one("textbox", "Deal"), "Control+A")
    reader.page.keyboard.type(seed)
    assert reader.one("button", "Another deal").enabled
    reader.press(reader.one("button", "Begin"))


def next_button(reader: Reader) -> Node:
    """The next button of simple play. What is told before it tells enough to choose."""
    (status,) = reader.all("status")
    assert status.words
    assert [node.level for node in reader.all("heading")].count(1) == 1
    unnamed = [n for n in reader.nodes if n.role in ("button", "region", "image") and not n.name]
    assert unnamed == []
    focused, scene = reader.focused, reader.one("region", "The scene").words
    if focused.name.endswith("where?"):
        # The question names whom the damage hits; the buttons, what it leaves.
        hit = reader.one("region", "You" if "to you" in focused.name else "The enemy").words
        life, armour = (reader.one("button", name) for name in ("On life", "On armour"))
        for button in (life, armour):
            before, after = re.findall(r"(\d+) becomes (\d+)", button.name)[0]
            assert (before in hit and int(after) < int(before)) or before == "0"
        return armour if "to you" in focused.name else life
    assert focused.role == "button" and focused.name in scene
    # What has happened is told, and can be read again: in the scene or in the journal.
    if focused.name != "Go on" and "threshold" not in scene:
        (journal,) = reader.all("list")
        assert status.words.split(". ")[0] in journal.words
    return focused


# --- hostile content --------------------------------------------------------------------------


def test_scripts_in_content_do_not_run(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printgen.extras.quest.page.MAX_SOLVER_STEPS", 0)
    bad = "</script></style><img src=x onerror=alert(1)><!--"
    root = real(tmp_path, GAME)
    content, theme = root / "content" / GAME, root / "templates" / GAME
    for file, old in (
        ("game.yaml", "any: Deathly Thrones"),
        ("profiles/dwarf.yaml", "en: The Dwarf"),
    ):
        text = (content / file).read_text()
        assert old in text
        key = old.split(":")[0]
        (content / file).write_text(text.replace(old, f'{key}: "{bad}"'))
    (theme / "art").mkdir(parents=True)
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' onload='alert(2)'>{}</svg>"
    (theme / "art" / "dwarf.svg").write_text(svg.format("<script>alert(3)</script>"))
    (theme / "quest.css").write_text(
        "body { background: url(http://example.org/x.png) } @import url(//example.org/y.css);\n"
        "</style><script>alert(4)</script>"
    )
    page_bytes = made(root, GAME)
    assert page_bytes is not None
    (root / "index.html").write_bytes(page_bytes)
    context = browser.new_context(locale="en")
    try:
        page = context.new_page()
        seen: list[str] = []
        page.on("dialog", lambda dialog: seen.append(dialog.message))
        page.on("requestfinished", lambda asked: seen.append(asked.url))
        page.goto((root / "index.html").as_uri())
        page.click("label[for=hero-1]")
        page.wait_for_function("document.querySelector('.fellow img').complete", polling=100)
        assert page.inner_text("h1") == bad
        assert page.inner_text("label[for=hero-1] .called").lower() == bad
        assert page.title() == bad
        assert [url for url in seen if not url.startswith(("file:", "blob:", "data:"))] == []
    finally:
        context.close()
