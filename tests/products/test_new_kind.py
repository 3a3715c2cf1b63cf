"""A new output kind is one Python module and one line in the table of kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import pypdfium2
import pytest
from helpers import starter
from pydantic import ValidationError

from printgen import Project
from printgen.content.library import Library
from printgen.content.models.base import Reference
from printgen.content.models.products import EntryReference, Product
from printgen.layout.assembly import assemble
from printgen.layout.font_programs import font_programs
from printgen.layout.jobs import Job, JobResult, JobSource, PageFormat, Task
from printgen.products import PRODUCT_KINDS
from printgen.products.kind import Pieces, PrintOptions, TargetBuild, Variant, paper_variants
from printgen.products.target import Target
from printgen.views.game import game_view

# --- the module -------------------------------------------------------------------------------


class BadgeProduct(Product):
    """A badge with the name of a profile."""

    output: Literal["badge"]
    profile: Reference

    def references(self) -> Iterator[EntryReference]:
        """The profile."""
        yield EntryReference(("profiles",), self.profile, ("profile",))


class BadgeKind:
    """The output kind `badge`: one small page."""

    model = BadgeProduct

    def variants(self, product: BadgeProduct) -> Iterable[Variant]:
        """A variant per paper."""
        return paper_variants(product)

    def channel(self, product: BadgeProduct, target: Target) -> tuple[str, str]:
        """Badges are offered with the sheets."""
        return "play-sheets", "play-sheets"

    def pieces(self, library: Library, target: Target, product: BadgeProduct) -> Pieces | None:
        """None: the pages stay whole."""
        return None

    def prepare(
        self, library: Library, target: Target, product: BadgeProduct, options: PrintOptions
    ) -> TargetBuild:
        """One page."""
        content = library.games[target.game]
        entry = library.find("profiles", target.game, product.profile)
        assert entry is not None
        context = {"game": game_view(content, target.lang), "name": entry.value.name[target.lang]}
        format = PageFormat("face", "plain/badge", target.lang, target.ink, 60.0, 30.0)
        task = Task(Job(format, entry.id, context), JobSource(entry.at()))

        def compose(results: Sequence[JobResult], out: Path) -> None:
            (result,) = results
            assert result.face
            out.write_bytes(assemble([result.face], font_programs(library.folders)))

        return TargetBuild(target, (target.id, target.lang), 1, lambda: [task], compose, "")


PRODUCTS = """
captain-badge:
  output: badge
  title: {fr: Badge, en: Badge}
  profile: captain
  papers: [a4]
  inks: [full]
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The starter with a badge; its game has a profile `captain`."""
    # The line in the table of kinds.
    monkeypatch.setitem(PRODUCT_KINDS, "badge", BadgeKind())
    starter(tmp_path)
    products = tmp_path / "content" / "fog" / "products.yaml"
    products.write_text(products.read_text() + PRODUCTS)
    template = tmp_path / "templates" / "plain" / "badge.html.j2"
    template.parent.mkdir(parents=True)
    template.write_text("<div class='trim'><div class='safe'>{{ name }}</div></div>")
    return tmp_path


def test_references_of_a_new_kind_are_checked(game: Path) -> None:
    assert Project(game).check() == []
    products = game / "content" / "fog" / "products.yaml"
    products.write_text(products.read_text().replace("profile: captain", "profile: captian"))
    (problem,) = Project(game).check()
    assert problem.code == "product-reference"
    assert problem.message == "no profile 'captian'"
    assert problem.hint == "did you mean 'captain'?"


def test_keys_of_a_new_kind_are_checked(game: Path) -> None:
    products = game / "content" / "fog" / "products.yaml"
    products.write_text(products.read_text().replace("profile: captain", "profil: captain"))
    codes = {problem.code for problem in Project(game).check()}
    assert codes == {"key-unknown"}


def test_a_new_kind_is_listed_and_built(game: Path) -> None:
    project = Project(game)
    targets = project.targets(["fog/captain-badge"], langs=["en"])
    assert [target.path for target in targets] == ["out/fog/captain-badge.en.a4.pdf"]
    report = project.build(["fog/captain-badge"], langs=["en"], jobs=1)
    assert report.problems == []
    document = pypdfium2.PdfDocument(game / "out/fog/captain-badge.en.a4.pdf")
    assert "Captain" in document[0].get_textpage().get_text_range()
    document.close()


def test_a_kind_outside_the_table_is_unknown() -> None:
    from printgen.products import products_model

    with pytest.raises(ValidationError, match="badge"):
        products_model().model_validate(
            {"products": {"a": {"output": "badge", "title": "A", "profile": "captain"}}}
        )
