/* The course of a showdown, without a page: a match and the actions of its players give its state.

   A match is {kind: "shot" | "fight" | "guts", reply: "dodge" | "return-fire", dodge: [light, heavy],
   back: [obstacles before the shooter, before the target], extra: [a, b], seed, sides: [figure, figure]};
   the first side is the active one, and the only one of a test of nerve. A figure is {pots, cards, life,
   ticked, gun, blade, turn, hurt, star, fearless, frightening}; its weapons are {damage, dice} or null.

   It is played in scenes: tests of nerve before it, the showdown, a test of nerve of who is wounded. */
const Duel = (() => {
  const { FACES } = Hands;
  const MAX_BASE = 7;

  const whole = ({ life }) => life[0] + life[1];
  const wounded = ({ life }, ticked) => ticked > life[0];
  const killed = (figure, ticked) => ticked >= whole(figure);
  const both = (match) => (match.kind === "guts" ? [0] : [0, 1]);

  /* --- what a side brings ---------------------------------------------------------------------------- */

  /* What changes the potential of a side, as [reason, points]. */
  const changes = (rules, match, side) => {
    const { kind, reply, dodge, back, extra } = match;
    const found = [];
    if (kind === "shot" && reply === "return-fire") {
      if (side) found.push(["return-fire", rules.back]);
      found.push(["cover", rules.light * back[side]]);
    } else if (kind === "shot") {
      found.push(["cover", side ? rules.heavy * dodge[1] : rules.light * dodge[0]]);
    }
    if (kind !== "guts") found.push(["other", extra[side]]);
    return found.filter(([, points]) => points);
  };
  /* A side as its chances need it: {pot, base, bonus, wounds, turn, hurt}. */
  const stand = (rules, match, side, ticked = match.sides[side].ticked) => {
    const figure = match.sides[side];
    const weapon = match.kind === "shot" ? figure.gun : match.kind === "fight" ? figure.blade : null;
    const base = rules.dice + (match.kind === "fight" ? weapon?.dice ?? 0 : 0);
    const points = changes(rules, match, side).reduce((sum, [, more]) => sum + more, 0);
    return {
      pot: figure.pots[wounded(figure, ticked) ? 1 : 0] + points,
      base: Math.min(MAX_BASE, Math.max(1, base)),
      bonus: weapon?.damage ?? 0,
      wounds: !(side && match.kind === "shot" && match.reply === "dodge"),
      turn: figure.turn,
      hurt: figure.hurt,
    };
  };
  /* A side of a test of nerve. */
  const nerves = (rules, figure, ticked) => ({
    pot: figure.pots[wounded(figure, ticked) ? 1 : 0], base: rules.dice, turn: figure.turn,
  });

  /* --- dice -------------------------------------------------------------------------------------------- */

  /* Each roll has dice of its own, so that the choices of one side do not change those of the other. */
  const roll = (state, side, part, many) => {
    const random = Chance.start([state.match.seed, state.scenes.length, side, part].join("/"));
    return Array.from({ length: many }, () => Chance.below(random, FACES));
  };
  const counts = ({ dice, cards }) => Hands.count([...dice, ...cards]);

  /* --- scenes ------------------------------------------------------------------------------------------ */

  /* `todo` are the steps left, as [phase, side]; phases are throw, reroll, change, card, hide and told. */
  const open = (state, kind, sides) => {
    state.scenes.push({ kind, sides, rolls: [null, null], todo: [["throw", sides[0]]], hand: [0, 0], result: null });
  };
  const frightened = (match) => (match.kind === "guts" ? [] : [0, 1].filter((side) =>
    match.sides[1 - side].frightening && !match.sides[side].fearless));
  const begin = (rules, match) => {
    const state = {
      rules, match, ticked: match.sides.map(({ ticked }) => ticked), used: [0, 0],
      fears: frightened(match), scenes: [], over: false,
    };
    next(state);
    return state;
  };
  /* Opens the scene after the last one, or ends the match. */
  const next = (state) => {
    const last = state.scenes.at(-1);
    if (!last && state.match.kind === "guts") {
      open(state, "guts", [0]);
      if (state.match.sides[0].fearless) settled(state, state.scenes[0]);
    }
    else if (last?.kind === "fear" && !last.result.passed) state.over = true;
    else if (state.fears.length) open(state, "fear", [state.fears.shift()]);
    else if (!last || last.kind === "fear") open(state, "duel", [0, 1]);
    else if (last.kind === "duel" && last.result.tests) open(state, "guts", [last.result.loser]);
    else state.over = true;
  };

  const standing = (state, scene, side) => (scene.kind === "duel"
    ? stand(state.rules, state.match, side, state.ticked[side])
    : nerves(state.rules, state.match.sides[side], state.ticked[side]));
  const thrown = (state, scene) => {
    for (const side of scene.sides) {
      const { pot, base } = standing(state, scene, side);
      const [many, rerolls] = Hands.dice(pot, base);
      const dice = roll(state, side, "throw", many);
      scene.rolls[side] = { thrown: dice, dice: [...dice], rerolls, rerolled: null, changed: null, was: null, cards: [] };
      scene.hand[side] = Math.max(0, state.match.sides[side].cards - state.used[side]);
    }
    const { sides } = scene;
    scene.todo = [
      ...sides.filter((side) => scene.rolls[side].rerolls).map((side) => ["reroll", side]),
      ...sides.filter((side) => state.match.sides[side].turn !== null).map((side) => ["change", side]),
      ...sides.filter((side) => scene.hand[side]).map((side) => ["card", side]),
    ];
  };

  const rerolled = (state, scene, side, dice) => {
    const own = scene.rolls[side];
    const places = [...new Set(dice)].filter((place) => place in own.dice).slice(0, own.rerolls);
    const faces = roll(state, side, "reroll", places.length);
    places.sort((a, b) => a - b).forEach((place, n) => { own.dice[place] = faces[n]; });
    own.rerolled = places;
  };
  const changed = (state, scene, side, place) => {
    const own = scene.rolls[side];
    own.changed = place in own.dice ? place : -1;
    if (own.changed < 0) return;
    own.was = own.dice[place];
    own.dice[place] = state.match.sides[side].turn;
  };
  /* A card for its rank; null passes. Players take turns, and who passes plays no more on this roll. */
  const card = (state, scene, side, face) => {
    if (face === null) return;
    scene.rolls[side].cards.push(face);
    state.used[side] += 1;
    scene.hand[side] -= 1;
    if (scene.hand[side]) scene.todo.push(["card", side]);
  };

  /* --- results ----------------------------------------------------------------------------------------- */

  /* The side with the stronger hand as the dice lie; null if there is none. */
  const leader = ({ rolls }) => {
    const [mine, theirs] = rolls.map((own) => Hands.strength(counts(own)));
    if (mine === theirs || !(Hands.kindOf(mine) + Hands.kindOf(theirs))) return null;
    return mine > theirs ? 0 : 1;
  };
  const compared = (state, scene) => {
    const kinds = scene.rolls.map((own) => Hands.kind(counts(own)));
    const winner = leader(scene);
    const result = { kinds, winner, loser: winner === null ? null : 1 - winner, hit: false, points: 0, hide: null, ticks: 0 };
    if (winner === null) return result;
    const side = stand(state.rules, state.match, winner);
    result.hit = side.wounds;
    result.table = state.rules.points[kinds[1 - winner]][kinds[winner]];
    result.bonus = side.bonus;
    result.points = result.hit ? Math.max(0, result.table + result.bonus) : 0;
    return result;
  };
  const tick = (state, { result }) => {
    const { loser } = result;
    if (!result.hit) return;
    const figure = state.match.sides[loser];
    const before = state.ticked[loser];
    const points = result.hide ? result.hide.filter((face) => face >= FACES - figure.hurt).length : result.points;
    state.ticked[loser] = Math.min(whole(figure), before + points);
    result.before = before;
    result.ticks = points;
    result.wounded = !wounded(figure, before) && wounded(figure, state.ticked[loser]);
    result.killed = killed(figure, state.ticked[loser]);
    result.tests = result.wounded && !result.killed && !figure.fearless;
  };
  const settled = (state, scene) => {
    if (scene.kind === "duel") {
      scene.result = compared(state, scene);
      const { hit, points, loser } = scene.result;
      if (hit && points && state.match.sides[loser].hurt < FACES) scene.todo.push(["hide", loser]);
      else tick(state, scene);
    } else {
      const [side] = scene.sides;
      const fearless = Boolean(state.match.sides[side].fearless);
      const kind = fearless ? null : Hands.kind(counts(scene.rolls[side]));
      scene.result = { kind, passed: fearless || kind >= state.rules.guts, fearless, side };
      if (fearless) scene.todo = [];
    }
    scene.todo.push(["told", scene.sides[0]]);
  };

  const DO = {
    throw: (state, scene) => thrown(state, scene),
    reroll: (state, scene, side, { dice }) => rerolled(state, scene, side, dice),
    change: (state, scene, side, { die }) => changed(state, scene, side, die),
    card: (state, scene, side, { face }) => card(state, scene, side, face),
    hide: (state, scene, side) => {
      scene.result.hide = roll(state, side, "hide", scene.result.points);
      tick(state, scene);
    },
    told: (state) => next(state),
  };
  /* What is to be done: {phase, side, scene, at}, with the number of the scene; null when it is over,
     or when there is none. */
  const asked = (state) => {
    if (!state || state.over) return null;
    const scene = state.scenes.at(-1);
    const [phase, side] = scene.todo[0];
    return { phase, side, scene, at: state.scenes.length - 1 };
  };
  const act = (state, action) => {
    const { phase, side, scene } = asked(state);
    scene.todo.shift();
    DO[phase](state, scene, side, action);
    if (!state.over && scene === state.scenes.at(-1) && !scene.todo.length && !scene.result) settled(state, scene);
  };
  const replay = (rules, match, actions) => {
    const state = begin(rules, match);
    for (const action of actions) if (asked(state)) act(state, action);
    return state;
  };

  /* --- the best choice ----------------------------------------------------------------------------------- */

  /* The places of the dice to reroll, so that the dice in `keep` stay. */
  const places = (dice, keep) => {
    const left = [...keep];
    return dice.map((face, place) => (left[face] ? (left[face] -= 1, -1) : place)).filter((place) => place >= 0);
  };
  const kept = (dice, rerolled) => Hands.count(dice.filter((_, place) => !rerolled.includes(place)));
  /* The chance to pass a test of nerve whose dice are not thrown yet. */
  const before = (state) => {
    const { side, scene } = asked(state);
    return Odds.nerve(standing(state, scene, side), state.rules.guts).before();
  };
  /* The exact view of a reroll: the best dice to reroll, and what any choice is worth. */
  const view = (state) => {
    const { phase, side, scene } = asked(state) ?? {};
    if (phase !== "reroll") return null;
    const dice = scene.rolls.map((own) => own && Hands.count(own.dice));
    if (scene.kind !== "duel") {
      const nerve = Odds.nerve(standing(state, scene, side), state.rules.guts);
      const best = places(scene.rolls[side].dice, nerve.keep(dice[side]));
      return { best, after: (chosen) => ({ passes: nerve.after(kept(scene.rolls[side].dice, chosen)) }) };
    }
    const met = Odds.meet(...[0, 1].map((each) => standing(state, scene, each)), state.rules.points);
    const found = side ? Odds.second(met, ...dice) : Odds.first(met, ...dice);
    const best = places(scene.rolls[side].dice, found.keep);
    return { best, after: (chosen) => found.after(kept(scene.rolls[side].dice, chosen)) };
  };
  /* The best die to change; -1 if none is. */
  const die = ({ dice }, turn) => {
    const [face] = Hands.change(Hands.count(dice), turn);
    return face < 0 ? -1 : dice.indexOf(face);
  };
  const suggest = (state) => {
    const { phase, side, scene } = asked(state);
    if (phase === "reroll") return { dice: view(state).best };
    if (phase === "change") return { die: die(scene.rolls[side], state.match.sides[side].turn) };
    return phase === "card" ? { face: null } : {};
  };

  return { both, whole, wounded, killed, changes, stand, nerves, counts, leader, begin, asked, act, replay, before, view, die, suggest };
})();
