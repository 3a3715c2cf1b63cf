"""Icons of a game in its texts: `{oil}` is printed as the icon that `game.yaml` declares."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup

from printgen.content.images import PICTURES
from printgen.content.library import GameContent
from printgen.project import RESOURCE_BASE_URL
from printgen.typography.measure import ink_of, space_after

ICON = re.compile(r"\{([a-z0-9]+(?:-[a-z0-9]+)*)\}")

# What may be meant as an icon, in letters of any alphabet, such as `{Oil}`, `{ oil }` or `{bête}`.
NEAR_ICON = re.compile(r"\{\s*([\w-]+)\s*\}")

# A break before an icon. Without it, WeasyPrint breaks some lines after their first word instead.
_BREAK = "\u200b"

# The most that a character is scaled, and the middle of a line of Source Sans above its baseline.
_MOST_SCALED, _LINE_MIDDLE = 2.2, 0.312

# An icon, the number before it and the punctuation after it, which stay on one line.
_GROUP = re.compile(r"((?:[0-9]+[ \u00a0])?)(\{[a-z0-9-]+\})((?:[\u202f\u00a0]?[.,;:!?…)]+)?)")


def is_picture(icon: str) -> bool:
    """Whether an icon is a file, not characters."""
    return icon.lower().endswith(PICTURES)


def game_icons(content: GameContent) -> dict[str, Markup]:
    """The icons of a game as HTML, by name."""
    return {name: _html(content, name, icon) for name, icon in content.game.icons.items()}


def _html(content: GameContent, name: str, icon: str) -> Markup:
    if not is_picture(icon):
        space = f" bare{tenths}" if (tenths := space_after(icon)) else ""
        return Markup('<span class="icon symbol{}" role="img" aria-label="{}">{}</span>').format(
            space, name, icon
        )
    url = f"{RESOURCE_BASE_URL}content/{content.id}/{icon}"
    return Markup('<img class="icon" src="{}" alt="{}">').format(url, name)


def icon_by_ink(content: GameContent, name: str) -> Markup:
    """An icon alone, as HTML: the ink of a character is as high or as wide as a picture (1 em), and
    in the middle of its line. Empty for an unknown icon.
    """
    html, icon = game_icons(content).get(name, Markup()), content.game.icons.get(name, "")
    side, middle = ink_of(icon) if len(icon) == 1 else (0.0, 0.0)
    if not side:
        return html
    scale = max(1.0, min(_MOST_SCALED, 1 / side))
    style = f"font-size: {scale:.2f}em; position: relative; top: {middle - _LINE_MIDDLE:.3f}em"
    return Markup('<span class="by-ink" style="{}">{}</span>').format(style, html)


def with_icons(html: Markup, icons: Mapping[str, Markup]) -> Markup:
    """HTML with icons in place of their names in braces. Unknown names stay as they are."""
    if not icons or "{" not in html:
        return html
    return Markup(_GROUP.sub(lambda match: _drawn(match, icons), html))  # noqa: S704 - HTML


def _drawn(match: re.Match[str], icons: Mapping[str, Markup]) -> str:
    """An icon with its number and its punctuation, which is close to it."""
    before, written, after = match.groups()
    icon = icons.get(written[1:-1])
    if icon is None:
        return match[0]
    kind = "counted closed" if after else "counted"
    whole = f'<span class="{kind}">{before}{icon}{after}</span>' if before or after else icon
    follows = match.start() and match.string[match.start() - 1] == " "
    return f"{_BREAK}{whole}" if follows else whole
