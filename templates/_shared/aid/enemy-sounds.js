/* The sounds of the enemy tool, by action. */
const EnemySounds = (() => {
  const card = () => Sounds.hiss(0, 2400, 0.8, 0.09, 0.2);
  const dice = () => [0, 0.07, 0.13].forEach((wait) => Sounds.hiss(wait, 1300, 3, 0.05, 0.25));
  const step = () => Sounds.tone(0, 190, 120, 0.09, 0.14);
  const shuffle = () => [0, 0.05, 0.1, 0.15, 0.2].forEach((wait) => Sounds.hiss(wait, 2000, 0.7, 0.06, 0.14));
  const rise = () => Sounds.tone(0, 70, 210, 0.6, 0.16, "triangle");
  return {
    turn: shuffle, shuffle, draw: card, lot: dice, yes: step, no: step, pick: step, done: step, next: card,
    clue: dice, move: dice, place: dice, call: rise, rise, arrive: rise,
  };
})();
