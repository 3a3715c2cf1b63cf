"""Run `printgen` in a process that a fork server makes: a new one imports it for half a second.

The first argument is the address of the server, the others are the words of the command. This
process ends with the forked one, whose standard streams are its own.
"""

from __future__ import annotations

import os
import pickle
import socket
import sys


def run(address: bytes, words: list[str]) -> None:
    """Have a command run, and wait until it has ended."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.connect(address)
        request = pickle.dumps((dict(os.environ), os.getcwd(), words))  # noqa: PTH109
        socket.send_fds(connection, [request], [0, 1, 2])
        # The forked process has the streams alone: its end closes them.
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        while connection.recv(20):
            pass


if __name__ == "__main__":
    run(bytes.fromhex(sys.argv[1]), sys.argv[2:])
