"""Battles that are played many times, whatever their mechanic."""

from printgen.extras.battles.study import BattleQuestion, battle_study
from printgen.rules.mechanic import Mechanic, Question

BATTLES = Mechanic("battles", questions={"battle": Question(BattleQuestion, battle_study)})
