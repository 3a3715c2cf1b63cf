"""`printgen audit` and `printgen bind`, on a game with bound and unbound numbers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from small_projects import write

from printgen import Project
from printgen.cli import main
from printgen.extras.audit.audit import Batch, Trials, try_batch
from printgen.extras.audit.audit import audit as try_mutants
from printgen.extras.reports.report import report_view
from printgen.project import PART, Folders
from printgen.rules.workers import local_spread
from printgen.store import Store

GAME = """
title: Graves
languages: [en, fr]
facts: {hand: 5}
stat_lines:
  dead:
    label: {any: Dead}
    stats:
      move: {label: {any: M}, name: {en: Move, fr: Mouvement}, type: length}
      life: {label: {any: L}, name: {en: Life, fr: Vie}, min: 1, max: 9}
trait_kinds: {weapon: {label: {en: Weapon, fr: Arme}}}
"""

FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": GAME,
    "content/g/profiles/zombie.yaml": (
        "name: {any: Zombie}\nstats: {dead: {move: 4\", life: 2}}\ntraits: [claws]\n"
    ),
    "content/g/traits/claws.yaml": (
        "name: {en: Claws, fr: Griffes}\nkind: weapon\n"
        'text: {en: "Roll a D6, and hit on 4 points.", fr: "Lancez un D6, touchez à 4 points."}\n'
    ),
    "content/g/tables/turn.yaml": (
        "title: {en: The turn, fr: Le tour}\ncolumns: {rule: {en: Rule, fr: Règle}}\nrows:\n"
        "  - rule: {en: Draw a card., fr: Piochez une carte.}\n"
        '  - rule: {en: "Hold [5 cards]{.is of=hand}.", fr: "Tenez [5 cartes]{.is of=hand}."}\n'
    ),
    "content/g/chapters/01-rules.en.md": (
        "# Rules {#rules}\n\nYou hold [five cards]{.is of=\"hand\"}.\n\n"
        "In each turn, the Zombie may move up to\n4 inches, towards noise.\n\n:::{profile} zombie\n"
    ),
    "content/g/chapters/01-rules.fr.md": (
        "# Règles {#rules}\n\nVous tenez [cinq cartes]{.is of=\"hand\"}.\n\n"
        "À chaque tour, un mouvement du Zombie va jusqu'à\n4 pouces, vers le bruit.\n\n"
        ":::{profile} zombie\n"
    ),
}  # fmt: skip

Run = Callable[..., Result]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def run(root: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["-C", str(root), *words])


def audited(root: Path, *words: str) -> dict[str, Any]:
    done = run(root, "audit", "--format", "json", "--jobs", "1", "--no-cache", *words)
    assert done.exit_code == 0, done.output
    (record,) = json.loads(done.stdout)
    return dict(record)


def test_the_game_has_no_errors(root: Path) -> None:
    assert [p for p in Project(root).check() if p.severity == "error"] == []


def test_a_number_that_nothing_binds_survives(root: Path) -> None:
    record = audited(root)
    survivors = record["survivors"]
    assert [(s["what"], s["old"], s["new"]) for s in survivors] == [
        ("number", "4", "5"),
        ("unit", '"', " cm"),
    ]
    for survivor in survivors:
        assert survivor["position"]["file"] == "content/g/profiles/zombie.yaml"
        places = {(c["position"]["file"][-5:], c["position"]["line"]) for c in survivor["claims"]}
        assert places == {("en.md", 6), ("fr.md", 6)}
    assert record["tried"] == record["mutants"]
    assert record["score"] == round(100 * (1 - 2 / record["tried"]), 1)


def test_facts_and_stats_are_caught_or_printed(root: Path) -> None:
    record = audited(root)
    # The fact, the two quotes of the table, and a life out of range are found by checks.
    assert record["found_by"]["quoted-value-wrong"] >= 2
    caught = sum(record["found_by"].values())
    assert caught + record["printed"] + len(record["survivors"]) == record["tried"]


def test_bind_writes_marks_that_make_the_numbers_bound(root: Path) -> None:
    proposed = run(root, "bind", "g")
    assert '[4 inches]{.is of="zombie" stat="move"}' in proposed.output
    assert "2 numbers\n" in proposed.output
    before = {name: (root / name).read_text() for name in FILES}
    assert before == FILES
    done = run(root, "bind", "g", "--write")
    assert "2 numbers, 2 written" in done.output
    english = (root / "content/g/chapters/01-rules.en.md").read_text()
    assert '[4 inches]{.is of="zombie" stat="move"}, towards noise.' in english
    assert [p for p in Project(root).check() if p.severity == "error"] == []
    assert audited(root)["survivors"] == []
    assert "0 numbers" in run(root, "bind", "g").output


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_bind_and_audit_keep_line_ends(root: Path, end: bytes) -> None:
    for name in FILES:
        path = root / name
        path.write_bytes(path.read_bytes().replace(b"\n", end))
    path = root / "content/g/chapters/01-rules.en.md"
    before = path.read_bytes()
    assert len(audited(root)["survivors"]) == 2
    assert "2 numbers, 2 written" in run(root, "bind", "g", "--write").output
    mark = b'[4 inches]{.is of="zombie" stat="move"}'
    assert path.read_bytes() == before.replace(b"4 inches", mark)


def test_bind_on_a_full_disk_keeps_the_files(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> int:
        path.open("wb").close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    run(root, "bind", "g", "--write")
    monkeypatch.undo()
    assert {name: (root / name).read_text() for name in FILES} == FILES
    assert not list(root.rglob(f"*{PART}"))


def test_each_mutant_changes_one_fact_and_remains_yaml(root: Path) -> None:
    trials = Trials(Folders(root), Store(None), "g")
    for mutant in trials.mutants:
        before = trials.texts[mutant.site.entry.source.file]
        after = mutant.apply(before)
        assert after != before
        one, two = yaml.safe_load(before), yaml.safe_load(after)
        differing = [path for path, value in leaves(one) if dict(leaves(two)).get(path) != value]
        if mutant.what != "row":
            # A text has one leaf per language.
            assert 1 <= len(differing) <= 2
            assert len({path[: len(mutant.site.home[1])] for path in differing}) == 1


def leaves(data: object, path: tuple[object, ...] = ()) -> list[tuple[tuple[object, ...], object]]:
    if isinstance(data, dict):
        return [leaf for key, value in data.items() for leaf in leaves(value, (*path, key))]
    if isinstance(data, list):
        return [leaf for key, value in enumerate(data) for leaf in leaves(value, (*path, key))]
    return [(path, data)]


def test_mutants_of_all_kinds(root: Path) -> None:
    kinds = {(m.what, m.old, m.new) for m in Trials(Folders(root), Store(None), "g").mutants}
    assert ("die", "D6", "D8") in kinds
    assert ("unit", '"', " cm") in kinds
    assert ("number", "5", "6") in kinds
    assert any(what == "row" for what, _, _ in kinds)


def test_files_are_left_as_they_are(root: Path) -> None:
    audited(root)
    assert {name: (root / name).read_text() for name in FILES} == FILES
    assert not (root / "out").exists()


def test_results_come_from_the_store_until_a_file_changes(root: Path) -> None:
    store, calls = Store(root / "store"), []

    def spread(function: Any, batches: Any) -> Any:
        calls.append(sum(len(batch.numbers) for batch in batches))
        return map(function, batches)

    first = try_mutants(Project(root, store).library, "g", spread, sample=6)
    store.finish()
    second = try_mutants(Project(root, store).library, "g", spread)
    store.finish()
    third = try_mutants(Project(root, store).library, "g", spread)
    assert calls == [6, second.mutants - 6, 0]
    assert set(first.verdicts) <= set(second.verdicts)
    assert second == third
    report = report_view(Project(root, store).library, "g", "en")
    assert report["audit"] == f"{second.score:.1f}%"
    chapter = root / "content/g/chapters/01-rules.en.md"
    chapter.write_text(chapter.read_text().replace("4 inches", "five steps"))
    assert report_view(Project(root, store).library, "g", "en")["audit"] == ""
    fourth = try_mutants(Project(root, store).library, "g", spread)
    assert calls[-1] == fourth.mutants
    assert len(fourth.survivors[0].claims) == 1


@pytest.mark.slow
def test_worker_processes_and_sent_files_give_the_same(root: Path) -> None:
    library = Project(root).library
    alone = try_mutants(library, "g", local_spread(1))
    assert try_mutants(library, "g", local_spread(2)) == alone
    sent: list[Batch] = []

    def spread(function: Any, batches: Any) -> Any:
        sent.extend(batches)
        return map(try_batch, batches)

    assert try_mutants(library, "g", spread, anywhere=True) == alone
    assert all(batch.project.root == "" and batch.project.files for batch in sent)


def test_a_low_score_can_fail_a_build(root: Path) -> None:
    words = "audit", "g", "--jobs", "1", "--no-cache"
    assert run(root, *words, "--at-least", "50").exit_code == 0
    done = run(root, *words, "--at-least", "99")
    assert done.exit_code == 1
    assert "declare" not in done.output
    assert '[4 inches]{.is of="zombie" stat="move"}' in done.output


def test_an_unknown_game_and_errors_are_refused(root: Path) -> None:
    done = run(root, "audit", "graves")
    assert done.exit_code == 2
    assert "graves" in done.output
    (root / "content/g/profiles/zombie.yaml").write_text("name: Zombie\nstats: 4\n")
    done = run(root, "audit", "g")
    assert done.exit_code == 1
    assert "nothing was tried" in done.output
