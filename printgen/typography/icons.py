"""Icons of a game in its texts: `{oil}` is printed as the icon that `game.yaml` declares."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup

from printgen.content.library import GameContent
from printgen.project import RESOURCE_BASE_URL

ICON = re.compile(r"\{([a-z0-9]+(?:-[a-z0-9]+)*)\}")

# What may be meant as an icon, such as `{Oil}` or `{ oil }`.
NEAR_ICON = re.compile(r"\{\s*([A-Za-z0-9_-]+)\s*\}")

# The suffixes of icons that are pictures. Other icons are characters.
DRAWINGS = (".svg", ".png", ".jpg", ".jpeg", ".webp")


def is_picture(icon: str) -> bool:
    """Whether an icon is a file, not characters."""
    return icon.lower().endswith(DRAWINGS)


def game_icons(content: GameContent) -> dict[str, Markup]:
    """The icons of a game as HTML, by name."""
    return {name: _html(content, name, icon) for name, icon in content.game.icons.items()}


def _html(content: GameContent, name: str, icon: str) -> Markup:
    if not is_picture(icon):
        return Markup('<span class="icon symbol">{}</span>').format(icon)
    url = f"{RESOURCE_BASE_URL}content/{content.id}/{icon}"
    return Markup('<img class="icon" src="{}" alt="{}">').format(url, name)


def with_icons(html: Markup, icons: Mapping[str, Markup]) -> Markup:
    """HTML with icons in place of their names in braces. Unknown names stay as they are."""
    if not icons or "{" not in html:
        return html
    drawn = ICON.sub(lambda match: icons.get(match[1], Markup(match[0])), html)  # noqa: S704 - a name
    return Markup(drawn)  # noqa: S704 - the parts are HTML
