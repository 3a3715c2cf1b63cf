/* Hands of poker dice. A hand is the number of dice that show each face, the lowest face first; the
   same as strength.py of the mechanic. */
const Hands = (() => {
  const FACES = 6;
  const [NOTHING, PAIR, TWO_PAIRS, THREE, FULL, FOUR, FIVE] = [0, 1, 2, 3, 4, 5, 6];

  const count = (dice) => {
    const counts = new Array(FACES).fill(0);
    for (const face of dice) counts[face] += 1;
    return counts;
  };

  /* The kind of a hand, from nothing (0) to five of a kind (6). */
  const kind = (counts) => {
    const [first, second] = [...counts].sort((a, b) => b - a);
    if (first >= 4) return first >= 5 ? FIVE : FOUR;
    if (first === 3) return second >= 2 ? FULL : THREE;
    if (first === 2) return second === 2 ? TWO_PAIRS : PAIR;
    return NOTHING;
  };

  /* The best five dice: the faces that make the hand, then the others from the highest. */
  const best = (counts) => {
    const faces = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || b - a);
    const all = faces.flatMap((face) => new Array(counts[face]).fill(face));
    const made = { [FULL]: 5, [TWO_PAIRS]: 4 }[kind(counts)] ?? Math.min(5, counts[faces[0]]);
    return [...all.slice(0, made), ...all.slice(made).sort((a, b) => b - a)].slice(0, 5);
  };

  /* A number that is greater for a stronger hand. A missing die is a face below the lowest. */
  const strength = (counts) => {
    const five = best(counts);
    let sum = kind(counts);
    for (let place = 0; place < 5; place += 1) sum = sum * (FACES + 1) + (five[place] ?? -1) + 1;
    return sum;
  };

  /* The best change of one die to `face`: the face of that die; -1 if no change is better. */
  const change = (counts, face) => {
    let [found, most] = [-1, strength(counts)];
    for (let other = 0; other < FACES; other += 1) {
      if (!counts[other]) continue;
      const changed = [...counts];
      changed[other] -= 1;
      changed[face] += 1;
      if (strength(changed) > most) [found, most] = [other, strength(changed)];
    }
    return [found, most];
  };
  /* The strength of a hand whose player may change one die to `face`, if it is one. */
  const turned = (counts, face) => (face === null ? strength(counts) : change(counts, face)[1]);
  /* The kind that a strength has. */
  const kindOf = (sum) => Math.floor(sum / (FACES + 1) ** 5);

  /* The numbers of dice thrown, and of dice that may be rerolled, with a potential. */
  const dice = (pot, base) => {
    const thrown = Math.max(1, base + Math.min(0, pot));
    return [thrown, Math.min(Math.max(0, pot), thrown)];
  };

  return { FACES, NOTHING, count, kind, best, strength, change, turned, kindOf, dice };
})();
