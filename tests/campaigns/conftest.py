"""Who most campaigns are tested with: ada, who owns one."""

import pytest

from .helpers import founded


@pytest.fixture
def owner(released, person):
    return person("ada")


@pytest.fixture
def campaign(owner):
    return founded(owner)
