"""The layers of printgen."""

from __future__ import annotations

# From low to high. A folder is one layer: its modules may import each other without cycles.
LAYERS = (
    "quoting",
    "problems",
    "paper",
    "reading",
    "project",
    "extra",
    "sealing",
    "store",
    "geometry",
    "content",
    "settings",
    "typography",
    "rules",
    "views",
    "layout",
    "imposition",
    "products",
    "press",
    "__init__",
    "cli",
    "extras",
    "__main__",
)
