"""Projects with layout errors, and the outcomes of their builds."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from helpers import (
    starter,
    written,
)
from PIL import Image
from runners import results_of, tasks_of

from printgen import Project
from printgen.layout.jobs import JobResult
from printgen.layout.runners import local_runner
from printgen.press.build import BuildReport
from printgen.problems import Problem

PROFILE = """
name: {{any: {name}}}
story: {story}
stats:
  crew: {{move: 6", fight: 4+, nerve: 3, wounds: 1}}
traits: [{traits}]
{more}
"""


def profile(root: Path, name: str, story: str = "Brief.", traits: str = "", more: str = "") -> None:
    path = root / "content" / "fog" / "profiles" / f"{name.lower()}.yaml"
    path.write_text(PROFILE.format(name=name, story=story, traits=traits, more=more), "utf-8")


def picture(root: Path, name: str, width: int, height: int, mode: str = "RGB") -> None:
    """A picture of noise of a size in pixels, in the format of its name."""
    folder = root / "content" / "fog" / "images"
    folder.mkdir(exist_ok=True)
    noise = np.random.default_rng(7).integers(0, 255, (8, 8, len(mode)), dtype=np.uint8)
    image = Image.fromarray(noise, mode if mode != "RGB" else None)
    image.resize((width, height), Image.Resampling.BICUBIC).save(folder / name)


def products(root: Path, text: str) -> None:
    (root / "content" / "fog" / "products.yaml").write_text(text, "utf-8")


def about(problems: list[Problem], *words: str) -> list[Problem]:
    return [p for p in problems if all(word in str(p) for word in words)]


# --- overflow ---------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """The result of a build: its problems, and `out/` before and after."""

    problems: list[Problem]
    built: int
    before: dict[str, bytes]
    after: dict[str, bytes]
    hits: list[str]


def outcome_of(root: Path, build: Callable[[], BuildReport], hits: list[str]) -> None:
    """Build, and save the outcome beside the project."""
    before = written(root)
    report = build()
    found = Outcome(report.problems, len(report.built), before, written(root), list(hits))
    (root.parent / "outcome").write_bytes(pickle.dumps(tuple(found)))


def kept(folder: Path) -> Outcome:
    return Outcome(*pickle.loads((folder / "outcome").read_bytes()))


# --- pictures ---------------------------------------------------------------------------------


def bomb(path: Path) -> None:
    """A PNG of 169 megapixels and about 20 kB."""
    Image.new("1", (13000, 13000)).save(path, optimize=False)
    assert path.stat().st_size < 100_000


# --- templates of the project -----------------------------------------------------------------


NOWHERE = "127.0.0.1:9"
CANARY = "canary-5a2c-never-printed"


def evil_project(folder: Path, bodies: dict[str, str], host: str) -> Path:
    """A project with a sheet for each template body."""
    root = starter(folder / "game")
    (folder / "canary.txt").write_text(CANARY)
    (folder / "canary.css").write_text(f".sheet::after {{ content: '{CANARY}' }}")
    Image.new("RGB", (40, 40), "red").save(folder / "canary.png")
    theme = root / "templates" / "evil"
    theme.mkdir(parents=True)
    (theme / "style.css").write_text(".sheet { font-family: 'Source Sans 3' }")
    for name, target in (("link.png", "canary.png"), ("link.txt", "canary.txt")):
        # `check` names a link, whoever reads it.
        if any(name in body for body in bodies.values()):
            (theme / name).symlink_to(folder / target)
    bomb(theme / "bomb.png")
    (theme / "out.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
        f'<image href="http://{host}/n.png" width="9" height="9"/></svg>'
    )
    lines = []
    for name, body in bodies.items():
        body = body.replace("HTTP", f"http://{host}").replace("HOST", host)
        body = body.replace("FILE", f"file://{folder}").replace("CANARY", f"'{folder}/canary.txt'")
        (theme / f"{name}.html.j2").write_text(body)
        lines.append(
            f"{name}:\n  title: {{any: x}}\n  output: sheet\n  template: evil/{name}\n"
            "  pages: 1\n  languages: [en]\n  papers: [a4]\n  inks: [full]\n"
        )
    products(root, "".join(lines))
    return root


def laid_out(folder: Path, front: str, style: str = "") -> tuple[list[JobResult], list[Problem]]:
    """The fronts of the starter in a template of the project, and their problems."""
    root = starter(folder / "game")
    theme = root / "templates" / "own"
    theme.mkdir(parents=True)
    (theme / "front.html.j2").write_text(front)
    (theme / "style.css").write_text(f".face {{ font-family: 'Source Sans 3' }} {style}")
    products(
        root,
        "own:\n  title: {any: x}\n  output: cards\n  profiles: all\n  faces: {front: own/front}\n"
        "  languages: [en]\n  papers: [a4]\n  inks: [full]\n",
    )
    project = Project(root)
    tasks = tasks_of(project)
    with local_runner(project.folders, 1) as runner:
        results = results_of(runner, [task.job for task in tasks])
    faults = zip(tasks, results, strict=True)
    return results, [
        p for task, result in faults for f in result.faults for p in task.source.problems(f)
    ]
