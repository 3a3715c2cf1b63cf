"""Layout and calculations by the workers of a Dask cluster."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "cluster",
    Path(__file__).parent,
    cluster="printgen.extras.cluster.cluster:Cluster",
    cluster_workers="printgen.extras.cluster.cluster:ClusterWorkers",
)
