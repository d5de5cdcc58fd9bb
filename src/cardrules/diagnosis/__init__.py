"""Under which house rules was a record played? The smallest changes of its rules that explain it,
and the rules that explain most records of an archive."""

from cardrules.diagnosis.search import Change, Diagnosis, Explanation, diagnose
from cardrules.diagnosis.season import Counted, House, Season, Survey, diagnose_many

__all__ = [
    "Change",
    "Counted",
    "Diagnosis",
    "Explanation",
    "House",
    "Season",
    "Survey",
    "diagnose",
    "diagnose_many",
]
