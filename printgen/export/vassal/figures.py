"""The figures of scenarios without a hex map, as round tokens with a few letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from printgen.analysis.expressions import ExpressionError
from printgen.analysis.scenarios import Counts, forces, roster_forces
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Force, Scenario
from printgen.content.models.theme import Typeface
from printgen.drawing.maps.pdf_renderer import MissingGlyph, draw_scene
from printgen.drawing.maps.scene import Scene, TextItem, circle
from printgen.export.vassal.pictures import Pictures, page_images, rounded
from printgen.export.vassal.pieces import Numbers, Piece
from printgen.export.vassal.words import safe_name
from printgen.problems import PlacementError, Position
from printgen.typography.text import plain_words, say

# The most figures of a force.
MOST = 50

# The diameter of a token: in the scene (mm), and in pixels.
_SIZE, PIXELS = 25.0, 48

_FACES = {"words": Typeface(weight=700)}

# The colours of sides in their order, and that of figures without one.
_COLOURS = ("#8f2418", "#2f4a66", "#4f6b3a", "#7a5a16", "#5b3f73")
_NO_SIDE = "#55524c"


@dataclass(frozen=True, slots=True)
class Standee:
    """A piece that no map places, its side, and its size in pixels."""

    piece: Piece
    side: str
    pixels: int


def counted_forces(content: GameContent, scenario: Scenario) -> Iterator[tuple[int, Force, int]]:
    """The forces of a scenario with their indexes and their numbers of figures: the highest ones
    where they depend on what players choose. Members of rosters are forces, too.
    """
    for index, force in forces(scenario):
        try:
            count = max(Counts(content, scenario).of(force.count))
        except ExpressionError:
            count = 1
        yield index, force, max(0, min(MOST, count))
    for index, rostered in roster_forces(scenario):
        roster = content.rosters.get(rostered.roster)
        for member in roster.value.members if roster else ():
            found = Force(profile=member.entry, side=rostered.side, name=member.name)
            yield index, found, min(MOST, member.count)


def scenario_figures(
    library: Library,
    scenario: Entry[Scenario],
    lang: str,
    pictures: Pictures,
    numbers: Numbers,
    words: Mapping[str, str],
) -> Iterator[Standee]:
    """The figures of the forces of a scenario. Raises PlacementError for a letter without glyph."""
    content, order = library.games[scenario.game], list(scenario.value.sides)
    for index, force, count in counted_forces(content, scenario.value):
        profile = library.find("profiles", scenario.game, force.profile)
        named = force.name or (profile.value.name if profile else None)
        name = safe_name(plain_words(say(named, lang, content))) if named else force.profile
        side = force.side if force.side in order else None
        colour = _COLOURS[order.index(side) % len(_COLOURS)] if side else _NO_SIDE
        try:
            image = _token(_letters(name), colour, pictures, scenario.at())
        except MissingGlyph as error:
            problem = scenario.problem("glyph-missing", error.message, "forces", index)
            raise PlacementError(problem) from error
        said = (
            safe_name(plain_words(say(scenario.value.sides[side], lang, content))) if side else ""
        )
        properties = {words["side"]: said} if said else {}
        for _ in range(count):
            piece = Piece(numbers.next(), name, (image,), 12, properties=properties)
            yield Standee(piece, said, PIXELS)


def _letters(name: str) -> str:
    """The first letters of up to three words of a name; of one word, two."""
    words = [word for word in name.replace("’", " ").replace("-", " ").split() if word[0].isalnum()]
    found = "".join(word[0] for word in words[:3]) if len(words) > 1 else "".join(words)[:2]
    return found.upper() or name[:1]


def _token(letters: str, colour: str, pictures: Pictures, where: Position) -> str:
    """The name of the picture of a token with a mark in front."""
    scene, middle = Scene(_SIZE, _SIZE), _SIZE / 2
    layer = scene.layer("token")
    layer.shape(circle(middle, middle, middle), fill="side")
    layer.shape(circle(middle, middle, middle - 1.5), stroke="paper", width=1.0)
    layer.shape(circle(middle, 2.6, 1.4), fill="paper")
    size = 11.0 if len(letters) < 3 else 8.5
    layer.items.append(TextItem(middle, middle + 0.36 * size, letters, "words", size, tone="paper"))
    pdf = draw_scene(scene, _FACES, {"side": colour, "paper": "#ffffff"})
    drawn = next(page_images(pdf, where, 2 * PIXELS / _SIZE))
    image = drawn.resize((2 * PIXELS, 2 * PIXELS)).reduce(2)
    return pictures.add(
        f"figure-{letters.encode('ascii', 'ignore').decode()}", rounded(image, PIXELS / 2)
    )
