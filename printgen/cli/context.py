"""What the commands share: the project, the user's settings and the exit status."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from printgen import Project
from printgen.cli.terminal import Progress, echo, print_problems, tally
from printgen.content.limits import MAX_YAML_BYTES
from printgen.extra import load, named_parts, parts
from printgen.problems import Problem
from printgen.project import MARKER, Folders, ProjectError, find_project
from printgen.reading import read_regular
from printgen.store import Store, user_store

if TYPE_CHECKING:
    from printgen.layout.jobs import JobRunner
    from printgen.rules.workers import ParallelMap
    from printgen.settings import Settings

DONE, PROBLEMS, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


class Context:
    """The options that come before the command."""

    def __init__(self, start: Path, quiet: bool):
        self.start, self.quiet = start, quiet
        self.uses_store = True
        self.cluster_address = ""
        self.cluster_key: Path | None = None
        # Those of `--cluster local:N`; 0 without it.
        self.local_workers = 0

    def folders(self) -> Folders:
        """The folders of the project. Raises ProjectError when there is none."""
        return find_project(self.start)

    def folders_if_any(self) -> Folders | None:
        """The folders of the project; None without one."""
        try:
            return self.folders()
        except ProjectError:
            return None

    def project(self) -> Project:
        """The project, read and checked."""
        with Progress(self.quiet, "reading pictures", "read pictures") as progress:
            return Project(self.folders().root, self.store, apart=True, progress=progress)

    @cached_property
    def store(self) -> Store:
        """The user's store; with `--no-cache`, one that keeps nothing."""
        store = user_store() if self.uses_store else Store(None)
        click.get_current_context().find_root().call_on_close(store.finish)
        return store

    @cached_property
    def cluster(self) -> Any:
        """The cluster of `--cluster`, until the command ends. It is connected when it is used."""
        if not self.cluster_address:
            return None
        root = click.get_current_context().find_root()
        return root.with_resource(_cluster()(self.cluster_address, self.cluster_key))

    def workers(self, jobs: int | None) -> int:
        """The number of worker processes: those of `--cluster local:N`, or as in `worker_count`."""
        return self.local_workers or worker_count(jobs)

    def spread(self, jobs: int | None) -> ParallelMap:
        """Calls of functions on the cluster, or in worker processes as in `workers`."""
        from printgen.rules.workers import local_spread

        return self.cluster.map if self.cluster else local_spread(self.workers(jobs))

    @contextmanager
    def runner(self, jobs: int | None = 1, warm: bool = False) -> Iterator[JobRunner]:
        """The runner of the command: a cluster, or worker processes as in `workers`.

        With `warm`, a worker process starts at once.
        """
        from printgen.layout.runners import open_runner

        count = self.workers(jobs)
        with open_runner(self.folders(), count, self.store, self.cluster, warm) as runner:
            yield runner

    def say(self, *lines: str, err: bool = False) -> None:
        """Print a result to stdout, or else to stderr, unless `--quiet` is given."""
        if not self.quiet:
            echo(*lines, err=err)


FORMAT = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text",
    help="Lines to read, or data for scripts.",
)  # fmt: skip

JOBS = click.option("--jobs", "-j", type=click.IntRange(1, 64), help="Number of worker processes.")


def _without_store(context: click.Context, _: click.Parameter, given: bool) -> None:
    if given and (found := context.find_object(Context)):
        found.uses_store = False


NO_CACHE = click.option(
    "--no-cache", is_flag=True, expose_value=False, callback=_without_store,
    help="Use no results of earlier commands, and keep none.",
)  # fmt: skip


def _cluster() -> Any:
    """The class of clusters, from an extra. Raises ProjectError without one."""
    found = next(parts("cluster"), None)
    if found is None:
        raise ProjectError("this printgen has no clusters")
    return found


def _with_cluster(context: click.Context, _: click.Parameter, address: str | None) -> None:
    if address is None or not (found := context.find_object(Context)):
        return
    if local := _LOCAL.fullmatch(address):
        found.local_workers = int(local[1])
    elif _cluster().is_address(address, encrypted=found.cluster_key is not None):
        found.cluster_address = address
    else:
        forms = "not" if found.cluster_key else "neither local:N nor"
        raise click.BadParameter(f"'{address}' is {forms} tls://HOST:PORT")


