"""Layout and games with the workers of a cluster: real processes on loopback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli_runs import run_printgen
from cluster_calls import lose, process_id, survive
from clusters import cluster_key, start_cluster
from distributed import Client, LocalCluster
from helpers import ROOT, starter, written
from layout_projects import picture, profile

from printgen.extras.cluster import cluster as clusters_module
from printgen.extras.cluster import host
from printgen.extras.cluster.cluster import Cluster, ClusterWorkers
from printgen.extras.quest.definition import Quest, Step
from printgen.extras.quest.games import BATCH, simulate
from printgen.layout.jobs import Job, PageFormat
from printgen.layout.runners import BatchRunner, open_runner
from printgen.project import Folders, ProjectError

pytestmark = pytest.mark.slow

FORMAT = PageFormat("face", "plain/tile", "en", "full", 30, 20)
TEMPLATE = '{% set shrink = [8] %}<p style="margin: 4mm">{{ words }}</p>'


@pytest.fixture(scope="module")
def local() -> Iterator[LocalCluster]:
    """A scheduler with two workers, which are replaced when they die."""
    with start_cluster(2) as started:
        yield started


@pytest.fixture(scope="module")
def address(local: LocalCluster) -> str:
    return str(local.scheduler_address)


@pytest.fixture
def cluster(address: str) -> Iterator[Cluster]:
    with Cluster(address, cluster_key()) as opened:
        yield opened


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    """A project with one template."""
    root = tmp_path_factory.mktemp("tiles").resolve()
    (root / "templates" / "plain").mkdir(parents=True)
    (root / "templates" / "plain" / "tile.html.j2").write_text(TEMPLATE)
    return Folders(root)


def key_option() -> list[str]:
    return ["--cluster-key", str(cluster_key())]


# Jobs of many batches: some wait when the first batch ends.
MANY = 300


def jobs(count: int) -> list[Job]:
    return [Job(FORMAT, f"tile {n}", {"words": f"Tile {n} of {count}"}) for n in range(count)]


def test_a_build_has_the_same_bytes_as_without_a_cluster(tmp_path: Path, address: str) -> None:
    roots = [starter(tmp_path / name) for name in ("alone", "together")]
    for root in roots:
        picture(root, "moon.png", 900, 700)
        profile(root, "Moon", more="image: images/moon.png")
        own = root / "templates" / "plain"
        own.mkdir(parents=True)
        style = (ROOT / "templates" / "plain" / "style.css").read_text(encoding="utf-8")
        (own / "style.css").write_text(f"{style}\np {{ color: #123456 }}", encoding="utf-8")
    alone, together = roots
    words = ("build", "fog/crew-cards", "--lang", "en", "--no-cache")
    assert run_printgen(*words, "--jobs", "1", cwd=alone).returncode == 0
    done = run_printgen(*words, "--cluster", address, *key_option(), cwd=together)
    assert (done.returncode, "not used" in done.stderr) == (0, False)
    assert len(written(together)) > 1
    assert written(together) == written(alone)


def test_a_worker_killed_half_way_costs_nothing_but_its_jobs(
    cluster: Cluster, tiles: Folders, local: LocalCluster
) -> None:
    with open_runner(tiles, 1) as runner:
        alone = [runner.submit(job) for job in jobs(MANY)]
        expected = [future.result() for future in alone]
    with Client(local, set_as_default=False) as client:
        victim = next(iter(client.run(os.getpid).values()))
    runner = BatchRunner(ClusterWorkers(cluster, tiles))
    futures = [runner.submit(job) for job in jobs(MANY)]
    futures[0].result()
    os.kill(victim, signal.SIGKILL)
    assert not futures[-1].done()
    results = [future.result() for future in futures]
    assert [result.faults for result in results] == [[]] * MANY
    assert [result.face for result in results] == [result.face for result in expected]


def test_calls_of_a_worker_that_dies_are_repeated(cluster: Cluster, tmp_path: Path) -> None:
    items = [(number, tmp_path / "died" if number == 1 else None) for number in range(6)]
    assert list(cluster.map(survive, items)) == list(range(6))
    assert (tmp_path / "died").exists()


def test_a_layout_process_that_dies_twice_is_a_fault_of_its_job(
    cluster: Cluster, tiles: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "lay_out", lose)
    runner = BatchRunner(ClusterWorkers(cluster, tiles))
    (fault,) = runner.submit(jobs(1)[0]).result().faults
    assert (fault.code, fault.severity) == ("layout-limit", "error")
    assert "tile 0" in fault.message


def test_games_are_the_same_as_without_a_cluster(cluster: Cluster) -> None:
    steps = (Step((2, 0)), Step((3, 1)))
    quest = Quest(steps, ((1, 2),), ((1, 3), (2, 3), (3, 2)), 4, 2)
    games = 2 * BATCH + 17
    alone = simulate(quest, (3, 1), games, 5)
    together = simulate(quest, (3, 1), games, 5, spread=cluster.map)
    assert (together.wins, *together.deaths) == (alone.wins, *alone.deaths)
    assert 0 < alone.wins < games


@contextmanager
def other_worker(address: str, folder: Path) -> Iterator[None]:
    """A worker with another version of WeasyPrint, to judge by the names of installed packages."""
    (folder / "weasyprint-69.5.dist-info").mkdir()
    path, key = os.pathsep.join([str(folder), str(ROOT)]), str(cluster_key())
    words = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny"]
    words += [word for name in ("ca-file", "cert", "key") for word in (f"--tls-{name}", key)]
    words += ["--no-dashboard", "--nthreads", "1", "--local-directory", str(folder)]
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL) as process:
        yield
        process.terminate()


def test_a_worker_with_another_toolchain_is_refused_by_name(
    local: LocalCluster, address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Client(local, set_as_default=False) as client, other_worker(address, tmp_path):
        client.wait_for_workers(3, timeout=60)
        ours = {nanny.worker_address for nanny in local.workers.values()}
        (other,) = set(client.nthreads()) - ours
        with Cluster(address, cluster_key()) as cluster:
            assert cluster.count == 2
            used = set(cluster.map(process_id, range(8)))
            assert used <= set(client.run(os.getpid, workers=sorted(ours)).values())
    (message,) = [record.getMessage() for record in caplog.records if "printgen" in record.name]
    assert message.startswith(f"the worker {other} is not used: ")
    assert "weasyprint is 69.5 instead of 7" in message


def test_a_missing_scheduler_and_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters_module, "_CONNECT", 0.2)
    with Cluster("tcp://127.0.0.1:9") as cluster, pytest.raises(ProjectError, match="no Dask sche"):
        cluster.start(str)
    monkeypatch.setitem(sys.modules, "distributed", None)
    missing = pytest.raises(ProjectError, match=r"\.\[cluster\]")
    with Cluster("tls://127.0.0.1:9") as cluster, missing:
        cluster.start(str)


def test_wrong_addresses(tmp_path: Path) -> None:
    for address in ("local:0", "local:100", "local", "10.0.0.2", "http://10.0.0.2:8786"):
        done = run_printgen("build", "--cluster", address, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "is neither local:N nor tls://HOST:PORT" in done.stderr
    done = run_printgen("build", "--cluster", "tcp://10.0.0.2:8786", *key_option(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "'tcp://10.0.0.2:8786' is not tls://HOST:PORT" in done.stderr


def test_local_workers_need_no_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    roots = [starter(tmp_path / name) for name in ("alone", "together")]
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = ("build", "fog/crew-cards", "--lang", "en", "--no-cache")
    for root, option in zip(roots, ("--jobs", "--cluster"), strict=True):
        done = run_printgen(*words, option, "1" if option == "--jobs" else "local:2", cwd=root)
        assert (done.returncode, done.stderr) == (0, "")
    assert written(roots[0]) == written(roots[1])


def test_who_reaches_an_open_scheduler_is_named(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters_module, "_CONNECT", 0.2)
    for address in ("127.0.0.1:9", "tcp://127.0.0.1:9"):
        with Cluster(address) as cluster, pytest.raises(ProjectError, match="no Dask scheduler"):
            cluster.start(str)
        said = caplog.records.pop().getMessage()
        assert said.startswith(f"{address} is not encrypted: whoever can reach this scheduler")
        assert "can run programs as you, on this machine and on theirs" in said
    encrypted = pytest.raises(ProjectError, match="no Dask scheduler at tls://")
    with Cluster("127.0.0.1:9", cluster_key()) as cluster, encrypted:
        cluster.start(str)
    assert "printgen" not in {record.name.partition(".")[0] for record in caplog.records}


def test_unusable_keys(address: str, tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    for content, mode, message in (
        (cluster_key().read_bytes(), 0o644, "other users of this machine may read the key"),
        (b"words", 0o600, "is no private key with its certificate"),
    ):
        key.write_bytes(content)
        key.chmod(mode)
        with Cluster(address, key) as cluster, pytest.raises(ProjectError, match=message):
            cluster.start(str)
    with Cluster(address) as cluster, pytest.raises(ProjectError, match="needs tls:// and a key"):
        cluster.start(str)
