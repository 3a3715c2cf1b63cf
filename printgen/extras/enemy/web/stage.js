/* The stage: what happens now, and the buttons that go on. A moment has a title, a line under it, a
   drawing, what it shows, and its buttons, each with an action of the game or a function. */
const EnemyStage = (data, words, drawn) => {
  const { count, pair } = words;
  const main = (key, label, go) => ({ key, label, go, style: "main" });
  const plain = (key, label, go) => ({ key, label, go, style: "plain" });
  const scenarioOf = (game) => EnemyRules.scenarioOf(data, game);

  /* --- the turn -------------------------------------------------------------------------------- */

  const sum = (state) => {
    const figures = EnemyRules.present(state);
    const bosses = figures.filter((each) => each.boss).length;
    const cards = count("enemy_cards", EnemyRules.pileSize(data, figures));
    return t(bosses ? "enemy_pile_bosses" : "enemy_pile", { figures: count("enemy_figures", figures.length), bosses: count("enemy_bosses", bosses), cards });
  };
  const sides = (game, state, act) => h("div", { class: "sides" }, scenarioOf(game).sides.map((side, at) => {
    const suit = data.suits[side.suit];
    const label = say(side.name);
    return h("p", { class: "row" }, h("b", { class: suit.red ? "red suit" : "suit" }, suit.symbol), h("span", {}, label),
      side.enemy ? h("b", {}, String(EnemyRules.present(state).length))
        : EnemySetup.stepper(label, state.sides[at], [0, 40], (value) => act(["side", at, value - state.sides[at]]), `side-${at}`));
  }));
  const turn = (game, state, act) => {
    const next = state.turn + 1;
    return {
      title: state.turn ? t("enemy_turn_over", { n: state.turn }) : t("enemy_turn", { n: next }),
      under: data.pack ? sum(state) : state.card === null ? t("enemy_in_play") : words.card(game, state.card),
      body: data.shared ? sides(game, state, act) : drawn.pile(6),
      acts: [main("turn", t("enemy_begin", { n: next }), ["turn"]),
        ...(state.discards.length ? [plain("shuffle", t("enemy_shuffle", { n: state.discards.length }), ["shuffle"])] : [])],
    };
  };
  const ready = (state) => ({
    title: count("enemy_cards_left", state.pile.length),
    under: t("enemy_when"),
    body: h("button", { type: "button", class: "deck", "data-key": "deck", "aria-label": t("enemy_draw"), tabindex: "-1" }, drawn.pile(state.pile.length)),
    deck: ["draw"],
    acts: [main("draw", t("enemy_draw"), ["draw"])],
  });

  /* --- a card ---------------------------------------------------------------------------------- */

  const withCard = (game, state, rest) => ({
    title: words.card(game, state.card),
    body: h("div", { class: rest.long ? "dealt long" : "dealt" }, drawn.card(words, game, state.card), h("div", { class: "means" }, rest.means)),
    ...rest,
  });
  /* One button for each figure or, where figures have no numbers, for each kind. */
  const choice = (game, state, among, alike) => {
    const seen = new Set();
    return among.flatMap((who) => {
      const figure = state.figures[who];
      const kind = EnemyRules.kind(figure);
      if (alike && seen.has(kind)) return [];
      seen.add(kind);
      const state_ = ["down", "lookout"].filter((key) => figure[key]).map((key) => t(`enemy_${key}_on`));
      const label = [alike ? words.group(game, figure) : words.name(game, state, who), ...state_].join(", ");
      return [{ key: `pick-${who}`, label, go: ["pick", who], style: among.length === 1 ? "main" : "plain" }];
    });
  };
  const intro = ({ plan }) => (data.plans[plan].intro ? h("p", { class: "note" }, say(data.plans[plan].intro)) : null);
  const lots = (game, state) => {
    const left = EnemyRules.waiting(data, state);
    if (data.shared) {
      return withCard(game, state, {
        long: true,
        under: say(scenarioOf(game).enemy),
        means: [h("p", { class: "big" }, t("enemy_which_figure")), left.length ? intro(state.figures[left[0]]) : null],
        acts: left.length ? choice(game, state, left, false) : [main("next", t("enemy_go_on"), ["next"])],
      });
    }
    const one = state.only.length ? state.only[0] : left.length === 1 ? left[0] : -1;
    const again = state.due < state.first;
    return withCard(game, state, {
      under: again ? t("enemy_second") : words.worth(state.due, state.each),
      means: [
        h("p", { class: "numbers" }, h("span", {}, h("b", {}, String(state.due)), ` ${t(state.due === 1 ? "enemy_figure_word_1" : "enemy_figure_word")}`),
          h("span", {}, h("b", {}, String(state.each)), ` ${t(state.each === 1 ? "enemy_activation_word_1" : "enemy_activation_word")}`)),
        state.last ? h("p", { class: "flag" }, t("enemy_last_cards")) : null,
        state.only.length ? h("p", { class: "flag" }, t("enemy_last_word", { name: words.name(game, state, one) })) : null,
        h("p", { class: "note" }, count("enemy_left", left.length)),
      ],
      acts: [main("lot", one >= 0 ? t("enemy_activate", { name: words.name(game, state, one) }) : t("enemy_lots"), ["lot"])],
    });
  };
  const who = (game, state) => withCard(game, state, {
    under: t("enemy_from_left", { place: state.place, of: state.rolls.length ? EnemyRules.waiting(data, state).length : 1 }),
    means: [dice(state.rolls), h("p", { class: "big" }, t("enemy_who"))],
    acts: choice(game, state, EnemyRules.waiting(data, state), true),
  });
  const dice = (rolls) => (rolls.length ? h("p", { class: "dice" }, rolls.map(({ faces, face, place }) =>
    drawn.die(faces, face, place ? null : t("enemy_again")))) : null);
  const simple = (game, state, flag, under) => withCard(game, state, {
    under, means: [h("p", { class: "big" }, flag)], acts: [main("next", t("enemy_go_on"), ["next"])],
  });
  const event = (game, state) => withCard(game, state, {
    long: true,
    under: state.row ? say(scenarioOf(game).events.title) : "",
    means: state.row ? [h("p", { class: "dice" }, state.row.faces.map((face) => drawn.die(scenarioOf(game).events.dice[1], face))),
      h("p", {}, say(scenarioOf(game).events.rows[state.row.row].text))] : [],
    acts: [main("next", t("enemy_go_on"), ["next"])],
  });

  /* --- a figure and its plan ------------------------------------------------------------------- */

  const portrait = (figure, plan) => {
    const art = (figure && figure.profile >= 0 && data.profiles[figure.profile].art) || data.plans[plan].art;
    return art ? picture(art, "vignette") : null;
  };
  const activation = (state) => {
    const { of, left } = state.active;
    return of > 1 ? t("enemy_activation_of", { n: of - left + 1, of }) : "";
  };
  const headed = (game, state, walk, aside) => {
    const figure = state.figures[walk.who] ?? null;
    const plan = words.plan(walk.plan);
    const which = !aside && state.active ? activation(state) : "";
    const force = figure && words.group(game, figure) !== words.kind(figure) ? words.group(game, figure) : "";
    return {
      title: figure ? words.name(game, state, walk.who) : plan,
      under: [force, figure ? (plan === words.kind(figure) ? "" : plan) : say(data.plans[walk.plan].epithet), which].filter(Boolean).join(" · "),
      art: portrait(figure, walk.plan),
      dice: !aside && state.active && state.active.left === state.active.of && !walk.line ? state.rolls : [],
      place: state.rolls.length && !aside && game.places ? state.place : 0,
    };
  };
  const line = (walk) => h("span", { class: "number-disc", "aria-hidden": "true" }, String(walk.line + 1));
  const asked = (game, state, walk, aside) => {
    const plan = data.plans[walk.plan];
    const { dice: rolls, ...head } = headed(game, state, walk, aside);
    return {
      ...head,
      steps: [walk.line, plan.actions.length],
      body: [dice(rolls), h("p", { class: "ask" }, line(walk), h("span", {}, say(plan.actions[walk.line].ask))),
        plan.note ? h("p", { class: "note" }, say(plan.note)) : null],
      acts: [{ key: "yes", label: t("enemy_yes"), go: ["yes"], style: "yes" }, { key: "no", label: t("enemy_no"), go: ["no"], style: "no" }],
      back: aside ? ["done"] : null,
    };
  };
  const way = (walk) => {
    const table = data.random_move;
    const { row, total } = walk.way;
    const label = say(table.rows[row].text);
    return h("div", { class: "way" }, drawn.compass(row, table.rows.length, label),
      h("div", {}, h("p", { class: "dice" }, drawn.die(table.dice[1], total)), h("p", { class: "big" }, label)));
  };
  /* The button for the figure that the action calls. */
  const calls = (game, state, walk) => {
    const scenario = scenarioOf(game);
    const action = data.plans[walk.plan].actions[walk.line];
    if (!action || action.brings !== "arrival" || !scenario || scenario.rises === null || walk.who < 0) return null;
    if (walk.risen !== null) {
      const name = words.name(game, state, walk.risen);
      return h("p", { class: "flag" }, walk.marker ? t("enemy_rises_at", { name, n: walk.marker }) : t("enemy_arrives", { name }));
    }
    if (scenario.search && scenario.search.markers <= state.revealed) return h("p", { class: "flag" }, t("enemy_no_marker"));
    return { key: "call", label: t("enemy_call"), go: ["call"], style: "plain" };
  };
  const done = (game, state, walk, aside) => {
    const plan = data.plans[walk.plan];
    const action = plan.actions[walk.line];
    const { dice: rolls, ...head } = headed(game, state, walk, aside);
    const call = calls(game, state, walk);
    return {
      ...head,
      body: [dice(rolls), h("p", { class: "deed" }, action ? line(walk) : null, h("span", {}, action ? say(action.deed) : t("enemy_nothing"))),
        walk.way ? way(walk) : null, call && !call.key ? call : null],
      acts: [...(call && call.key ? [call] : []), main("done", t(aside ? "enemy_back" : "enemy_done"), ["done"])],
      stately: walk.who,
    };
  };
  const walked = (game, state, walk, aside) => (walk.deed ? done : asked)(game, state, walk, aside);
  const down = (game, state) => {
    const { who: number } = state.active;
    return {
      title: words.name(game, state, number),
      under: [t("enemy_down_on"), activation(state)].filter(Boolean).join(" · "),
      art: portrait(state.figures[number], state.figures[number].plan),
      body: [dice(state.rolls), h("p", { class: "ask" }, say(data.down))],
      acts: [main("up", t("enemy_up_spent"), ["up", 1]), plain("up-read", t("enemy_up_read"), ["up", 0]), plain("stays", t("enemy_stays"), ["stays"])],
    };
  };

  /* --- markers and reserves -------------------------------------------------------------------- */

  const clue = (game, state) => {
    const { rolled, foe, thing, number, risen } = state.aside;
    const { table, things, markers } = scenarioOf(game).search;
    return {
      title: t("enemy_marker_of", { n: number, of: markers }),
      under: say(table.title),
      body: [
        rolled ? h("p", { class: "dice" }, rolled.faces.map((face) => drawn.die(table.dice[1], face)),
          h("span", { class: "sum" }, rolled.plus ? t("enemy_added", { plus: rolled.plus, total: rolled.total }) : null)) : h("p", { class: "flag" }, t("enemy_by_lot")),
        h("p", { class: "deed" }, h("span", {}, thing >= 0 ? say(things[thing]) : foe ? words.name(game, state, risen) : t("enemy_empty"))),
        rolled ? h("p", { class: "note" }, say(table.rows[rolled.row].text)) : null,
      ],
      acts: [main("done", t("enemy_back"), ["done"])],
    };
  };
  const wave = (game, state) => {
    const { rolled, risen, face, place } = state.aside;
    const { table, places, spots } = scenarioOf(game).waves;
    return {
      title: say(table.title),
      under: t("enemy_counter_now", { n: state.counter }),
      body: [
        h("p", { class: "dice" }, rolled.faces.map((each) => drawn.die(table.dice[1], each)),
          h("span", { class: "sum" }, t("enemy_added", { plus: rolled.plus, total: rolled.total }))),
        risen === null ? null : h("p", { class: "deed" }, h("span", {}, words.name(game, state, risen))),
        place >= 0 ? h("p", { class: "dice" }, drawn.die(spots.length, face), h("span", { class: "sum" }, say(places[place]))) : null,
        h("p", { class: "note" }, say(table.rows[rolled.row].text)),
      ],
      acts: [main("done", t("enemy_back"), ["done"])],
      stately: risen ?? -1,
    };
  };

  const PHASES = {
    turn, end: turn, draw: (game, state) => ready(state), lot: lots, who, event, down,
    void: (game, state) => simple(game, state, t("enemy_nobody"), ""),
    other: (game, state) => simple(game, state, t("enemy_other"), say(words.sideOf(game, state.card).name)),
    plan: (game, state) => walked(game, state, state.active.walk, false),
  };
  /* The moment of a state: that of what interrupts the turn, if anything does. `act` carries out an
     action of a control in what is shown. */
  const moment = (game, state, act) => {
    const { aside } = state;
    if (aside) return { plan: () => walked(game, state, aside.walk, true), clue: () => clue(game, state), wave: () => wave(game, state) }[aside.kind]();
    return PHASES[state.phase](game, state, act);
  };

  return { moment, pair, main, plain };
};

