"""The server of the preview: its page, its events, its pictures, its printing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, Field, NonNegativeInt, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from printgen.extras.page_pictures.pdfium import CannotDraw
from printgen.extras.preview.clients import Client, editor_url
from printgen.extras.preview.live import Live
from printgen.extras.preview.pieces import Piece, product_of, target_of
from printgen.extras.preview.positions import drawn_position, piece_position, text_position
from printgen.problems import Position
from printgen.products.target import Target
from printgen.project import FONTS, OutsideProject
from printgen.rules.resolve import ComputationError
from printgen.sealing.process import environment, python_command

# --- the server of the preview: its page, its events, its pictures --------------------------------


ASSETS = Path(__file__).parent / "web"

# The files of the page, and its fonts.
FILES = ("page.css", "main.js", "dom.js", "table.js", "pages.js", "notes.js", "mark.svg")

FONT_FILES = {
    "EBGaramond_400Regular.ttf": "eb-garamond",
    "EBGaramond_400Regular_Italic.ttf": "eb-garamond",
    "EBGaramond_600SemiBold.ttf": "eb-garamond",
    "AlegreyaSans_400Regular.ttf": "alegreya-sans",
    "AlegreyaSans_500Medium.ttf": "alegreya-sans",
    "AlegreyaSans_700Bold.ttf": "alegreya-sans",
}

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".ttf": "font/ttf"}

# Pages of browsers with a stream of events; the oldest stream ends for a newer one.
MAX_CLIENTS = 40

# Limits of a request: visible pages, bytes; pixels per mm.
MAX_WANTED, MAX_BODY, SCALES = 200, 60_000, (2.0, 3.0, 4.0, 6.0, 8.0, 12.0)

# Seconds between two comments in a stream of events, by which a lost page is noticed.
HEARTBEAT = 15.0


class Wanted(BaseModel):
    """What a page wants to see: pages of pieces, `scale` pixels per mm."""

    client: str
    product: str
    scale: float
    pages: list[tuple[str, NonNegativeInt]] = Field(max_length=MAX_WANTED)


class Where(BaseModel):
    """A point of a page, in mm from its top left corner; without one, the whole piece."""

    piece: str
    page: NonNegativeInt
    x: float | None = None
    y: float | None = None


class Printed(BaseModel):
    """A variant of a product to print; `edition` is empty where there is only one."""

    product: str
    lang: str
    ink: str
    edition: str


Asked = TypeVar("Asked", bound=BaseModel)


class Server:
    """Answers the requests of pages, which the guard has let in."""

    def __init__(self, live: Live, title: str):
        self.live, self.title = live, title
        self.print_room = PrintRoom(live)
        self.clients: dict[str, Client] = {}

    def application(self) -> Starlette:
        """The routes."""
        return Starlette(
            routes=[
                Route("/", self.page),
                Route("/assets/{name}", self.asset),
                Route("/events", self.events),
                Route("/picture/{digest}.jpg", self.picture),
                Route("/pdf/{path:path}", self.pdf),
                Route("/want", self.want, methods=["POST"]),
                Route("/where", self.where, methods=["POST"]),
                Route("/print", self.print, methods=["POST"]),
            ]
        )

    async def page(self, request: Request) -> Response:
        """The page."""
        headers = {"cache-control": "no-store"}
        return FileResponse(ASSETS / "page.html", media_type="text/html", headers=headers)

    async def asset(self, request: Request) -> Response:
        """A file of the page."""
        name = request.path_params["name"]
        if name in FILES:
            path = ASSETS / name
        elif name in FONT_FILES:
            path = FONTS / FONT_FILES[name] / name
        else:
            return Response(status_code=404)
        return FileResponse(
            path, media_type=_TYPES[path.suffix], headers={"cache-control": "no-cache"}
        )

    async def picture(self, request: Request) -> Response:
        """A picture of a page, by its digest."""
        picture = self.live.pictures.get(request.path_params["digest"])
        if picture is None:
            return Response(status_code=404)
        headers = {"cache-control": "private, max-age=3600, immutable"}
        return Response(picture, media_type="image/jpeg", headers=headers)

    async def pdf(self, request: Request) -> Response:
        """A PDF that this server has built."""
        path = self.print_room.file(request.path_params["path"])
        if path is None:
            return Response(status_code=404)
        headers = {"cache-control": "no-store"}
        return FileResponse(path, media_type="application/pdf", headers=headers)

    # --- events ------------------------------------------------------------------------------

    async def events(self, request: Request) -> Response:
        """The stream of events of one page."""
        name = request.query_params.get("client", "")
        if not 8 <= len(name) <= 64:
            return Response(status_code=400)
        client = Client()
        if old := self.clients.pop(name, None):
            old.close()
        elif len(self.clients) >= MAX_CLIENTS:
            self.clients.pop(next(iter(self.clients))).close()
        self.clients[name] = client
        self.live.join(client)
        client.send("hello", {"title": self.title})
        headers = {"cache-control": "no-store"}
        stream = self._stream(name, client)
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def _stream(self, name: str, client: Client) -> AsyncIterator[str]:
        try:
            while True:
                try:
                    event = await asyncio.wait_for(client.queue.get(), HEARTBEAT)
                except TimeoutError:
                    event = ": alive\n\n"
                if event is None:
                    return
                yield event
        finally:
            self.live.leave(client)
            if self.clients.get(name) is client:
                del self.clients[name]

    def close(self) -> None:
        """End all streams of events."""
        for client in self.clients.values():
            client.close()

    # --- requests with a body ----------------------------------------------------------------

    async def _asked(self, request: Request, model: type[Asked]) -> Asked:
        """What a request asks for. Raises HTTPException for a faulty one."""
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MAX_BODY:
                raise HTTPException(413)
        try:
            return model.model_validate_json(body)
        except ValidationError:
            raise HTTPException(400) from None

    async def want(self, request: Request) -> Response:
        """Show a page what it wants to see."""
        asked = await self._asked(request, Wanted)
        client = self.clients.get(asked.client)
        if client is None:
            return Response(status_code=409)
        pages = [(_piece(name), page) for name, page in asked.pages]
        scale = next((known for known in SCALES if known >= asked.scale), SCALES[-1])
        self.live.want(client, asked.product, scale, pages)
        return Response(status_code=204)

    async def where(self, request: Request) -> Response:
        """The URL that opens what is at a point of a page in the editor."""
        asked = await self._asked(request, Where)
        point = None if asked.x is None or asked.y is None else (asked.x, asked.y)
        position = await self._position(_piece(asked.piece), asked.page, point)
        if position is None:
            return Response(status_code=404)
        url = editor_url(self.live.folders, self.live.settings.editor, position)
        return JSONResponse({"url": url, "place": str(position)})

    async def _position(
        self, piece: Piece, page: int, point: tuple[float, float] | None
    ) -> Position | None:
        library, record = self.live.library, self.live.records.get(piece)
        layout = record.visible if record else None
        if layout and point and page < len(layout.pages):
            try:
                found = drawn_position(library, piece, *point)
                if found is None:
                    words = self.live.layouts.rasteriser.lines_at(layout.pages[page], *point)
                    found = text_position(library, piece, await asyncio.wrap_future(words))
            except (ComputationError, FileNotFoundError, CannotDraw):
                found = None
            if found:
                return found
        return piece_position(library, piece)

    async def print(self, request: Request) -> Response:
        """Build a product; the address of its PDF, or the problems."""
        asked = await self._asked(request, Printed)
        try:
            path = await self.print_room.build(*asked.model_dump().values())
        except NotPrinted as error:
            return JSONResponse({"problems": str(error)}, status_code=422)
        return JSONResponse({"url": f"pdf/{path}"})


def _piece(name: str) -> Piece:
    """The piece of a name. Raises HTTPException for a faulty one."""
    try:
        return Piece.parse(name)
    except ValueError:
        raise HTTPException(400) from None


# --- build a product to print it ------------------------------------------------------------------


class NotPrinted(Exception):
    """A product could not be built. The message has the problems, as in a terminal."""


@dataclass(slots=True)
class PrintRoom:
    """Builds products by the command `build`. Only the files that it built can be opened."""

    live: Live
    built: set[str] = field(default_factory=set)
    # One build at a time: builds of a project wait for each other anyway, as processes.
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def build(self, product: str, lang: str, ink: str, edition: str) -> str:
        """Build a product on the user's paper; the path of its file, relative to the project.

        Raises NotPrinted.
        """
        target = self._target(product, lang, ink, edition)
        words = ["--lang", target.lang, "--ink", target.ink]
        if target.edition:
            words += ["--edition", target.edition]
        if target.on_paper and target.paper:
            words += ["--paper", target.paper]
        root = self.live.folders.root
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                *python_command("printgen.__main__", "-C", str(root)),
                *("build", *words, "--", target.id),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
                env={**environment(), "NO_COLOR": "1"},
                start_new_session=True,
            )
            try:
                _, messages = await process.communicate()
            except asyncio.CancelledError:
                process.kill()
                raise
        if process.returncode:
            raise NotPrinted(messages.decode("utf-8", "replace").strip())
        self.built.add(target.path)
        return target.path

    def _target(self, product: str, lang: str, ink: str, edition: str) -> Target:
        library, paper = self.live.library, self.live.settings.paper
        entry = product_of(library, product)
        more = {"editions": [edition]} if edition else {}
        found = entry and target_of(library, entry, lang, ink, paper, **more)
        if not found:
            raise NotPrinted(f"no product {product} in this variant")
        return found

    def file(self, path: str) -> Path | None:
        """The file of a path that `build` has returned."""
        folders = self.live.folders
        if path not in self.built:
            return None
        try:
            return folders.inside(folders.root, path)
        except (OutsideProject, FileNotFoundError):
            return None
