/* Hands of poker dice. A hand is the number of dice that show each face, the lowest face first. As
   in rules.py: tests compare both. */
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

/* The throws of some dice, and the sets of dice that can be kept of each, for exact chances: as in
   duel.py. A throw is a multiset of faces (252 for five dice). The value of a set is the mean over the
   six sets with one more die. All sums are whole numbers below 2^53. */
const Trees = (() => {
  const { FACES } = Hands;
  const known = new Map();
  const remembered = new Map();

  /* All multisets of `total` dice. */
  const multisets = (total, faces = FACES) => {
    if (faces === 1) return [[total]];
    const found = [];
    for (let here = 0; here <= total; here += 1) {
      for (const rest of multisets(total - here, faces - 1)) found.push([here, ...rest]);
    }
    return found;
  };
  const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
  const size = (counts) => counts.reduce((sum, many) => sum + many, 0);
  const ways = (counts) => counts.reduce((product, many) => product / factorial(many), factorial(size(counts)));
  const key = (counts) => counts.join("");

  /* The sets of at least `least` dice that can be kept of a throw. */
  const kept = (counts, least) => {
    if (!counts.length) return [[]];
    const [first, ...rest] = counts;
    const found = [];
    for (let here = Math.max(0, least - size(rest)); here <= first; here += 1) {
      for (const more of kept(rest, least - here)) found.push([here, ...more]);
    }
    return found;
  };
  /* Of sets with equal values, the one with the most dice is kept, then the one with the highest. */
  const preferred = (a, b) => {
    if (size(a) !== size(b)) return size(b) - size(a);
    for (let face = FACES - 1; face >= 0; face -= 1) if (a[face] !== b[face]) return b[face] - a[face];
    return 0;
  };

  /* Kept sets are numbered in one sequence: sets of all dice first (the throws), then of one die
     fewer, and so on. `joined` has the six sets with one die more of each set after the throws;
     `options` the sets that can be kept of each throw, preferred first. */
  const make = (count, rerolls) => {
    const blocks = Array.from({ length: rerolls + 1 }, (_, less) => multisets(count - less));
    const sets = blocks.flat();
    const places = new Map(sets.map((counts, place) => [key(counts), place]));
    const joined = new Int32Array(sets.length * FACES);
    sets.forEach((counts, place) => {
      for (let face = 0; face < FACES && place >= blocks[0].length; face += 1) {
        joined[place * FACES + face] = places.get(key(counts.map((many, other) => many + (other === face))));
      }
    });
    const thrown = Float64Array.from(blocks[0], (counts) => Math.round(ways(counts)));
    const options = blocks[0].map((counts) =>
      Int32Array.from(kept(counts, count - rerolls).sort(preferred), (keep) => places.get(key(keep))));
    return { rerolls, finals: blocks[0], sets, places, joined, thrown, options, whole: FACES ** (count + rerolls) };
  };
  const tree = (count, rerolls) => {
    const name = `${count}.${rerolls}`;
    if (!known.has(name)) known.set(name, make(count, rerolls));
    return known.get(name);
  };
  const place = (branches, counts) => branches.places.get(key(counts));

  /* The value of each set, times 6^rerolls, from `finals`, the values of the throws. */
  const back = ({ rerolls, sets, thrown, joined }, finals, values) => {
    const many = thrown.length;
    const scale = FACES ** rerolls;
    for (let set = 0; set < many; set += 1) values[set] = finals[set] * scale;
    for (let set = many; set < sets.length; set += 1) {
      const at = set * FACES;
      values[set] = (values[joined[at]] + values[joined[at + 1]] + values[joined[at + 2]]
        + values[joined[at + 3]] + values[joined[at + 4]] + values[joined[at + 5]]) / FACES;
    }
    return values;
  };
  /* The ways of each final set, times 6^rerolls, from those of the kept sets, which it changes. */
  const forward = ({ rerolls, sets, thrown, joined }, held) => {
    const many = thrown.length;
    const scale = FACES ** rerolls;
    for (let set = 0; set < sets.length; set += 1) held[set] *= scale;
    for (let set = sets.length - 1; set >= many; set -= 1) {
      const share = held[set] / FACES;
      if (!share) continue;
      for (let face = 0; face < FACES; face += 1) held[joined[set * FACES + face]] += share;
    }
    return held.subarray(0, many);
  };
  /* The best set to keep of a throw, by the first of `values`; the others break ties in turn. */
  const choose = ({ options }, throwing, values) => {
    const sets = options[throwing];
    let best = sets[0];
    for (let n = 1; n < sets.length; n += 1) {
      const set = sets[n];
      for (let c = 0; c < values.length; c += 1) {
        const more = values[c][set] - values[c][best];
        if (more > 0) best = set;
        if (more) break;
      }
    }
    return best;
  };

  /* The strengths of all throws of a tree, for a player who may change a die to a face. */
  const strengths = (branches, turn) => {
    const name = `${size(branches.finals[0])}.${turn}`;
    if (!remembered.has(name)) {
      remembered.set(name, Float64Array.from(branches.finals, (counts) => Hands.turned(counts, turn)));
    }
    return remembered.get(name);
  };

  return { tree, place, back, forward, choose, strengths, size };
})();
