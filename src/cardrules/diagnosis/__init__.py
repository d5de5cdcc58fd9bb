"""Under which house rules was a record played? The smallest changes of its rules that explain it."""

from cardrules.diagnosis.search import Change, Diagnosis, Explanation, diagnose

__all__ = ["Change", "Diagnosis", "Explanation", "diagnose"]
