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

/* What the enemy tool draws: cards, dice, the compass, the grid of markers, and signs. */
const EnemyDrawn = (data) => {
  const svg = (name, attributes, ...children) => h(`svg:${name}`, attributes, ...children);
  const text = (x, y, style, words) => svg("text", { x, y, class: style, "text-anchor": "middle" }, words);

  /* The places of pips on a card of 100 by 140, in columns at 30, 50 and 70. */
  const ROWS = {
    1: [[50, 70]], 2: [[50, 34], [50, 106]], 3: [[50, 34], [50, 70], [50, 106]],
    4: [[32, 34], [68, 34], [32, 106], [68, 106]],
  };
  const pips = (n) => {
    if (n <= 4) return ROWS[n];
    const tall = n > 7 ? [34, 58, 82, 106] : n > 5 ? [34, 70, 106] : [34, 106];
    const spots = tall.flatMap((y) => [[32, y], [68, y]]);
    const middle = { 5: [70], 7: [52], 9: [70], 10: [46, 94] }[n] ?? [];
    return [...spots, ...middle.map((y) => [50, y])];
  };
  const frame = (...inside) => svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 5, class: "edge" }), ...inside);
  const corner = (label, symbol) => [false, true].map((turned) =>
    svg("g", { transform: turned ? "rotate(180 50 70)" : null, class: label.length > 1 ? "two" : null },
      text(12, 20, "rank", label), text(12, 33, "small", symbol)));
  const joker = () => frame(...corner("★", ""), text(50, 92, "court", "★"));
  const face = (label, symbol, n) => frame(
    ...corner(label, symbol),
    n ? pips(n).map(([x, y]) => text(x, y + 8, n > 8 ? "pip few" : "pip", symbol))
      : [text(50, 84, "court", label), text(50, 112, "pip", symbol)]);
  const suited = (symbol) => frame(text(50, 92, "court", symbol));
  /* A card with its name for screen readers. */
  const card = (words, game, number) => {
    const label = words.card(game, number);
    let [red, drawn] = [false, null];
    if (data.shared) {
      const suit = number < 0 ? null : data.suits[words.sideOf(game, number).suit];
      [red, drawn] = suit ? [suit.red, suited(suit.symbol)] : [false, joker()];
    } else {
      const { rank, suit } = EnemyRules.card(data, number);
      drawn = rank === undefined ? joker() : face(say(data.ranks[rank].label), data.suits[suit].symbol, data.ranks[rank].pips);
      red = rank !== undefined && data.suits[suit].red;
    }
    return h("span", { class: `playing ${red ? "red" : ""}`, role: "img", "aria-label": label }, drawn);
  };
  /* The drawing on the back of cards, if the theme has one. */
  const BACK = "art/back-night";
  /* The pile, face down: as many edges as it has cards, up to six. */
  const pile = (n) => h("span", { class: "pile", "aria-hidden": "true" },
    Array.from({ length: Math.min(n, 6) }, (_, at) =>
      h("span", { class: `cardback back-${at}` }, at === Math.min(n, 6) - 1 ? picture(BACK, "plate") : null)));

  const die = (sides, shown, note) => h("span", { class: "die", role: "img", "aria-label": t("enemy_die", { die: t("enemy_d", { sides }), face: shown }) },
    h("b", {}, String(shown)), h("small", {}, note ?? t("enemy_d", { sides })));

  /* A compass whose needle shows a direction: the figure looks at the top. */
  const compass = (row, rows, label) => h("span", { class: "compass", role: "img", "aria-label": label },
    svg("svg", { viewBox: "-60 -60 120 120", "aria-hidden": "true", focusable: "false" },
      svg("circle", { r: 56, class: "ring" }), svg("circle", { r: 50, class: "ring thin" }),
      Array.from({ length: rows }, (_, at) =>
        svg("path", { d: "M0-56V-46", class: at ? "tick" : "tick ahead", transform: `rotate(${(at * 360) / rows})` })),
      svg("path", { d: "M-11 4A11 11 0 1 0 11 4Z M-5 4 0-7 5 4Z", class: "base" }),
      svg("g", { class: "needle", transform: `rotate(${(row * 360) / rows})` },
        svg("path", { d: "M0-53 13-27H5V-13H-5V-27H-13Z" }))));

  /* The table with its grid, the strips where no marker goes, and the markers. */
  const grid = ({ sides, zones: [north, east, south, west] }, placed, label) => svg("svg", {
    viewBox: `-0.6 -0.6 ${sides + 1.2} ${sides + 1.2}`, class: "grid-map", role: "img", "aria-label": label,
  },
  [[0, 0, sides, north], [0, sides - south, sides, south], [0, 0, west, sides], [sides - east, 0, east, sides]]
    .filter(([, , width, height]) => width && height)
    .map(([x, y, width, height]) => svg("rect", { x, y, width, height, class: "zone" })),
  Array.from({ length: sides + 1 }, (_, at) => svg("path", { d: `M${at} 0V${sides}M0 ${at}H${sides}`, class: "rule" })),
  Array.from({ length: sides }, (_, at) => [text(at + 0.5, -0.15, "axis", String(at + 1)), text(-0.32, at + 0.62, "axis", String(at + 1))]),
  placed.map(({ row, column, guarded }, at) => svg("g", { class: "marker" },
    svg("circle", { cx: column - 0.5, cy: row - 0.5, r: 0.44 }), text(column - 0.5, row - 0.26, "marked", String(at + 1)),
    guarded ? svg("path", { d: `M${column - 0.2} ${row - 0.95}l.3.3-.3.3-.3-.3Z`, class: "guard" }) : null)));

  const SIGNS = {
    lookout: "M2 12S6 5.500 12 5.500 22 12 22 12 18 18.500 12 18.500 2 12 2 12ZM12 9A3 3 0 1 1 12 15 3 3 0 1 1 12 9Z",
    down: "M3 19H21M12 4V14M7.500 10 12 14.500 16.500 10",
    acted: "M4.500 12.500 10 18 20 6.500",
    out: "M5 5 19 19M19 5 5 19",
    boss: "M3 18H21M4 16 3 7 8.500 11.500 12 4 15.500 11.500 21 7 20 16Z",
    later: "M12 3A9 9 0 1 1 12 21 9 9 0 1 1 12 3ZM12 7.500V12L15.500 14.500",
    undo: "M9 6 4 11 9 16M4.500 11H14A5.500 5.500 0 0 1 14 22H10",
  };
  const sign = (name) => svg("svg", { class: `icon sign-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: SIGNS[name] }));

  return { card, pile, die, compass, grid, sign };
};
