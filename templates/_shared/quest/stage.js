/* The stage: the step, the cards, what they bring, and the question where the damage goes.
   Its zones have fixed places: a heading, the cards, the story, and the cards left. */
const Stage = (() => {
  const stepOf = (table, at = table.state.at) => table.quest.steps[at - 1];
  const sign = (type, style) => picture(type, style)
    ?? h("b", { class: `${style} letter`, "aria-hidden": "true" }, DATA.types[type].symbol);
  /* The face of an enemy, or a picture of another event; without one, the last enemy has the picture
     of the quest, and others have the sign of their type. */
  const face = (table, style = "sign") => {
    const step = stepOf(table);
    const last = step.enemy && table.state.at === table.rules.steps.length;
    return picture(step.art, "face") ?? (last ? picture(table.quest.art, "plate") : null) ?? sign(step.type, style);
  };
  /* The number of the last entry with a step card: the key of its card. */
  const draws = (table) => table.entries.filter(({ action }) => action === "draw").length;

  /* --- what an action brought ----------------------------------------------------------------------- */

  const tone = (before, after) => (before === after ? "effect" : after < before ? "effect loss" : "effect gain");
  const outcome = (table) => {
    const step = stepOf(table);
    const over = Table.over(table);
    if (!step || (table.state.phase !== "draw" && !over)) return null;
    const entry = table.entries.at(-1);
    const tell = (event) => Telling.tell(table.quest, { ...entry, events: [event] });
    const of = (wanted) => entry.events.filter(([kind]) => kind === wanted);
    /* The result of a step is not shown after a defeat in its fight. */
    const passed = !of("lost").some(([, why]) => why !== 1);
    const effects = of("effect");
    const told = passed && [
      step.result && h("p", { class: "result" }, say(step.result)),
      effects.map(([, number, before, after]) => h("p", { class: tone(before, after) },
        Cards.shape(number), h("b", {}, Telling.change(number, before, after)))),
      step.other && h("p", { class: "effect" }, h("b", {}, step.other)),
    ];
    return h("div", { class: "outcome" },
      over && of("hit").map((event) => h("p", { class: event[1] ? "effect" : "effect loss" },
        Cards.shape(event[2]), h("b", {}, tell(event)))),
      told,
      !over && !effects.length && !step.result && !step.other && h("p", { class: "result" }, t("nothing")),
      over && h("p", { class: "verdict" }, [...of("won"), ...of("lost")].map(tell)));
  };

  /* --- the cards --------------------------------------------------------------------------------------- */

  const drawn = (table, number, turning) => {
    const card = DATA.advances[number];
    return h("div", { class: "meet" },
      h("figure", { class: "drawn" }, Cards.card(card, DATA.step_sign, `step ${draws(table)}`, turning),
        h("figcaption", { "data-key": turning ? "none" : draws(table) }, turning ? " " : t("pair", { a: Telling.card(card), b: Words.signed(card.value) }))),
      h("div", { class: "met", "data-key": turning ? "none" : `met ${table.state.at}` },
        !turning && face(table, "medal")));
  };

  const hearts = () => h("span", { role: "img", "aria-label": Telling.counter(0) }, Telling.symbol(0));
  const side = (style, who, life, card, key, turning) => h("div", { class: `side ${style}` },
    h("p", { class: "who" }, who),
    Cards.card(card, DATA.combat_sign, key, turning),
    h("p", { class: "sum", "data-key": `${key}${turning ? " turning" : ""}` }, turning ? h("span", {}, String(life), hearts(), " + ?")
      : [h("span", {}, String(life), hearts(), ` + ${card.value} = `), h("b", {}, String(life + card.value))]));

  const strikes = (strike) => (strike > 0 ? "ours" : strike ? "theirs" : "tie");
  const duel = (table, { entry, event }, turning) => {
    const [, mine, theirs, strike] = event;
    const { life, foe: enemy } = entry.before;
    const key = `round ${Table.rounds(table)}`;
    return h("div", { class: "duel" },
      side("ours", t("you"), life, DATA.cards[mine], `mine ${key}`, turning),
      h("div", { class: `blow ${turning ? "turning" : strikes(strike)}`, "data-key": turning ? "none" : key, "aria-hidden": "true" },
        h("b", { class: "force" }, turning ? " " : String(Math.abs(strike)))),
      side("theirs", t("enemy"), enemy[0], DATA.cards[theirs], `theirs ${key}`, turning));
  };

  /* What the last round came to; the question where the damage goes is beneath. */
  const blow = (table, { entry, event }) => {
    const [, ...lines] = Telling.tell(null, { ...entry, events: [event] });
    return h("div", { class: "lines" }, lines.map((words) => h("p", {}, words)),
      table.entries.at(-1).events.some(([kind]) => kind === "shuffle") && h("p", { class: "note" }, t("shuffle")));
  };
  const ask = ({ phase, damage, struck }) => phase === "damage"
    && h("p", { class: "ask", id: "ask", tabindex: -1 }, t(struck ? "ask_you" : "ask_foe", { damage }));

  /* The step cards left on the road, the combat cards left in a fight: all that are gone may be seen. */
  const left = ({ phase, ahead, pile, next }) => (phase === "fight" || phase === "damage"
    ? Cards.left(DATA.cards, pile.slice(next)) : Cards.left(DATA.advances, ahead));

  const heading = (table, card) => {
    const step = stepOf(table);
    return h("header", { class: "event" },
      h("div", { "data-key": `${table.state.at} ${Boolean(card)}` },
        h("p", { class: "kind" }, `${t("step", { step: table.state.at })} · ${say(DATA.types[step.type].label)}`),
        h("h2", {}, say(step.name))),
      card && h("div", { class: "led" }, Cards.card(card, DATA.step_sign, `led ${draws(table)}`)));
  };

  const frame = (style, head, zone, told, cards) => h("div", { class: `step ${style}` },
    head ?? h("header", { class: "event" }),
    h("div", { class: "zone" }, zone),
    h("div", { class: "told" }, told),
    cards);

  const still = (table) => {
    const { state } = table;
    if (!state.at) {
      return frame("threshold", null, picture(table.quest.art, "plate"), h("p", { class: "lead" }, t("threshold")), left(state));
    }
    const step = stepOf(table);
    const turn = Table.turn(table);
    const [, card] = Table.last(turn, "step").event;
    const found = Table.last(turn, "round");
    const fresh = `told ${table.entries.length}`;
    return frame(step.type, heading(table, found && DATA.advances[card]),
      found ? duel(table, found) : drawn(table, card),
      h("div", { class: "tale", "data-key": fresh }, found && blow(table, found), outcome(table), ask(state)),
      left(state));
  };

  /* The cards of the last action while they turn: their effects are shown after that. */
  const turning = (table) => {
    const entry = table.entries.at(-1);
    const before = { ...table, entries: table.entries.slice(0, -1), state: entry.before };
    if (entry.action === "draw") {
      const [, card] = entry.events[0];
      return frame("drawing", null, drawn(table, card, true), null, left(entry.before));
    }
    const turn = Table.turn(before);
    const [, card] = Table.last(turn, "step").event;
    const event = entry.events.find(([kind]) => kind === "round");
    return frame(stepOf(before).type, heading(before, DATA.advances[card]),
      duel(table, { entry, event }, true), null, left(entry.before));
  };

  const story = (one) => h("article", { class: "story", "data-key": one.before }, picture(one.art, "banner"),
    h("p", {}, h("b", { class: "letter", "aria-hidden": "true" }, DATA.story_sign), " ", say(one.text)));

  return { still, turning, story, stepOf, face };
})();
