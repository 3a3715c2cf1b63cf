"""The options of `build` that choose what is printed of decks, and the command `printed`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import click

from printgen.cli.completion import complete_language, complete_target
from printgen.cli.context import Context, pass_context
from printgen.extra import named_parts
from printgen.imposition.plan import PrintChoice
from printgen.paper import paper_name

# The most copies of a card, as under `quantities`; and the most sheets of a deck.
MOST_COPIES, MOST_SHEETS = 500, 20_000


def known_paper(text: str) -> str:
    """The name of a paper in file names. Raises BadParameter."""
    try:
        return paper_name(text)
    except ValueError as error:
        # Imported here: the models are slow to import.
        from printgen.content.models.base import paper_hint

        raise click.BadParameter(f"{error} ({paper_hint(text)})") from error


def one_paper(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """The name of a paper in file names, for an option."""
    return None if text is None else known_paper(text)


def papers(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """The names of papers in file names, for an option."""
    return tuple(map(known_paper, texts))


def listed(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """The words of lists such as `en,fr`, each once, for an option. Raises BadParameter."""
    words = [word.strip() for text in texts for word in text.split(",")]
    if "" in words:
        raise click.BadParameter("a word is missing beside a comma")
    return tuple(dict.fromkeys(words))


def _copies(
    context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> tuple[tuple[str, int], ...]:
    """Cards with their numbers in lists such as `CARD=3,OTHER=2`."""
    found = []
    for part in (part.strip() for text in texts for part in text.split(",")):
        name, _, number = part.partition("=")
        if not name or not re.fullmatch("[0-9]{1,3}", number):
            raise click.BadParameter(f"'{part}' is not like CARD=3")
        if not 1 <= int(number) <= MOST_COPIES:
            raise click.BadParameter(f"'{part}': 1 to {MOST_COPIES} copies can be printed")
        found.append((name, int(number)))
    return tuple(found)


def _sheets(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, ...]:
    """The numbers in a list such as `1,3-5`, in order."""
    found: set[int] = set()
    for part in text.split(",") if text is not None else ():
        match = re.fullmatch(r"\s*([0-9]{1,5})(?:-([0-9]{1,5}))?\s*", part)
        if not match:
            raise click.BadParameter(f"'{part}' is not like 3 or 3-5")
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= MOST_SHEETS:
            raise click.BadParameter(f"'{part}' is not a range of sheets from 1")
        found.update(range(first, last + 1))
    return tuple(sorted(found))


def _at_most(
    longest: float,
) -> Callable[[click.Context, click.Parameter, float | None], float | None]:
    """A callback of an option that takes from 0 to `longest` mm, and no NaN."""

    def checked(_: click.Context, __: click.Parameter, length: float | None) -> float | None:
        if length is not None and not 0 <= length <= longest:
            raise click.BadParameter(f"{length:g} is not from 0 to {longest:g} mm")
        return length

    return checked


_OPTIONS = (
    click.option(
        "--only", multiple=True, callback=listed, metavar="CARD[,CARD…]",
        help="Print only these cards: ids, or game/id (repeatable).",
    ),
    click.option(
        "--copies", multiple=True, callback=_copies, metavar="CARD=N[,…]",
        help="Number of copies of a card, instead of its quantity (repeatable).",
    ),
    click.option(
        "--sides", type=click.Choice(["front", "back", "both"]), default="both",
        help="Print only the fronts or the backs of cards.",
    ),
    click.option(
        "--pages", "sheets", callback=_sheets, metavar="N[,N-N…]",
        help="Print only these sheets of a deck, each with both sides.",
    ),
    click.option(
        "--gutter", type=float, callback=_at_most(30), metavar="MM",
        help="The distance of cards on the sheet, whatever the product says.",
    ),
    click.option(
        "--bleed", type=float, callback=_at_most(10), metavar="MM",
        help="The bleed of cards, whatever the product says.",
    ),
    click.option(
        "--cutter", type=click.Choice(list(named_parts("cutters"))),
        hidden=not named_parts("cutters"),
        help="Prepare the sheets for a cutting machine, with the paths to cut.",
    ),
    click.option(
        "--changed", is_flag=True,
        help="Print only the cards that have changed since `printgen printed`.",
    ),
)  # fmt: skip


def print_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options to a command, which gets a `choice` and `changed`."""

    @wraps(command)
    def call(*words: Any, **options: Any) -> None:
        names = ("only", "copies", "sides", "sheets", "gutter", "bleed", "cutter")
        choice = PrintChoice(**{name: options.pop(name) for name in names})
        command(*words, choice=choice, **options)

    wrapped: Callable[..., None] = call
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


@contextmanager
def choosing() -> Iterator[None]:
    """Report a choice of what is not there as wrong usage."""
    from printgen.press.targets import TargetError

    try:
        yield
    except TargetError as error:
        message, hint = error.args if len(error.args) == 2 else (error.args[0], "")
        raise click.UsageError(f"{message} ({hint})" if hint else message) from error


@click.command()
@click.argument("targets", nargs=-1, shell_complete=complete_target)
@click.option(
    "--lang", "langs", multiple=True, callback=listed, shell_complete=complete_language,
    help="Only these languages (repeatable).",
)  # fmt: skip
@pass_context
def printed(context: Context, targets: tuple[str, ...], langs: tuple[str, ...]) -> None:
    """Confirm that the built decks of TARGETS were printed, for `build --changed`.

    A target is a game, game/product or a glob; the default is all decks in out/.
    """
    from printgen.press.printed import confirm_printed

    with choosing():
        confirmed = confirm_printed(context.folders(), targets, langs)
    for path, count in confirmed.items():
        context.say(f"{path}  {count} card{'' if count == 1 else 's'}  printed")
    if not confirmed:
        context.say("no deck was built since the last print")
