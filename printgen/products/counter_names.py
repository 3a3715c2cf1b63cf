"""Names on counters: below the sign, on two lines if these fit, else shortened to one."""

from __future__ import annotations

from collections.abc import Callable

from printgen.content.models.theme import Typeface
from printgen.drawing.maps.sizes import LEAST_ON_COUNTERS
from printgen.typography.measure import text_width, wrap_words

# The room of a name, as shares of the counter: its width, and its top and bottom below the middle.
WIDTH, TOP, BOTTOM = 0.81, 0.115, 0.435

# The baseline of a name on one line.
_BASELINE = 0.27

# The height of letters above and below their baseline, and the distance of two baselines, as shares
# of the size of type.
_ABOVE, _BELOW, _PITCH = 0.74, 0.22, 1.03

# Letters that an abbreviated word keeps, and those that it does not end with.
_KEPT, _VOWELS = 3, "aeiouyàâäåéèêëíîïóôöúùûü"

# Words of three letters that are left out, too.
_ARTICLES = frozenset({"and", "aux", "der", "des", "die", "les", "the", "und", "von"})


def placed_name(name: str, face: Typeface, edge: float) -> tuple[list[tuple[float, str]], float]:
    """The lines of a name with their baselines (mm below the middle of a counter), and the size of
    their type (mm). `edge` (mm) is the side of the counter.
    """
    room = WIDTH * edge
    size = max(LEAST_ON_COUNTERS, 0.115 * edge)

    def fits(words: str) -> bool:
        return text_width(words, face, size) <= room

    lines = wrap_words(name, face.model_copy(update={"size": size}), room, 2)
    first = max(_BASELINE * edge - 0.5 * size, TOP * edge + _ABOVE * size)
    too_tall = first + (_PITCH + _BELOW) * size > BOTTOM * edge
    if len(lines) == 1 or too_tall:
        return [(_BASELINE * edge, shortened(name, fits))], size
    placed = [(first + n * _PITCH * size, shortened(line, fits)) for n, line in enumerate(lines)]
    return placed, size


def shortened(name: str, fits: Callable[[str], bool]) -> str:
    """A name that fits, with its longest words abbreviated: Line inf. for Line infantry."""
    words = name.split(" ")
    while not fits(" ".join(words)):
        longest = max(range(len(words)), key=lambda n: len(words[n].rstrip(".")))
        stem = words[longest].rstrip(".")[:-1]
        while len(stem) > _KEPT and stem[-1].lower() in _VOWELS:
            stem = stem[:-1]
        if len(stem) < _KEPT:
            # Small words, as in Rég. de la Reine, are left out last.
            small = [word for word in words if len(word) < _KEPT or word.lower() in _ARTICLES]
            if len(words) == 1 or not small:
                break
            words.remove(small[0])
            words[0] = words[0][:1].upper() + words[0][1:]
            continue
        words[longest] = f"{stem}."
    return " ".join(words)
