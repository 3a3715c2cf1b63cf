/* What the players are asked at each step of a showdown: the words, the options and the buttons. */
const Asked = (() => {
  const button = (id, words, onclick, style = "main") => h("button", { type: "button", id, class: style, onclick }, words);

  const reroll = ({ state, asked, names, chosen, act, mark, view }) => {
    const roll = asked.scene.rolls[asked.side];
    return {
      prompt: t("showdown_ask_reroll", { name: names[asked.side], n: roll.rerolls }),
      buttons: [
        button("best", t("showdown_best"), () => mark(view(state).best), "plain"),
        button("go", chosen.length ? t("showdown_reroll", { n: chosen.length }) : t("showdown_keep"), () => act({ dice: chosen })),
      ],
    };
  };
  const change = ({ state, asked, names, chosen, act, mark, data }) => {
    const figure = state.match.sides[asked.side];
    const face = say(data.faces[figure.turn].name);
    const roll = asked.scene.rolls[asked.side];
    const best = Duel.die(roll, figure.turn);
    return {
      prompt: t("showdown_ask_change", { name: names[asked.side], skill: Told.skill(figure, figure.turns), face }),
      buttons: [
        button("best", t("showdown_best"), () => mark(best < 0 ? [] : [best]), "plain"),
        button("go", chosen.length ? t("showdown_change", { face }) : t("showdown_leave"), () => act({ die: chosen[0] ?? -1 })),
      ],
    };
  };
  const card = ({ asked, names, act, data }) => ({
    prompt: t("showdown_ask_card", { name: names[asked.side], n: asked.scene.hand[asked.side] }),
    options: h("div", { class: "hand", role: "group", "aria-label": t("showdown_cards") }, data.faces.map((face, n) => h("button", {
      type: "button", class: "card-face", id: `card-${n}`, "aria-label": say(face.name), "data-label": say(face.label), onclick: () => act({ face: n }),
    }))),
    buttons: [button("go", t("showdown_pass"), () => act({ face: null }))],
  });
  const hide = ({ state, asked, names, act }) => {
    const figure = state.match.sides[asked.side];
    const skill = figure.skills.find(({ id }) => id === figure.hides);
    const { points } = asked.scene.result;
    return {
      prompt: Told.verdict(null, state.match, names, asked.scene),
      rules: [[say(skill?.name), say(skill?.text)]],
      buttons: [button("go", t("showdown_hide", { n: points }), () => act({}))],
    };
  };
  const lost = (names, { result }) => (result.hit && result.loser !== null
    ? [[t("showdown_lost", { name: names[result.loser], n: result.ticks }), ""]] : []);
  const told = ({ state, asked, names, act, leave, fresh, data }) => {
    const { scene } = asked;
    const { result } = scene;
    const last = scene.kind === "guts" || (scene.kind === "duel" && !result.tests) || (scene.kind === "fear" && !result.passed);
    const counts = (face) => face >= Hands.FACES - state.match.sides[result.loser].hurt;
    return {
      prompt: Told.verdict(data, state.match, names, scene),
      strong: true,
      options: result.hide ? Cubes.loose(data.faces, result.hide, counts, fresh === "hide") : null,
      lead: scene.kind === "duel" ? lost(names, scene) : [],
      rules: Told.rules(data, state.match, names, scene),
      buttons: [last ? button("go", t("showdown_done"), leave) : button("go", t("showdown_next"), () => act({}))],
    };
  };
  /* A test of nerve, before its dice. */
  const test = ({ asked, names, act, data }) => {
    const fear = asked.scene.kind === "fear";
    return {
      prompt: t("showdown_ask_guts", { name: names[asked.side] }),
      rules: [[t("showdown_needs", { hand: say(data.hands[data.guts].name) }), ""],
        ...(fear && data.told.frightening ? [["", say(data.told.frightening)]] : [])],
      buttons: [button("go", t("showdown_roll"), () => act({}))],
    };
  };

  const PHASES = { throw: test, reroll, change, card, hide, told };
  /* While dice roll or the best choice plays, the buttons wait. */
  const waiting = (words, skip) => ({ prompt: words, buttons: [button("go", t("showdown_skip"), skip)] });

  /* Lines of what happens and its rule; either may be empty. */
  const lines = (told = []) => told.filter(([name, rule]) => name || rule).map(([name, rule]) => h("p", {},
    name ? h("b", {}, rule ? t("showdown_rule", { name }) : name) : null, name && rule ? " " : "", rule));
  const page = (asked, found, back, past) => h("div", { class: `ask ask-${asked}` },
    h("p", { class: `prompt${found.strong ? " verdict" : ""}` }, found.prompt),
    h("div", { class: "told" },
      lines(found.lead), found.options ?? null, lines(found.rules)),
    h("p", { class: "go" },
      h("button", { type: "button", class: "undo", id: "undo", "aria-label": t("showdown_undo"), disabled: !past, onclick: back }, "↶"),
      found.buttons));

  return { page, waiting, about: (context) => PHASES[context.asked.phase](context) };
})();
