"""Searches of markers, and reserves that arrive by rolls."""

from printgen.extras.search.study import SearchQuestion, WavesQuestion, search, waves
from printgen.rules.mechanic import Mechanic, Question

SEARCH = Mechanic(
    "search",
    questions={
        "search": Question(SearchQuestion, search),
        "waves": Question(WavesQuestion, waves),
    },
)
