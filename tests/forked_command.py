"""Run `printgen` in a process that a fork server makes: a new one imports it for half a second.

The first argument is the address of the server, the others are the words of the command. This
process ends with the forked one, whose standard streams are its own.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys


def run(address: bytes, words: list[str]) -> int:
    """The exit status of a command, which has ended."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.connect(address)
        request = (dict(os.environ), os.getcwd(), words, address)  # noqa: PTH109
        socket.send_fds(connection, [pickle.dumps(request)], [0, 1, 2])
        # The forked process has the streams alone: its end closes them.
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        pid = connection.recv(20)
        if pid:
            # Ctrl-C is for the forked process, whose end this one waits for.
            signal.signal(signal.SIGINT, lambda *_: os.kill(int(pid), signal.SIGINT))
        code = connection.recv(20)
    return int(code) if pid and code else 1


if __name__ == "__main__":
    sys.exit(run(bytes.fromhex(sys.argv[1]), sys.argv[2:]))
