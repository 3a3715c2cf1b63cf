"""The user whose process is at the other end of a local connection, from the tables of Linux."""

from __future__ import annotations

import os
import socket
import struct
from pathlib import Path

# The tables of connections. A socket of IPv6 can connect to an address of IPv4.
_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))


def has_tables() -> bool:
    """Whether this system lists the users of connections."""
    return _TABLES[0].is_file()


def is_of_another_user(client: tuple[str, int], server: tuple[str, int]) -> bool:
    """Whether the client of a connection is a process of another user.

    root is no other user: it can read all that this user can, and forwards ports of containers. A
    client that no table has is no process of this system: it is behind a forwarded port.
    """
    ends = _end(client), _end(server)
    for table in _TABLES:
        if not table.is_file():
            continue
        for line in table.read_text("ascii").splitlines()[1:]:
            _, local, remote, _, _, _, _, user, *_ = line.split()
            if (_short(local), _short(remote)) == ends:
                return int(user) not in (0, os.getuid())
    return False


def _end(address: tuple[str, int]) -> str:
    """An end of a connection as the tables have it: an address in the machine's order of bytes."""
    host, port = address
    (number,) = struct.unpack("=I", socket.inet_aton(host))
    return f"{number:08X}:{port:04X}"


def _short(end: str) -> str:
    """The end of a connection without the prefix of an address of IPv4 in IPv6."""
    return end[-13:]
