"""Results of studies: series of numbers under common columns, and number formatting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Literal

from printgen.content.models.text import Text
from printgen.typography.numbers import percentage, with_decimal_mark

Unit = Literal["chance", "mean", "count"]

Number = float | Fraction | None

# The 95 % interval of a value that is found by games; None for an exact value.
Span = tuple[float, float] | None


# Default decimals, by unit.
_DIGITS: dict[Unit, int] = {"chance": 0, "mean": 1, "count": 0}


@dataclass(frozen=True, slots=True)
class Label:
    """The label of a row, a column or an axis: a text of a game, or a printed number.

    `word` is a key of `labels.yaml` and replaces the text.
    """

    text: Text | str = ""
    game: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """The values of one row, by column; None for no value. `beside` is printed after them. `spans`
    has the interval of each value, if they are found by games.
    """

    key: str
    label: Label
    values: tuple[Number, ...]
    beside: Label | None = None
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class StudyResult:
    """The result of a study. `across` labels the columns' axis, `down` that of the series.

    `games` and `seed` are the sample size and the random seed of a simulation; exact results have
    neither. `told` is the word of `labels.yaml` that tells the games. `beside` is the heading of
    the texts after the values.
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
    told: str = "games_simulated"

    @property
    def method(self) -> Literal["exact", "simulated"]:
        """How the numbers were computed."""
        return "simulated" if self.games else "exact"

    @property
    def error(self) -> float:
        """How far the intervals reach from their values at most; 0 without intervals."""
        pairs = ((v, s) for row in self.series for v, s in zip(row.values, row.spans, strict=False))
        return max(
            (max(s[1] - float(v), float(v) - s[0]) for v, s in pairs if v is not None and s),
            default=0.0,
        )

    def value(self, series: str, column: str) -> Number:
        """The number of a cell. Raises KeyError with the unknown key."""
        rows = {row.key: row for row in self.series}
        if series not in rows:
            raise KeyError(series)
        if column not in self.keys:
            raise KeyError(column)
        return rows[series].values[self.keys.index(column)]

    def rounded(self, digits: int) -> StudyResult:
        """The same result, printed with `digits` decimals."""
        return replace(self, digits=digits)

    def format_number(self, number: Number, lang: str) -> str:
        """A number of the result, formatted."""
        return format_number(number, self.unit, lang, self.digits)


def number_label(number: int, signed: bool = False) -> Label:
    """A number as a label, with a plus sign if `signed`."""
    return Label((f"{number:+}" if signed and number else str(number)).replace("-", "−"))


def format_number(number: Number, unit: Unit, lang: str, digits: int | None = None) -> str:
    """A number in the format of the language: `34 %`, `34%`, `2,5`, `2.5`.

    Chances that would round to 0 or 100 % become `< 1 %` or `> 99 %`. None is a dash.
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
    write = percentage if unit == "chance" else with_decimal_mark
    return sign + write(text, lang)


def _rounded(number: Fraction, places: int) -> int:
    """A number in units of its last decimal, rounded half away from zero."""
    half_up = floor(abs(number) * Fraction(10) ** places + Fraction(1, 2))
    return half_up if number >= 0 else -half_up
