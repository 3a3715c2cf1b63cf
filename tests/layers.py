"""The layers of printgen."""

from __future__ import annotations

# From low to high. A folder is one layer: its modules may import each other without cycles.
LAYERS = (
    "problems",
    "causes",
    "paper",
    "project",
    "processes",
    "sealing",
    "store",
    "geometry",
    "content",
    "settings",
    "typography",
    "analysis",
    "translation",
    "mechanics",
    "balance",
    "checks",
    "drawing",
    "views",
    "layout",
    "imposition",
    "prepress",
    "products",
    "press",
    "export",
    "reports",
    "changes",
    "preview",
    "editor",
    "__init__",
    "cli",
    "__main__",
)
