"""Searches of markers, and reserves that arrive by rolls."""

from printgen.mechanics.mechanic import Mechanic, Question
from printgen.mechanics.search.model import SearchQuestion, WavesQuestion
from printgen.mechanics.search.study import search, waves

SEARCH = Mechanic(
    "search",
    questions={
        "search": Question(SearchQuestion, search),
        "waves": Question(WavesQuestion, waves),
    },
)
