/* The exact chances of a showdown, and the best dice to keep. As in duel.py: tests compare both.
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

  /* --- choices --------------------------------------------------------------------------------------- */

  const row = (values, across, mine) => values.subarray(mine * across, (mine + 1) * across);
  const pair = (many) => [new Float64Array(many), new Float64Array(many)];

  /* The second side's replies to some of its throws: for each throw and each hand of the first, the set
     that it keeps, and what that is worth to the first. A generator that yields null between hands. */
  function* replies(met, throws) {
    const { own, other, across } = met;
    const [theirs, mine] = [pair(other.sets.length), pair(other.sets.length)];
    const found = throws.map(() => ({ choices: new Int32Array(own.finals.length), worth: pair(own.finals.length) }));
    for (let hand = 0; hand < own.finals.length; hand += 1) {
      met.seconds.forEach((values, c) => Trees.back(other, row(values, across, hand), theirs[c]));
      met.firsts.forEach((values, c) => Trees.back(other, row(values, across, hand), mine[c]));
      throws.forEach((thrown, n) => {
        const keep = Trees.choose(other, thrown, theirs);
        found[n].choices[hand] = keep;
        found[n].worth.forEach((worth, c) => { worth[hand] = mine[c][keep]; });
      });
      yield null;
    }
    return found;
  }
  /* What the sets of a side are worth, from what its hands are. */
  const behind = (tree, worth) => worth.map((values) => Trees.back(tree, values, new Float64Array(tree.sets.length)));

  /* --- before the throw ---------------------------------------------------------------------------- */

  const cost = ({ own, other }) => {
    const kept = ({ options }) => options.reduce((sum, sets) => sum + sets.length, 0);
    return (own.finals.length * kept(other) + other.finals.length * kept(own)) / 40000;
  };
  /* A generator that yields null between its parts, and returns the shares before the throw; null if
     they would take too long. */
  function* chances(met) {
    if (cost(met) > MOST) return null;
    const { own, other } = met;
    const replied = yield* replies(met, [...other.finals.keys()]);
    const held = own.finals.map(() => new Float64Array(other.sets.length));
    for (const [thrown, { choices, worth }] of replied.entries()) {
      const values = behind(own, worth);
      const keeps = new Float64Array(own.sets.length);
      own.thrown.forEach((ways, mine) => { keeps[Trees.choose(own, mine, values)] += ways * other.thrown[thrown]; });
      Trees.forward(own, keeps).forEach((ways, hand) => { held[hand][choices[hand]] += ways; });
      yield null;
    }
    const sums = tally();
    held.forEach((ways, hand) => add(sums, met, hand, Trees.forward(other, ways)));
    return shares(sums, met);
  }

  /* --- with the dice on the table ------------------------------------------------------------------ */

  /* The best set to keep of a throw, by what sets are worth, and the shares with any set: `fill` adds up
     the outcomes when a set is kept. */
  const reroll = (met, tree, thrown, values, fill) => ({
    keep: tree.sets[Trees.choose(tree, Trees.place(tree, thrown), values)],
    after: (kept) => {
      const sums = tally();
      fill(sums, from(tree, Trees.place(tree, kept)));
      return shares(sums, met);
    },
  });
  const from = (tree, set) => {
    const held = new Float64Array(tree.sets.length);
    held[set] = 1;
    return Trees.forward(tree, held);
  };
  /* For the first side, with the throws of both. */
  const first = (met, mine, theirs) => {
    const work = replies(met, [Trees.place(met.other, theirs)]);
    let step = work.next();
    while (!step.done) step = work.next();
    const [{ choices, worth }] = step.value;
    return reroll(met, met.own, mine, behind(met.own, worth), (sums, ends) => ends.forEach((many, hand) => {
      if (many) add(sums, met, hand, from(met.other, choices[hand]).map((ways) => ways * many));
    }));
  };
  /* For the second side, against the final hand `mine` of the first. */
  const second = (met, mine, theirs) => {
    const hand = Trees.place(met.own, mine);
    const worth = met.seconds.map((values) => row(values, met.across, hand));
    return reroll(met, met.other, theirs, behind(met.other, worth), (sums, ends) => add(sums, met, hand, ends));
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
