"""The starter, and its crew cards for two card printers."""

from __future__ import annotations

import pytest
from helpers import starter
from vendor_decks import files

from printgen import Project


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(starter(tmp_path_factory.mktemp("starter")))


@pytest.fixture(scope="session")
def poker(project: Project) -> dict[str, bytes]:
    """All files for MakePlayingCards."""
    return files(project, "makeplayingcards")


@pytest.fixture(scope="session")
def pdf(project: Project) -> bytes:
    return files(project, "drivethrucards")["cards.pdf"]
