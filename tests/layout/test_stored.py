"""The store in front of a runner: a job is laid out again only when something that it reads has
changed, and its result is the one that it would have without the store.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest
from helpers import restore, spoil_store
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from runners import CountedRunner, results_of, tasks_of

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile
from printgen.layout.jobs import Job, JobResult, JobRunner
from printgen.layout.runners import CachingRunner
from printgen.problems import has_errors
from printgen.store import Store
from printgen.views import profiles
from printgen.views.profiles import ProfileView, profile_view

NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
PROFILES = "content/fog/profiles"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def laid_out(root: Path, store: Store, runner: JobRunner) -> tuple[dict[str, int], list[JobResult]]:
    """Lay out the deck as a new command does; the jobs that were not in the store, by name, and all
    results.
    """
    counted = CountedRunner(runner)
    project = Project(root, store)
    assert not has_errors(project.problems)
    jobs = [task.job for task in tasks_of(project)]
    results = results_of(CachingRunner(project.folders, store, counted), jobs)
    store.finish()
    assert all(result.face for result in results)
    return dict(counted.submitted), results


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def change_picture(root: Path) -> None:
    with (root / "content/fog/images/map.png").open("ab") as stream:
        stream.write(b"more")


def insert_card(root: Path) -> None:
    shutil.copy(root / PROFILES / "one.yaml", root / PROFILES / "zero.yaml")
    rewrite(root / "content/fog/products.yaml", "[one,", "[zero, one,")


def add_label(root: Path, name: str) -> None:
    folder = root / "templates/mine"
    (folder / "labels.yaml").write_text(f"{name}: {{fr: Mot, en: Word}}\n")


def own_back(root: Path) -> None:
    """A template of the project instead of printgen's."""
    (root / "templates/plain").mkdir(exist_ok=True)
    (root / "templates/plain/card-back.html.j2").write_text(
        '<div class="safe"><p>{{ card.name }}</p></div>'
    )


BOTH, FRONT, BACK = 2, 1, 1

