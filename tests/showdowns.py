"""Showdowns in a browser: their scripts with dice from a list, and how tests play the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.extras.browser.assembly import web_text
from printgen.extras.poker_dice.rules import HANDS

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

SCRIPTS = ("hands", "odds", "rules")
# Dice from a list instead of a seed.
LOADED = """const Chance = {
  start: () => null, below: () => Chance.dice.shift(), dice: [],
};"""

POINTS = {
    (loser, winner): column - row + 1
    for column, winner in enumerate(HANDS)
    for row, loser in enumerate(HANDS)
    if column and row <= column
}
MATRIX = [[POINTS.get((loser, winner), -1) for winner in HANDS] for loser in HANDS]

# Clicks and keys by chance, one to four at a place, faster than the page can be drawn.
BURST = """async ([seed, rounds]) => {
  let state = seed;
  const below = (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
  const shown = (node) => !node.disabled && node.getClientRects().length && node.checkVisibility();
  for (let round = 0; round < rounds; round += 1) {
    const nodes = document.querySelectorAll(".duel button, .duel summary, [data-lang]");
    const all = [...nodes].filter(shown);
    const main = all.filter((node) => ["go", "best", "undo", "roll"].includes(node.id));
    const from = main.length && below(3) ? main : all;
    const chosen = from[below(from.length)];
    chosen.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = chosen.getBoundingClientRect();
    for (let click = below(4); click >= 0; click -= 1) {
      const node = document.elementFromPoint(x + width / 2, y + height / 2);
      (node?.closest("button") ?? node ?? document.body).click();
      if (below(2)) await null;
      const key = ["Backspace", "1", "2"][below(12)];
      const pressed = key && new KeyboardEvent("keydown", { key, bubbles: true });
      if (pressed) document.activeElement.dispatchEvent(pressed);
    }
    document.querySelector("dialog[open]")?.close();
    if (!below(9)) await new Promise((done) => setTimeout(done, below(20)));
  }
  return Boolean(document.querySelector("#roll, #go"));
}"""


def scripted(page: Page) -> None:
    """Add the rules of the showdown to a page."""
    text = "\n".join(web_text(f"poker_dice/{name}", "js") for name in SCRIPTS)
    page.add_script_tag(content=f"{LOADED}\n{text}")


# --- the page ---------------------------------------------------------------------------------

GAME = "zombstone"
HANDSET: ViewportSize = {"width": 360, "height": 740}
PHASE = "(Duel.asked(Saloon.played()) ?? {}).phase"
SHOWN = "[...document.querySelectorAll('.side-{} .die .front')].map((e) => Number(e.dataset.face))"
SHIFTS = """new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifts.push(
    shift.sources.map(({node}) => node && (node.className || node.nodeName)).join());
}).observe({type: "layout-shift", buffered: true});
window.shifts = [];"""


def seeded(page: Page, seed: str) -> None:
    """Begin a game with a seed."""
    page.click(".further summary")
    page.fill("#seed", seed)
    page.press("#seed", "Tab")


def step(page: Page) -> str:
    """Press the next button, with the best choice. Returns the phase before."""
    phase = str(page.evaluate(PHASE))
    if page.is_visible("#best"):
        page.click("#best")
    page.click("#go")
    return phase


def until(page: Page, *phases: str) -> None:
    while page.evaluate(PHASE) not in phases:
        step(page)
