/* The figures of the enemy, as tokens: those to come last, those out of play after them. */
const EnemyRoster = (() => {
  const STATES = ["lookout", "down", "acted", "out"];
  const statesOf = (data) => STATES.filter((key) => (key === "lookout" ? data.lookout !== null : key === "down" ? data.down !== null : true));
  const initials = (name) => name.split(/[\s’'-]+/).filter(Boolean).map((word) => word[0]).slice(0, 2).join("").toUpperCase();

  const token = (data, words, drawn, game, state, who, open) => {
    const figure = state.figures[who];
    const name = words.name(game, state, who);
    const shown = STATES.filter((key) => figure[key]);
    const told = [name, ...(figure.later ? [t("enemy_later")] : []), ...(figure.boss ? [t("enemy_boss")] : []), ...shown.map((key) => t(`enemy_${key}_on`))];
    const art = figure.profile < 0 ? data.plans[figure.plan].art : data.profiles[figure.profile].art;
    const alone = name === words.kind(figure);
    const active = state.active && state.active.who === who;
    return h("button", {
      type: "button", "data-key": `figure-${who}`, onclick: () => open(who),
      class: ["token", ...shown.map((key) => `is-${key}`), figure.later ? "is-later" : "", active ? "is-active" : "", figure.boss ? "is-boss" : ""].join(" "),
    },
    h("span", { class: "unseen" }, told.join(", ")),
    h("span", { class: "disc", "aria-hidden": "true" }, (art && picture(art, "vignette")) || h("span", { class: "initials" }, initials(words.kind(figure))),
      figure.boss ? drawn.sign("boss") : null),
    h("span", { class: "number", "aria-hidden": "true" }, alone ? initials(name) : String(figure.number)),
    h("span", { class: "signs" }, [...(figure.later ? ["later"] : []), ...shown].map((key) => drawn.sign(key))));
  };

  /* A token that has not changed is the same element: its drawing need not be drawn again. */
  const kept = (cache, state, who, make) => {
    const active = state.active && state.active.who === who;
    const looks = JSON.stringify([state.figures[who], active, state.figures.length, Words.lang]);
    const known = cache.get(who);
    if (known && known.looks === looks) return known.node;
    const node = make();
    cache.set(who, { looks, node });
    return node;
  };

  const order = (state) => [...state.figures.keys()].sort((a, b) => rank(state, a) - rank(state, b) || a - b);
  const rank = (state, who) => (state.figures[who].out ? 2 : state.figures[who].later ? 1 : 0);

  /* All figures, grouped by name. */
  const list = (data, words, drawn, game, state, open, cache) => {
    const groups = new Map();
    for (const who of order(state)) {
      const name = words.group(game, state.figures[who]);
      groups.set(name, [...(groups.get(name) ?? []), who]);
    }
    return [...groups].map(([name, whos]) => {
      const here = whos.filter((who) => !state.figures[who].out && !state.figures[who].later).length;
      return h("div", { class: "group" },
        h("h3", {}, name, h("small", {}, ` ${t("enemy_of", { n: here, of: whos.length })}`)),
        h("div", { class: "tokens" }, whos.map((who) => kept(cache, state, who, () => token(data, words, drawn, game, state, who, open)))));
    });
  };

  /* Replaces the tokens that have changed, while the groups and their order are the same. */
  const refresh = (data, words, drawn, game, state, open, cache) => {
    for (const who of state.figures.keys()) {
      const { node } = cache.get(who);
      const fresh = kept(cache, state, who, () => token(data, words, drawn, game, state, who, open));
      if (fresh !== node) node.replaceWith(fresh);
    }
  };
  /* What the groups and the order of the tokens depend on. */
  const structure = (state) => JSON.stringify(state.figures.map(({ profile, plan, force, out, later }) => [profile, plan, force, out, later]));

  return { list, refresh, structure, statesOf };
})();

/* The parts of the enemy tool: the strip at the top, the stage, its buttons, the tools below, the
   figures and the journal. `press` carries out what a button is for, `show` opens a panel. */
const EnemyParts = (data, words, drawn, { press, show, undo, leave }) => {
  /* The number of events that the journal shows. */
  const LINES = 60;
  const tokens = new Map();

  const button = ({ key, label, go, style }) => h("button", {
    type: "button", class: style, "data-key": key, onclick: () => press(go),
  }, label);
  const count = (shown, label) => h("p", { class: "count" }, h("b", {}, shown), h("small", {}, label));
  const strip = (game, state) => {
    const left = state.pile.length;
    const able = EnemyRules.waiting(data, state).length;
    return h("div", { class: "strip" },
      count(String(Math.max(state.turn, 1)), t("enemy_turn_word")),
      count(String(left), t(left === 1 ? "enemy_card_word_1" : "enemy_card_word")),
      count(t("enemy_of", { n: able, of: EnemyRules.present(state).length }), t("enemy_waiting")),
      h("button", {
        type: "button", class: "tool", "data-key": "undo", disabled: !game.log.length, "aria-label": t("enemy_undo"), onclick: undo,
      }, drawn.sign("undo")));
  };

  /* Where a plan is: a mark for each of its lines. */
  const steps = ([line, lines]) => h("p", { class: "steps", "aria-hidden": "true" }, Array.from({ length: lines }, (_, at) =>
    h("span", { class: at < line ? "passed" : at === line ? "here" : "" })));
  const scene = (moment) => h("section", { class: "scene", "aria-label": t("enemy_scene") },
    h("div", { class: "head" },
      moment.art ? h("span", { class: "picture" }, moment.art) : null,
      h("div", {}, h("h2", {}, moment.title), moment.under ? h("p", { class: "under" }, moment.under) : null)),
    moment.steps ? steps(moment.steps) : h("p", { class: "divider", "aria-hidden": "true" }),
    h("div", { class: "body" }, moment.body));
  const acts = (moment) => {
    const back = moment.back ? button({ key: "back", label: t("enemy_back"), go: moment.back, style: "plain back" }) : null;
    const answers = moment.acts.length === 2 && moment.acts[0].style === "yes";
    return h("div", { class: `acts ${answers ? "answers" : ""}` }, moment.acts.map(button), back);
  };
  const tool = (key, label, go) => button({ key, label, go, style: "extra" });
  const extras = (game, state) => {
    const { search, waves } = EnemyRules.scenarioOf(data, game) ?? {};
    const n = state.revealed + 1;
    return h("div", { class: "extras" },
      search && search.grid && !state.turn ? tool("grid", t("enemy_markers"), () => show({ kind: "grid" })) : null,
      search && state.turn && n <= search.markers ? tool("clue", t("enemy_reveal", { n, of: search.markers }), ["clue"]) : null,
      waves && state.turn && EnemyRules.reserves(data, game, state) >= 0
        ? tool("move", t("enemy_moved", { n: state.counter }), ["move"]) : null,
      tool("plans", t("enemy_plans"), () => show({ kind: "plans" })));
  };

  const open = (who) => show({ kind: "figure", who });
  const refresh = (game, state) => EnemyRoster.refresh(data, words, drawn, game, state, open, tokens);
  const roster = (game, state) => h("section", { class: "roster", "aria-label": t("enemy_roster") },
    h("h2", {}, t("enemy_roster")),
    EnemyRoster.list(data, words, drawn, game, state, open, tokens),
    h("p", { class: "row" },
      button({ key: "add", label: t("enemy_add"), go: () => show({ kind: "add" }), style: "plain" }),
      button({ key: "new", label: t("enemy_new"), go: leave, style: "plain" })));
  const events = () => EnemyGame.journal.flat().filter(([, key]) => key !== "turn").slice(-LINES).reverse();
  const line = (event) => h("li", {}, h("small", {}, t("enemy_turn", { n: event[0] })),
    ` ${words.told(EnemyGame.game, EnemyGame.state, event)}`);
  const told = h("ol", { reversed: true, tabindex: "0", "aria-label": t("enemy_journal") });
  /* The journal is written while it is open. */
  const write = () => told.replaceChildren(...(log.open && EnemyGame.game ? events().map(line) : []));
  const log = h("details", {
    class: "journal", open: window.matchMedia("(min-width: 60rem)").matches, ontoggle: write,
  }, h("summary", {}, t("enemy_journal")), told);

  return { strip, scene, acts, extras, roster, refresh, log, write };
};
