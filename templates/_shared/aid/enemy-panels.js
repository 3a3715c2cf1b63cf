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
    const own = EnemyMoments.planOf(data, game, state, who);
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
