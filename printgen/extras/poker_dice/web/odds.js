/* The exact chances of a showdown, and the best dice to keep; the same as duel.py of the mechanic.
   Both sides throw. The first rerolls before the second, which sees the result. Each plays for the
   points that it deals, less those that it takes; then for a win. Cards are not counted. */
const Odds = (() => {
  const { FACES } = Hands;
  /* The most estimated milliseconds, on a machine of 2020, for the chances before a throw. */
  const MOST = 120;

  /* Two sides {pot, base, bonus, wounds, turn, hurt} and the values of each pair of their hands:
     `sign` is the winner (1, -1, 0 for none), `dealt` and `taken` the points of damage. */
  const meet = (first, second, points) => {
    const own = Trees.tree(...Hands.dice(first.pot, first.base));
    const other = Trees.tree(...Hands.dice(second.pot, second.base));
    const [mine, theirs] = [Trees.strengths(own, first.turn), Trees.strengths(other, second.turn)];
    const across = theirs.length;
    const size = mine.length * across;
    const met = {
      own, other, across, hurts: [first.hurt, second.hurt],
      sign: new Int8Array(size), dealt: new Float64Array(size), taken: new Float64Array(size),
      firsts: [new Float64Array(size), new Float64Array(size)],
      seconds: [new Float64Array(size), new Float64Array(size)],
    };
    for (let at = 0; at < size; at += 1) {
      const [a, b] = [mine[Math.floor(at / across)], theirs[at % across]];
      const [one, two] = [Hands.kindOf(a), Hands.kindOf(b)];
      const sign = one + two > Hands.NOTHING ? Math.sign(a - b) : 0;
      const dealt = sign > 0 && first.wounds ? Math.max(0, points[two][one] + first.bonus) : 0;
      const taken = sign < 0 && second.wounds ? Math.max(0, points[one][two] + second.bonus) : 0;
      const margin = dealt * second.hurt - taken * first.hurt;
      met.sign[at] = sign;
      met.dealt[at] = dealt;
      met.taken[at] = taken;
      met.firsts[0][at] = margin;
      met.firsts[1][at] = sign > 0 ? 1 : 0;
      met.seconds[0][at] = -margin;
      met.seconds[1][at] = sign < 0 ? 1 : 0;
    }
    return met;
  };

  /* --- counts of outcomes -------------------------------------------------------------------------- */

  const tally = () => ({ whole: 0, won: 0, lost: 0, dealt: [], taken: [] });
  /* Adds the ways of the second side's hands against the hand `mine` of the first. */
  const add = (sums, met, mine, ways) => {
    for (let theirs = 0; theirs < ways.length; theirs += 1) {
      const many = ways[theirs];
      if (!many) continue;
      const at = mine * met.across + theirs;
      sums.whole += many;
      if (met.sign[at] > 0) sums.won += many;
      if (met.sign[at] < 0) sums.lost += many;
      sums.dealt[met.dealt[at]] = (sums.dealt[met.dealt[at]] ?? 0) + many;
      sums.taken[met.taken[at]] = (sums.taken[met.taken[at]] ?? 0) + many;
    }
  };
  const mean = (ways, hurt) => ways.reduce((sum, many, points) => sum + many * points * hurt, 0) / FACES;
  /* Shares: `won`, `lost`, the chance of a hit on each side, and the mean of the points. */
  const shares = (sums, met) => ({
    won: sums.won / sums.whole,
    lost: sums.lost / sums.whole,
    hits: 1 - (sums.dealt[0] ?? 0) / sums.whole,
    hurts: 1 - (sums.taken[0] ?? 0) / sums.whole,
    dealt: mean(sums.dealt, met.hurts[1]) / sums.whole,
    taken: mean(sums.taken, met.hurts[0]) / sums.whole,
  });

  /* --- before the throw ---------------------------------------------------------------------------- */

  const cost = ({ own, other }) => {
    const kept = ({ options }) => options.reduce((sum, sets) => sum + sets.length, 0);
    return (own.finals.length * kept(other) + other.finals.length * kept(own)) / 40000;
  };
  const row = (values, across, mine) => values.subarray(mine * across, (mine + 1) * across);

  /* The second side's choices for each hand of the first (rows) and each of its own throws, and what
     they are worth to the first. */
  function* replies(met) {
    const { own, other, across } = met;
    const [theirs, mine] = [2, 2].map((many) => Array.from({ length: many }, () => new Float64Array(other.sets.length)));
    const choices = new Int32Array(own.finals.length * across);
    const worth = [new Float64Array(choices.length), new Float64Array(choices.length)];
    for (let hand = 0; hand < own.finals.length; hand += 1) {
      met.seconds.forEach((values, c) => Trees.back(other, row(values, across, hand), theirs[c]));
      met.firsts.forEach((values, c) => Trees.back(other, row(values, across, hand), mine[c]));
      for (let thrown = 0; thrown < across; thrown += 1) {
        const at = hand * across + thrown;
        choices[at] = Trees.choose(other, thrown, theirs);
        worth[0][at] = mine[0][choices[at]];
        worth[1][at] = mine[1][choices[at]];
      }
      yield null;
    }
    return { choices, worth };
  }
  /* A generator that yields null between its parts, and returns the shares before the throw; null if
     they would take too long. */
  function* chances(met) {
    if (cost(met) > MOST) return null;
    const { own, other, across } = met;
    const { choices, worth } = yield* replies(met);
    const column = new Float64Array(own.finals.length);
    const values = [new Float64Array(own.sets.length), new Float64Array(own.sets.length)];
    const held = Array.from(own.finals, () => new Float64Array(other.sets.length));
    for (let thrown = 0; thrown < across; thrown += 1) {
      worth.forEach((found, c) => {
        for (let hand = 0; hand < column.length; hand += 1) column[hand] = found[hand * across + thrown];
        Trees.back(own, column, values[c]);
      });
      const keeps = new Float64Array(own.sets.length);
      for (let hand = 0; hand < column.length; hand += 1) {
        keeps[Trees.choose(own, hand, values)] += own.thrown[hand] * other.thrown[thrown];
      }
      const ends = Trees.forward(own, keeps);
      for (let hand = 0; hand < column.length; hand += 1) held[hand][choices[hand * across + thrown]] += ends[hand];
      yield null;
    }
    const sums = tally();
    for (let hand = 0; hand < held.length; hand += 1) add(sums, met, hand, Trees.forward(other, held[hand]));
    return shares(sums, met);
  }

  /* --- with the dice on the table ------------------------------------------------------------------ */

  const one = (tree, set) => {
    const held = new Float64Array(tree.sets.length);
    held[set] = 1;
    return Trees.forward(tree, held);
  };
  /* The second side has thrown `theirs`: its best reply to each hand of the first. */
  const facing = (met, theirs) => {
    const { own, other, across } = met;
    const thrown = Trees.place(other, theirs);
    const values = [0, 1].map(() => new Float64Array(other.sets.length));
    const worth = [0, 1].map(() => new Float64Array(own.finals.length));
    const choices = own.finals.map((_, hand) => {
      met.seconds.forEach((found, c) => Trees.back(other, row(found, across, hand), values[c]));
      const keep = Trees.choose(other, thrown, values);
      met.firsts.forEach((found, c) => { worth[c][hand] = Trees.back(other, row(found, across, hand), values[c])[keep]; });
      return keep;
    });
    return { choices, worth };
  };
  /* For the first side: its best set to keep of `mine`, and the shares with any set. */
  const first = (met, mine, theirs) => {
    const { choices, worth } = facing(met, theirs);
    const values = worth.map((found) => Trees.back(met.own, found, new Float64Array(met.own.sets.length)));
    const keep = met.own.sets[Trees.choose(met.own, Trees.place(met.own, mine), values)];
    const after = (kept) => {
      const sums = tally();
      one(met.own, Trees.place(met.own, kept)).forEach((many, hand) => {
        if (many) add(sums, met, hand, one(met.other, choices[hand]).map((ways) => ways * many));
      });
      return shares(sums, met);
    };
    return { keep, after };
  };
  /* The same for the second side, against the final hand `mine` of the first. */
  const second = (met, mine, theirs) => {
    const hand = Trees.place(met.own, mine);
    const values = met.seconds.map((found) =>
      Trees.back(met.other, row(found, met.across, hand), new Float64Array(met.other.sets.length)));
    const keep = met.other.sets[Trees.choose(met.other, Trees.place(met.other, theirs), values)];
    const after = (kept) => {
      const sums = tally();
      add(sums, met, hand, one(met.other, Trees.place(met.other, kept)));
      return shares(sums, met);
    };
    return { keep, after };
  };

  /* --- tests of nerve ------------------------------------------------------------------------------- */

  /* The chance of the hand `least` or better, before the throw, and with a throw on the table. */
  const nerve = ({ pot, base, turn }, least) => {
    const tree = Trees.tree(...Hands.dice(pot, base));
    const passes = Trees.strengths(tree, turn).map((sum) => (Hands.kindOf(sum) >= least ? 1 : 0));
    const values = [Trees.back(tree, passes, new Float64Array(tree.sets.length))];
    const scale = FACES ** tree.rerolls;
    const before = () => tree.options.reduce((sum, _, thrown) =>
      sum + tree.thrown[thrown] * values[0][Trees.choose(tree, thrown, values)], 0) / tree.whole;
    const after = (kept) => values[0][Trees.place(tree, kept)] / scale;
    const keep = (thrown) => tree.sets[Trees.choose(tree, Trees.place(tree, thrown), values)];
    return { before, after, keep };
  };

  return { meet, cost, chances, first, second, nerve };
})();
