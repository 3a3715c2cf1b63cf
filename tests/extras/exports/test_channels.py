"""Everything that an export lays out goes through the runner of the command."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future
from pathlib import Path

import pytest
from helpers import starter
from PIL import Image

from printgen import Project
from printgen.extras.exports.channels import ExportError, channels
from printgen.extras.itch.bundle import paper_label
from printgen.extras.itch.inventory import Inventory
from printgen.extras.itch.pictures import posters
from printgen.extras.tabletop import deck
from printgen.layout.jobs import Fault, Job, JobResult


class Failing:
    """A runner that records the templates of its jobs, and lays out nothing."""

    def __init__(self) -> None:
        self.templates: Counter[str] = Counter()

    def submit(self, job: Job) -> Future[JobResult]:
        self.templates[job.format.template] += 1
        done: Future[JobResult] = Future()
        done.set_result(JobResult(faults=[Fault("layout-limit", "not now")]))
        return done


def test_every_layout_uses_the_runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck, "hidden_card", lambda *_: Image.new("RGB", (2, 2)))
    library, runner = Project(starter(tmp_path)).library, Failing()
    templates = {}
    for channel in channels(library, "fog", [], runner):
        if channel.id == "web":  # the play aid has no pages
            continue
        with pytest.raises(ExportError, match="not now"):
            list(channel.files())
        templates[channel.id], runner.templates = runner.templates, Counter()
    with pytest.raises(ExportError, match="not now"):
        posters(library, "fog", "en", Inventory(), runner)
    assert runner.templates == {"_shared/itch-cover": 1, "_shared/itch-banner": 1}
    cards = {"plain/card-front": 4, "plain/card-back": 4}
    assert templates == {
        "book-html": {"plain/web-book": 4},
        "epub": {"plain/web-book": 4},
        "cards-makeplayingcards": cards,
        "cards-the-game-crafter": cards,
        "cards-drivethrucards": cards,
        "tabletop": cards,
        "vassal": {"_shared/table-board": 1},
    }


def test_downloads_are_left_out(tmp_path: Path) -> None:
    root = starter(tmp_path)
    path = root / "content/fog/game.yaml"
    path.write_text(path.read_text().replace("shop:\n", "shop:\n  leave_out: [vassal, vendor]\n"))
    project = Project(root)
    assert project.problems == []
    found = [channel.id for channel in channels(project.library, "fog", [], Failing())]
    assert found == ["web", "book-html", "epub", "tabletop"]


def test_a_channel_of_a_paper_without_a_name(tmp_path: Path) -> None:
    root = starter(tmp_path)
    path = root / "content/fog/products.yaml"
    path.write_text(path.read_text().replace("quantities: {sailor: 3}", "papers: [8.5 x 13 in]"))
    project = Project(root)
    targets = project.targets(["fog/crew-cards"])
    found = {c.id: c.paper for c in channels(project.library, "fog", targets, Failing())}
    assert found["cards-215-9x330-2mm"] == "215.9x330.2mm"
    assert paper_label("215.9x330.2mm", {}) == "215.9 × 330.2 mm"
    assert paper_label("legal", {"paper_legal": "Legal"}) == "Legal"
    assert paper_label("sra3", {}) == "SRA3"
