/* The rules of an enemy without players, on plain state: its figures, its pile, lots and plans. A
   game is a record, {scenario, count, own, places, seed, log}; its log of actions gives its state.
   `scenario` is an index (-1: figures of the players' own), `own` has [profile, plan, number, boss]
   with profile -1 for none, and `places` says that lots give places from left to right. */
const EnemyRules = (() => {
  const roll = (state, sides) => Chance.below(state.random, sides) + 1;
  const scenarioOf = (data, game) => data.scenarios[game.scenario] ?? null;
  const at = (counts, count) => counts[Math.min(Math.max(count, 1), counts.length) - 1];

  /* --- figures --------------------------------------------------------------------------------- */

  const add = (state, profile, plan, rest = {}) => {
    const same = state.figures.filter((each) => (profile < 0 ? each.profile < 0 && each.plan === plan : each.profile === profile));
    state.figures.push({
      profile, plan, number: same.length + 1, force: -1, boss: false, later: false, born: 0,
      out: false, down: false, lookout: false, acted: false, used: {}, ...rest,
    });
    return state.figures.length - 1;
  };
  /* The greatest number of figures of a game. */
  const MOST = 200;
  const muster = (data, game, state) => {
    const scenario = scenarioOf(data, game);
    for (const [force, each] of (scenario ? scenario.forces : []).entries()) {
      for (let left = Math.min(at(each.counts, game.count), MOST); left > 0; left -= 1) {
        add(state, each.profile, each.plan, { force, boss: data.profiles[each.profile].boss, later: each.later });
      }
    }
    for (const [profile, plan, number, boss] of scenario ? [] : game.own) {
      for (let left = number; left > 0; left -= 1) add(state, profile, plan, { boss });
    }
    state.figures.length = Math.min(state.figures.length, MOST);
  };
  const present = (state) => state.figures.filter((each) => !each.out && !each.later);
  /* The indexes of the figures that a card may activate. */
  const waiting = (data, state) => [...state.figures.keys()].filter((who) => {
    const figure = state.figures[who];
    const new_ = data.shared && figure.born === state.turn && state.turn > 0;
    return !figure.out && !figure.later && !figure.acted && !new_;
  });
  const arrive = (state, who, born, events) => {
    Object.assign(state.figures[who], { later: false, born });
    events.push(["arrives", who]);
  };
  /* A figure that rises: it was not among the forces. */
  const rise = (data, game, state, events) => {
    const profile = scenarioOf(data, game).rises;
    const { plan, boss } = data.profiles[profile];
    arrive(state, add(state, profile, plan, { boss }), state.turn, events);
    return state.figures.length - 1;
  };
  const planOf = (data, game, state, who) => {
    const scenario = scenarioOf(data, game);
    const early = scenario && scenario.early;
    const { force, plan } = state.figures[who];
    return early && state.turn <= early.turns && early.forces.includes(force) ? early.plan : plan;
  };

  /* --- cards ----------------------------------------------------------------------------------- */

  const packSize = (data) => data.ranks.length * data.suits.length + data.pack.jokers;
  /* A card by its number: its rank and its suit (indexes), or a Joker. */
  const card = (data, number) => {
    const suits = data.suits.length;
    return number < data.ranks.length * suits
      ? { rank: Math.floor(number / suits), suit: number % suits } : { joker: true };
  };
  const pileSize = (data, figures) => {
    const { share, boss_cards: more } = data.pack;
    return Math.ceil(figures.length * share - 1e-9) + more * figures.filter((each) => each.boss).length;
  };
  /* The figures that a card activates, and the activations of each; `left` counts the card, too. */
  const worth = (data, number, left) => {
    const { worth: values, last_cards: few, last_activations: many } = data.pack;
    const { rank, joker } = card(data, number);
    const [figures, each] = values[joker ? data.ranks.length : rank];
    const last = left <= few;
    return { figures, each: last ? many : each, last };
  };
  const shuffle = (state, cards) => Chance.shuffled(state.random, cards.length).map((place) => cards[place]);
  const deal = (data, state, events) => {
    for (let left = pileSize(data, present(state)); left > 0; left -= 1) {
      if (!state.pack.length) {
        [state.pack, state.discards] = [shuffle(state, state.discards), []];
        if (state.pack.length) events.push(["shuffled", state.pack.length]);
      }
      if (state.pack.length) state.pile.push(state.pack.pop());
    }
  };
  /* The cards of a shared pile: the number of a side, or -1 for a Joker. */
  const dealShared = (data, game, state) => {
    const { sides } = scenarioOf(data, game) ?? { sides: [] };
    const cards = sides.flatMap((side, number) =>
      Array(side.enemy ? present(state).length : state.sides[number]).fill(number));
    state.pile = shuffle(state, [...cards, ...Array(data.shared.jokers).fill(-1)]);
  };

  const begin = (data, game, state, events) => {
    const scenario = scenarioOf(data, game);
    Object.assign(state, { turn: state.turn + 1, jokers: 0, pile: [], card: null, row: null });
    events.push(["turn", state.turn]);
    for (const [who, figure] of state.figures.entries()) {
      Object.assign(figure, { acted: false, used: {} });
      if (figure.later && figure.force >= 0 && scenario.forces[figure.force].turn === state.turn) arrive(state, who, 0, events);
    }
    if (data.pack) deal(data, state, events);
    else dealShared(data, game, state);
    state.phase = state.pile.length ? "draw" : "end";
  };

  /* The card is used up. */
  const close = (data, state) => {
    if (data.pack && state.card !== null) state.discards.push(state.card);
    Object.assign(state, { card: null, active: null, rolls: [], due: 0, row: null });
    state.phase = state.pile.length ? "draw" : "end";
  };
  const draw = (data, game, state, events) => {
    state.card = state.pile.shift();
    if (data.shared) return drawShared(data, game, state, events);
    const { figures, each, last } = worth(data, state.card, state.pile.length + 1);
    const left = waiting(data, state);
    const word = state.pile.length ? [] : left.filter((who) => data.pack.last_word.includes(state.figures[who].profile));
    Object.assign(state, { each: word.length ? data.pack.last_activations || each : each, last, only: word });
    state.due = Math.min(figures, word.length || left.length);
    if (word.length) state.due = 1;
    Object.assign(state, { first: state.due, phase: state.due ? "lot" : "void" });
    events.push(["card", state.card, state.due, state.each, last]);
  };
  const drawShared = (data, game, state, events) => {
    Object.assign(state, { each: 1, last: false, only: [], due: 0 });
    events.push(["card", state.card]);
    if (state.card < 0) {
      state.jokers += 1;
      const { event, end } = data.shared;
      if (state.jokers === end) Object.assign(state, { phase: "end", pile: [] });
      else if (state.jokers === event) state.phase = "event";
      else state.phase = "void";
    } else if (!scenarioOf(data, game).sides[state.card].enemy) state.phase = "other";
    else {
      state.due = Math.min(1, waiting(data, state).length);
      state.phase = state.due ? "lot" : "void";
    }
    if (state.phase === "event") event(data, game, state, events);
  };
  const event = (data, game, state, events) => {
    const { events: table } = scenarioOf(data, game);
    if (!table) return;
    state.row = onTable(state, table, 0);
    events.push(["event", state.row.row]);
  };

  /* A roll on a table, with what is added: the faces, the total, the row. */
  const onTable = (state, table, plus) => {
    const faces = Array.from({ length: table.dice[0] }, () => roll(state, table.dice[1]));
    const total = faces.reduce((sum, face) => sum + face, plus);
    return { faces, plus, total, row: table.by[total] };
  };

  /* --- lots ------------------------------------------------------------------------------------ */

  /* The place that a face of a die gives one of several, from 1; 0: roll again. */
  const placeOf = (faces, left, face) => {
    const place = Math.floor((face - 1) / Math.floor(faces / left)) + 1;
    return place > left ? 0 : place;
  };
  /* Draws one of several: the rolls, each with its die and what it gives (0: roll again), and the
     place drawn, from 1. Too many for a die are split into two groups. */
  const lot = (data, state, count) => {
    const { lots } = data.pack ?? { lots: [] };
    const rolls = [];
    const among = (left) => {
      if (left < 2) return 1;
      const faces = lots[left - 2] ?? left;
      for (;;) {
        const face = roll(state, faces);
        const place = placeOf(faces, left, face);
        rolls.push({ left, faces, face, place });
        if (place) return place;
      }
    };
    let [before, left] = [0, count];
    while (lots.length && left > lots.length + 1) {
      const half = Math.ceil(left / 2);
      if (among(2) === 1) left = half;
      else [before, left] = [before + half, left - half];
    }
    return { rolls, place: before + among(left) };
  };

  const start = (data, game) => {
    const scenario = scenarioOf(data, game);
    const state = {
      random: Chance.start(game.seed), turn: 0, phase: "turn", figures: [], pack: [], discards: [], pile: [], card: null,
      last: false, only: [], due: 0, first: 0, each: 0, active: null, rolls: [], place: 0, row: null, jokers: 0, aside: null,
      sides: scenario ? scenario.sides.map((side) => at(side.counts, game.count)) : [],
      revealed: 0, found: [], lotted: false, placed: [], counter: scenario && scenario.waves ? scenario.waves.table.plus.min : 0,
    };
    muster(data, game, state);
    if (data.pack) state.pack = Chance.shuffled(state.random, packSize(data));
    return state;
  };

  return {
    start, begin, draw, close, lot, placeOf, roll, onTable, worth, card, pileSize, present, waiting, arrive, rise, add, planOf, scenarioOf,
  };
})();
