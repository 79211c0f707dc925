"""How thoroughly properties are tried: ``HYPOTHESIS_PROFILE=deep pytest`` for the long search.

No profile has a deadline: how fast a machine is says nothing about whether a rule holds. Where
``CI`` is set the examples are the same in every run, so that a change is judged by itself.
"""

import os

from hypothesis import HealthCheck, settings

_SLOW_MACHINE = [HealthCheck.too_slow]

settings.register_profile(
    "quick",
    max_examples=60,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=_SLOW_MACHINE,
)
settings.register_profile(
    "deep",
    max_examples=5000,
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=_SLOW_MACHINE,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
