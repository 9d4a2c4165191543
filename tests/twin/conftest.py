"""The npm package, built once for all twins, and its door in Node."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.kernel.package import build
from tests.twin.door import Door


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="session")
def door(package: Path) -> Iterator[Door]:
    opened = Door(package)
    yield opened
    opened.close()
