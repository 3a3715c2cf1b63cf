"""Results of studies: series of numbers under common columns; what they cost, and how they are
kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from math import floor
from types import MappingProxyType
from typing import Literal, ParamSpec, TypeVar

from printgen.content.limits import MAX_STUDIES_STEPS, MAX_STUDY_STEPS
from printgen.content.models.text import Text
from printgen.content.results import kept_result
from printgen.rules.resolve import ComputationError
from printgen.store import Store
from printgen.typography.text import percentage, with_decimal_mark

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

    @classmethod
    def of(
        cls,
        unit: Unit,
        across: Label | str,
        down: Label | str,
        columns: Mapping[str, Label],
        rows: Iterable[tuple[str, Label, Iterable[Number]]],
    ) -> StudyResult:
        """A table of exact values: its columns by key, and of each row the key, the label and the
        values. Axes are labels, or their words.
        """
        across, down = (a if isinstance(a, Label) else Label(word=a) for a in (across, down))
        series = tuple(Series(key, label, tuple(values)) for key, label, values in rows)
        return cls(unit, across, down, tuple(columns), tuple(columns.values()), series)

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


def number_labels(numbers: Iterable[int], signed: bool = False) -> dict[str, Label]:
    """Numbers as labels, by keys."""
    return {str(number): number_label(number, signed) for number in numbers}


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


# --------------------------------------------------------------------------------------------------
# The steps of studies, counted in advance from their size: every machine accepts the same studies.


# The steps of each study for its table and its chart.
LEAST = 20_000

# Rows per table. Columns are limited by the models of questions.
MAX_ROWS = 60


@dataclass(frozen=True, slots=True)
class Computation:
    """The computation of a study whose references are resolved.

    `parts` are the steps of its parts; studies that share a part compute it once. `trial`
    computes little, and raises the ComputationErrors that only show then.
    """

    compute: Callable[[], StudyResult]
    parts: Mapping[Hashable, float] = field(default_factory=lambda: MappingProxyType({}))
    trial: Callable[[], None] = lambda: None

    def __call__(self) -> StudyResult:
        return self.compute()


@dataclass
class Budget:
    """The steps that are left for a command."""

    left: float = MAX_STUDIES_STEPS
    known: set[Hashable] = field(default_factory=set)

    def take(self, asked: Computation) -> None:
        """Reserve the steps of a computation.

        Raises ComputationError when they are more than one study may take, or than are left.
        """
        total = sum(asked.parts.values())
        if total > MAX_STUDY_STEPS:
            most = millions(MAX_STUDY_STEPS)
            message = f"this takes {millions(total)} steps to compute; the limit is {most}"
            raise ComputationError(message, hint="ask for less")
        steps = LEAST + sum(steps for part, steps in asked.parts.items() if part not in self.known)
        if steps > self.left:
            most = millions(MAX_STUDIES_STEPS)
            message = f"this and the studies before it take more than {most} steps to compute"
            raise ComputationError(message, hint="ask for less, or move it to a separate project")
        self.left -= steps
        self.known |= set(asked.parts)


def millions(steps: float) -> str:
    """A number of steps as text, in millions."""
    return f"{max(1, round(steps / 1e6)):,} million"


def check_row_count(count: int, what: str, *path: str | int) -> None:
    """Raise ComputationError when a table has too many rows."""
    if count > MAX_ROWS:
        message = f"too many {what} for one table: {count:,}, at most {MAX_ROWS}"
        raise ComputationError(message, *path, hint=f"name some under `{path[-1]}`" if path else "")


Inputs = ParamSpec("Inputs")
Result = TypeVar("Result")


def stored(
    store: Store,
    compute: Callable[Inputs, Result],
    *inputs: Inputs.args,
    **named: Inputs.kwargs,
) -> Result:
    """The result of a function without side effects. Errors are not kept.

    Inputs are numbers, texts, tuples, mappings and frozen dataclasses of these: `repr` gives all of
    their content.
    """
    name = f"{compute.__module__}.{compute.__qualname__}"
    parts = (name, repr(inputs), repr(sorted(named.items()))) if store else ()
    return kept_result(store, "study", parts, lambda: compute(*inputs, **named))
