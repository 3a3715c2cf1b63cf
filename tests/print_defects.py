"""Words that a theme hides, planted one at a time on sound cards, and whether a build names them.

A defect is a trick of a style sheet on one text of one entry of a deck. Run as a program, it plants
defects of all kinds in decks of several themes, and prints those that are not named at their entry,
and the problems of entries without a defect:

    python tests/print_defects.py [AT MOST] [WORD OF A TRICK]
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from helpers import real, starter
from runners import tasks_of

from printgen import Project
from printgen.layout.fitting import letters_of
from printgen.layout.jobs import Job, JobRunner, Task, lay_out
from printgen.layout.runners import local_runner
from printgen.problems import Problem
from printgen.project import TEMPLATES

# Tricks: declarations of an element around the text. Those of `LONG` hide words of long texts only.
HIDE = {
    "white on white": "color: #fff; background: #fff",
    "black on black": "color: #000; background: #000",
    "nearly white on white": "color: #f2f2f2; background: #fff",
    "transparent": "color: transparent",
    "nearly transparent": "color: #0000000a; background: #fff",
    "opacity 0": "opacity: 0",
    "opacity 0.03": "opacity: 0.03",
    "visibility": "visibility: hidden",
    "display": "display: none",
    "size 0": "font-size: 0",
    "size 0.01": "font-size: 0.01pt",
    "size 1": "font-size: 1pt",
    "scaled": "display: inline-block; transform: scale(0.02)",
    "no height": "display: block; height: 0; overflow: hidden",
    "half a line": "display: block; height: 0.55em; overflow: hidden",
    "narrow": "display: block; width: 1.2em; overflow: hidden; white-space: nowrap",
    "ellipsis": "display: block; width: 2.5em; overflow: hidden; text-overflow: ellipsis;"
    " white-space: nowrap",
    "clipped": "position: absolute; clip: rect(0, 0, 0, 0)",
    "moved right": "position: relative; left: 90mm",
    "moved up": "position: relative; top: -130mm",
    "translated": "display: inline-block; transform: translateX(75mm)",
    "turned away": "display: inline-block; transform: translateX(70mm) rotate(80deg)",
    "below the edge": "display: inline-block; transform: translateY(110mm)",
    "in the bleed": "position: absolute; left: -6mm; top: -5.5mm; white-space: nowrap;"
    " font-size: 7pt",
    "indented": "display: block; text-indent: -200mm; white-space: nowrap",
    "margin": "display: block; margin-left: -120mm; margin-right: 60mm",
    "letters on letters": "letter-spacing: -0.5em",
    "low ink": "",
    "box over words": "position: relative",
    "words over words": "position: relative",
    "missing glyph": "",
}
LONG = {
    "lines on lines": "display: block; line-height: 0.05",
    "one line of many": "display: block; height: 1.3em; overflow: hidden",
    "max-lines": "display: block; max-lines: 1; continue: discard; width: 20mm",
}

# Further rules of a trick.
RULES = {
    "low ink": ".ink-low .trick { color: #fff; background: #fff }",
    "box over words": ".trick::after { content: ''; position: absolute; left: -1mm; top: -1mm;"
    " right: -1mm; bottom: -1mm; background: #c8c8c8 }",
    "words over words": ".trick::before { content: 'HARBOUR COAST';"
    " position: absolute; left: 0; top: 0; white-space: nowrap }",
}


# Entries of a deck that are laid out.
ENTRIES = 2


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck with a theme: the game (none for the starter), its product, the faces that have texts,
    and the texts: what the template prints, by the key of the card.
    """

    theme: str
    game: str
    product: str
    faces: Sequence[str]
    texts: Sequence[str]


