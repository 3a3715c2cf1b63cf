"""Clients that send nonsense: the language server answers what is right, or ends."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from helpers import COMMAND, environment, starter

pytestmark = pytest.mark.slow

CAPTAIN = "content/fog/profiles/captain.yaml"


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def message(method: str, params: Any = None, number: int | None = None) -> bytes:
    """A message; with a number, one that asks for an answer."""
    found: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
    return framed(json.dumps(found if number is None else {**found, "id": number}).encode())


def talk(root: Path, *messages: bytes) -> tuple[int, dict[int, Any], str, str]:
    """The server's exit code, its answers by number, its log and stderr, after it has ended."""
    start: dict[str, Any] = {"processId": None, "rootUri": root.as_uri(), "capabilities": {}}
    said = [message("initialize", start, 1), message("initialized", {}), *messages]
    said += [message("shutdown", number=2), message("exit")]
    done = subprocess.run(
        [*COMMAND, "-C", str(root), "lsp"],
        input=b"".join(said), capture_output=True, env=environment(root / "home"), timeout=120,
    )  # fmt: skip
    answers, log, rest = {}, "", done.stdout
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        size = int(head.split(b"Content-Length: ")[1].split()[0])
        found, rest = json.loads(rest[:size]), rest[size:]
        if "method" not in found:
            answers[found["id"]] = found
        elif found["method"] == "window/logMessage":
            log += found["params"]["message"] + "\n"
    return done.returncode, answers, log, done.stderr.decode()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return starter(tmp_path_factory.mktemp("hostile"))


@pytest.mark.parametrize(
    "start",
    [
        b"Content-Length: 1000000000000\r\n\r\n{}",
        b"Content-Length: " + b"9" * 5000,
        b"A" * 5_000_000,
    ],
)
def test_a_message_that_is_too_long_ends_the_server(root: Path, start: bytes) -> None:
    code, answers, log, errors = talk(root, start)
    assert (code, sorted(answers)) == (0, [1])
    assert log.startswith("printgen lsp ends: ")
    assert "Traceback" not in errors


def test_faulty_messages_are_a_line_each(root: Path) -> None:
    faulty = [
        b'"\xff\xfe"', b"[" * 200_000, b"{", b"null", b"[1, 2]", b"{}",
        b'{"jsonrpc": "1.0", "id": 3}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": %s}'
        % (b"[" * 900 + b"]" * 900),
    ]  # fmt: skip
    place = {"line": -1, "character": 1e99}
    hover = {"textDocument": {"uri": (root / CAPTAIN).as_uri()}, "position": place}
    code, answers, _, errors = talk(
        root,
        b"Content-Length: -5\r\nContent-Length: x\r\n",
        *map(framed, faulty),
        message("textDocument/hover", hover, 8),
    )
    assert code == 0
    assert answers[2]["result"] is None
    assert "Unable to handle message" in errors
    assert "Traceback" not in errors


def test_addresses_that_are_no_files_of_the_project_are_left_alone(
    root: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("name: {any: Confidential}\nstats: {fight: 2+}\n")
    fog = root / "content" / "fog"
    (fog / "profiles" / "link.yaml").symlink_to(secret)
    os.mkfifo(fog / "profiles" / "pipe.yaml")
    fog_uri = fog.as_uri()
    uris = [
        "http://example.org/x.yaml", "untitled:Untitled-1", "", "%00", "file:", "file://",
        "file:///", "file:x.yaml", f"file://host{fog}/game.yaml", "file://[::1", "file:///dev/zero",
        "file:///proc/self/environ", f"{fog_uri}/a%00b.yaml",
        f"{fog_uri}/../../../../../../../dev/zero", f"{fog_uri}/%ff%fe.yaml",
        f"{fog_uri}/{'n' * 300}.yaml", f"{fog_uri}/{'a/' * 3000}x.yaml", f"{fog_uri}/\ud800.yaml",
        secret.as_uri(), f"{fog_uri}/profiles/link.yaml", f"{fog_uri}/profiles/pipe.yaml",
    ]  # fmt: skip
    place, messages, number = {"line": 0, "character": 0}, [], 10
    for uri in uris:
        document = {"textDocument": {"uri": uri}}
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": "x: 1"}
        asked = [
            ("textDocument/hover", {**document, "position": place}),
            ("textDocument/definition", {**document, "position": place}),
            ("textDocument/completion", {**document, "position": place}),
            ("textDocument/rename", {**document, "position": place, "newName": "x"}),
        ]
        for about, params in asked:
            messages.append(message(about, params, number))
            number += 1
        folder = {"uri": uri, "name": "x"}
        event = {"added": [folder], "removed": [folder]}
        messages += [
            message("textDocument/didOpen", {"textDocument": item}),
            message("textDocument/didSave", document),
            message("textDocument/didClose", document),
            message("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 1}]}),
            message("workspace/didChangeWorkspaceFolders", {"event": event}),
        ]
    code, answers, _, errors = talk(root, *messages)
    assert code == 0
    assert {1, 2, *range(10, number)} <= set(answers)
    assert "Traceback" not in errors
    assert "Confidential" not in json.dumps(answers)


def test_a_flood_of_edits_is_checked_once_it_ends(root: Path) -> None:
    uri, text = (root / CAPTAIN).as_uri(), (root / CAPTAIN).read_text("utf-8")
    item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    edits = [
        message(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": place, "text": "#"}],
            },
        )
        for version in range(5_000)
    ]
    code, answers, _, errors = talk(
        root, message("textDocument/didOpen", {"textDocument": item}), *edits
    )
    assert (code, sorted(answers), errors) == (0, [1, 2], "")
