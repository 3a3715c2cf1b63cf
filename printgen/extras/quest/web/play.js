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

/* The game view: the road, hero and enemy, the stage, the actions, the journal. */
const Play = (() => {
  const CROWN = "M-11 0-13-15-5-9 0-19 5-9 13-15 11 0Z";
  const BACK = "M10 5 4 10.5 10 16M4 10.5H14.5A5.5 5.5 0 0 1 14.5 20H9";
  const road = (table) => {
    const steps = table.rules.steps.length;
    const x = (at) => 16 + (at / steps) * 788;
    const stops = Table.stops(table);
    const now = stops.at(-1)?.at ?? 0;
    const paths = stops.map(({ at }, number) => {
      const from = number ? stops[number - 1].at : 0;
      const top = 44 - 2 * Math.min(34, 12 + 6 * (at - from));
      return h("svg:path", { d: `M${x(from)} 44Q${(x(from) + x(at)) / 2} ${top} ${x(at)} 44`, class: number === stops.length - 1 ? "leap new" : "leap" });
    });
    const dots = Array.from({ length: steps }, (_, index) => index + 1).map((at) => h("svg:circle", {
      cx: x(at), cy: 44, r: (at === now ? 8 : 5) * (App.wide() ? 1 : 1.5),
      class: at === now ? "here new" : stops.some((stop) => stop.at === at) ? "stop" : "tick",
    }));
    const end = x(steps);
    return h("section", { class: "road" },
      h("svg:svg", { viewBox: "0 0 820 60", role: "img", "aria-label": t("road", { step: now, steps }) },
        h("svg:path", { d: `M16 44H${end}`, class: "ground" }), h("svg:g", {}, dots), h("svg:g", {}, paths),
        h("svg:path", { d: CROWN, class: "crown", transform: `translate(${end} 32)` })),
      h("p", { "aria-hidden": "true", "data-key": now }, t("at", { step: now, steps })));
  };

  const fighter = (style, who, called, likeness, life, armour, was) => h("section",
    { class: `fighter ${style}`, "aria-label": who },
    h("div", { class: "likeness" }, likeness),
    h("h2", { class: "called", "data-key": called }, called),
    h("div", { class: "counters" }, Cards.counter(0, life, was?.[0]), Cards.counter(1, armour, was?.[1])));

  /* Hero and enemy, after the last action; `was` before it, if it is fresh. */
  const you = (table, fresh) => {
    const before = fresh ? table.entries.at(-1)?.before : null;
    const { hero } = table;
    const likeness = picture(hero.art, "portrait") ?? h("b", { class: "initial" }, Telling.initial(hero.name));
    const { life, armour } = table.state;
    return fighter(life ? "you" : "you slain", t("you"), say(hero.name), likeness, life, armour,
      before ? [before.life, before.armour] : undefined);
  };
  /* The place of the enemy is there on the road, too: nothing moves when one appears. */
  const foe = (table, fresh) => {
    const step = Stage.stepOf(table);
    if (!step?.enemy) return h("div", { class: "fighter nobody", "aria-hidden": "true" }, step && Stage.face(table));
    const { action, before } = table.entries.at(-1);
    const was = !fresh || action === "draw" ? undefined : before.foe;
    const [life, armour] = table.state.foe;
    return fighter(life ? "foe" : "foe slain", t("enemy"), say(step.name), Stage.face(table), life, armour, was);
  };

  /* --- actions ---------------------------------------------------------------------------------------- */

  const button = (id, label, style, left, ...more) =>
    h("button", {
      type: "button", id, class: style, onclick: () => App.press(id),
      "aria-description": left === undefined ? null : t("left", { count: left }),
    }, more, h("span", {}, label));
  const falls = (table, number) => {
    const { struck, damage, life, armour, foe: enemy } = table.state;
    const before = (struck ? [life, armour] : enemy)[number];
    const after = Math.max(0, before - damage);
    const deadly = number === 0 && !after;
    /* What the loss means for the rounds to come: life is strength, armour holds damage off. */
    const means = deadly ? t(struck ? "deadly_you" : "deadly_foe")
      : t(`means_${struck ? "you" : "foe"}_${number ? "armour" : "life"}`, { points: before - after });
    const words = t(number ? "on_armour" : "on_life", { counter: Telling.counter(number) });
    const name = number ? "armour" : "life";
    const key = number ? "ArrowRight" : "ArrowLeft";
    return h("button", { type: "button", id: name, "aria-keyshortcuts": key, class: `fall ${name}`, onclick: () => App.press(name) },
      Cards.shape(number),
      h("span", { class: "words" }, h("span", { class: "called" }, words),
        h("span", { class: "change" }, t("becomes", { counter: "", before, after }).trim()),
        h("span", { class: deadly ? "deadly" : "means" }, means)));
  };

  const choices = (table, reading) => {
    if (reading) return [button("go-on", t("go_on"), "main")];
    const { phase, ahead, pile, next } = table.state;
    if (phase === "draw") {
      const label = t(table.state.at ? "draw" : "draw_first");
      return [button("draw", label, "main", ahead.length, Cards.pile(DATA.step_sign, ahead.length))];
    }
    if (phase === "fight") {
      const left = pile.length - next;
      return [button("fight", t("fight"), "main", left, Cards.pile(DATA.combat_sign, left))];
    }
    if (phase === "damage") return [falls(table, 0), falls(table, 1)];
    const onward = Series.of(table) && Series.next();
    return [button("retry", t("retry"), "plain"),
      onward ? button("onward", t("series_next"), "main") : button("again", t("reseed"), "main")];
  };

  const actions = (table, reading) => h("div", { class: `actions ${reading ? "reading" : table.state.phase}` },
    h("button", {
      type: "button", id: "undo", class: "plain", "aria-keyshortcuts": "Backspace",
      disabled: !table.actions.length, onclick: () => App.undo(),
    },
    h("svg:svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
      h("svg:path", { d: BACK })),
    h("span", {}, t("undo"))),
    h("div", { class: "choices" }, choices(table, reading)));

  /* --- the journal ------------------------------------------------------------------------------------- */

  /* The turns, newest first; each has its step, then its rounds, newest first. */
  const chronicle = (table, entries) => {
    const turns = [];
    for (const entry of entries) {
      const told = Telling.tell(table.quest, entry);
      if (entry.action === "draw") turns.push({ lead: told.splice(0, 2), rounds: [[]] });
      const { rounds } = turns.at(-1);
      if (entry.action === "fight") rounds.push([]);
      rounds.at(-1).push(...told);
    }
    const lines = (all, style) => all.map((words) => h("p", { class: style }, words));
    return turns.reverse().map(({ lead, rounds }) => h("li", {}, lines(lead, "lead"),
      rounds.filter((told) => told.length).reverse().map((told) => h("div", { class: "round" }, lines(told)))));
  };
  const journal = (table, over) => {
    const { entries } = table;
    const open = App.wide() || App.journal;
    const kept = { open, ontoggle: (event) => App.keepJournal(event.target.open) };
    return h("details", { class: "journal", id: "journal", "data-key": over ? "over" : null, ...kept },
      h("summary", { id: "journal-title" }, t("journal")),
      !open ? null : entries.length
        ? h("ol", { tabindex: 0, "data-key": entries.length, "aria-label": t("journal"), reversed: true }, chronicle(table, entries))
        : h("p", { class: "note" }, t("journal_empty")));
  };

  /* `unread`: the story to show; the last step card has not turned yet, and nothing of it is shown.
     `turning`: the cards of the last action turn; nothing that they bring is shown.
     `closing`: show the outcome before the end page. `fresh`: animate. */
  const page = (table, { unread, turning, closing, fresh, ...ending }) => {
    const over = !unread && !turning && !closing && Table.over(table);
    const shown = unread || turning ? Table.before(table) : table;
    const style = over ? "over" : unread ? "reading" : closing ? "closing" : shown.state.phase;
    const scene = Table.scene(table, shown.state.at);
    const stage = unread ? Stage.story(unread) : over ? End.page(table, ending)
      : [picture(scene, "banner"), turning ? Stage.turning(table) : Stage.still(table)];
    return h("div", { class: `board ${style}${fresh && !turning ? " fresh" : ""}` },
      h("h1", { class: "unseen" }, say(table.quest.title)),
      road(shown),
      you(shown, fresh && !turning && !unread),
      foe(shown, fresh && !turning && !unread),
      h("section", { class: "stage", "aria-label": t("stage") }, stage, actions(shown, unread || closing)),
      journal(shown, over));
  };

  return { page };
})();
