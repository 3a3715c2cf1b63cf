"""The output kind `badge`: a small page with the name of a profile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from printgen.content.library import Library
from printgen.content.models.base import Reference
from printgen.content.models.products import EntryReference, Product
from printgen.extras.exports.channels import Channel, ChannelFile
from printgen.layout.assembly import assemble, font_programs
from printgen.layout.jobs import Job, JobResult, JobRunner, JobSource, PageFormat, Task
from printgen.products.kind import PrintOptions, ProductKind, TargetBuild
from printgen.products.target import Target
from printgen.views.game import game_view


class BadgeProduct(Product):
    """A badge with the name of a profile."""

    output: Literal["badge"]
    profile: Reference

    def references(self) -> Iterator[EntryReference]:
        """The profile."""
        yield EntryReference(("profiles",), self.profile, ("profile",))


class BadgeKind(ProductKind[BadgeProduct]):
    """The output kind `badge`: one small page."""

    def channel(self, product: BadgeProduct, target: Target) -> tuple[str, str]:
        """Badges have a channel of their own."""
        return "badges", "badges"

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


BADGE = BadgeKind()


def badge_channels(library: Library, game: str, runner: JobRunner) -> Iterator[Channel]:
    """A list of the badges of a game."""
    badges = library.games[game].products_of(BadgeProduct)
    if badges:
        names = "".join(f"{badge.value.profile}\n" for badge in badges)
        file = ChannelFile("badges.txt", names.encode())
        yield Channel("badges-list", "badges", lambda: iter([file]))
