"""What a study answers: series of numbers under common columns, and how a number is printed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Literal

from printgen.content.models import Text

Unit = Literal["chance", "mean", "count"]

Number = float | Fraction | None


# Decimals that a number is printed with when its study says nothing: of a percentage, of a mean.
_DIGITS: dict[Unit, int] = {"chance": 0, "mean": 1, "count": 0}


@dataclass(frozen=True, slots=True)
class Label:
    """What a row, a column or an axis is called: words of a game, or a number as it is printed.

    `word` names a label of the templates instead (`labels.yaml`).
    """

    text: Text | str = ""
    game: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """The values of one row, one a column; None where there is nothing to say. `beside` are words
    that follow them.
    """

    key: str
    label: Label
    values: tuple[Number, ...]
    beside: Label | None = None


@dataclass(frozen=True, slots=True)
class StudyResult:
    """The answer to a study. `across` names what the columns are, `down` what the series are.

    `games` and `seed` are those of a simulation; an exact answer has neither. `beside` names what
    stands beside the values.
    """

    unit: Unit
    across: Label
    down: Label
    keys: tuple[str, ...]
    columns: tuple[Label, ...]
    series: tuple[Series, ...]
    digits: int | None = None
    games: int = 0
    seed: int | None = None
    beside: Label | None = None

    @property
    def method(self) -> Literal["exact", "simulated"]:
        """How the numbers came about."""
        return "simulated" if self.games else "exact"

    def value(self, series: str, column: str) -> Number:
        """The number of one cell. Raises KeyError with the key that names none."""
        rows = {row.key: row for row in self.series}
        if series not in rows:
            raise KeyError(series)
        if column not in self.keys:
            raise KeyError(column)
        return rows[series].values[self.keys.index(column)]

    def rounded(self, digits: int) -> StudyResult:
        """The same answer, printed with so many decimals."""
        return replace(self, digits=digits)

    def format_number(self, number: Number, lang: str) -> str:
        """A number of the answer as it is printed."""
        return format_number(number, self.unit, lang, self.digits)


def number_label(number: int, signed: bool = False) -> Label:
    """A number as a label; a `signed` one bears a plus too."""
    return Label((f"{number:+}" if signed and number else str(number)).replace("-", "−"))


def format_number(number: Number, unit: Unit, lang: str, digits: int | None = None) -> str:
    """A number as a reader of the language expects it: `34 %`, `34%`, `2,5`, `2.5`.

    A chance that is small or great but no certainty never shows as 0 or 100 %: it is `< 1 %` or
    `> 99 %`. None is a dash.
    """
    if number is None:
        return "–"
    places = _DIGITS[unit] if digits is None else digits
    shown = Fraction(number) * 100 if unit == "chance" else Fraction(number)
    steps, sign = _rounded(shown, places), ""
    if unit == "chance" and 0 < number < 1:
        if steps == 0:
            steps, sign = 1, "< "
        elif steps == 100 * 10**places:
            steps, sign = steps - 1, "> "
    text = f"{Decimal(steps).scaleb(-places):.{places}f}".replace("-", "−")
    french = lang.split("-")[0] == "fr"
    if french:
        text = text.replace(".", ",")
    return sign + text + ((" %" if french else "%") if unit == "chance" else "")


def _rounded(number: Fraction, places: int) -> int:
    """A number in steps of its last digit; halves go away from nought, as readers expect."""
    half_up = floor(abs(number) * Fraction(10) ** places + Fraction(1, 2))
    return half_up if number >= 0 else -half_up
