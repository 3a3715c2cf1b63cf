"""The command completion, and the values that a shell completes.

Completion prints nothing about faults: without a project there is nothing to complete.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import click
from click.shell_completion import CompletionItem, get_completion_class

from printgen.cli.terminal import echo_text
from printgen.paper import PAPERS
from printgen.project import Folders, ProjectError, find_project
from printgen.store import user_store

# By this variable, the script of a shell asks the command for words.
VARIABLE = "_PRINTGEN_COMPLETE"

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that completes words of printgen in SHELL."""
    found = get_completion_class(shell)
    assert found is not None
    script = found(context.find_root().command, {}, "printgen", VARIABLE).source()
    echo_text(script.removesuffix("\n"))


def complete_folder(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Folders, which the shell lists."""
    return [CompletionItem(begun, type="dir")]


def complete_paper(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """The names of papers that begin so."""
    return [name for name in PAPERS if name.startswith(begun.lower())]


def complete_game(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The games that begin so."""
    from printgen.content.names import game_names

    folders = completed_folders(context)
    return beginning(game_names(folders), begun) if folders else []


def complete_target(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The games and the products (`game/product`) that begin so."""
    from printgen.content.names import game_names, product_names

    folders = completed_folders(context)
    if folders is None:
        return []
    game, slash, _rest = begun.partition("/")
    games = game_names(folders)
    read = [name for name in games if (name == game if slash else name.startswith(game))]
    targets = (f"{name}/{product}" for name in read for product in product_names(folders, name))
    return beginning([*games, *targets], begun)


def complete_language(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The languages that begin so: those of the games on the command line, or of all."""
    from printgen.content.names import game_names, language_names

    folders = completed_folders(context)
    if folders is None:
        return []
    games = game_names(folders)
    given = (context.params.get(name) for name in ("targets", "game", "target", "words"))
    # click keeps words apart if an option lacks its value.
    words = [*context.args]
    for value in given:
        words += [value] if isinstance(value, str) else value or ()
    begun_with = {word.partition("/")[0] for word in words}
    named = [name for name in games if name in begun_with]
    found = (lang for name in named or games for lang in language_names(folders, name))
    return beginning(dict.fromkeys(found), begun)


def complete_code(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The codes of checks that begin so, after `list checks`."""
    if context.params.get("what") != "checks":
        return []
    return beginning(_codes(), begun)


def _codes() -> list[str]:
    """The codes of checks. The store keeps them: it takes a second to import all checks."""
    from printgen.content.results import kept_result

    def codes() -> list[str]:
        from printgen.rules.manual import MANUAL

        return list(MANUAL)

    store = user_store()
    found = kept_result(store, "codes of checks", (), codes)
    store.finish()
    return found


def beginning(names: Iterable[str], begun: str) -> list[str]:
    """The names that begin so."""
    return [name for name in names if name.startswith(begun)]


def completed_folders(context: click.Context) -> Folders | None:
    """The folders of the project. The shell does not expand `~` in words to complete."""
    start = context.find_root().params.get("start") or Path()
    with suppress(ProjectError, OSError, RuntimeError):
        return find_project(start.expanduser())
    return None
