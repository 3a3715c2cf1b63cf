"""Four workers of a cluster against one, with jobs that sleep: so the cores do not matter."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench_measures import Bar, Size, say
from clusters import cluster_key, start_cluster

from printgen.extras.cluster.cluster import Cluster

JOBS, SECONDS = 24, 0.5


def bench_cluster(_: Size) -> Iterator[Bar]:
    """The time of sleeping jobs with one worker and with four, after the cluster is connected."""
    one, four = _seconds(1), _seconds(4)
    say(f"{JOBS} jobs of {SECONDS} s on a cluster: {one:.1f} s with 1 worker, {four:.1f} s with 4")
    yield Bar("cluster, 4 workers / 1 worker", one / four, 3.2, at_least=True)


def _seconds(workers: int) -> float:
    with (
        start_cluster(workers) as local,
        Cluster(local.scheduler_address, cluster_key()) as cluster,
    ):
        while cluster.count < workers:
            time.sleep(0.1)
        start = time.perf_counter()
        for _ in cluster.map(time.sleep, [SECONDS] * JOBS):
            pass
        return time.perf_counter() - start
