"""The connection to a Dask cluster."""

from __future__ import annotations

import logging
import os
import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.project import ProjectError

if TYPE_CHECKING:
    from distributed import Client, Security

_SCHEDULER = re.compile(r"(?!local:)(?:(tcp|tls)://)?[^/\s]+:\d{1,5}")

# Seconds to connect.
_CONNECT = 15

_OPEN = (
    "%s is not encrypted: whoever can reach this scheduler or its workers can run programs as you,"
    " on this machine and on theirs, and read what is sent (tls://HOST:PORT with --cluster-key"
    " prevents it)"
)

log = logging.getLogger(__name__)


def is_address(text: str, encrypted: bool = False) -> bool:
    """Whether a text is the address of a scheduler; with `encrypted`, one that may be so."""
    found = _SCHEDULER.fullmatch(text)
    return found is not None and not (encrypted and found[1] == "tcp")


def open_client(address: str, key: Path | None, opened: ExitStack) -> Client:
    """A client of a scheduler, closed with `opened`.

    `key` is a file with a private key and its certificate, which all machines of the cluster share.
    Raises ProjectError.
    """
    try:
        from distributed import Client
    except ImportError:
        message = (
            "--cluster needs distributed: type pip install '.[cluster]' in the folder of printgen"
        )
        raise ProjectError(message) from None
    security = _security(key) if key else None
    if security and "://" not in address:
        address = f"tls://{address}"
    if not address.startswith("tls://"):
        log.warning(_OPEN, address)
    try:
        client = Client(address, timeout=_CONNECT, set_as_default=False, security=security)
    except (OSError, ValueError) as error:
        raise ProjectError(f"no Dask scheduler at {address} ({error})") from error
    except (TypeError, RuntimeError) as error:
        # Dask has no key in its own settings, either, or they allow encryption only.
        raise ProjectError(f"{address} needs tls:// and a key (--cluster-key FILE)") from error
    opened.enter_context(client)
    return client


def _security(key: Path) -> Security:
    """Encryption for those who have the key alone. Raises ProjectError."""
    from distributed import Security

    try:
        if os.name == "posix" and key.stat().st_mode & 0o077:
            hint = f"allow it to yourself alone: chmod 600 {key}"
            raise ProjectError(f"other users of this machine may read the key {key} ({hint})")
        names = dict.fromkeys(("tls_ca_file", "tls_client_cert", "tls_client_key"), str(key))
        security = Security(require_encryption=True, **names)
        # Reads the file.
        security.get_connection_args("client")
    except OSError as error:
        why = error.strerror or error
        raise ProjectError(f"{key} is no private key with its certificate ({why})") from error
    return security
