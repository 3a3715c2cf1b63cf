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
  const shuffled = (state, cards) => Chance.shuffled(state.random, cards.length).map((place) => cards[place]);

  /* A roll on a table, with what is added: the faces, the total, the row. */
  const onTable = (state, table, plus) => {
    const faces = Array.from({ length: table.dice[0] }, () => roll(state, table.dice[1]));
    const total = faces.reduce((sum, face) => sum + face, plus);
    return { faces, plus, total, row: table.by[total] };
  };

  /* --- lots ------------------------------------------------------------------------------------ */

  /* Draws one of several: the rolls, each with its die and what it gives (0: roll again), and the
     place drawn, from 1. Too many for a die are split into two groups. */
  const lot = (data, state, count) => {
    const { lots } = data.pack ?? { lots: [] };
    const rolls = [];
    const among = (left) => {
      if (left < 2) return 1;
      const places = lots[left - 2] ?? Array.from({ length: left }, (_, place) => place + 1);
      for (;;) {
        const face = roll(state, places.length);
        const place = places[face - 1];
        rolls.push({ faces: places.length, face, place });
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

  /* --- what can be done now --------------------------------------------------------------------- */

  const walking = (state) => (state.aside ? state.aside.walk : state.phase === "plan" ? state.active.walk : null);
  const reserves = (data, game, state) => {
    const { waves } = scenarioOf(data, game);
    return state.figures.findIndex((each) => each.later && each.force === waves.force);
  };
  /* What figures look like: those of one kind look the same where lots give places only. */
  const kind = ({ profile, plan, force, down, lookout }) => [profile, plan, force, down, lookout].join();

  /* --- actions: each has a name and numbers ------------------------------------------------------ */

  /* The actions of a game by name. They change its state, and add what happens to `events`. */
  const actionsOf = (data, game, state, events) => {
    const scenario = scenarioOf(data, game);
    const told = (...event) => events.push(event);

    const arrive = (who, born = state.turn) => {
      Object.assign(state.figures[who], { later: false, born });
      told("arrives", who);
    };
    const join = (profile, plan, boss) => {
      const who = add(state, profile, plan, { boss });
      arrive(who);
      return who;
    };
    /* A figure that rises: it was not among the forces. */
    const rise = () => {
      const { plan, boss } = data.profiles[scenario.rises];
      return join(scenario.rises, plan, boss);
    };

    /* --- cards --- */

    const deal = () => {
      for (let left = pileSize(data, present(state)); left > 0; left -= 1) {
        if (!state.pack.length) {
          [state.pack, state.discards] = [shuffled(state, state.discards), []];
          if (state.pack.length) told("shuffled", state.pack.length);
        }
        if (state.pack.length) state.pile.push(state.pack.pop());
      }
    };
    /* The cards of a shared pile: the number of a side, or -1 for a Joker. */
    const dealShared = () => {
      const cards = (scenario ? scenario.sides : []).flatMap((side, number) =>
        Array(side.enemy ? present(state).length : state.sides[number]).fill(number));
      state.pile = shuffled(state, [...cards, ...Array(data.shared.jokers).fill(-1)]);
    };
    const turn = () => {
      Object.assign(state, { turn: state.turn + 1, jokers: 0, pile: [], card: null, row: null });
      told("turn", state.turn);
      for (const [who, figure] of state.figures.entries()) {
        Object.assign(figure, { acted: false, used: {} });
        if (figure.later && figure.force >= 0 && scenario.forces[figure.force].turn === state.turn) arrive(who, 0);
      }
      if (data.pack) deal();
      else dealShared();
      state.phase = state.pile.length ? "draw" : "end";
    };
    /* The card is used up. */
    const close = () => {
      if (data.pack && state.card !== null) state.discards.push(state.card);
      Object.assign(state, { card: null, active: null, rolls: [], due: 0, row: null });
      state.phase = state.pile.length ? "draw" : "end";
    };
    const draw = () => {
      state.card = state.pile.shift();
      if (data.shared) return drawShared();
      const { figures, each, last } = worth(data, state.card, state.pile.length + 1);
      const left = waiting(data, state);
      const word = state.pile.length ? [] : left.filter((who) => data.pack.last_word.includes(state.figures[who].profile));
      Object.assign(state, { each: word.length ? data.pack.last_activations || each : each, last, only: word });
      state.due = word.length ? 1 : Math.min(figures, left.length);
      Object.assign(state, { first: state.due, phase: state.due ? "lot" : "void" });
      told("card", state.card, state.due, state.each, last);
    };
    const drawShared = () => {
      Object.assign(state, { each: 1, last: false, only: [], due: 0 });
      told("card", state.card);
      if (state.card < 0) {
        state.jokers += 1;
        const { event: brings, end } = data.shared;
        if (state.jokers === end) Object.assign(state, { phase: "end", pile: [] });
        else if (state.jokers === brings) event();
        else state.phase = "void";
      } else if (!scenario.sides[state.card].enemy) state.phase = "other";
      else {
        state.due = Math.min(1, waiting(data, state).length);
        state.phase = state.due ? "lot" : "void";
      }
    };
    const event = () => {
      state.phase = "event";
      if (!scenario.events) return;
      state.row = onTable(state, scenario.events, 0);
      told("event", state.row.row);
    };

    /* --- plans --- */

    const bound = (figure, limit) => data.plans[figure.plan].actions.some((each) => each.limit === limit);
    const possible = (walk, { only, limit }) => {
      const figure = state.figures[walk.who];
      if (!figure) return true;
      if (only.length && !only.includes(figure.plan)) return false;
      return !limit || !bound(figure, limit) || (figure.used[limit] ?? 0) < data.limits[limit];
    };
    /* Goes on to the next line that needs an answer, or to what the figure does. */
    const settle = (walk) => {
      const { actions } = data.plans[walk.plan];
      while (walk.line < actions.length && !possible(walk, actions[walk.line])) walk.line += 1;
      if (walk.line >= actions.length || !actions[walk.line].ask) deed(walk);
    };
    const deed = (walk) => {
      const action = data.plans[walk.plan].actions[walk.line] ?? null;
      const figure = state.figures[walk.who];
      walk.deed = true;
      if (action && action.brings === "random-move" && data.random_move) walk.way = onTable(state, data.random_move, 0);
      if (action && figure) {
        if (action.limit) figure.used[action.limit] = (figure.used[action.limit] ?? 0) + 1;
        if (action.brings === "lookout") figure.lookout = true;
        if (action.brings === "lookout-lost") figure.lookout = false;
      }
      told("deed", walk.who, walk.plan, action ? walk.line : -1, walk.way ? walk.way.row : -1);
    };
    const walkTo = (plan, who) => {
      const walk = { plan, who, line: 0, deed: false, way: null, risen: null };
      settle(walk);
      return walk;
    };

    /* --- activations --- */

    const read = () => {
      const { who } = state.active;
      state.phase = "plan";
      state.active.walk = walkTo(planOf(data, game, state, who), who);
    };
    const next = () => {
      if (data.down && state.figures[state.active.who].down) state.phase = "down";
      else read();
    };
    const activate = (who) => {
      state.active = { who, left: state.each, of: state.each, walk: null };
      state.place = 0;
      told("activates", who);
      next();
    };
    const spent = () => {
      const figure = state.figures[state.active.who];
      state.active.left -= 1;
      if (state.active.left > 0 && !figure.out) return next();
      figure.acted = true;
      state.active = null;
      state.rolls = [];
      state.due -= 1;
      if (state.due > 0 && waiting(data, state).length) state.phase = "lot";
      else close();
    };
    const cast = () => {
      const able = waiting(data, state);
      const left = state.only.length ? able.filter((who) => state.only.includes(who)) : able;
      if (!left.length) return close();
      const { rolls, place } = lot(data, state, left.length);
      Object.assign(state, { rolls, place });
      const alike = left.every((who) => kind(state.figures[who]) === kind(state.figures[left[0]]));
      if (game.places && !alike) state.phase = "who";
      else activate(left[place - 1]);
    };
    const mark = (who, key) => {
      const figure = state.figures[who];
      figure[key] = !figure[key];
      told("mark", who, key, figure[key] ? 1 : 0);
      if (figure.out && state.active && state.active.who === who) {
        state.active.left = 1;
        spent();
      }
    };

    /* --- markers and reserves --- */

    const hidden = () => {
      const { things, markers, rows, lots, table } = scenario.search;
      const left = [...things.keys()].filter((thing) => !state.found.includes(thing));
      const byLot = lots && (state.lotted || (!state.found.length && markers - state.revealed <= things.length));
      if (byLot) state.lotted = true;
      const rolled = byLot ? null : onTable(state, table, state.revealed);
      const row = rolled ? rows[rolled.row] : "any";
      const wanted = left.includes(row) ? row : left[left.length > 1 ? roll(state, left.length) - 1 : 0];
      const thing = row === "foe" || row === "nothing" ? undefined : wanted;
      return { kind: "clue", rolled, foe: row === "foe", thing: thing ?? -1, number: state.revealed + 1 };
    };
    const reveal = () => {
      if (state.revealed >= scenario.search.markers) return;
      state.aside = hidden();
      state.revealed += 1;
      told("clue", state.aside.thing, state.aside.foe ? 1 : 0);
      if (state.aside.thing >= 0) state.found.push(state.aside.thing);
      if (state.aside.foe && scenario.rises !== null) state.aside.risen = rise();
    };
    /* Places the next marker: rolls again where one is, and in the strips along the edges. */
    const place = () => {
      const { grid, markers } = scenario.search;
      const { sides, zones: [north, east, south, west], guard } = grid;
      if (state.placed.length >= markers) return;
      const free = (row, column) => row > north && row <= sides - south && column > west && column <= sides - east
        && !state.placed.some((each) => each.row === row && each.column === column);
      for (let again = 0; again < 500; again += 1) {
        const [row, column] = [roll(state, sides), roll(state, sides)];
        if (free(row, column) || again === 499) {
          const face = guard ? roll(state, guard[0]) : 0;
          state.placed.push({ row, column, face, guarded: Boolean(guard) && face >= guard[1], again });
          told("placed", row, column);
          return;
        }
      }
    };
    const move = () => {
      const who = reserves(data, game, state);
      if (who < 0) return;
      const { table, spots, comes: row } = scenario.waves;
      const { min, max } = table.plus;
      const rolled = onTable(state, table, state.counter);
      const comes = rolled.row === row;
      state.aside = { kind: "wave", rolled, risen: comes ? who : null, face: 0, place: -1 };
      state.counter = comes ? min : Math.min(max, state.counter + 1);
      told("wave", rolled.total, comes ? 1 : 0);
      if (!comes) return;
      arrive(who);
      if (spots.length) state.aside.face = roll(state, spots.length);
      state.aside.place = spots[state.aside.face - 1] ?? -1;
    };
    /* A figure that a plan calls rises at one of the markers that are left, drawn by lot. */
    const call = () => {
      const { search } = scenario;
      const walk = walking(state);
      const left = search ? search.markers - state.revealed : 0;
      walk.risen = rise();
      walk.marker = left > 1 ? lot(data, state, left).place : left;
    };

    return {
      turn, draw, lot: cast, pick: activate, next: close, stays: spent, mark, arrive, rise, call,
      clue: reveal, place, move,
      yes: () => deed(walking(state)),
      no: () => {
        const walk = walking(state);
        walk.line += 1;
        settle(walk);
      },
      done: () => {
        if (state.aside) state.aside = null;
        else spent();
      },
      up: (spends) => {
        state.figures[state.active.who].down = false;
        if (spends) spent();
        else read();
      },
      walk: (plan, who) => {
        const early = who >= 0 && plan < 0;
        state.aside = { kind: "plan", walk: walkTo(early ? planOf(data, game, state, who) : plan, who) };
      },
      side: (side, by) => { state.sides[side] = Math.max(0, state.sides[side] + by); },
      add: (profile, plan, boss) => join(profile, plan, Boolean(boss)),
      /* Takes the last marker back and places it again. */
      replace: () => {
        state.placed.pop();
        place();
      },
      shuffle: () => {
        [state.pack, state.discards] = [shuffled(state, [...state.pack, ...state.discards]), []];
        told("shuffled", state.pack.length);
      },
    };
  };

  /* Carries out an action on a state. Returns its events. */
  const act = (data, game, state, [name, ...values]) => {
    const events = [];
    actionsOf(data, game, state, events)[name](...values);
    return events.map((event) => [state.turn, ...event]);
  };
  /* The state of a game after its log, and the events of each action. */
  const replay = (data, game) => {
    const state = start(data, game);
    return { state, events: game.log.map((action) => act(data, game, state, action)) };
  };

  return {
    act, replay, walking, reserves, planOf, scenarioOf, present, waiting, kind, card, worth, pileSize,
  };
})();
