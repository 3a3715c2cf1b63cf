"""The depth of the HTML that templates give: deep nesting would use up the time for layout."""

from __future__ import annotations

import re

# No author nests this deep; parsing and layout take time with the square of the depth.
MAX_NESTED = 250

# The start of a tag, or the end of one. A pattern of whole tags would search again and again.
_TAG = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][\w:-]*)|(?P<end>/?>)")

# Elements without content, and those whose end may be left out: these are within each other only
# with other elements between them.
_NAMES = """
    area base br col embed hr img input link meta param source track wbr
    p li dt dd tr td th thead tbody tfoot option colgroup html head body
"""

_UNCOUNTED = frozenset(_NAMES.split())


def deepest(html: str) -> int:
    """The depth of the elements of a text in each other, as its tags have it."""
    depth = most = drawings = 0
    opened = ""
    for tag in _TAG.finditer(html):
        name = (tag["name"] or "").lower()
        if tag["end"]:
            # Only in drawings, a tag that ends with a slash is a whole element.
            if opened and tag["end"] == "/>" and drawings:
                depth, drawings = depth - 1, drawings - (opened == "svg")
            opened = ""
        elif name not in _UNCOUNTED:
            step = -1 if tag["close"] else 1
            depth, opened = max(0, depth + step), "" if tag["close"] else name
            drawings = max(0, drawings + step * (name == "svg"))
            most = max(most, depth)
    return most
