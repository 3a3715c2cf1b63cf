"""Charts as PNG files."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from helpers import dice, shared
from PIL import Image
from runners import runner_of

from printgen import Project
from printgen.extras.reports.report import charts_png
from printgen.views.charts import study_chart_view


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "dice", dice)


@pytest.fixture(scope="module")
def project(root: Path) -> Project:
    project = Project(root)
    assert project.problems == []
    return project


def test_a_png_chart_has_200_dpi(project: Project) -> None:
    library = project.library
    views = [
        study_chart_view(library, library.games["fog"].studies[name], "en")
        for name in ("hands", "guts")
    ]
    with runner_of(project) as runner:
        pictures = charts_png(views, runner)
    for view, content in zip(views, pictures, strict=True):
        with Image.open(BytesIO(content)) as picture:
            inch = 200 / 25.4
            assert picture.width == pytest.approx(float(view["frame"]["width"]) * inch, abs=2)
            assert picture.height == pytest.approx(float(view["frame"]["height"]) * inch, abs=2)
            grey = np.asarray(picture.convert("L"))
            assert (grey.min() < 60, grey.max() > 240) == (True, True)
