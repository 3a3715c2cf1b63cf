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
