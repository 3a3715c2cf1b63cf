"""Pages without what is no content; and cards of two kinds with one id."""

from __future__ import annotations

from pathlib import Path

from edition_edits import event, figure, game
from small_projects import write

from printgen.content.models.products import FacesProduct
from printgen.extras.editions.edition import EditionFiles, read_edition
from printgen.extras.editions.products import without_artifacts
from printgen.imposition.plan import PrintChoice
from printgen.products.card_faces import chosen_cards, deck_name
from printgen.products.target import Target
from printgen.project import Folders
from printgen.store import Store

PAGE = b"""q
0 0 9 9 re
f
/Artifact
BMC
1 0 0 rg
BT
(7) Tj
ET
EMC
/Span
<</MCID 0>>
BDC
BT
(words) Tj
ET
0 0 1 1 re
f
EMC
/Artifact
BMC
/x1 Do
0 0 5 5 re
W
n
EMC
Q"""


def test_only_content_is_drawn() -> None:
    bare = without_artifacts(PAGE).split(b"\n")
    assert b"(words) Tj" in bare and b"(7) Tj" not in bare and b"/x1 Do" not in bare
    # The state that content relies on is kept, and what is filled in content.
    assert b"1 0 0 rg" in bare and b"W" in bare
    assert bare.count(b"f") == 1 and bare.count(b"n") == 2


def test_a_page_without_marks_is_all_content() -> None:
    plain = PAGE.replace(b"MCID", b"Other")
    assert without_artifacts(plain) == plain


def test_cards_of_two_kinds_with_one_id_are_chosen_apart(tmp_path: Path) -> None:
    files = game()
    files[event("Ann")] = files.pop(event("Train"))
    products = "all:\n  title: All\n  output: cards\n  profiles: all\n  entries: {events: all}\n"
    files["content/duel/products.yaml"] = f"{products}  faces: {{front: card-front}}\n"
    assert figure("Ann") in files
    here = EditionFiles(Folders(write(tmp_path, files).resolve()))
    library = read_edition(here, "duel", Store(None)).library
    product = library.games["duel"].products["all"].value
    assert isinstance(product, FacesProduct)
    target = Target("duel", "all", "cards", "en", "a4", "full")
    deck = deck_name("duel/all", "en", "full")
    choice = PrintChoice(changed=((deck, "events:duel/ann"),))
    assert [card.kind for card in chosen_cards(library, target, product, choice)] == ["events"]
    both = PrintChoice(changed=((deck, "duel/ann"),))
    assert len(chosen_cards(library, target, product, both)) == 2
