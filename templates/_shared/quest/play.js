/* The game view: hero and enemy, the step, the cards of a round, the actions, the journal. */
const Play = (() => {
  const CROWN = "M-11 0-13-15-5-9 0-19 5-9 13-15 11 0Z";
  const BACK = "M10 5 4 10.5 10 16M4 10.5H14.5A5.5 5.5 0 0 1 14.5 20H9";
  const road = (table, reading) => {
    const steps = table.rules.steps.length;
    const x = (at) => 16 + (at / steps) * 788;
    const stops = Table.stops(Table.turned(table, reading));
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
        h("svg:path", { d: `M16 44H${end}`, class: "ground" }), paths, dots,
        h("svg:path", { d: CROWN, class: "crown", transform: `translate(${end} 32)` })),
      h("p", { "aria-hidden": "true" }, t("at", { step: now, steps })));
  };

  const fighter = (style, who, called, likeness, life, armour, was) => h("section",
    { class: `fighter ${style}`, "aria-label": who },
    h("div", { class: "likeness" }, likeness),
    h("h2", { class: "called" }, called),
    h("div", { class: "counters" }, Cards.counter(0, life, was?.[0]), Cards.counter(1, armour, was?.[1])));

  const sign = (type, style) => picture(type, style)
    ?? h("b", { class: `${style} letter`, "aria-hidden": "true" }, DATA.types[type].symbol);
  const stepOf = (table, at = table.state.at) => table.quest.steps[at - 1];

  const you = (table, reading) => {
    const entry = table.entries.at(-1);
    const shown = reading ? entry?.before ?? table.state : table.state;
    const was = reading || !entry ? undefined : [entry.before.life, entry.before.armour];
    const { hero } = table;
    const likeness = picture(hero.art, "portrait") ?? h("b", { class: "initial" }, Words.initial(hero.name));
    return fighter("you", t("you"), say(hero.name), likeness, shown.life, shown.armour, was);
  };
  const foe = (table) => {
    const step = stepOf(table);
    if (!step?.enemy) return null;
    const boss = table.state.at === table.rules.steps.length && picture(table.quest.art, "plate");
    const { action, before } = table.entries.at(-1);
    const was = action === "draw" ? undefined : before.foe;
    const [life, armour] = table.state.foe;
    return fighter(life ? "foe" : "foe slain", t("enemy"), say(step.name), boss || sign(step.type, "sign"), life, armour, was);
  };

  /* --- the step and the cards ----------------------------------------------------------------------- */

  const tone = (before, after) => (before === after ? "effect" : after < before ? "effect loss" : "effect gain");
  const outcome = (table) => {
    const step = stepOf(table);
    const over = Table.over(table);
    if (!step || (table.state.phase !== "draw" && !over)) return null;
    const entry = table.entries.at(-1);
    const tell = (event) => Words.tell(table.quest, { ...entry, events: [event] });
    const of = (wanted) => entry.events.filter(([kind]) => kind === wanted);
    /* The result of a step is not shown after a defeat in its fight. */
    const passed = !of("lost").some(([, why]) => why !== 1);
    const effects = of("effect");
    const told = passed && [
      step.result && h("p", { class: "result" }, say(step.result)),
      effects.map(([, number, before, after]) => h("p", { class: tone(before, after) },
        Cards.shape(number), h("b", {}, Words.change(number, before, after)))),
      step.other && h("p", { class: "effect" }, h("b", {}, step.other)),
    ];
    return h("div", { class: "outcome" },
      over && of("hit").map((event) => h("p", { class: event[1] ? "effect" : "effect loss" },
        Cards.shape(event[2]), h("b", {}, tell(event)))),
      told,
      !over && !effects.length && !step.result && !step.other && h("p", { class: "result" }, t("nothing")),
      over && h("p", { class: "verdict" }, [...of("won"), ...of("lost")].map(tell)));
  };

  const drawnCard = (table, fresh) => {
    const { event } = Table.last(Table.turn(table), "step");
    const face = DATA.advances[event[1]];
    return h("figure", { class: "drawn" }, Cards.card(face, DATA.step_sign, fresh),
      h("figcaption", {}, t("pair", { a: Words.card(face), b: Words.signed(face.value) })));
  };

  const heading = (table, fresh) => {
    const step = stepOf(table);
    const { event } = Table.last(Table.turn(table), "step");
    return h("header", { class: "event" }, sign(step.type, "sign"),
      h("div", {},
        h("p", { class: "kind" }, `${t("step", { step: table.state.at })} · ${say(DATA.types[step.type].label)}`),
        h("h2", {}, say(step.name))),
      step.enemy && h("div", { class: "led" },
        Cards.card(DATA.advances[event[1]], DATA.step_sign, fresh && table.entries.at(-1).action === "draw")));
  };

  const hearts = () => h("span", { role: "img", "aria-label": Words.counter(0) }, Words.symbol(0));
  const side = (style, who, life, face, fresh) => h("div", { class: `side ${style}` },
    h("p", { class: "who" }, who),
    face ? Cards.card(face, DATA.combat_sign, fresh) : Cards.empty(t("no_card")),
    h("p", { class: "sum" }, face
      ? [h("span", {}, String(life), hearts(), ` + ${face.value} = `), h("b", {}, String(life + face.value))]
      : h("span", {}, String(life), hearts(), " + ?")));

  const blow = (found) => {
    const { entry, event } = found;
    const strike = event[3];
    const [, , ...told] = Words.tell(null, { ...entry, events: [event] });
    const lines = strike ? [Words.tell(null, { ...entry, events: [event] })[1], ...told] : [t("tie")];
    return h("div", { class: `blow ${strike > 0 ? "ours" : strike ? "theirs" : "tie"}` },
      h("b", { class: "force", "aria-hidden": "true" }, String(Math.abs(strike))), lines.map((words) => h("p", {}, words)));
  };

  const duel = (table, fresh) => {
    const found = Table.last(Table.turn(table), "round");
    /* A fight that is lost before its first round has no cards. */
    if (!found && Table.over(table)) return null;
    const { life, foe: enemy } = found ? found.entry.before : table.state;
    const [mine, theirs] = found ? found.event.slice(1, 3).map((card) => DATA.cards[card]) : [];
    return h("div", { class: "duel" },
      side("ours", t("you"), life, mine, fresh),
      found ? blow(found) : h("div", { class: "blow waiting" }, h("b", { class: "force" }, t("versus"))),
      side("theirs", t("enemy"), enemy[0], theirs, fresh),
      table.entries.at(-1).events.some(([kind]) => kind === "shuffle") && h("p", { class: "note" }, t("shuffle")));
  };

  const story = (one) => h("article", { class: "story" }, picture(one.art, "banner"),
    h("p", {}, h("b", { class: "letter", "aria-hidden": "true" }, DATA.story_sign), " ", say(one.text)));

  const step = (table, fresh) => {
    if (!table.state.at) return h("div", { class: "step" }, h("p", { class: "lead" }, t("threshold")));
    const fight = stepOf(table).enemy;
    const drawn = table.entries.at(-1)?.action === "draw";
    return h("div", { class: `step ${stepOf(table).type}${fresh ? " fresh" : ""}` }, heading(table, fresh),
      fight ? duel(table, fresh && table.entries.at(-1)?.action === "fight") : drawnCard(table, fresh && drawn),
      outcome(table));
  };

  /* --- the end --------------------------------------------------------------------------------------- */

  const end = (table) => {
    const won = table.state.phase === "won";
    const fallen = stepOf(table);
    const facts = [
      [t("fact_step"), `${table.state.at} / ${table.rules.steps.length}`],
      [t("fact_cards"), Table.stops(table).length],
      [t("fact_rounds"), Table.rounds(table)],
      [Words.counter(0), table.state.life],
      [Words.counter(1), table.state.armour],
      [t("seed"), table.seed],
    ];
    /* Odds only now: they are in the book after the quest, too. */
    const chance = table.hero.chances[table.game.quest];
    if (chance !== null) facts.push([t("fact_chance"), Words.percent(chance)]);
    return h("article", { class: won ? "end won" : "end lost" },
      won ? picture(table.quest.art, "plate") : picture(Table.scene(table, table.state.at), "banner"),
      h("h2", { tabindex: -1, id: "verdict" }, t(won ? "won_title" : "lost_title")),
      picture("divider", "divider"),
      won ? Table.ending(table).map((one) => h("p", { class: "told" }, say(one.text)))
        : h("p", { class: "told" }, `${Words.tell(table.quest, table.entries.at(-1)).at(-1)} ${t("fallen", { step: table.state.at, name: say(fallen.name) })}`),
      h("dl", {}, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value))))));
  };

  /* --- actions ---------------------------------------------------------------------------------------- */

  const button = (id, label, action, style, left, ...more) =>
    h("button", {
      type: "button", id, class: style, onclick: action,
      "aria-description": left === undefined ? null : t("left", { count: left }),
    }, more, h("span", {}, label));
  const falls = (table, number) => {
    const { struck, damage, life, armour, foe: enemy } = table.state;
    const before = (struck ? [life, armour] : enemy)[number];
    const after = Math.max(0, before - damage);
    const deadly = number === 0 && !after;
    const words = t(number ? "on_armour" : "on_life", { counter: Words.counter(number) });
    const name = number ? "armour" : "life";
    const key = number ? "ArrowRight" : "ArrowLeft";
    const ways = { type: "button", id: name, "aria-keyshortcuts": key, class: `fall ${name}`, onclick: () => App.act(name) };
    return h("button", ways,
      Cards.shape(number),
      h("span", { class: "words" }, h("span", { class: "called" }, words),
        h("span", { class: "change" }, t("becomes", { counter: "", before, after }).trim()),
        deadly && h("span", { class: "deadly" }, t(struck ? "deadly_you" : "deadly_foe"))));
  };

  const choices = (table, reading) => {
    if (reading) return [button("go-on", t("go_on"), () => App.readOn(), "main")];
    const { phase, damage, struck, ahead, pile, next } = table.state;
    if (phase === "draw") {
      const label = t(table.state.at ? "draw" : "draw_first");
      return [button("draw", label, () => App.act("draw"), "main", ahead.length, Cards.pile(DATA.step_sign, ahead.length))];
    }
    if (phase === "fight") {
      const left = pile.length - next;
      return [button("fight", t("fight"), () => App.act("fight"), "main", left, Cards.pile(DATA.combat_sign, left))];
    }
    if (phase === "damage") {
      return [h("p", { class: "ask", id: "ask", tabindex: -1 }, t(struck ? "ask_you" : "ask_foe", { damage })),
        falls(table, 0), falls(table, 1)];
    }
    return [button("again", t("again"), () => App.leave(), "main"),
      button("retry", t("retry"), () => App.retry(), "plain")];
  };

  const actions = (table, reading) => h("div", { class: `actions ${reading ? "reading" : table.state.phase}` },
    h("div", { class: "choices" }, choices(table, reading)),
    h("button", {
      type: "button", id: "undo", class: "plain", "aria-keyshortcuts": "Backspace",
      disabled: !table.actions.length, onclick: () => App.undo(),
    },
    h("svg:svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
      h("svg:path", { d: BACK })),
    h("span", {}, t("undo"))));

  /* --- the journal ------------------------------------------------------------------------------------- */

  /* The turns, newest first; each has its step, then its rounds, newest first. */
  const chronicle = (table, entries) => {
    const turns = [];
    for (const entry of entries) {
      const told = Words.tell(table.quest, entry);
      if (entry.action === "draw") turns.push({ lead: told.splice(0, 2), rounds: [[]] });
      const { rounds } = turns.at(-1);
      if (entry.action === "fight") rounds.push([]);
      rounds.at(-1).push(...told);
    }
    const lines = (all, style) => all.map((words) => h("p", { class: style }, words));
    return turns.reverse().map(({ lead, rounds }) => h("li", {}, lines(lead, "lead"),
      rounds.filter((told) => told.length).reverse().map((told) => h("div", { class: "round" }, lines(told)))));
  };
  const journal = (table, reading) => {
    const { entries } = Table.turned(table, reading);
    const kept = { open: App.wide() || App.journal, ontoggle: (event) => App.keepJournal(event.target.open) };
    return h("details", { class: "journal", id: "journal", ...kept },
      h("summary", {}, t("journal")),
      entries.length
        ? h("ol", { tabindex: 0, "aria-label": t("journal"), reversed: true }, chronicle(table, entries))
        : h("p", { class: "note" }, t("journal_empty")));
  };

  /* `unread`: the story to show; the last step card has not turned yet, and nothing of it is shown.
     `closing`: show the outcome before the end page. `fresh`: animate. */
  const page = (table, { unread, closing, fresh }) => {
    const over = !unread && !closing && Table.over(table);
    const style = over ? "over" : unread ? "reading" : closing ? "closing" : table.state.phase;
    const scene = Table.scene(table, unread ? table.entries.at(-1)?.before.at ?? 0 : table.state.at);
    const action = fresh && !unread && !over && table.entries.at(-1)?.action;
    const turning = action === "draw" ? " turning drawing" : action === "fight" ? " turning" : "";
    return h("div", { class: `board ${style}${turning}` },
      h("h1", { class: "unseen" }, say(table.quest.title)),
      road(table, unread),
      you(table, unread),
      unread || over ? null : foe(table),
      h("section", { class: "stage", "aria-label": t("stage") },
        unread ? story(unread) : over ? end(table) : [picture(scene, "banner"), step(table, fresh)],
        actions(table, unread || closing)),
      journal(table, unread));
  };

  return { page };
})();
