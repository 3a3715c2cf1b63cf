"""Dask clusters of this machine for tests: a scheduler and workers on loopback, with a key."""

from __future__ import annotations

import atexit
import logging
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from tools import program

if TYPE_CHECKING:
    from distributed import LocalCluster


@cache
def cluster_key() -> Path:
    """A private key with its certificate, as the guide makes it."""
    folder = mkdtemp(prefix="printgen-key-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder, "cluster.pem")
    words = [program("openssl"), "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=printgen"]
    words += ["-newkey", "rsa:3072", "-keyout", str(path), "-out", str(path)]
    subprocess.run(words, check=True, capture_output=True)
    return path


def start_cluster(workers: int, encrypted: bool = True) -> LocalCluster:
    """A scheduler and worker processes, which are replaced when they die; a context manager."""
    from distributed import LocalCluster, Security

    names = ["tls_ca_file"]
    names += [
        f"tls_{who}_{what}" for who in ("client", "scheduler", "worker") for what in ("cert", "key")
    ]
    key = cluster_key() if encrypted else ""
    security = Security(require_encryption=True, **dict.fromkeys(names, str(key))) if key else None
    # Layout processes have limits of their own.
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        protocol="tls://" if encrypted else "tcp://",
        security=security,
        dashboard_address="127.0.0.1:0",
        memory_limit=None,
        silence_logs=logging.ERROR,
    )


if __name__ == "__main__":
    # Until standard input ends.
    with start_cluster(1, encrypted="open" not in sys.argv) as local:
        print(local.scheduler_address, cluster_key(), sep="\n", flush=True)
        sys.stdin.read()
