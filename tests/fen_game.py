"""A small quest for two heroes, and a wish about their chances."""

from __future__ import annotations

GAME = """title: Fen
languages: [en]
stat_lines:
  hero: {label: Hero, stats: {life: {label: L, min: 1, max: 5}, armour: {label: A, min: 0, max: 5}}}
  foe: {label: Foe, stats: {life: {label: L, min: 1, max: 9}, armour: {label: A, min: 0, max: 9}}}
counters: {life: {symbol: L, label: Life, min: 0, max: 5},
           armour: {symbol: A, label: Armour, min: 0, max: 5}}
suits: {a: {symbol: a, label: A}, b: {symbol: b, label: B}}
scales: {cards: {label: Cards, ranks: {one: {label: "1", name: One, value: 1},
         two: {label: "2", name: Two, value: 2}, three: {label: "3", name: Three, value: 3},
         four: {label: "4", name: Four, value: 4}}}}
deck: {ranks: cards, piles: {steps: {label: Road, suits: [b], ranks: [one, two], shuffled: true},
       rest: {label: Rest, suits: [b], ranks: [three, four], shuffled: true},
       combat: {label: Fight, suits: [a], ranks: [one, two, three, four], shuffled: true}}}
quests: {enemy: foe, story_symbol: S, pile: steps, combat: combat, steps: 3,
         types: {fight: {symbol: F, label: Fight, text: Fight., fight: true}}}
"""
QUEST = """title: Fen
steps:
- {step: 1, type: fight, name: Frog, enemy: {life: 2, armour: 1}}
- {step: 2, type: fight, name: Heron, enemy: {life: 2, armour: 1}}
- {step: 3, type: fight, name: Eel, enemy: {life: 3, armour: 1}}
"""
WISH = """title: Even
goals: [{study: chances, columns: [best], least: 5 %, most: 91 %}]
may_change:
- {profiles: [reed, moss], stat: life, by: [-1, 1]}
- {profiles: [reed, moss], stat: armour, by: [-1, 1]}
- {quest: fen, steps: [1, 3], stat: armour, by: [-1, 1]}
"""
FILES = {
    "printgen.yaml": "",
    "content/fen/game.yaml": GAME,
    "content/fen/profiles/reed.yaml": "name: Reed\nstats: {hero: {life: 3, armour: 2}}\n",
    "content/fen/profiles/moss.yaml": "name: Moss\nstats: {hero: {life: 2, armour: 3}}\n",
    "content/fen/quests/fen.yaml": QUEST,
    "content/fen/studies/chances.yaml": "title: Chances\nquest: {quests: [fen]}\n",
    "content/fen/wishes/even.yaml": WISH,
}
