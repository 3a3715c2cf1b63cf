"""Dividers: cards with a tab at the top. Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.geometry.outlines import Outline, rounded


@dataclass(frozen=True, slots=True)
class Tabs:
    """Dividers of a width and a height without their tabs. A tab is `tab` high and as wide as a
    divider divided by `count`: the tabs of `count` dividers do not hide each other.
    """

    width: float
    height: float
    tab: float
    count: int

    @property
    def wide(self) -> float:
        """The width of a tab."""
        return self.width / self.count

    def left(self, number: int, mirrored: bool = False) -> float:
        """The left edge of the tab of a divider, by its number from 0; or as seen from behind."""
        place = number % self.count
        return (self.count - 1 - place if mirrored else place) * self.wide

    def outline(self, number: int, radius: float) -> Outline:
        """The outline of a divider. The box around it has its top left corner at the origin."""
        left, top, foot = self.left(number), self.tab, self.tab + self.height
        right, last = left + self.wide, (number + 1) % self.count == 0
        corner = min(radius, self.tab / 2, self.wide / 4)
        corners = [(left, 0.0, corner), (right, 0.0, corner)]
        if not last:
            # The inner corner beside the tab is rounded, too.
            corners += [(right, top, corner), (self.width, top, radius)]
        corners += [(self.width, foot, radius), (0.0, foot, radius)]
        if number % self.count:
            corners += [(0.0, top, radius), (left, top, corner)]
        return rounded(corners)
