"""The build as one pipeline: targets become faces, faces become pages, pages become files.

Nothing is done twice: a file is up to date as long as nothing has changed that its game's build
reads; it is taken from the store if it is missing there; and otherwise it is composed again only
if its faces, or what else it depends on, have changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby, islice

from printgen.content.library import GameContent, Library
from printgen.content.source import Path
from printgen.layout.jobs import (
    OVERFLOW,
    JobResult,
    JobRunner,
    Outcome,
    Task,
    lay_out,
    result_digest,
)
from printgen.paper import PaperError, PlanError, TitleError
from printgen.press.drafting import (
    as_draft_target,
    drafted,
    drafting,
    marked_draft,
    without_art,
)
from printgen.press.earlier import BuiltFile, EarlierBuilds
from printgen.press.guides import guided
from printgen.press.print_job import as_file, for_target, print_job
from printgen.press.printed import face_digests
from printgen.press.staging import Staging, locked
from printgen.problems import PlacementError, Position, Problem, Subject, as_warnings, has_errors
from printgen.products import output_kind
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.project import ProjectError
from printgen.store import Store
from printgen.typography.fonts import script_without_font


@dataclass(slots=True)
class BuildReport:
    """The built files and the problems of a build. A build that failed has no files.

    Errors make a build fail; with `strict`, warnings too. Those of a draft are warnings. `overfull`
    are the problems of faces that do not fit, which are no reason to fail: their files are drafts.
    """

    built: list[BuiltFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    overfull: list[Problem] = field(default_factory=list)
    strict: bool = False
    is_draft: bool = False

    @property
    def failed(self) -> bool:
        """Whether nothing may be written."""
        if self.strict:
            return bool(self.problems)
        return has_errors(each for each in self.problems if each not in self.overfull)

    def report(self, problems: Iterable[Problem]) -> None:
        """Add problems that were not reported before."""
        found = without_art(as_warnings(problems)) if self.is_draft else problems
        self.problems += [problem for problem in found if problem not in self.problems]


# Called with the number of laid-out tasks and their total.
Progress = Callable[[int, int], None]


def build(
    library: Library,
    targets: Sequence[Target],
    runner: JobRunner,
    options: PrintOptions | None = None,
    progress: Progress = lambda done, total: None,
    *,
    store: Store | None = None,
    strict: bool = False,
) -> BuildReport:
    """Build targets of a library without errors: all files or none.

    Files that are up to date according to the `store` are kept. With `strict`, warnings count as
    errors. Raises ProjectError when `out/` cannot be written, TargetError for a choice of what no
    target has; see `print_job`.
    """
    options = options or PrintOptions()
    report = BuildReport(strict=strict and not options.draft, is_draft=options.draft)
    if options.draft:
        # Views of drafts differ from those of builds.
        library = replace(library, is_draft=True, memo={})
    targets = print_job(library, targets, options)
    with locked(library.folders):
        earlier = EarlierBuilds(library, options, store or Store(None))
        outdated = [target for target in targets if not earlier.is_up_to_date(target)]
        for target in targets:
            report.report(earlier.problems(target))
        builds = _prepare(library, outdated, options, report)
        if report.failed:
            return report
        with Staging(library.folders) as staging:
            with _reported(report):
                _build_all(library, builds, runner, progress, report, earlier, staging)
            if report.failed:
                return report
            made = {file.target: file for file in earlier.write(staging)}
            wanted = (each for target in targets for each in (target, as_draft_target(target)))
            report.built = [made[target] for target in wanted if target in made]
            staging.commit([file.record() for file in report.built])
    return report


@contextmanager
def _reported(report: BuildReport) -> Iterator[None]:
    """Report the problem of a PlacementError; the rest of the block is skipped."""
    try:
        yield
    except PlacementError as error:
        report.report([error.problem])


@contextmanager
def _placed(library: Library, target: Target) -> Iterator[None]:
    """Turn a PlanError into a PlacementError at the product of a target, or at its paper."""
    try:
        yield
    except PlanError as error:
        product = library.games[target.game].products[target.product]
        papers, path = product.value.papers, tuple[str | int, ...]()
        if isinstance(error, PaperError) and target.paper in papers:
            path = ("papers", papers.index(target.paper))
        if isinstance(error, TitleError):
            path = ("title",)
        problem = product.problem("product-paper", str(error), *path, key=True)
        letters = error.characters if isinstance(error, TitleError) else ""
        if letters:
            place = first_place(library.games[target.game], letters) or problem.position
            problem = _of_script(library, target, replace(problem, position=place), letters[0])
        raise PlacementError(problem) from error
    except PlacementError as error:
        # Of a map.
        raise PlacementError(_of_script(library, target, error.problem)) from error


def _prepare(
    library: Library, targets: Sequence[Target], options: PrintOptions, report: BuildReport
) -> list[TargetBuild]:
    """The work for all targets; those that cannot be placed are problems."""
    builds = []
    for target in targets:
        product = library.games[target.game].products[target.product].value
        with _reported(report), _placed(library, target), drafting(library, target, report.report):
            kind, chosen = output_kind(target.output), for_target(options, target)
            build = as_file(kind.prepare(library, target, product, chosen), chosen)
            build = drafted(library, build) if options.draft else build
            if options.guides and build.plan:
                build = guided(library, build, build.plan)
            builds.append(build)
    return builds


def _groups(builds: Sequence[TargetBuild]) -> Iterator[list[TargetBuild]]:
    """Consecutive builds with the same pages."""
    for _, group in groupby(builds, key=lambda build: build.layout_key):
        yield list(group)


def _build_all(
    library: Library,
    builds: Sequence[TargetBuild],
    runner: JobRunner,
    progress: Progress,
    report: BuildReport,
    earlier: EarlierBuilds,
    staging: Staging,
) -> None:
    """Lay out and compose the files of all targets. After an error, nothing more is composed."""
    groups = list(_groups(builds))
    total = sum(group[0].task_count for group in groups)
    tasks = (task for group in groups for task in _tasks(library, group[0]))
    outcomes = _counted(lay_out(runner, tasks), total, progress)
    for group in groups:
        laid_out = islice(outcomes, group[0].task_count)
        results, problems = _collect(laid_out, library, group[0].target, report)
        for build in group:
            if not report.failed:
                # Here, errors are those of faces that do not fit.
                is_whole = report.is_draft or not has_errors(problems)
                shown = build if is_whole else marked_draft(library, build)
                _compose(library, shown, results, problems, report, earlier, staging)


def _tasks(library: Library, build: TargetBuild) -> Iterator[Task]:
    with _placed(library, build.target):
        yield from build.tasks()


def _counted(outcomes: Iterator[Outcome], total: int, progress: Progress) -> Iterator[Outcome]:
    for done, outcome in enumerate(outcomes, 1):
        progress(done, total)
        yield outcome


def _collect(
    outcomes: Iterator[Outcome], library: Library, target: Target, report: BuildReport
) -> tuple[list[JobResult], list[Problem]]:
    """The results of a group, none after an error; and their problems."""
    results, problems, coarse = [], list[Problem](), dict[tuple[str, ...], Problem]()
    for outcome in outcomes:
        if outcome.problems:
            found = at_their_characters(library, target, outcome.problems)
            found = [problem for problem in found if not _is_kept(problem, coarse)]
            if outcome.result.face:
                report.overfull += [each for each in found if each.code == OVERFLOW]
            problems += found
            report.report(found)
        if not report.failed:
            results.append(outcome.result)
    found = _of_decks(coarse)
    report.report(found)
    return results, problems + found


# The picture in the message about its resolution, its dpi, and the deck.
_PICTURE = re.compile(r"the picture '(.+)' of .+ has (\d+) dpi on (.+)")

# The pictures that are named of those with too low a resolution.
_NAMED = 3


def _is_kept(problem: Problem, coarse: dict[tuple[str, ...], Problem]) -> bool:
    """Whether a problem is that of a `coarse` picture: the first one of each picture of a deck is
    kept there.
    """
    found = _PICTURE.fullmatch(problem.message) if problem.code == "image-resolution" else None
    if found is None:
        return False
    picture, _, deck = found.groups()
    coarse.setdefault((deck, problem.severity, picture), problem)
    return True


def _of_decks(coarse: Mapping[tuple[str, ...], Problem]) -> list[Problem]:
    """One problem about all coarse pictures of a deck, at the first of them, for each severity."""
    decks = dict[tuple[str, ...], list[tuple[str, ...]]]()
    for key in coarse:
        decks.setdefault(key[:2], []).append(key)
    found = list[Problem]()
    for (deck, _), keys in decks.items():
        problems = [coarse[key] for key in keys]
        first = problems[0]
        if len(keys) > 1:
            matches = [_PICTURE.fullmatch(each.message) for each in problems]
            values = sorted({int(match[2]) for match in matches if match})
            dpi = f"{values[0]} to {values[-1]}" if len(values) > 1 else f"{values[0]}"
            names = ", ".join(f"'{picture}'" for *_, picture in keys[:_NAMED])
            more = " …" if len(keys) > _NAMED else ""
            message = f"{len(keys)} pictures have {dpi} dpi on {deck}: {names}{more}"
            sizes = {each.hint for each in problems}
            hint = first.hint if len(sizes) == 1 else f"the first one: {first.hint}"
            first = replace(first, message=message, hint=hint)
        found.append(first)
    return found


def _compose(
    library: Library,
    build: TargetBuild,
    results: Sequence[JobResult],
    problems: Sequence[Problem],
    report: BuildReport,
    earlier: EarlierBuilds,
    staging: Staging,
) -> None:
    """Compose the file of a target, unless an equal file was composed before."""
    target = build.target
    digests = [result_digest(result) for result in results]
    key, faces = earlier.content_key(build, digests), face_digests(build, digests)
    if earlier.has_file(target, key, problems, faces):
        return
    with _reported(report), _placed(library, target), drafting(library, target, report.report):
        path = staging.place(target.path)
        try:
            build.compose(results, path)
        except OSError as error:
            raise ProjectError(f"cannot write {target.path}: {error.strerror}") from error
        except Exception:
            staging.drop(path)
            raise
        earlier.keep(target, key, path, staging.check(target.path, path), problems, faces)


# --------------------------------------------------------------------------------------------------
# The place of a character that no font has, when it is in no text of the entry that prints it.


# The code of the character in the message about it.
_CODE = re.compile(r"\(U\+([0-9A-F]{4,6})\)$")


def at_their_characters(
    library: Library, target: Target, problems: Iterable[Problem]
) -> list[Problem]:
    """Problems with those of characters that no font has at the first text of the game with the
    character, such as a label in `game.yaml`, unless they are at such a text. Those of letters of
    a script without a font are one for each text, and need a font.
    """
    content = library.games[target.game]
    placed = (_with_entry(content, p) if p.code == "glyph-missing" else p for p in problems)
    return [*dict.fromkeys(_of_script(library, target, each) for each in placed)]


def _of_script(library: Library, target: Target, problem: Problem, letter: str = "") -> Problem:
    """The problem of a letter that no font has; that of its script if no font has the script.
    Without a `letter`, it is the one that a problem of the code `glyph-missing` names.
    """
    found = _CODE.search(problem.message) if problem.code == "glyph-missing" else None
    letter = chr(int(found[1], 16)) if found else letter
    if not letter:
        return problem
    script, font = script_without_font(library.folders, library.store, letter, target.lang)
    if not script:
        return problem
    message = f"no font has letters of the {script} script"
    hint = f"put the TTF or OTF file of {font} into fonts/"
    return replace(problem, message=message, hint=hint, needs=Subject("fonts", "", font))


def first_place(content: GameContent, letters: str) -> Position | None:
    """The first text of a game with one of some letters; None if no text has them."""
    found = (_places(content, letter, "") for letter in letters)
    return next((places[0] for places in found if places), None)


def _with_entry(content: GameContent, problem: Problem) -> Problem:
    found = _CODE.search(problem.message)
    places = _places(content, chr(int(found[1], 16)), problem.position.file) if found else []
    known = not places or problem.position in places
    return problem if known else replace(problem, position=places[0])


def _places(content: GameContent, character: str, file: str) -> list[Position]:
    """The places of the texts of a game with a character, those in `file` first."""
    sources = {entry.source.file: entry.source for entry in content.entries()}
    own = sources.pop(file, None)
    return [
        source.at(path)
        for source in ([own] if own else []) + [*sources.values()]
        for path, words in _strings(source.data, ())
        if character in words
    ]


def _strings(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """The strings in the data of a file, with their paths."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings(item, (*path, index))
