/* Best play, as in solver.py: tests compare the values of both. The solver assumes that the combat pile
   is shuffled before each round, and knows which step cards are left; so do the odds of the book. */
const Best = (() => {
  /* The number of ordered pairs of different cards, by difference of their values. */
  const differences = (cards) => {
    const ways = new Map();
    cards.forEach((mine, one) => cards.forEach((theirs, other) => {
      if (one !== other) ways.set(mine - theirs, (ways.get(mine - theirs) ?? 0) + 1);
    }));
    return [...ways];
  };

  /* --- a fight ------------------------------------------------------------------------------------ */

  /* The states of a fight are all (life, armour, enemy's life, enemy's armour), numbered so that every
     change leads to a lower number. An edge is an outcome that changes a state, with its weight and
     the states after damage on life and on armour. */
  const arena = ([lives, armours], [life, shield], ways) => {
    const place = (a, b, c, d) => ((a * (armours + 1) + b) * (life + 1) + c) * (shield + 1) + d;
    const edges = { from: [], weight: [], life: [], armour: [] };
    for (let a = 1; a <= lives; a += 1) for (let b = 0; b <= armours; b += 1) {
      for (let c = 1; c <= life; c += 1) for (let d = 0; d <= shield; d += 1) {
        const dealt = new Map();
        let total = 0;
        for (const [difference, many] of ways) {
          const strike = a + difference - c;
          const damage = strike > 0 ? Math.max(0, strike - d) : Math.min(0, strike + b);
          if (!damage) continue;
          dealt.set(damage, (dealt.get(damage) ?? 0) + many);
          total += many;
        }
        for (const [damage, many] of dealt) {
          const less = (points) => Math.max(0, points - Math.abs(damage));
          const onLife = damage > 0 ? place(a, b, less(c), d) : place(less(a), b, c, d);
          const onArmour = damage > 0 ? place(a, b, c, less(d)) : place(a, less(b), c, d);
          edges.from.push(place(a, b, c, d));
          edges.weight.push(many / total);
          edges.life.push(onLife);
          edges.armour.push((damage > 0 ? d : b) ? onArmour : onLife);
        }
      }
    }
    return {
      place, size: place(lives, armours, life, shield) + 1, count: edges.from.length,
      from: Int32Array.from(edges.from), weight: Float64Array.from(edges.weight),
      life: Int32Array.from(edges.life), armour: Int32Array.from(edges.armour),
    };
  };

  /* The chance to win the quest in each state of a fight; `after` is the chance after a victory. */
  const fought = (rules, fight, after) => {
    const worth = new Float64Array(fight.size);
    const [lives, armours] = rules.most;
    const shields = fight.place(0, 0, 1, 0);
    for (let a = 1; a <= lives; a += 1) for (let b = 0; b <= armours; b += 1) {
      worth.fill(after[a * (armours + 1) + b], fight.place(a, b, 0, 0), fight.place(a, b, 0, 0) + shields);
    }
    const { from, weight, life, armour, count } = fight;
    for (let edge = 0; edge < count; edge += 1) {
      worth[from[edge]] += weight[edge] * Math.max(worth[life[edge]], worth[armour[edge]]);
    }
    return worth;
  };

  /* --- a quest ------------------------------------------------------------------------------------ */

  /* The state of the step pile as a number: how many cards are left of each value, in mixed radix. */
  const pileOf = (plan, cards) => {
    let number = 0;
    for (const card of cards) number += plan.strides[plan.values.indexOf(plan.rules.advances[card])];
    return number;
  };

  const prepare = (rules) => {
    const values = [...new Set(rules.advances)];
    const most = values.map((value) => rules.advances.filter((one) => one === value).length);
    const strides = values.map((_, number) => most.slice(number + 1).reduce((all, many) => all * (many + 1), 1));
    const count = strides[0] * (most[0] + 1);
    const left = (pile) => strides.map((stride, number) => Math.floor(pile / stride) % (most[number] + 1));
    const at = (pile) => rules.steps.length - left(pile).reduce((all, many, number) => all + many * values[number], 0);
    const plan = { rules, values, strides, count, left, at, worth: [], arenas: new Map(), ready: false };
    plan.ways = differences(rules.cards);
    return plan;
  };

  const heroes = ({ rules }) => (rules.most[0] + 1) * (rules.most[1] + 1);

  /* The chance to win before a step card is drawn, by the hero's (life, armour). */
  const ahead = (plan, pile) => {
    const left = plan.left(pile);
    const total = left.reduce((all, many) => all + many, 0);
    const chance = new Float64Array(heroes(plan));
    left.forEach((many, number) => {
      if (!many) return;
      const worth = plan.worth[pile - plan.strides[number]];
      for (let hero = 0; hero < chance.length; hero += 1) chance[hero] += (many / total) * worth[hero];
    });
    return chance;
  };

  /* The same when the fight or the event of the current step is over. */
  const after = (plan, pile) => {
    const { rules } = plan;
    const number = plan.at(pile);
    const step = rules.steps[number - 1];
    const [lives, armours] = rules.most;
    const last = number === rules.steps.length;
    const next = last ? null : ahead(plan, pile);
    const chance = new Float64Array(heroes(plan));
    for (let life = 1; life <= lives; life += 1) for (let armour = 0; armour <= armours; armour += 1) {
      const changed = last && step.enemy ? [life, armour] : [life, armour].map((points, counter) =>
        Math.min(rules.most[counter], Math.max(0, points + step.effect[counter])));
      const alive = changed[0] > 0;
      chance[life * (armours + 1) + armour] = !alive ? 0 : last ? 1 : next[changed[0] * (armours + 1) + changed[1]];
    }
    return chance;
  };

  const arenaOf = (plan, enemy) => {
    const key = enemy.join();
    if (!plan.arenas.has(key)) plan.arenas.set(key, arena(plan.rules.most, enemy, plan.ways));
    return plan.arenas.get(key);
  };

  /* The chance to win on arrival at the step of a pile. */
  const arrival = (plan, pile) => {
    const { enemy } = plan.rules.steps[plan.at(pile) - 1];
    const chance = after(plan, pile);
    if (!enemy) return chance;
    const fight = arenaOf(plan, enemy);
    const worth = fought(plan.rules, fight, chance);
    const [lives, armours] = plan.rules.most;
    const met = new Float64Array(chance.length);
    for (let life = 1; life <= lives; life += 1) for (let armour = 0; armour <= armours; armour += 1) {
      met[life * (armours + 1) + armour] = worth[fight.place(life, armour, ...enemy)];
    }
    return met;
  };

  /* Computes a plan in small parts: yields after each state of the step pile. Piles with fewer cards
     come first: they have lower numbers. */
  const solve = function* (plan) {
    for (let pile = 0; pile < plan.count - 1; pile += 1) {
      plan.worth[pile] = arrival(plan, pile);
      yield;
    }
    plan.ready = true;
  };

  /* --- a game ------------------------------------------------------------------------------------- */

  /* The chance to win from a state of a game; for a choice of damage, that of both choices. */
  const judge = (plan, state) => {
    const { life, armour, foe, phase, struck, damage } = state;
    if (phase === "won" || phase === "lost") return { chance: phase === "won" ? 1 : 0 };
    const pile = pileOf(plan, state.ahead);
    if (phase === "draw") return { chance: ahead(plan, pile)[life * (plan.rules.most[1] + 1) + armour] };
    const fight = arenaOf(plan, plan.rules.steps[state.at - 1].enemy);
    const worth = fought(plan.rules, fight, after(plan, pile));
    if (phase === "fight") return { chance: worth[fight.place(life, armour, ...foe)] };
    const less = (points) => Math.max(0, points - damage);
    const onLife = struck ? [less(life), armour, ...foe] : [life, armour, less(foe[0]), foe[1]];
    const onArmour = struck ? [life, less(armour), ...foe] : [life, armour, foe[0], less(foe[1])];
    const found = { life: worth[fight.place(...onLife)], armour: worth[fight.place(...onArmour)] };
    return { chance: Math.max(found.life, found.armour), ...found };
  };

  return { prepare, solve, judge };
})();
