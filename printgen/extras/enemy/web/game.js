/* The beginning of a game against the enemy: the scenario or figures of one's own, or a plan alone. */
const EnemySetup = (() => {
  /* A number with buttons: `set` is called with the new one. */
  const stepper = (label, value, [least, most], set, key) => h("span", { class: "stepper", role: "group", "aria-label": label },
    h("button", { type: "button", "data-key": `${key}-less`, disabled: value <= least, "aria-label": t("enemy_less", { label }), onclick: () => set(value - 1) }, "−"),
    h("output", {}, String(value)),
    h("button", { type: "button", "data-key": `${key}-more`, disabled: value >= most, "aria-label": t("enemy_more", { label }), onclick: () => set(value + 1) }, "+"));

  const MOST = 40;
  /* What the players choose before a game, with the choices of the last one. */
  const fresh = (data, kept) => ({
    scenario: data.scenarios.length ? 0 : -1, count: 0, own: [], places: false, ...kept,
  });
  const chosen = (data, draft) => {
    const scenario = data.scenarios[draft.scenario] ?? null;
    const variable = scenario && scenario.variable;
    return { scenario, variable, count: variable ? Math.min(draft.count || variable.usual, variable.most) : 1 };
  };

  const radio = (draft, value, title, under, change) => h("label", { class: "pick" },
    h("input", { type: "radio", name: "enemy-scenario", value, checked: draft.scenario === value, "data-key": `scenario-${value}`, onchange: () => change({ scenario: value }) }),
    h("span", {}, h("b", {}, title), under ? h("small", {}, under) : null));

  /* The rows of figures of one's own: each profile, then each plan, as an ordinary figure or a boss. */
  const kinds = (data) => [
    ...data.profiles.map((profile, at) => ({ name: say(profile.name), entry: [at, profile.plan, profile.boss] })),
    ...data.plans.flatMap((plan, at) => (plan.apart || at === data.lookout ? [] : [
      { name: say(plan.name), entry: [-1, at, false] },
      ...(data.pack && data.pack.boss_cards ? [{ name: t("enemy_boss_of", { name: say(plan.name) }), entry: [-1, at, true] }] : []),
    ])),
  ];
  const own = (data, draft, change) => h("div", { class: "own" }, kinds(data).map(({ name, entry: [profile, plan, boss] }, at) => {
    const same = (each) => each[0] === profile && each[1] === plan && each[3] === boss;
    const number = (draft.own.find(same) ?? [0, 0, 0])[2];
    const set = (value) => change({ own: [...draft.own.filter((each) => !same(each)), ...(value ? [[profile, plan, value, boss]] : [])] });
    return h("p", { class: "row" }, h("span", {}, name), stepper(name, number, [0, MOST], set, `own-${at}`));
  }));

  const plans = (data, walk) => h("div", { class: "plans" }, data.plans.map((plan, at) => (plan.apart ? null
    : h("button", { type: "button", class: "plan-card", "data-key": `plan-${at}`, onclick: () => walk(at) },
      plan.art ? picture(plan.art, "vignette") : null, h("span", {}, h("b", {}, say(plan.name)), h("small", {}, say(plan.epithet)))))));

  const rules = (data, draft, change) => {
    const { variable, count } = chosen(data, draft);
    return [
      variable ? h("p", { class: "row" }, h("span", {}, t("enemy_variable", { label: say(variable.label) })),
        stepper(say(variable.label), count, [1, variable.most], (value) => change({ count: value }), "count")) : null,
      draft.scenario < 0 ? own(data, draft, change) : null,
      data.pack ? h("label", { class: "row" }, h("span", {}, t("enemy_numbered"), h("small", {}, t("enemy_numbered_note"))),
        h("input", { type: "checkbox", class: "switch", checked: !draft.places, "data-key": "places", onchange: (event) => change({ places: !event.target.checked }) })) : null,
    ];
  };
  const ready = (data, draft) => draft.scenario >= 0 || draft.own.length > 0;

  /* The page before a game. `tasks` has what its buttons do. */
  const page = (data, draft, kept, tasks) => h("div", { class: "setup" },
    kept ? h("button", { type: "button", class: "main wide", "data-key": "resume", onclick: tasks.resume }, t("enemy_resume", { n: kept })) : null,
    data.pack || data.shared ? [
      h("h2", {}, t("enemy_which")),
      h("div", { class: "picks", role: "radiogroup", "aria-label": t("enemy_which") },
        data.scenarios.map((each, at) => radio(draft, at, say(each.title), say(each.subtitle), tasks.change)),
        data.pack ? radio(draft, -1, t("enemy_own"), t("enemy_own_note"), tasks.change) : null),
      rules(data, draft, tasks.change),
      h("button", { type: "button", class: `${kept ? "plain" : "main"} wide`, "data-key": "begin", disabled: !ready(data, draft), onclick: tasks.begin }, t("enemy_start")),
    ] : null,
    h("h2", {}, t("enemy_plan_alone")),
    plans(data, tasks.walk));

  return { stepper, fresh, chosen, kinds, plans, page };
})();

/* The game of the enemy tool: a record, its state and its journal, kept in the browser. It is the same
   whatever the language of the page. */
const EnemyGame = (() => {
  const KEY = "enemy";
  let game = null;
  let state = null;
  let journal = [];
  let draft = null;
  /* The game that waits while a plan is read alone. */
  let waiting = null;

  const keep = () => Kept.write(KEY, { draft, game: game && game.alone ? waiting : game });
  const resume = (data, record) => {
    game = record;
    if (!record) return;
    const found = EnemyRules.replay(data, record);
    [state, journal] = [found.state, found.events];
  };
  const load = (data) => {
    if (draft) return;
    const kept = Kept.read(KEY);
    draft = EnemySetup.fresh(data, kept && kept.draft);
    if (!data.scenarios[draft.scenario]) draft.scenario = data.scenarios.length ? 0 : -1;
    try {
      resume(data, kept && kept.game);
    } catch {
      /* A game of another version of the rules. */
      game = null;
    }
  };
  const start = (data, record) => {
    resume(data, { seed: Chance.newSeed(), log: [], own: [], places: false, ...record });
    keep();
  };
  const begin = (data) => {
    const { scenario, places, own } = draft;
    start(data, { scenario, places, own: scenario < 0 ? own : [], count: EnemySetup.chosen(data, draft).count });
  };
  /* A plan is read without figures: the game, if there is one, waits. */
  const alone = (data) => {
    waiting = game && game.alone ? waiting : game;
    start(data, { scenario: -1, count: 1, alone: true });
  };
  const back = (data) => {
    resume(data, waiting);
    waiting = null;
  };
  /* Carries out an action. */
  const act = (data, action) => {
    const before = game.log.length;
    game.log.push(action);
    try {
      journal.push(EnemyRules.act(data, game, state, action));
    } catch {
      /* Two taps at once: the second one came too late. */
      game.log.length = before;
      resume(data, game);
    }
    if (game.alone && !state.aside) back(data);
    keep();
  };
  /* Undoes the last action. Whether there was one. */
  const undo = (data) => {
    if (!game || !game.log.length) return false;
    game.log.pop();
    if (game.alone && !game.log.length) back(data);
    else resume(data, game);
    keep();
    return true;
  };
  const change = (changed) => {
    Object.assign(draft, changed);
    keep();
  };

  return {
    load, begin, alone, act, undo, change,
    get game() { return game; }, get state() { return state; }, get journal() { return journal; }, get draft() { return draft; },
  };
})();
