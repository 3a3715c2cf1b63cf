"""The command `export cards`, and the list of card printers."""

from __future__ import annotations

import click

from printgen.cli.context import CLUSTER, JOBS, NO_CACHE, Context, fail, pass_context
from printgen.extras.exports.commands import DECKS, NOT_EXPORTED, export_channels, sound_deck
from printgen.problems import did_you_mean, has_errors
from printgen.project import Folders


def vendors(folders: Folders | None) -> list[dict[str, object]]:
    """The sizes of card printers, in mm, and the pixels of their files at 300 dpi.

    Exits when files of the project have errors.
    """
    from printgen.extras.card_printers.vendors import VENDOR_DPI, known_vendors

    known, problems = known_vendors(folders)
    if has_errors(problems):
        fail(problems, "nothing is listed")
    return [
        {
            "vendor": id,
            "size": size,
            "width": round(vendor.cut(size).size.width, 1),
            "height": round(vendor.cut(size).size.height, 1),
            "pixels": "{} x {}".format(*vendor.pixels(size, VENDOR_DPI)),
            "files": vendor.files,
            "figures": "unverified" if entry.unverified else "",
        }
        for id, vendor in known.items()
        for size, entry in vendor.sizes.items()
    ]


@click.command()
@DECKS
@click.option("--vendor", "vendors", multiple=True, help="Only this card printer (repeatable).")
@click.option("--size", default="", help="The printer's name of a size, such as '63 x 88 mm'.")
@click.option(
    "--dpi", type=click.Choice(["300", "600"]), default="300", show_default=True,
    help="The resolution of the pictures.",
)  # fmt: skip
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def cards(
    context: Context, target: str, vendors: tuple[str, ...], size: str, dpi: str, jobs: int | None
) -> None:
    """Make the decks of GAME, or one of them, for card printers.

    `printgen list vendors` shows the card printers.
    """
    from printgen.extras.card_printers.files import same_size, vendor_channels
    from printgen.extras.card_printers.vendors import known_vendors

    known, problems = known_vendors(context.folders())
    if has_errors(problems):
        fail(problems, NOT_EXPORTED)
    for name in vendors:
        if name not in known:
            hint = did_you_mean(name, known)
            raise click.UsageError(f"no card printer '{name}' ({hint})")
    chosen = {name: known[name] for name in vendors or known}
    if size and not any(same_size(name, size) for each in chosen.values() for name in each.sizes):
        raise click.UsageError(f"no size '{size}' (`printgen list vendors` shows all sizes)")
    library, game, deck = sound_deck(context, target)
    with context.runner(jobs) as runner:
        channels = vendor_channels(library, game, runner, chosen, int(dpi), size, deck)
        export_channels(context, library, game, channels, "decks for these card printers", deck)