# Edits, and the number of faces per card that they make anew, for all cards or for these.
EDITS: dict[str, tuple[Callable[[Path], object], dict[str, int]]] = {
    "story": (
        lambda root: rewrite(root / PROFILES / "two.yaml", "Brief", "Short"), {"two": FRONT},
    ),
    "name": (
        lambda root: rewrite(root / PROFILES / "two.yaml", "any: Two", "any: Second"),
        {"two": BOTH},
    ),
    "title": (
        lambda root: rewrite(root / "content/fog/game.yaml", "en: Fog and", "en: Mist and"),
        dict.fromkeys(NUMBERS, BOTH),
    ),
    "picture": (change_picture, {"two": FRONT, "five": FRONT}),
    "drawing": (
        lambda root: rewrite(root / "templates/mine/leaf.svg", "M1 1h7", "M1 1h6"),
        dict.fromkeys(NUMBERS, FRONT),
    ),
    "part": (
        lambda root: (root / "templates/mine/part.html.j2").write_text("<p>Words</p>"),
        dict.fromkeys(NUMBERS, FRONT),
    ),
    "style": (
        lambda root: rewrite(root / "templates/mine/style.css", "8mm", "7mm"),
        dict.fromkeys(NUMBERS, FRONT),
    ),
    "label": (lambda root: add_label(root, "front"), dict.fromkeys(NUMBERS, FRONT)),
    "template takes precedence": (
        lambda root: own_back(root), dict.fromkeys(NUMBERS, BACK),
    ),
    # What no face reads.
    "another label": (lambda root: add_label(root, "modifier"), {}),
    "card": (insert_card, {"zero": BOTH}),
    "blurb": (
        lambda root: rewrite(root / "content/fog/game.yaml", "en: Duels in", "en: Duels at"), {},
    ),
    "lines": (
        lambda root: rewrite(root / PROFILES / "two.yaml", "\nname", "\n\n\n# Two\nname"), {},
    ),
    "unused file": (lambda root: (root / "templates/mine/new.svg").write_text("<svg/>"), {}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITS)
def test_a_face_is_made_again_only_for_what_it_reads(
    restored: Path, own_runner: JobRunner, cache: Path, name: str, tmp_path: Path
) -> None:
    store = Store(Path(shutil.copytree(cache, tmp_path / "cache")))
    edit, expected = EDITS[name]
    edit(restored)
    made, results = laid_out(restored, store, own_runner)
    assert made == {f"fog/{card}": count for card, count in expected.items()}
    # The same without the store.
    project = Project(restored)
    assert results_of(own_runner, [task.job for task in tasks_of(project)]) == results
    assert laid_out(restored, store, own_runner) == ({}, results)


@pytest.fixture(scope="module")
def cache(
    pristine: Path, own_runner: JobRunner, own: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A store with all faces of the deck."""
    folder = tmp_path_factory.mktemp("store") / "cache"
    # An earlier test may have edited it.
    made, _ = laid_out(restore(own, pristine), Store(folder), own_runner)
    assert made == {f"fog/{name}": BOTH for name in NUMBERS}
    return folder


@pytest.mark.parametrize("name", ["style", "part", "drawing", "label", "template takes precedence"])
def test_a_warm_worker_sees_an_edit(restored: Path, own_runner: JobRunner, name: str) -> None:
    jobs = [task.job for task in tasks_of(Project(restored))][:: len(NUMBERS)]
    before = results_of(own_runner, jobs)
    EDITS[name][0](restored)
    front, back = (task.job for task in tasks_of(Project(restored))[:: len(NUMBERS)])
    after = results_of(own_runner, [front, back])
    changed = [old.face != new.face for old, new in zip(before, after, strict=True)]
    assert changed == ([False, True] if name == "template takes precedence" else [True, False])


def test_an_edit_undone_makes_nothing_again(
    restored: Path, own_runner: JobRunner, cache: Path, tmp_path: Path
) -> None:
    store = Store(Path(shutil.copytree(cache, tmp_path / "cache")))
    before = laid_out(restored, store, own_runner)
    assert before[0] == {}
    rewrite(restored / "templates/mine/style.css", "8mm", "7mm")
    made, results = laid_out(restored, store, own_runner)
    assert made and results != before[1]
    rewrite(restored / "templates/mine/style.css", "7mm", "8mm")
    assert laid_out(restored, store, own_runner) == before


@pytest.mark.parametrize("kinds", [("part",), ("result",)])
@pytest.mark.parametrize("deleted", [True, False])
def test_what_is_gone_is_made_again(
    restored: Path,
    own_runner: JobRunner,
    cache: Path,
    tmp_path: Path,
    kinds: tuple[str, ...],
    deleted: bool,
) -> None:
    store = Store(Path(shutil.copytree(cache, tmp_path / "cache")))
    _, before = laid_out(restored, store, own_runner)
    spoil_store(tmp_path / "cache", *kinds, deleted=deleted)
    made, results = laid_out(restored, store, own_runner)
    assert made
    assert results == before
    assert laid_out(restored, store, own_runner) == ({}, before)


class Changing:
    """A runner during whose work a file changes."""

    def __init__(self, runner: JobRunner, path: Path):
        self.runner, self.path = runner, path

    def submit(self, job: Job) -> Future[JobResult]:
        future = self.runner.submit(job)
        result = future.result()
        self.path.write_text(self.path.read_text() + "\n/* changed */")
        result.reads = None
        return future


def test_a_face_is_found_without_its_view(
    restored: Path,
    own_runner: JobRunner,
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As long as only another profile has changed."""
    store = Store(Path(shutil.copytree(cache, tmp_path / "cache")))
    viewed = []

    def view(library: Library, profile: Entry[Profile], lang: str) -> ProfileView:
        viewed.append(profile.id)
        return profile_view(library, profile, lang)

    laid_out(restored, store, own_runner)
    monkeypatch.setattr(profiles, "profile_view", view)
    rewrite(restored / PROFILES / "two.yaml", "any: Two", "any: Second")
    runner = CachingRunner(Project(restored).folders, store, own_runner)
    jobs = [task.job for task in tasks_of(Project(restored, store))]
    found = [job.name for job in jobs if runner.find(job)]
    assert found == 2 * [f"fog/{name}" for name in NUMBERS if name != "two"]
    assert set(viewed) == {"two"}
    rewrite(restored / "content/fog/game.yaml", "en: Duels in", "en: Duels at")
    jobs = [task.job for task in tasks_of(Project(restored, store))]
    assert [job.name for job in jobs if runner.find(job)] == found
    assert set(viewed) == set(NUMBERS)


def test_a_result_without_reads_is_not_kept(
    restored: Path, own_runner: JobRunner, store: Store
) -> None:
    """A worker that sees a change while it works does not say what it read."""
    changing = Changing(own_runner, restored / "templates/mine/style.css")
    job = tasks_of(Project(restored))[0].job
    folders = Project(restored).folders
    assert results_of(CachingRunner(folders, store, changing), [job])[0].face
    assert CachingRunner(folders, store, own_runner).find(job) is None


def test_a_failed_result_is_not_kept(restored: Path, own_runner: JobRunner, store: Store) -> None:
    (restored / "templates/mine/part.html.j2").write_text("{{ nothing }}")
    counted = CountedRunner(own_runner)
    job = tasks_of(Project(restored))[0].job
    for _ in range(2):
        runner = CachingRunner(Project(restored).folders, store, counted)
        (result,) = results_of(runner, [job])
        assert [fault.code for fault in result.faults] == ["template-error"]
    assert counted.submitted == {"fog/one": 2}


class Slow:
    """A runner whose results are set by the test."""

    def __init__(self) -> None:
        self.made: Future[JobResult] = Future()

    def submit(self, job: Job) -> Future[JobResult]:
        return self.made


def test_a_cancelled_job_ends_quietly(
    restored: Path, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    slow, job = Slow(), tasks_of(Project(restored))[0].job
    future = CachingRunner(Project(restored).folders, store, slow).submit(job)
    assert future.cancel()
    slow.made.set_result(JobResult())
    assert caplog.messages == [] and future.cancelled()


# --- random edits -----------------------------------------------------------------------------

CHANGES: list[Callable[[Path, int], object]] = [
    lambda root, n: rewrite(root / PROFILES / f"{NUMBERS[n]}.yaml", "Brief", "Brief, long"),
    lambda root, n: rewrite(root / PROFILES / f"{NUMBERS[n]}.yaml", "nerve: 3", f"nerve: {n % 5}"),
    lambda root, n: (root / "templates/mine/style.css").write_text(f".photo {{ width: {n}mm }}"),
    lambda root, n: (root / "templates/mine/part.html.j2").write_text(f"<p>{{{{ lang }}}} {n}</p>"),
    lambda root, n: (root / "templates/mine/leaf.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h{n}v3z"/></svg>'
    ),
    lambda root, n: add_label(root, ("front", "modifier", "cards")[n % 3]),
    lambda root, _: own_back(root),
    lambda root, _: shutil.rmtree(root / "templates/plain", ignore_errors=True),
    lambda root, _: change_picture(root),
]


@pytest.mark.slow
@settings(
    max_examples=4,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.lists(
        st.tuples(st.sampled_from(CHANGES), st.integers(0, 2)), min_size=2, max_size=3, unique=True
    )
)
def test_results_are_the_same_after_any_edits(
    own: Path,
    pristine: Path,
    own_runner: JobRunner,
    cache: Path,
    edits: list[tuple[Callable[[Path, int], object], int]],
) -> None:
    """The store keeps the faces of all edits."""
    for folder in ("content", "templates"):
        shutil.rmtree(own / folder)
        shutil.copytree(pristine / folder, own / folder)
    rewrite(own / "content/fog/products.yaml", "four, five, six, seven, eight, nine", "five")
    for change, number in edits:
        try:
            change(own, number)
        except AssertionError:
            # The text was changed before.
            continue
        if has_errors(Project(own).problems):
            return
        _, results = laid_out(own, Store(cache), own_runner)
        jobs = [task.job for task in tasks_of(Project(own, Store(cache)))]
        assert results_of(own_runner, jobs) == results