def _with_cluster_key(context: click.Context, _: click.Parameter, key: Path | None) -> None:
    if found := context.find_object(Context):
        found.cluster_key = key


# An address that stands for worker processes of this machine.
_LOCAL = re.compile(r"local:([1-9]\d?)")

_ADDRESS = click.option(
    "--cluster", metavar="ADDRESS", expose_value=False, callback=_with_cluster,
    help="Work with the Dask cluster of the scheduler at ADDRESS (tls://HOST:PORT), or with N"
    " worker processes of this machine (local:N).",
)  # fmt: skip

# Read before the address.
_KEY = click.option(
    "--cluster-key", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    expose_value=False, is_eager=True, callback=_with_cluster_key,
    help="The private key, with its certificate, that all machines of the cluster share.",
)  # fmt: skip


def CLUSTER(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that a cluster can help."""
    return _ADDRESS(_KEY(command))


pass_context = click.make_pass_decorator(Context)


def worker_count(jobs: int | None) -> int:
    """The number of worker processes: `--jobs`, or one per core, 8 at most."""
    return jobs or min(os.cpu_count() or 1, 8)


def settings_file() -> Path:
    """The path of the user's settings. The file may be missing."""
    return Path(click.get_app_dir("printgen")) / "settings.yaml"


def user_settings() -> Settings:
    """The user's settings. Exits with status 1 when they have problems."""
    # Imported here: the models are slow to import.
    from printgen.settings import read_settings

    settings, problems = read_settings(settings_file())
    _stop_at(problems)
    return settings


def project_settings(folders: Folders) -> Settings:
    """The user's settings with the paper of the project, if it has one.

    Exits with status 1 when one of them has problems.
    """
    from printgen.settings import read_project_settings

    settings = user_settings()
    own, problems = read_project_settings(folders)
    _stop_at(problems)
    return settings.model_copy(update={"paper": own.paper}) if own.paper else settings


def _stop_at(problems: list[Problem]) -> None:
    """Print the problems of settings, and exit with status 1 if there are any."""
    print_problems(problems)
    if problems:
        named = Path(problems[0].position.file).name
        echo(f"until {named} is right, the games are not checked", err=True)
        sys.exit(PROBLEMS)


def marker_problems(folders: Folders) -> list[Problem]:
    """The problems of the project's own settings."""
    from printgen.settings import read_project_settings

    return read_project_settings(folders)[1]


def settings_text(folders: Folders) -> tuple[bytes, bytes]:
    """The content of the user's and the project's settings; empty for a file that is not there."""
    own = of_project = b""
    with suppress(OSError):
        own = read_regular(settings_file(), MAX_YAML_BYTES)
    with suppress(OSError):
        of_project = folders.read(MARKER, MAX_YAML_BYTES)
    return own, of_project


def fail(
    problems: Iterable[Problem], outcome: str, form: str = "text", folders: Folders | None = None
) -> NoReturn:
    """Print the problems, as `print_problems` does, and the outcome, and exit with status 1."""
    problems = list(problems)
    print_problems(problems, form, folders=folders)
    echo(f"{tally(problems)}; {outcome}", err=True)
    sys.exit(PROBLEMS)


@contextmanager
def asking() -> Iterator[None]:
    """Report a question that cannot be answered as wrong usage."""
    from printgen.rules.resolve import ComputationError

    try:
        yield
    except ComputationError as error:
        raise click.UsageError(f"{error} ({error.hint})" if error.hint else str(error)) from error


# --- commands of extras, imported when they are called --------------------------------------------


class LazyGroup(click.Group):
    """A group with the commands of a field of `Extra` besides its own."""

    def __init__(self, *arguments: Any, field: str, **options: Any):
        super().__init__(*arguments, **options)
        self._field = field

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in order."""
        return sorted({*self.commands, *named_parts(self._field)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, or None."""
        if part := named_parts(self._field).get(cmd_name):
            found: click.Command = load(part)
            return found
        return super().get_command(ctx, cmd_name)


# The packages of the extra `preview`.
PREVIEW_PACKAGES = ("starlette", "uvicorn", "watchfiles")


def need_preview(what: str) -> None:
    """Raise ProjectError when a package of the extra `preview` is missing."""
    missing = [name for name in PREVIEW_PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        hint = "type pip install '.[preview]' in the folder of printgen"
        raise ProjectError(f"{what} needs {', '.join(missing)}: {hint}")
