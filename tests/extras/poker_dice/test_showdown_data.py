"""What the showdown of the play aid knows of a game."""

from __future__ import annotations

from pathlib import Path

from helpers import real, starter
from quest_pages import loaded

from printgen import Project
from printgen.extras.browser.assembly import Data
from printgen.extras.poker_dice.tool import MAX_FIGURES, showdown_data

GAME = "zombstone"


def edited(root: Path, file: str, old: str, new: str) -> Data | None:
    """The data after an edit of a file of the game."""
    path = real(root, GAME) / "content" / GAME / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return showdown_data(loaded(root), GAME)


def test_the_rules_and_figures_of_zombstone(demo_project: Project) -> None:
    data = showdown_data(demo_project.library, GAME)
    assert data is not None
    assert [face["label"]["fr"] for face in data["faces"]] == ["9", "10", "V", "D", "R", "A"]
    assert data["points"][2] == [-1, -1, 1, 2, 3, 4, 5]
    assert (data["dice"], data["guts"], data["light"], data["heavy"], data["back"]) == (
        5,
        2,
        -1,
        1,
        -2,
    )
    guns = {weapon["id"]: weapon["damage"] for weapon in data["guns"]}
    assert guns == {"light-colt": 0, "heavy-colt": 1, "winchester": 1, "shotgun": 2}
    assert [(one["id"], one["dice"]) for one in data["blades"] if one["dice"]] == [
        ("fists", -1), ("fleshless-hands", -1),
    ]  # fmt: skip
    assert data["told"]["killed"]["en"].startswith("Remove the figure from play")
    figures = {figure["id"]: figure for figure in data["figures"]}
    wyatt, ike = figures["wyatt-earp"], figures["ike-clanton"]
    assert (wyatt["pots"], wyatt["cards"], wyatt["life"], wyatt["turn"]) == ((3, 3), 2, (4, 2), 4)
    assert (wyatt["fearless"], wyatt["star"], wyatt["guns"]) == ("living-legend", True, [])
    assert (ike["turns"], ike["hides"], ike["hurt"], ike["guns"]) == (
        "a-certain-taste", "zombie", 1, [0],
    )  # fmt: skip
    assert [name for name, figure in figures.items() if figure["blank"]] == ["stranger"]
    assert "vignettes/dandy" in data["drawings"]


def test_games_without_poker_dice_have_no_showdown(demo_project: Project, tmp_path: Path) -> None:
    assert showdown_data(demo_project.library, "deathly-thrones") is None
    assert showdown_data(demo_project.library, "furia-cartese") is None
    assert showdown_data(loaded(starter(tmp_path)), "fog") is None


def test_games_without_skirmishes_have_no_showdown(tmp_path: Path) -> None:
    assert edited(tmp_path, "game.yaml", "  potential: pot\n", "") is None


def test_figures_with_faults_are_left_out(tmp_path: Path) -> None:
    data = edited(tmp_path, "profiles/deputy.yaml", "pot: 1/0, ", "")
    assert data is not None
    assert "deputy" not in {figure["id"] for figure in data["figures"]}


def test_rows_that_do_not_exist_are_not_told(tmp_path: Path) -> None:
    data = edited(tmp_path, "game.yaml", "{table: guts, row: 4}", "{table: guts, row: 40}")
    assert data is not None
    assert "fled" not in data["told"]


def test_the_number_of_figures_is_limited(tmp_path: Path) -> None:
    root = real(tmp_path, GAME)
    profiles = root / "content" / GAME / "profiles"
    text = (profiles / "deputy.yaml").read_text(encoding="utf-8")
    for number in range(MAX_FIGURES + 5):
        (profiles / f"deputy-{number}.yaml").write_text(text, encoding="utf-8")
    data = showdown_data(loaded(root), GAME)
    assert data is not None
    assert len(data["figures"]) == MAX_FIGURES
