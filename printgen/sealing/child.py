"""What a sealed process does: it answers the calls of the process that started it."""

from __future__ import annotations

import ctypes
import math
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, TypeVar

from printgen.sealing.messages import receive, send
from printgen.sealing.system import limit_time

Result = TypeVar("Result")

_PR_SET_PDEATHSIG = 1


def open_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipe of calls and that of answers, which are standard input and output.

    From then on, what libraries print goes to standard error. Ctrl-C is for the process that
    started this one, which ends it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, answers = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return calls, answers


def first_message(calls: IO[bytes]) -> Any:
    """What is sent before all calls. Raises EOFError."""
    return pickle.loads(receive(calls))  # noqa: S301 - from the process that started this one


def end_with(parent: int) -> None:
    """Make the kernel kill this process when the thread that started it ends, or its process."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def answer_calls(calls: IO[bytes], answers: IO[bytes], failure: Exception | None = None) -> None:
    """Answer calls until the process that started this one ends the pipe, or ends itself.

    Calls may run any code: they are from that process. With a `failure`, it answers them all.
    """
    with suppress(EOFError, BrokenPipeError):
        while True:
            function, arguments, seconds = pickle.loads(receive(calls))  # noqa: S301 - as above
            limit_time(seconds or math.inf)
            send(answers, (None, failure) if failure else caught(function, *arguments))


def caught(
    function: Callable[..., Result], *arguments: object
) -> tuple[Result | None, Exception | None]:
    """The result of a function, or what it raises."""
    try:
        return function(*arguments), None
    except Exception as error:
        return None, error
