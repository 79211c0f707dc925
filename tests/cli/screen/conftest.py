"""Full screens are tried in the colours that a terminal of today has."""

import pytest


@pytest.fixture(autouse=True)
def all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name a terminal that takes any colour, whatever the tests run in."""
    monkeypatch.setenv("COLORTERM", "truecolor")
