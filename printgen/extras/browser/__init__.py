"""Pages of a game for browsers: its quests, or a play aid."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "browser",
    Path(__file__).parent,
    needs=("ebooks", "exports"),
    exports={"web": "printgen.extras.browser.commands:web"},
    channels={"web": "printgen.extras.browser.assembly:browser_channels"},
    tools=("printgen.extras.browser.tables:TABLES",),
)
