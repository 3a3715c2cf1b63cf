"""How many pages a roster takes: on a part of the paper, a back only if it needs one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from helpers import built
from small_projects import write

GAME = """title: {en: Roofs}
languages: [en]
theme: plain
stat_lines:
  cat: {label: {en: Cats}, stats: {leap: {label: {en: Leap}}, purr: {label: {en: Purr}}}}
trait_kinds: {skill: {label: {en: Skill}}}
"""
FILES = {
    "printgen.yaml": "",
    "content/roofs/game.yaml": GAME,
    "content/roofs/profiles/tom.yaml": (
        "name: {en: Tom}\nstats: {cat: {leap: 7, purr: 5}}\ntraits: [bite]\n"
    ),
    "content/roofs/traits/bite.yaml": (
        "name: {en: Bite}\nkind: skill\ntext: {en: When it has leapt it bites once more.}\n"
    ),
}
SHEET = "gang: {title: {en: Gang}, output: sheet, roster: gang, papers: [a4], inks: [full], %s}\n"


def sheet(root: Path, members: int, keys: str) -> tuple[int, float]:
    """The pages of a roster with a number of members, and the height of an x of its rules (pt)."""
    listed = ", ".join(f"{{entry: tom, name: {{any: T{n}}}}}" for n in range(members))
    files = {
        **FILES,
        "content/roofs/rosters/gang.yaml": f"name: {{en: Gang}}\nmembers: [{listed}]\n",
        "content/roofs/products.yaml": SHEET % keys,
    }
    (path,) = built(write(root, files)).glob("roofs/*.pdf")
    with closing(pypdfium2.PdfDocument(path)) as document:
        words = document[0].get_textpage()
        _, low, _, high = words.get_charbox(words.get_text_range().index("When") + 2)
        return len(document), high - low


@pytest.mark.slow
@pytest.mark.parametrize(
    ("members", "keys", "pages"),
    [(9, "page: half", 1), (14, "page: half", 2), (9, "page: half, pages: 2", 2)],
)
def test_a_part_of_the_paper_has_a_back_only_if_one_page_is_too_small(
    members: int, keys: str, pages: int, tmp_path: Path
) -> None:
    assert sheet(tmp_path, members, keys)[0] == pages


@pytest.mark.slow
def test_two_pages_have_the_larger_type_that_they_have_room_for(tmp_path: Path) -> None:
    small = sheet(tmp_path / "one", 9, "page: half, pages: 1")[1]
    assert sheet(tmp_path / "two", 14, "page: half")[1] > 1.1 * small
