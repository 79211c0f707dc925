"""How many examples a property is tried with, as a share of what the profile asks for."""

from hypothesis import settings


def examples(share: float) -> settings:
    """Return settings for a property whose examples are dear: fewer, in every profile."""
    return settings(max_examples=max(3, round(settings.default.max_examples * share)))
