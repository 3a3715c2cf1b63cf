"""The demonstration games under short names."""

from __future__ import annotations

import pytest

from printgen import Project
from printgen.content.library import Library


@pytest.fixture(scope="session")
def project(demo_project: Project) -> Project:
    return demo_project


@pytest.fixture(scope="session")
def library(demo_project: Project) -> Library:
    return demo_project.library
