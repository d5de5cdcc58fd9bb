"""Hypothesis profiles: HYPOTHESIS_PROFILE=thorough for many examples; a failure prints how to replay it.

mutation: the few examples of tests/mutation, and the first that fails is enough.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
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

HERE: Final = Path(__file__).parent
OFTEN: Final = (
    "test_duizenden_oracle",
    "test_example_game",
    "test_mutation",
    "test_tausend_oracle",
    "test_typing",
    "test_worlds",
    "web",
)
"""What runs the same lines a great many times, and takes three times as long while coverage counts them; other
tests reach these lines, too."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(HERE).parts[0].removesuffix(".py") in OFTEN:
            item.add_marker("no_cover")
