"""The lobby: every flag of both games can be set and reaches the match; what makes no sense is said at its field."""

from __future__ import annotations
