"""The windows of a module: maps with what players do on them, and the palette of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from printgen.export.vassal.elements import MAP, MODULE, WIDGET, Value, add, add_slot
from printgen.export.vassal.pieces import Piece

# What every map has besides its boards; VASSAL has nothing of it by itself.
_PARTS: tuple[tuple[str, dict[str, Value]], ...] = (
    ("StackMetrics", {"exSepX": 8, "exSepY": 24, "unexSepX": 3, "unexSepY": 3, "disabled": False}),
    ("ForwardToKeyBuffer", {}),
    ("Scroller", {"useArrows": "Prompt"}),
    ("ForwardToChatter", {}),
    ("MenuDisplayer", {}),
    ("MapCenterer", {}),
    ("StackExpander", {}),
    ("PieceMover", {}),
    ("SelectionHighlighters", {}),
    ("KeyBufferer", {}),
    ("HighlightLastMoved", {"color": "255,0,0", "enabled": True, "thickness": 2}),
    (
        "CounterDetailViewer",
        {
            "version": 3, "description": "", "delay": 600, "hotkey": "", "showgraph": True,
            "showgraphsingle": True, "showtext": True, "showtextsingle": True, "zoomlevel": 1.0,
            "graphicsZoom": 1.0, "minDisplayPieces": 1, "display": "from top-most layer only",
            "summaryReportFormat": "$LocationName$", "counterReportFormat": "$PieceName$",
            "emptyHexReportForma": "$LocationName$", "fgColor": "0,0,0", "bgColor": "255,255,255",
            "fontSize": 12, "borderWidth": 2, "unrotatePieces": False, "showDeck": False,
        },
    ),
    ("LayeredPieceCollection", {"property": "Layer", "description": "", "layerOrder": ""}),
)  # fmt: skip

_ZOOM = "0.2,0.25,0.333,0.4,0.5,0.6,0.7,0.8,0.9,1.0,1.2,1.5,2.0"


def add_map(
    module: Element,
    name: str,
    boards: Iterable[Element],
    kind: str = "Map",
    zoom: int = 7,
    ruler: tuple[str, float, str] | None = None,
    **attributes: Value,
) -> Element:
    """A window with boards. `zoom` is the number of the level that it opens at. A `ruler` has its
    name, the pixels of its unit (0 for the hexes of a map), and the unit.
    """
    given: dict[str, Value] = {
        "mapName": name,
        "allowMultiple": False,
        "backgroundcolor": "255,255,255",
        "edgeWidth": 0,
        "edgeHeight": 0,
        "markMoved": "Never",
        "changeFormat": "$message$",
        "moveWithinFormat": "$pieceName$: $previousLocation$ → $location$",
        "moveToFormat": "$pieceName$ → $location$",
        "createFormat": "$pieceName$ → $location$",
        "launch": False,
        "buttonName": name,
        "tooltip": name,
        "icon": "",
        "hotkey": "",
    }
    window = add(module, MODULE + kind, **{**given, **attributes})
    picker = add(window, f"{MAP}BoardPicker", slotScale=0.2, slotWidth=350, slotHeight=125)
    picker.extend(boards)
    for part, values in _PARTS:
        add(window, MAP + part, **values)
    add(window, f"{MAP}Zoomer", zoomStart=zoom, zoomLevels=_ZOOM)
    if ruler:
        _add_ruler(window, *ruler)
    return window


def _add_ruler(window: Element, name: str, pixels: float, unit: str) -> None:
    """A line that players draw with the mouse, with its length."""
    add(
        window, f"{MAP}LOS_Thread", threadName=name, label=name, tooltip=name, iconName="",
        hotkey="", snapLOS=not pixels, snapStart=not pixels, snapEnd=not pixels, drawRange=True,
        scale=round(pixels), round="Nearest whole number", rangeFg="255,255,255",
        rangeBg="0,0,0", threadColor="255,0,0", hideCounters=False, hideOpacity=0, report="",
        persistence="Never", persistentIconName="", **{"global": "Never"},
    )  # fmt: skip


# Pieces by the title of their page in the palette.
Page = tuple[str, Sequence[Piece]]

# Pieces beside each other in the palette.
_COLUMNS = 3


def add_palette(
    module: Element, name: str, tabs: Mapping[str, Sequence[Page]], words: Mapping[str, str]
) -> None:
    """The palette of pieces: a tab for each map or deck, with a page for each side."""
    window = add(
        module, f"{MODULE}PieceWindow", name=name, text=name, tooltip=name, icon="", hotkey="",
        hidden=False, scale=1.0, defaultWidth=0,
    )  # fmt: skip
    outer = add(window, f"{WIDGET}TabWidget", entryName=name)
    for title, pages in tabs.items():
        inner = add(outer, f"{WIDGET}TabWidget", entryName=title) if len(pages) > 1 else outer
        for page, pieces in pages:
            shown = page if len(pages) > 1 else title
            panel = add(
                inner, f"{WIDGET}PanelWidget", entryName=shown, nColumns=_COLUMNS, fixed=True,
                vert=False, scale=1.0,
            )  # fmt: skip
            for one in pieces:
                add_slot(panel, one.name, one.number, one.in_palette(words))
