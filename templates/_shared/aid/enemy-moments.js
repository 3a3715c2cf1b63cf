/* What the players do: the actions of a game, each a name and numbers, and their events. */
const EnemyMoments = (() => {
  const { start, begin, draw, close, lot, roll, onTable, waiting, arrive, rise, add, planOf, scenarioOf } = EnemyRules;

  /* --- plans ----------------------------------------------------------------------------------- */

  const bound = (data, figure, limit) => data.plans[figure.plan].actions.some((each) => each.limit === limit);
  const possible = (data, state, walk, { only, limit }) => {
    const figure = state.figures[walk.who];
    if (!figure) return true;
    if (only.length && !only.includes(figure.plan)) return false;
    return !limit || !bound(data, figure, limit) || (figure.used[limit] ?? 0) < data.limits[limit];
  };
  /* Goes on to the next line that needs an answer, or to what the figure does. */
  const settle = (data, state, walk, events) => {
    const { actions } = data.plans[walk.plan];
    while (walk.line < actions.length && !possible(data, state, walk, actions[walk.line])) walk.line += 1;
    if (walk.line >= actions.length || !actions[walk.line].ask) deed(data, state, walk, events);
  };
  const deed = (data, state, walk, events) => {
    const action = data.plans[walk.plan].actions[walk.line] ?? null;
    const figure = state.figures[walk.who];
    walk.deed = true;
    if (action && action.brings === "random-move" && data.random_move) walk.way = onTable(state, data.random_move, 0);
    if (action && figure) {
      if (action.limit) figure.used[action.limit] = (figure.used[action.limit] ?? 0) + 1;
      if (action.brings === "lookout") figure.lookout = true;
      if (action.brings === "lookout-lost") figure.lookout = false;
    }
    events.push(["deed", walk.who, walk.plan, action ? walk.line : -1, walk.way ? walk.way.row : -1]);
  };
  const walkTo = (data, state, plan, who, events) => {
    const walk = { plan, who, line: 0, deed: false, way: null, risen: null };
    settle(data, state, walk, events);
    return walk;
  };

  /* --- activations ----------------------------------------------------------------------------- */

  const read = (data, game, state, events) => {
    const { who } = state.active;
    state.phase = "plan";
    state.active.walk = walkTo(data, state, planOf(data, game, state, who), who, events);
  };
  const next = (data, game, state, events) => {
    const down = data.down && state.figures[state.active.who].down;
    if (down) state.phase = "down";
    else read(data, game, state, events);
  };
  const activate = (data, game, state, who, events) => {
    state.active = { who, left: state.each, of: state.each, walk: null };
    state.place = 0;
    events.push(["activates", who]);
    next(data, game, state, events);
  };
  const spent = (data, game, state, events) => {
    const figure = state.figures[state.active.who];
    state.active.left -= 1;
    if (state.active.left > 0 && !figure.out) return next(data, game, state, events);
    figure.acted = true;
    state.active = null;
    state.rolls = [];
    state.due -= 1;
    if (state.due > 0 && waiting(data, state).length) state.phase = "lot";
    else close(data, state);
  };
  /* Figures that look the same where lots give places only. */
  const kind = ({ profile, plan, force, down, lookout }) => [profile, plan, force, down, lookout].join();
  const cast = (data, game, state, events) => {
    const able = waiting(data, state);
    const left = state.only.length ? able.filter((who) => state.only.includes(who)) : able;
    if (!left.length) return close(data, state);
    const { rolls, place } = lot(data, state, left.length);
    Object.assign(state, { rolls, place });
    const alike = left.every((who) => kind(state.figures[who]) === kind(state.figures[left[0]]));
    if (game.places && !alike) state.phase = "who";
    else activate(data, game, state, left[place - 1], events);
  };

  /* --- markers and reserves -------------------------------------------------------------------- */

  const missing = (search, state) => [...search.things.keys()].filter((thing) => !state.found.includes(thing));
  const hidden = (data, game, state) => {
    const { search } = scenarioOf(data, game);
    const { things, markers, rows } = search;
    const left = missing(search, state);
    const byLot = search.lots && (state.lotted || (!state.found.length && markers - state.revealed <= things.length));
    if (byLot) state.lotted = true;
    const rolled = byLot ? null : onTable(state, search.table, state.revealed);
    const row = rolled ? rows[rolled.row] : "any";
    const wanted = left.includes(row) ? row : left[left.length > 1 ? roll(state, left.length) - 1 : 0];
    const thing = row === "foe" || row === "nothing" ? undefined : wanted;
    return { kind: "clue", rolled, foe: row === "foe", thing: thing ?? -1, number: state.revealed + 1 };
  };
  const reveal = (data, game, state, events) => {
    const { search, rises } = scenarioOf(data, game);
    if (state.revealed >= search.markers) return;
    state.aside = hidden(data, game, state);
    state.revealed += 1;
    events.push(["clue", state.aside.thing, state.aside.foe ? 1 : 0]);
    if (state.aside.thing >= 0) state.found.push(state.aside.thing);
    if (state.aside.foe && rises !== null) state.aside.risen = rise(data, game, state, events);
  };
  /* Places the next marker: rolls again where one is, and in the strips along the edges. */
  const place = (data, game, state, events) => {
    const { grid, markers } = scenarioOf(data, game).search;
    const { sides, zones: [north, east, south, west], guard } = grid;
    if (state.placed.length >= markers) return;
    const free = (row, column) => row > north && row <= sides - south && column > west && column <= sides - east
      && !state.placed.some((each) => each.row === row && each.column === column);
    const again = [];
    for (let tries = 0; tries < 500; tries += 1) {
      const [row, column] = [roll(state, sides), roll(state, sides)];
      if (free(row, column) || tries === 499) {
        const face = guard ? roll(state, guard[0]) : 0;
        state.placed.push({ row, column, face, guarded: Boolean(guard) && face >= guard[1], again: again.length });
        events.push(["placed", row, column]);
        return;
      }
      again.push([row, column]);
    }
  };
  const reserves = (data, game, state) => {
    const { waves } = scenarioOf(data, game);
    return state.figures.findIndex((each) => each.later && each.force === waves.force);
  };
  const move = (data, game, state, events) => {
    const { waves } = scenarioOf(data, game);
    const who = reserves(data, game, state);
    if (who < 0) return;
    const { min, max } = waves.table.plus;
    const rolled = onTable(state, waves.table, state.counter);
    const comes = rolled.row === waves.comes;
    state.aside = { kind: "wave", rolled, risen: comes ? who : null, face: 0, place: -1 };
    state.counter = comes ? min : Math.min(max, state.counter + 1);
    events.push(["wave", rolled.total, comes ? 1 : 0]);
    if (!comes) return;
    arrive(state, who, state.turn, events);
    if (waves.spots.length) state.aside.face = roll(state, waves.spots.length);
    state.aside.place = waves.spots[state.aside.face - 1] ?? -1;
  };
  /* A figure that a plan calls rises at one of the markers that are left, drawn by lot. */
  const call = (data, game, state, walk, events) => {
    const { search } = scenarioOf(data, game);
    const left = search ? search.markers - state.revealed : 0;
    walk.risen = rise(data, game, state, events);
    walk.marker = left > 1 ? lot(data, state, left).place : left;
  };

  /* --- actions --------------------------------------------------------------------------------- */

  const walking = (state) => (state.aside ? state.aside.walk : state.phase === "plan" ? state.active.walk : null);
  const mark = (data, game, state, who, key, events) => {
    const figure = state.figures[who];
    figure[key] = !figure[key];
    events.push(["mark", who, key, figure[key] ? 1 : 0]);
    if (figure.out && state.active && state.active.who === who) {
      state.active.left = 1;
      spent(data, game, state, events);
    }
  };
  const ACTIONS = {
    turn: (data, game, state, events) => begin(data, game, state, events),
    draw: (data, game, state, events) => draw(data, game, state, events),
    lot: (data, game, state, events) => cast(data, game, state, events),
    pick: (data, game, state, events, who) => activate(data, game, state, who, events),
    next: (data, game, state) => close(data, state),
    yes: (data, game, state, events) => deed(data, state, walking(state), events),
    no: (data, game, state, events) => {
      const walk = walking(state);
      walk.line += 1;
      settle(data, state, walk, events);
    },
    done: (data, game, state, events) => {
      if (state.aside) state.aside = null;
      else spent(data, game, state, events);
    },
    up: (data, game, state, events, spends) => {
      state.figures[state.active.who].down = false;
      if (spends) spent(data, game, state, events);
      else read(data, game, state, events);
    },
    stays: (data, game, state, events) => spent(data, game, state, events),
    walk: (data, game, state, events, plan, who) => {
      const early = who >= 0 && plan < 0;
      state.aside = { kind: "plan", walk: walkTo(data, state, early ? planOf(data, game, state, who) : plan, who, events) };
    },
    mark: (data, game, state, events, who, key) => mark(data, game, state, who, key, events),
    side: (data, game, state, events, side, by) => { state.sides[side] = Math.max(0, state.sides[side] + by); },
    arrive: (data, game, state, events, who) => arrive(state, who, state.turn, events),
    rise: (data, game, state, events) => rise(data, game, state, events),
    call: (data, game, state, events) => call(data, game, state, walking(state), events),
    add: (data, game, state, events, profile, plan, boss) => {
      arrive(state, add(state, profile, plan, { boss: Boolean(boss) }), state.turn, events);
    },
    clue: (data, game, state, events) => reveal(data, game, state, events),
    place: (data, game, state, events) => place(data, game, state, events),
    /* Takes the last marker back and places it again. */
    replace: (data, game, state, events) => {
      state.placed.pop();
      place(data, game, state, events);
    },
    move: (data, game, state, events) => move(data, game, state, events),
    shuffle: (data, game, state, events) => {
      const cards = [...state.pack, ...state.discards];
      [state.pack, state.discards] = [Chance.shuffled(state.random, cards.length).map((at) => cards[at]), []];
      events.push(["shuffled", cards.length]);
    },
  };

  /* Carries out an action on a state. Returns its events. */
  const act = (data, game, state, [name, ...values]) => {
    const events = [];
    ACTIONS[name](data, game, state, events, ...values);
    return events.map((event) => [state.turn, ...event]);
  };
  /* The state of a game after its log, and the events of each action. */
  const replay = (data, game) => {
    const state = start(data, game);
    return { state, events: game.log.map((action) => act(data, game, state, action)) };
  };

  return { act, replay, walking, reserves, missing, planOf };
})();
