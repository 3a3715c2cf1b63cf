"""A small game with two decks, and seeded edits of its files: what people change between editions,
and what changes nothing on a card.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

Files = dict[str, str]

# One card on each page: the judge compares whole cards, always at the same place.
PAPER = "102 x 112 mm"

GAME = """title: Duel
languages: [en]
theme: plain
accent: "#7a2f1f"
stat_lines:
  duel:
    label: Duel
    stats: {hand: {label: Hand, min: 1, max: 9}, aim: {label: Aim, min: 1, max: 9}}
trait_kinds: {skill: {label: Skill}, weapon: {label: Weapon, stats: {damage: {label: D}}}}
kinds:
  events:
    label: Event
    fields:
      cost: {label: Cost, type: integer, min: 0, max: 9}
      text: {type: text}
      image: {type: image, optional: true}
"""
PRODUCTS = """figures:
  title: Figures
  output: cards
  profiles: all
  quantities: {cole: 2, ike: 3}
  faces: {front: card-front, back: card-back}
events:
  title: Events
  output: cards
  entries: {events: all}
  quantities: {storm: 2, fire: 4}
  faces: {front: duel/event, common_back: {title: Events}}
"""
EVENT = """<div class="bleed ground"></div>
<div class="safe"><h1 class="title">{{ card.name }}</h1>
{% if card.image %}<img class="shown" src="https://printgen.invalid/{{ card.image }}">{% endif %}
<p class="cost">{{ card.cost }}</p><p class="words">{{ card.text }}</p></div>
"""
STYLE = """.ground { background: #f4ead2 }
.title { font: 700 13pt "Source Sans 3"; margin: 0 }
.cost { font: 700 11pt "Source Sans 3"; color: #7a2f1f }
.words { font: 9pt "Source Sans 3" }
.shown { width: 20mm; height: 20mm }
.unused { color: #123456 }
"""
NAMES = ("Ann", "Bob", "Cole", "Dora", "Ike")
TRAITS = ("quick", "sharp", "calm", "bold", "spare")
EVENTS = ("Storm", "Fire", "Train", "Feast")

Edit = Callable[[Files, random.Random], None]


def game() -> Files:
    """The files of the game."""
    files = {
        "printgen.yaml": "",
        "content/duel/game.yaml": GAME,
        "content/duel/products.yaml": PRODUCTS,
        "templates/duel/event.html.j2": EVENT,
        "templates/duel/style.css": STYLE,
    }
    for number, name in enumerate(NAMES):
        first, second = TRAITS[number % 4], TRAITS[(number + 1) % 4]
        stats = f"stats: {{duel: {{hand: {number + 1}, aim: {7 - number}}}}}\n"
        files[figure(name)] = (
            f"name: {name}\nepithet: The one called {name}\nstory: {name} rode here.\n"
            f"{stats}traits: [{first}, {second}]\n"
        )
    for trait in TRAITS:
        files[f"content/duel/traits/{trait}.yaml"] = (
            f"name: {trait.title()}\nkind: skill\ntext: Draw one card, and keep it if {trait}.\n"
        )
    for number, name in enumerate(EVENTS):
        image = f"image: images/{name.lower()}.svg\n" if number < 2 else ""
        files[event(name)] = (
            f"name: {name}\ncost: {number}\ntext: All move {number + 2} steps.\n{image}"
        )
        if image:
            files[f"content/duel/images/{name.lower()}.svg"] = drawing(10 + number)
    return files


def figure(name: str) -> str:
    return f"content/duel/profiles/{name.lower()}.yaml"


def event(name: str) -> str:
    return f"content/duel/events/{name.lower()}.yaml"


def drawing(radius: float) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" '
        f'r="{radius}" fill="#345"/></svg>'
    )


def replaced(pattern: str, new: Callable[[random.Random], str], *places: str) -> Edit:
    """An edit of the first match in one of some files."""

    def edit(files: Files, chance: random.Random) -> None:
        known = [place for place in places if place in files]
        name = chance.choice(known)
        files[name] = re.sub(pattern, lambda _: new(chance), files[name], count=1)

    return edit


def digit(prefix: str) -> Callable[[random.Random], str]:
    return lambda chance: f"{prefix}{chance.randint(1, 9)}"


def words(prefix: str) -> Callable[[random.Random], str]:
    def made(chance: random.Random) -> str:
        return prefix + " ".join(chance.choice(("red", "old", "river", "moon")) for _ in range(3))

    return made


FIGURES, EVENT_FILES = [figure(name) for name in NAMES], [event(name) for name in EVENTS]
TRAIT_FILES = [f"content/duel/traits/{trait}.yaml" for trait in TRAITS[:4]]
DECKS, CSS = "content/duel/products.yaml", "templates/duel/style.css"


def comment(files: Files, chance: random.Random) -> None:
    """A comment, or empty lines, at the head of a YAML file."""
    name = chance.choice(sorted(name for name in files if name.endswith(".yaml")))
    files[name] = chance.choice(("# A note.\n", "\n\n", "# One\n# Two\n")) + files[name]


def reordered(files: Files, chance: random.Random) -> None:
    """The keys of an entry in another order."""
    name = chance.choice([n for n in FIGURES + EVENT_FILES if n in files])
    lines = [line for line in files[name].splitlines() if line.strip() and line[0] != "#"]
    chance.shuffle(lines)
    files[name] = "\n".join(lines) + "\n"


def quoted(files: Files, chance: random.Random) -> None:
    """A name in quotes: the same name."""
    name = chance.choice([n for n in FIGURES if n in files])
    files[name] = re.sub(r"(?m)^name: (\w+)$", r'name: "\1"', files[name])


def renamed_file(files: Files, chance: random.Random) -> None:
    """Another id; the order of the cards changes, too."""
    names = [
        n
        for n in EVENT_FILES
        if n in files and n.rpartition("/")[2] not in ("storm.yaml", "fire.yaml")
    ]
    if names:
        name = chance.choice(names)
        files[name.replace("events/", "events/x-")] = files.pop(name)


def swapped(files: Files, chance: random.Random) -> None:
    """Two entries with each other's ids."""
    one, other = chance.sample([n for n in FIGURES if n in files], 2)
    files[one], files[other] = files[other], files[one]


def gone(files: Files, chance: random.Random) -> None:
    """An entry is removed."""
    names = [
        n for n in (figure("Ann"), figure("Bob"), figure("Dora"), event("Train")) if n in files
    ]
    if names:
        del files[chance.choice(names)]


def added(files: Files, chance: random.Random) -> None:
    """An entry is new; perhaps it looks like another one."""
    source = chance.choice([n for n in EVENT_FILES if n in files])
    name = f"content/duel/events/{chance.choice('amz')}{chance.randint(1, 99)}.yaml"
    files[name] = files[source] if chance.random() < 0.3 else files[source] + "copies: 2\n"
    if chance.random() < 0.7:
        files[name] = re.sub("name: .*", f"name: New {chance.randint(1, 99)}", files[name])


def no_words(files: Files, chance: random.Random) -> None:
    """What is on no card: notes of authors, a comment and a rule that no element uses."""
    edits: list[Edit] = [
        replaced(r"\Z", lambda _: "errata: [The source says otherwise.]\n", *FIGURES, *TRAIT_FILES),
        replaced(r"\Z", lambda _: "alt: A drawing\n", *FIGURES),
        replaced(r"#123456", lambda c: f"#{c.randint(0, 0xFFFFFF):06x}", CSS),
        replaced(r"\A", lambda _: "/* A note. */\n", CSS),
        replaced(r"\A", lambda _: "{# A note. #}\n", "templates/duel/event.html.j2"),
        replaced(r"\A", lambda _: "\n", "content/duel/images/storm.svg"),
        replaced(r"<svg ", lambda _: '<svg id="a" ', "content/duel/images/fire.svg"),
    ]
    chance.choice(edits)(files, chance)


def picture(files: Files, chance: random.Random) -> None:
    """Another drawing, perhaps the one that another event has."""
    name = chance.choice(("storm", "fire"))
    files[f"content/duel/images/{name}.svg"] = drawing(chance.randint(9, 13))


def two_traits(chance: random.Random) -> str:
    return f"traits: [{', '.join(chance.sample(TRAITS, 2))}]"


def dark(chance: random.Random) -> str:
    return f"#{chance.randint(0, 0x7F7F7F):06x}"


def bleed(chance: random.Random) -> str:
    return f"output: cards\n  bleed: {chance.choice((2, 3, 4))}"


EDITS: dict[str, Edit] = {
    "stat": replaced("hand: [0-9]", digit("hand: "), *FIGURES),
    "cost": replaced("cost: [0-9]", digit("cost: "), *EVENT_FILES),
    "story": replaced("story: .*", words("story: "), *FIGURES),
    "shared trait": replaced("text: .*", words("text: Draw "), *TRAIT_FILES),
    "trait name": replaced("name: .*", words("name: A "), *TRAIT_FILES),
    "unused trait": replaced("text: .*", words("text: "), "content/duel/traits/spare.yaml"),
    "event text": replaced("text: .*", words("text: "), *EVENT_FILES),
    "name": replaced("name: .*", words("name: "), *FIGURES, *EVENT_FILES),
    "traits": replaced("traits: .*", two_traits, *FIGURES),
    "quantity": replaced("(?<=cole: )[0-9]", digit(""), DECKS),
    "quantity of events": replaced("(?<=fire: )[0-9]", digit(""), DECKS),
    "colour of cards": replaced("#7a2f1f", dark, CSS, "content/duel/game.yaml"),
    "ground": replaced("#f4ead2", lambda c: c.choice(("#f4ead3", "#e8d9b0")), CSS),
    "type": replaced("9pt", lambda c: c.choice(("9.0pt", "8.5pt")), CSS),
    "picture": picture,
    "bleed": replaced("output: cards", bleed, DECKS),
    "back": replaced("(?<={title: )Events", lambda c: c.choice(("Events", "Luck")), DECKS),
    "comment": comment,
    "order of keys": reordered,
    "quotes": quoted,
    "id": renamed_file,
    "two ids": swapped,
    "removed": gone,
    "added": added,
    "not on cards": no_words,
}


def edited(seed: int) -> tuple[list[str], Files]:
    """The game after one to three edits, and the names of these."""
    chance, files = random.Random(seed), game()
    # Each kind comes first in turn.
    names = [list(EDITS)[seed % len(EDITS)]]
    names += chance.choices(list(EDITS), k=chance.choice((0, 0, 1, 2)))
    for name in names:
        EDITS[name](files, chance)
    return names, files
