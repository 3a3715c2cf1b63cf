"""The quest page as players have it: a steady stage, cards that turn, sound, records, lines."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from quest_pages import DESKTOP, GAME, SMALL, cleared, counters, opened, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.slow

NARROW: ViewportSize = {"width": 360, "height": 740}
LOSES = "#quest=iron-throne&hero=dwarf&seed=DEAL19"
RECORDS = f"printgen.quest.{GAME}.records"
# Presses the next button, with random choices from a small generator; returns its id.
MOVE = """window.dice ??= 7;
window.move = () => {
  const found = ["go-on", "draw", "fight", "life"].find((name) => document.getElementById(name));
  window.dice = (window.dice * 75 + 74) % 65537;
  const id = found === "life" && window.dice % 2 ? "armour" : found;
  document.getElementById(id)?.click();
  return id;
};
/* Plays the current game to its end; only its last moves are shown. */
window.finish = () => {
  const game = Store.kept();
  const table = Table.open(game);
  while (!Table.over(table)) {
    const may = Engine.actions(table.rules, table.state);
    window.dice = (window.dice * 75 + 74) % 65537;
    Table.play(table, may[dice % may.length]);
  }
  App.begin({...game, actions: table.actions.slice(0, -1)});
  while (move());
};
window.frames = (count) => new Promise((done) => {
  const times = [];
  const next = (time) => {
    times.push(time);
    if (times.length > count) done(times.slice(1).map((one, at) => one - times[at]));
    else requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
});"""
PLACES = """() => [
    ".bar", ".road", ".you", ".foe, .nobody", ".stage", ".actions", "#undo", ".choices",
  ].map((name) => document.querySelector(name).getBoundingClientRect().toJSON())"""


@pytest.fixture(scope="module")
def moving(browser: Browser, index: Path) -> Iterator[Page]:
    """A page on a phone in which cards turn."""
    how = {"viewport": NARROW, "has_touch": True, "is_mobile": True}
    with opened(browser, index, LOSES, reduced_motion="no-preference", **how) as page:
        page.evaluate(MOVE)
        yield page


def tally(page: Page) -> list[dict[str, Any]]:
    """The runs in the stored records."""
    found = page.evaluate(f"JSON.parse(localStorage.getItem({RECORDS!r}) ?? '{{}}')")
    return list(found.get("runs", {}).values())


# --- the stage ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [NARROW, DESKTOP], ids=["phone", "desk"])
def test_nothing_moves_during_a_game(desk: Page, index: Path, size: ViewportSize) -> None:
    with cleared(desk, index, LOSES) as page:
        page.set_viewport_size(size)
        page.click("#begin")
        page.click("#go-on")
        page.evaluate(MOVE)
        page.evaluate("""window.shifts = []; new PerformanceObserver((list) => {
            for (const one of list.getEntries()) shifts.push(one.value);
        }).observe({type: "layout-shift"})""")
        places = page.evaluate(PLACES)
        for _ in range(22):
            page.evaluate("move(), frames(1)")
            if page.query_selector(".board.over"):
                break
            # A story may be longer than the view.
            if not page.query_selector(".board.reading"):
                assert page.evaluate(PLACES) == places
        assert sum(page.evaluate("shifts")) == 0


def test_cards_turn_before_they_tell(moving: Page) -> None:
    moving.click("#begin")
    moving.click("#go-on")
    before = moving.inner_text("#said")
    moving.click("#draw")
    assert moving.locator(".card.turning").count() == 1
    assert moving.get_attribute(".card", "aria-hidden") == "true"
    assert moving.inner_text("#said") == before
    assert moving.inner_text(".road p") == "0 / 40"
    assert moving.locator(".foe, .outcome, .event h2").count() == 0
    moving.wait_for_selector("#fight")
    assert moving.inner_text(".event h2").lower() == "a slime as green as a meadow"
    assert moving.locator(".foe .face").count() == 1
    moving.click("#fight")
    assert moving.locator(".card.turning").count() == 2
    assert moving.locator(".sum b, .lines, .tale").count() == 0
    assert counters(moving, "foe") == [1, 0]
    # A second press does not wait for the cards.
    moving.click("#fight")
    assert moving.locator(".card.turning").count() == 0
    assert counters(moving, "foe") == [0, 0]


def test_a_phone_four_times_slower_keeps_its_frames(moving: Page) -> None:
    """At least half of its frames: others may use the machine of the test."""
    tools = moving.context.new_cdp_session(moving)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    try:
        times = []
        for _ in range(2):
            times += moving.evaluate("move(), frames(40)")
        assert sorted(times)[len(times) // 2] < 20
    finally:
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        tools.detach()


def test_every_step_has_a_picture(desk: Page, index: Path) -> None:
    with cleared(desk, index) as page:
        faces = page.evaluate("""DATA.quests.flatMap((quest) => quest.steps
            .map((step) => DATA.art.includes(step.art)))""")
        assert len(faces) == 80
        assert all(faces)


def test_the_journal_opens_on_a_phone(desk: Page, index: Path) -> None:
    with cleared(desk, index, LOSES) as page:
        page.set_viewport_size(NARROW)
        page.click("#begin")
        until(page, "#fight")
        assert page.locator("#journal li").count() == 0
        page.click("#journal-title")
        page.wait_for_selector("#journal li")
        page.reload()
        assert page.locator("#journal li").count() == 1


@pytest.mark.parametrize("size", [NARROW, SMALL], ids=["phone", "small"])
def test_targets_are_large_enough_for_fingers(desk: Page, index: Path, size: ViewportSize) -> None:
    found = """() => [...document.querySelectorAll(
            "button, input:not(.unseen), summary, .choice label")]
        .filter((node) => node.checkVisibility() && node.getClientRects().length)
        .map((node) => [node.id, node.getBoundingClientRect()])
        .filter(([, box]) => box.width < 43.9 || box.height < 43.9).map(([id]) => id)"""
    with cleared(desk, index, LOSES) as page:
        page.set_viewport_size(size)
        assert page.evaluate(found) == []
        page.click("#begin")
        for state in ("#go-on", "#draw", "#ask", ".end"):
            until(page, state)
            assert page.evaluate(found) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


# --- sound --------------------------------------------------------------------------------------


def test_sound_is_off_until_it_is_turned_on(moving: Page) -> None:
    assert moving.get_attribute("#sound", "aria-pressed") == "false"
    assert moving.evaluate("Sounds.context") is None
    moving.click("#sound")
    assert moving.get_attribute("#sound", "aria-pressed") == "true"
    assert moving.evaluate("Sounds.context instanceof AudioContext")
    names = [
        "card",
        "two",
        "tie",
        "block",
        "blow",
        "wound",
        "slain",
        "trap",
        "aid",
        "death",
        "throne",
    ]
    moving.evaluate("names => names.forEach(Sound.play)", names)
    moving.reload()
    assert moving.get_attribute("#sound", "aria-pressed") == "true"
    assert moving.evaluate("Sounds.context") is None
    heard = """(events) => Sound.heard({events})"""
    for event, sound in (
        (["won"], "throne"),
        (["lost", 0], "death"),
        (["hit", 1, 0, 2, 0], "slain"),
        (["hit", 0, 1, 2, 0], "wound"),
        (["effect", 0, 3, 2], "trap"),
        (["effect", 1, 3, 4], "aid"),
        (["round", 0, 1, -2, 0], "block"),
        (["round", 0, 1, 0, 0], "tie"),
    ):
        assert moving.evaluate(heard, [event]) == sound


# --- records ------------------------------------------------------------------------------------


def test_a_game_counts_once_and_not_after_an_undo(desk: Page, index: Path) -> None:
    with cleared(desk, index, LOSES) as page:
        page.evaluate(MOVE)
        page.click("#begin")
        page.evaluate("finish()")
        (run,) = tally(page)
        best = int(page.inner_text(".road p").split()[0])
        assert run == {"played": 1, "won": 0, "best": best, "streak": 0, "longest": 0}
        page.click("#retry")
        page.evaluate("finish()")
        assert "was played before" in page.inner_text(".end")
        page.evaluate("App.begin({quest: 0, hero: 0, seed: 'OTHER', actions: []})")
        page.evaluate("move(); move(); App.undo(); finish()")
        assert "was taken back" in page.inner_text(".end")
        assert len(tally(page)) == 1
        page.click("#records")
        assert "Games: 1. Victories: 0." in page.inner_text("#tally")
        assert f"step {best} of 40" in page.inner_text("#tally")


def test_another_deal_begins_at_once(desk: Page, index: Path) -> None:
    with cleared(desk, index, LOSES) as page:
        page.evaluate(MOVE)
        page.click("#begin")
        page.evaluate("finish()")
        page.click("#again")
        assert page.is_visible(".story")
        assert "&hero=dwarf&" in page.evaluate("location.hash")
        assert "DEAL19" not in page.evaluate("location.hash")


def test_streaks_of_victories(desk: Page, index: Path) -> None:
    ends = """wins => wins.map((won, number) => {
        const table = Table.open({quest: 0, hero: 1, seed: "S" + number, actions: []});
        table.state = {...table.state, at: 12, phase: won ? "won" : "lost"};
        Records.add(table);
        const {streak, longest} = Records.of(table.quest, table.hero);
        return [streak, longest];
    })"""
    with cleared(desk, index) as page:
        streaks = page.evaluate(ends, [True, True, False, True])
        assert streaks == [[1, 1], [2, 2], [0, 2], [1, 2]]


@pytest.mark.parametrize(
    "broken",
    [
        "() => { Object.defineProperty(window, 'localStorage', {get() { throw new Error() }}) }",
        "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'Quota') } }",
    ],
    ids=["refused", "full"],
)
def test_records_without_storage_last_until_the_page_closes(
    desk: Page, index: Path, broken: str
) -> None:
    with cleared(desk, index, LOSES) as page:
        page.evaluate(MOVE)
        page.evaluate(broken)
        page.click("#begin")
        page.evaluate("finish()")
        page.click("#records")
        assert "Games: 1." in page.inner_text("#tally")
        page.reload()
        page.click("#records")
        assert "No game has been finished" in page.inner_text("#tally")


def test_nonsense_in_the_records_is_ignored(desk: Page, index: Path) -> None:
    nonsense = [
        "[]",
        "7",
        "{",
        '{"runs": {"iron-throne dwarf": [], "x": 5}, "days": [1], "deals": {}}',
        '{"runs": {"iron-throne dwarf": {"played": -3, "won": "x"}}, "days": {"D20260101": 4}}',
        '{"hero": "dwarf", "seed": "A", "done": [3]}',
    ]
    keys = [RECORDS, RECORDS.replace("records", "series")]
    store = "([keys, value]) => keys.forEach((key) => localStorage.setItem(key, value))"
    with cleared(desk, index) as page:
        for stored in nonsense:
            page.evaluate(store, [keys, stored])
            page.click("#records")
            assert "No game has been finished" in page.inner_text("#tally")
            page.click("[data-close=recording]")
            assert page.evaluate("Series.next()") is None
        page.reload()
        assert page.is_visible("#begin")


# --- the deal of the day, series, lines -------------------------------------------------------


def test_the_deal_of_a_day_comes_from_its_date(desk: Page, index: Path) -> None:
    first = date(2026, 12, 25)
    days = [first + timedelta(number) for number in range(8)]
    with cleared(desk, index) as page:
        quests = page.evaluate("DATA.quests.length")
        found = page.evaluate(
            "days => days.map(([y, m, d]) => Daily.of(new Date(y, m - 1, d, 23, 59)))",
            [[day.year, day.month, day.day] for day in days],
        )
        numbers = [day.toordinal() - date(1970, 1, 1).toordinal() for day in days]
        assert found == [
            {"quest": n % quests, "hero": n // quests % 4, "seed": day.strftime("D%Y%m%d")}
            for n, day in zip(numbers, days, strict=True)
        ]
        # Every pair of quest and hero comes up.
        assert len({(deal["quest"], deal["hero"]) for deal in found}) == 4 * quests
        assert page.evaluate("deals => deals.every(Daily.is)", found)
        page.evaluate(MOVE)
        page.click("#today")
        page.evaluate("finish()")
        page.click("#new")
        assert page.locator("#today").count() == 0
        assert page.inner_text(".today b") in page.inner_text(".today")


def test_a_line_tells_the_whole_game(desk: Page, index: Path) -> None:
    trip = """(seed) => {
        const table = Table.open({quest: 1, hero: seed % 4, seed: "L" + seed, actions: []});
        let dice = seed;
        while (!Table.over(table)) {
            const may = Engine.actions(table.rules, table.state);
            dice = (dice * 75 + 74) % 65537;
            Table.play(table, may[dice % may.length]);
        }
        const line = Line.of(table);
        const read = Line.read(`I made it!  ${line} `);
        const broken = line.replace(/ [0-9A-V]+$/, (code) => code + "0");
        const same = table.seed === read.seed && table.actions.join() === read.actions.join();
        return [line, same, Line.read(broken)];
    }"""
    with cleared(desk, index) as page:
        for seed in range(20):
            line, same, broken = page.evaluate(trip, seed)
            assert same, line
            assert broken is None
            assert len(line) < 110
            assert "\n" not in line
        page.fill("#paste", line)
        page.keyboard.press("Tab")
        assert "To beat:" in page.inner_text("#rival")
        assert page.input_value("#seed") == "L19"
        page.click("#begin")
        page.evaluate(MOVE)
        page.evaluate("finish()")
        assert "with the same cards" in page.inner_text(".rival")
        page.click("#new")
        for wrong in ("hello", line.replace("rot-throne", "ice-throne"), line[:-6]):
            page.fill("#paste", wrong)
            page.keyboard.press("Tab")
            assert page.inner_text("#rival") == "This line tells no game."


def test_quests_in_a_row(desk: Page, index: Path) -> None:
    with cleared(desk, index) as page:
        page.evaluate(MOVE)
        page.click("#series")
        page.evaluate("finish()")
        assert page.locator(".series li").count() == 1
        page.click("#new")
        page.click("#onward")
        # Each quest starts afresh.
        assert counters(page) == [6, 2]
        page.evaluate("finish()")
        assert page.locator(".series li").count() == 2
        assert " of 2." in page.inner_text(".series .verdict")
        assert page.input_value("#line-series").count(" · ") == 3
        assert page.locator("#onward").count() == 0


def test_best_play_is_told_after_the_game(desk: Page, index: Path) -> None:
    with cleared(desk, index, LOSES) as page:
        page.evaluate(MOVE)
        page.click("#begin")
        page.evaluate("finish()")
        page.wait_for_selector(".course")
        told = page.inner_text(".lesson")
        assert "Choices: " in told
        chance = page.inner_text(".end dl").split("\n")[-1]
        label = page.get_attribute(".course svg", "aria-label")
        # The chance at the start is that of the odds in the book.
        assert label is not None
        assert f"Chance to win: {chance} at the start" in label