DECKS = (
    Deck("plain", "", "fog/crew-cards", ("card-front",), ("name", "epithet", "story")),
    Deck("zombstone", "zombstone", "zombstone/gunmen", ("front", "back"), ("name", "story")),
    Deck("un-jeu-de-figs", "un-jeu-de-figs", "un-jeu-de-figs/profile-cards", ("front",),
         ("name", "epithet")),
    Deck("furia-cartese", "furia-cartese", "furia-cartese/unit-cards", ("unit-front",),
         ("name", "epithet")),
    Deck("dracula-america", "dracula-america", "dracula-america/enemy-cards", ("plan-front",),
         ("name", "epithet")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Defect:
    """A trick on a text of a deck; `seed` chooses the entry."""

    deck: Deck
    text: str
    trick: str
    seed: int

    def __str__(self) -> str:
        return f"{self.trick}: {self.text} of {self.deck.product}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a build says: whether the defect is named at its entry, all its problems at this entry,
    and those of other entries.
    """

    named: bool
    problems: list[Problem]
    others: list[Problem]


def defects(decks: Sequence[Deck] = DECKS) -> list[Defect]:
    """All defects, in a fixed order."""
    return [
        Defect(deck, text, trick, seed)
        for seed, (deck, text, trick) in enumerate(
            (deck, text, trick)
            for deck in decks
            for text in deck.texts
            for trick in (*HIDE, *(LONG if text == "story" else ()))
        )
    ]


class Bench:
    """A project of a deck whose theme is its own, with a warm runner."""

    def __init__(self, deck: Deck, root: Path, runner: JobRunner):
        self.deck, self.root, self.runner = deck, root, runner
        self.theme = root / "templates" / deck.theme
        inks = {"langs": ["fr"], "inks": ["full", "low"], "papers": ["a4"]}
        tasks = tasks_of(Project(root), deck.product, **inks)
        entries = list(dict.fromkeys(task.job.name for task in tasks))[:ENTRIES]
        self.tasks = [task for task in tasks if task.job.name in entries]

    def problems(self) -> list[tuple[str, Problem]]:
        """The problems of the deck, each with the name of its entry."""
        outcomes = lay_out(self.runner, self.tasks)
        return [
            (task.job.name, problem)
            for task, outcome in zip(self.tasks, outcomes, strict=True)
            for problem in outcome.problems
        ]

    def try_defect(self, defect: Defect) -> Outcome:
        """Plant a defect, lay the deck out, and mend it."""
        cards = {_text(task.job, "name"): task.job for task in self._faces(defect)}
        name = random.Random(defect.seed).choice(sorted(cards))
        sound = {path: path.read_text("utf-8") for path in self._files()}
        try:
            self._plant(defect, name)
            found = self.problems()
        finally:
            for path, text in sound.items():
                path.write_text(text, "utf-8")
        here = [problem for entry, problem in found if entry == cards[name].name]
        others = [problem for entry, problem in found if entry != cards[name].name]
        named = any(_names(problem, _text(cards[name], defect.text)) for problem in here)
        return Outcome(named, here, others)

    def _faces(self, defect: Defect) -> Iterator[Task]:
        """The faces that print the text."""
        for task in self.tasks:
            name = task.job.format.template.rpartition("/")[2]
            if name in self.deck.faces and letters_of(_text(task.job, defect.text)):
                yield task

    def _files(self) -> list[Path]:
        return [*(self.theme / f"{face}.html.j2" for face in self.deck.faces),
                self.theme / "style.css"]  # fmt: skip

    def _plant(self, defect: Defect, name: str) -> None:
        *faces, style = self._files()
        printed = f"{{{{ card.{defect.text} }}}}"
        more = " 𓆋𓆋" if defect.trick == "missing glyph" else ""
        for face in faces:
            text = face.read_text("utf-8")
            marked = (
                f'{{% if card.name | string == "{name}" %}}<span class="trick">{printed}{more}'
                f"</span>{{% else %}}{printed}{{% endif %}}"
            )
            face.write_text(text.replace(printed, marked), "utf-8")
        declarations = {**HIDE, **LONG}[defect.trick]
        rules = f"\n.trick {{ {declarations} }}\n{RULES.get(defect.trick, '')}\n"
        style.write_text(style.read_text("utf-8") + rules, "utf-8")


def _text(job: Job, key: str) -> str:
    """A text of the card that a job prints."""
    card = job.context.get("card")
    return str(card[key]) if isinstance(card, Mapping) else ""


def _names(problem: Problem, text: str) -> bool:
    """Whether an error names words of a text, or what is wrong with its letters."""
    quoted = problem.message.partition("'")[2].rpartition("'")[0]
    words = [letters_of(word) for word in quoted.replace("…", " ").split()]
    at_entry = problem.position.file.startswith("content/") and problem.position.line > 0
    if problem.severity != "error" or not words or not at_entry:
        return False
    return problem.code == "glyph-missing" or any(
        word in letters_of(text) for word in words if word
    )


def make_bench(deck: Deck, folder: Path) -> Path:
    """A project with the deck, whose theme is a copy in the project."""
    root = real(folder, deck.game, "lotow") if deck.game else starter(folder)
    shutil.copytree(TEMPLATES / deck.theme, root / "templates" / deck.theme, dirs_exist_ok=True)
    return root


def main(most: int, word: str) -> None:
    """Try defects, and print what is not named."""
    chosen = [defect for defect in defects() if word in defect.trick]
    if len(chosen) > most:
        chosen = random.Random(7).sample(chosen, most)
    tried = missed = false = 0
    for deck in DECKS:
        with tempfile.TemporaryDirectory() as folder:
            root = make_bench(deck, Path(folder).resolve() / "game")
            with local_runner(Project(root).folders, 1) as runner:
                bench = Bench(deck, root, runner)
                for _, problem in bench.problems():
                    print(f"SOUND  {problem}")
                for defect in (each for each in chosen if each.deck == deck):
                    outcome = bench.try_defect(defect)
                    tried, false = tried + 1, false + len(outcome.others)
                    missed += not outcome.named
                    if not outcome.named:
                        print(f"MISSED {defect}", *outcome.problems[:3], sep="\n       ")
                    for problem in outcome.others[:3]:
                        print(f"FALSE  {defect}\n       {problem}")
            print(f"{deck.product}: {tried - missed} of {tried} so far", flush=True)
    print(f"{tried - missed} of {tried} defects are named at their entry; {false} false problems")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    count = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 10_000
    main(count, arguments[0] if arguments else "")
