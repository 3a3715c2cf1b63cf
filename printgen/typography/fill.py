"""Words with names in braces, such as `{count} cards`, and the values of these names.

Projects write such words. `str.format` would let them read attributes, and ask for any width.
"""

from __future__ import annotations

import re
from typing import overload

from markupsafe import Markup, escape

# The name of a value.
NAME = re.compile(r"\{([a-z_]\w*)\}", re.ASCII | re.IGNORECASE)

# How often one name gets its value. More would let a short text grow without limit.
MOST_TIMES = 4


@overload
def fill(words: Markup, /, **values: object) -> Markup: ...
@overload
def fill(words: str, /, **values: object) -> str: ...
def fill(words: str, /, **values: object) -> str:
    """Words with the values of their names. Unknown names and other braces stay as they are.

    Values in HTML are escaped. A name gets its value MOST_TIMES at most.
    """
    html = isinstance(words, Markup)
    texts = {name: escape(value) if html else str(value) for name, value in values.items()}
    left = dict.fromkeys(texts, MOST_TIMES)

    def value(match: re.Match[str]) -> str:
        if not left.get(match[1]):
            return match[0]
        left[match[1]] -= 1
        return texts[match[1]]

    filled = NAME.sub(value, words)
    return Markup(filled) if html else filled  # noqa: S704 - values are escaped
