"""What a content stream has set when it shows a text: colours, fonts and other settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pikepdf
from pikepdf import ContentStreamInstruction

from printgen.geometry.matrices import IDENTITY, Matrix
from printgen.layout.faces import FaceFont, unpack_glyphs

Colour = tuple[float, float, float]

# Values of a graphics state with which a text is opaque.
_PLAIN = {"/ca": (1,), "/SMask": ("/None",), "/BM": ("/Normal", "/Compatible")}

# Other values of a graphics state that change no text; all others may.
_WITHOUT_EFFECT = {"/Type", "/CA", "/LW", "/LC", "/LJ", "/ML", "/D", "/SA", "/AIS"}


@dataclass(slots=True)
class State:
    """The graphics state. `odd` are the settings with which text stays in the picture."""

    matrix: Matrix = IDENTITY
    colour: Colour | None = (0.0, 0.0, 0.0)
    font: str = ""
    size: float = 0.0
    clips: tuple[bytes, ...] = ()
    odd: frozenset[str] = frozenset()

    def set(self, key: str, plain: bool) -> None:
        """Note whether a setting is plain."""
        self.odd = self.odd - {key} if plain else self.odd | {key}

    def set_all(self, settings: pikepdf.Object) -> None:
        """Note the settings of a graphics state dictionary."""
        for key, value in settings.items():
            if key in _PLAIN:
                self.set(key, value in _PLAIN[key])
            elif key not in _WITHOUT_EFFECT:
                self.set(key, False)


class Font:
    """A font of a face, and the widths of its glyphs."""

    def __init__(self, record: FaceFont):
        self.record = record

    @cached_property
    def widths(self) -> Mapping[int, int]:
        return {glyph: width for glyph, width, _ in unpack_glyphs(self.record.glyphs)}

    def width(self, shown: ContentStreamInstruction) -> float:
        """The width of a shown text, in em."""
        (operand,) = shown.operands
        total = 0.0
        for item in operand if isinstance(operand, pikepdf.Array) else [operand]:
            if isinstance(item, pikepdf.String):
                codes = bytes(item)
                pairs = zip(codes[::2], codes[1::2], strict=False)
                total += sum(self.widths.get(256 * high + low, 1000) for high, low in pairs)
            else:
                total -= float(item)
        return total / 1000