/* What the players look up or change beside the turn: a figure, the grid of markers, the plans, a new
   figure. A panel takes the place of the moment on the stage. */
const EnemyPanels = (data, words, drawn, { act, show }) => {
  const { main, plain } = { main: (key, label, go) => ({ key, label, go, style: "main" }), plain: (key, label, go) => ({ key, label, go, style: "plain" }) };
  const back = () => show(null);

  const toggles = (game, state, who) => h("div", { class: "toggles" }, EnemyRoster.statesOf(data).map((key) =>
    h("button", { type: "button", class: "toggle", "data-key": `mark-${key}`, "aria-pressed": String(state.figures[who][key]), onclick: () => act(["mark", who, key]) },
      drawn.sign(key), h("span", {}, t(`enemy_${key}_on`)))));

  const where = (game, each) => (words.group(game, each) === words.kind(each) ? [] : [words.group(game, each)]);
  const figure = (game, state, { who }) => {
    const { profile, plan, later, lookout, boss, force } = state.figures[who];
    const scenario = EnemyRules.scenarioOf(data, game);
    const told = scenario && force >= 0 ? say(scenario.forces[force].text) : "";
    const art = profile < 0 ? data.plans[plan].art : data.profiles[profile].art;
    const own = EnemyRules.planOf(data, game, state, who);
    return {
      title: words.name(game, state, who),
      under: [...where(game, state.figures[who]), words.plan(own), boss ? t("enemy_boss") : ""].filter(Boolean).join(" · "),
      art: art ? picture(art, "vignette") : null,
      body: [later ? h("p", { class: "flag" }, t("enemy_later")) : toggles(game, state, who), told ? h("p", { class: "note" }, told) : null],
      acts: later ? [main("arrive", t("enemy_arrive"), ["arrive", who])] : [
        lookout && data.lookout !== null ? main("react", t("enemy_reacts"), ["walk", data.lookout, who]) : null,
        plain("read", t("enemy_read"), ["walk", -1, who]),
      ].filter(Boolean),
      back,
    };
  };

  const grid = (game, state) => {
    const { search } = EnemyRules.scenarioOf(data, game);
    const { placed } = state;
    const last = placed.at(-1) ?? null;
    const left = search.markers - placed.length;
    const guard = search.grid.guard;
    return {
      title: t("enemy_grid"),
      under: last ? t("enemy_placed", { row: last.row, column: last.column }) : t("enemy_grid_note"),
      body: [
        drawn.grid(search.grid, placed, placed.map(({ row, column }) => t("enemy_placed", { row, column })).join(" ; ") || t("enemy_grid_note")),
        last && guard ? h("p", { class: "dice" }, drawn.die(guard[0], last.face), h("span", { class: "sum" }, t(last.guarded ? "enemy_guarded" : "enemy_unguarded"))) : null,
        last && last.again ? h("p", { class: "note" }, words.count("enemy_rerolls", last.again)) : null,
      ],
      acts: [
        ...(left > 0 ? [main("place", t("enemy_place", { n: placed.length + 1, of: search.markers }), ["place"])] : []),
        ...(placed.length ? [plain("replace", t("enemy_replace"), ["replace"])] : []),
      ],
      back,
    };
  };

  const plans = () => ({
    title: t("enemy_plans"),
    under: "",
    body: EnemySetup.plans(data, (plan) => act(["walk", plan, -1])),
    acts: [],
    back,
  });

  const more = (game, state) => ({
    title: t("enemy_add"),
    under: "",
    body: h("div", { class: "plans" }, EnemySetup.kinds(data).map(({ name, entry: [profile, plan, boss] }, at) =>
      h("button", { type: "button", class: "plain", "data-key": `add-${at}`, onclick: () => act(["add", profile, plan, boss ? 1 : 0]) }, name))),
    acts: [],
    back,
  });

  const moment = (game, state, panel) => ({ figure, grid, plans, add: more }[panel.kind])(game, state, panel);
  return { moment };
};
