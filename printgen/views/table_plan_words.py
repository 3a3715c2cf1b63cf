"""What a table plan shows, in words, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from printgen.typography.fill import fill
from printgen.typography.numbers import with_decimal_mark
from printgen.typography.text import plain_words
from printgen.views.table_plan_lines import DistanceView, FireView
from printgen.views.table_plans import FeatureView, TablePlanView


def table_plan_words(plan: TablePlanView, lang: str, texts: Mapping[str, str]) -> str:
    """A plan in words: its size, the place and the size of each feature, distances, lines of fire.
    `texts` are the labels of its theme.
    """
    return " ".join(_PlanWords(plan, lang, texts).sentences())


@dataclass(frozen=True, slots=True)
class _PlanWords:
    """Says what is on a plan in a language."""

    plan: TablePlanView
    lang: str
    texts: Mapping[str, str]

    def sentences(self) -> Iterator[str]:
        """What the plan shows."""
        size = self._length(self.plan["width"]), self._length(self.plan["height"])
        yield f"{self._words('table_plan')}, {' × '.join(size)}."
        yield self._words("alt_measured")
        for feature in self.plan["features"]:
            yield self._feature(feature)
        for distance in self.plan["distances"]:
            yield self._distance(distance)
        for fire in self.plan["fires"]:
            start, end = self._ends(fire)
            result = self._result(fire)
            yield self._words("alt_fire", start=start, end=end, result=result)

    def _words(self, key: str, **values: str) -> str:
        return fill(plain_words(self.texts[key]), **values)

    def _length(self, length: float) -> str:
        number = with_decimal_mark(f"{round(length, 1):g}", self.lang)
        return f"{number}″" if self.plan["unit"] == "in" else f"{number} cm"

    def _place(self, at: Sequence[float]) -> str:
        return self._words("alt_place", x=self._length(at[0]), y=self._length(at[1]))

    def _feature(self, feature: FeatureView) -> str:
        """An area or a token: its letter or mark, its label or else its style, and where it is."""
        name = feature["letter"] or feature.get("mark") or ""
        label = plain_words(feature["label"]).rstrip(".")
        label = label or self._words(f"alt_style_{feature['style']}")
        head = ", ".join(filter(None, (name, label)))
        return self._words("alt_at", name=head, places=self._shape(feature))

    def _shape(self, feature: FeatureView) -> str:
        """The shape and the place of a feature."""
        shape = feature["shape"]
        if shape == "edge":
            return self._words(f"alt_edge_{feature['side']}", depth=self._length(feature["depth"]))
        if shape == "line":
            places = " – ".join(map(self._place, feature["points"]))
            return self._words("alt_line", width=self._length(feature["width"]), places=places)
        place = self._place(feature["at"])
        if shape == "rectangle":
            width, height = map(self._length, feature["size"])
            return self._words("alt_rectangle", width=width, height=height, place=place)
        if shape == "circle":
            return self._words("alt_circle", radius=self._length(feature["radius"]), place=place)
        return ", ".join([place, *self._looks(feature)])

    def _looks(self, feature: FeatureView) -> Iterator[str]:
        """Where a miniature looks, and its arc."""
        facing = feature.get("facing")
        if facing is not None:
            angle = f"{facing % 360:g}"
            straight = f"alt_facing_{angle}"
            yield self._words(straight if straight in self.texts else "alt_facing", angle=angle)
        arc = feature.get("arc")
        if arc:
            reach = self._length(arc["reach"])
            yield self._words("alt_arc", angle=f"{arc['angle']:g}", reach=reach)

    def _ends(self, line: DistanceView | FireView) -> tuple[str, str]:
        """The marks or the places of the ends of a line."""
        first, last = line["marks"]
        return first or self._place(line["from"]), last or self._place(line["to"])

    def _distance(self, distance: DistanceView) -> str:
        start, end = self._ends(distance)
        label, length = plain_words(distance["label"]).rstrip("."), distance["text"]
        key = "alt_distance" if label else "alt_distance_plain"
        return self._words(key, label=label, length=length, start=start, end=end)

    def _result(self, fire: FireView) -> str:
        """What a line of fire meets."""
        if not fire["seen"]:
            return self._words("no_sight")
        said = [
            self._words(f"eg_cover_{cover}") + (f" × {times}" if times > 1 else "")
            for cover, times in fire["covers"].items()
        ]
        said += [self._words("cover_near")] if fire["near"] else []
        said = said or [self._words("eg_cover_none")]
        label = plain_words(fire["label"]).rstrip(".")
        return ", ".join(filter(None, (*said, label)))
