"""The tools of the play aid, in the order of their tabs."""

from __future__ import annotations

from printgen.export.browser.aid.showdown import SHOWDOWN
from printgen.export.browser.aid.tool import Tool

TOOLS: tuple[Tool, ...] = (SHOWDOWN,)
