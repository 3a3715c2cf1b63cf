/* The enemy in words: names of figures and cards, and what has happened. */
const EnemyWords = (data) => {
  /* A label for one thing, or for several. */
  const count = (key, n) => t(n === 1 ? `${key}_1` : key, { n });
  const pair = (a, b) => t("enemy_pair", { a, b });
  const suit = (number) => data.suits[number];
  const plan = (number) => say(data.plans[number].name);
  const kind = (figure) => (figure.profile < 0 ? plan(figure.plan) : say(data.profiles[figure.profile].name));
  const alike = (state, figure) => state.figures.filter((each) =>
    each.profile === figure.profile && (figure.profile >= 0 || each.plan === figure.plan)).length;
  const name = (game, state, who) => {
    const figure = state.figures[who];
    const scenario = EnemyRules.scenarioOf(data, game);
    const several = alike(state, figure) > 1 || (scenario && scenario.rises === figure.profile);
    return several ? t("enemy_name", { name: kind(figure), number: figure.number }) : kind(figure);
  };
  /* The force of a figure, if it has a name of its own; else what the figure is. */
  const group = (game, figure) => {
    const scenario = EnemyRules.scenarioOf(data, game);
    const force = scenario && figure.force >= 0 ? say(scenario.forces[figure.force].name) : "";
    return force || kind(figure);
  };
  const sideOf = (game, number) => EnemyRules.scenarioOf(data, game).sides[number];
  const card = (game, number) => {
    if (data.shared) return number < 0 ? t("enemy_joker") : say(suit(sideOf(game, number).suit).name);
    const { joker, rank, suit: of } = EnemyRules.card(data, number);
    return joker ? t("enemy_joker") : t("enemy_card", { rank: say(data.ranks[rank].name), suit: say(suit(of).name) });
  };
  const worth = (due, each) => pair(count("enemy_figures", due), count("enemy_activations", each));
  const rolled = ({ faces, plus, total }) => (plus ? t("enemy_sum", { faces: faces.join(" + "), plus, total }) : String(total));

  /* An event as a sentence of the journal; empty for what needs none. */
  const EVENTS = {
    turn: (game, state, n) => t("enemy_turn", { n }),
    card: (game, state, number, due, each) => (due === undefined || data.shared
      ? card(game, number) : pair(card(game, number), due ? worth(due, each) : t("enemy_nobody"))),
    activates: (game, state, who) => t("enemy_activated", { name: name(game, state, who) }),
    deed: (game, state, who, of, line, way) => {
      const action = data.plans[of].actions[line];
      const did = action ? say(action.lead) || say(action.deed) : t("enemy_nothing");
      const where = way < 0 ? "" : say(data.random_move.rows[way].text);
      return pair(who < 0 ? plan(of) : name(game, state, who), where ? pair(did, where) : did);
    },
    arrives: (game, state, who) => t("enemy_arrives", { name: name(game, state, who) }),
    clue: (game, state, thing, foe) => pair(t("enemy_marker"), foe ? t("enemy_foe")
      : thing < 0 ? t("enemy_empty") : say(EnemyRules.scenarioOf(data, game).search.things[thing])),
    wave: (game, state, total, comes) => pair(t("enemy_counter"), t(comes ? "enemy_comes" : "enemy_quiet", { total })),
    placed: (game, state, row, column) => t("enemy_placed", { row, column }),
    event: (game, state, row) => say(EnemyRules.scenarioOf(data, game).events.rows[row].text),
    mark: (game, state, who, key, on) => pair(name(game, state, who), t(`enemy_${key}_${on ? "on" : "off"}`)),
    shuffled: (game, state, n) => t("enemy_shuffled", { n }),
  };
  const told = (game, state, [, key, ...values]) => EVENTS[key](game, state, ...values);

  return { count, pair, plan, kind, group, name, card, worth, rolled, told, sideOf };
};
