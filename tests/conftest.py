"""Hypothesis profiles: HYPOTHESIS_PROFILE=thorough for many examples; a failure prints how to replay it.

mutation: the few examples of tests/mutation, and the first that fails is enough.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile("default", max_examples=60, deadline=None, print_blob=True, suppress_health_check=_SLOW)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, database=None)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=1500)
settings.register_profile(
    "mutation",
    settings.get_profile("ci"),
    max_examples=40,
    phases=(Phase.explicit, Phase.generate),
    report_multiple_bugs=False,
    print_blob=False,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
