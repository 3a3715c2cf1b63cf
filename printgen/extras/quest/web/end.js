/* The end of a game: what became of it, its figures, best play, and a line to share. */
const End = (() => {
  const facts = (table) => {
    const all = [
      [t("fact_step"), `${table.state.at} / ${table.rules.steps.length}`],
      [t("fact_cards"), Table.stops(table).length],
      [t("fact_rounds"), Table.rounds(table)],
      [Telling.counter(0), table.state.life],
      [Telling.counter(1), table.state.armour],
      [t("seed"), table.seed],
    ];
    /* Odds only now: they are in the book after the quest, too. */
    const chance = table.hero.chances[table.game.quest];
    if (chance !== null) all.push([t("fact_chance"), Words.percent(chance)]);
    return h("dl", {}, all.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))));
  };

  const told = (table) => {
    const step = Stage.stepOf(table);
    if (table.state.phase === "won") {
      return Table.ending(table).map((one) => h("p", { class: "told" }, say(one.text)));
    }
    const why = Telling.tell(table.quest, table.entries.at(-1)).at(-1);
    return h("p", { class: "told" }, `${why} ${t("fallen", { step: table.state.at, name: say(step.name) })}`);
  };

  const result = ({ at, won }, steps) => (won ? t("result_won") : t("result_lost", { step: at, steps }));

  /* How the quests of a series went so far, and the line of a whole series. */
  const series = (table) => {
    const found = Series.of(table);
    if (!found) return null;
    const won = found.done.filter((one) => one.won).length;
    const whole = found.done.length === DATA.quests.length;
    return h("section", { class: "series" },
      h("h3", {}, t("series", { count: DATA.quests.length })),
      h("ol", {}, found.done.map((one, number) => h("li", { class: one.won ? "taken" : "missed" },
        picture(DATA.quests[number].art, "plate"),
        h("b", {}, say(DATA.quests[number].title)), h("span", {}, result(one, DATA.quests[number].steps.length))))),
      whole && h("p", { class: "verdict" }, t("series_end", { won, count: DATA.quests.length, hero: say(table.hero.name) })),
      whole && shared("series", Line.series(found), t("line_series")));
  };

  const shared = (name, line, label = t("line")) => h("div", { class: "line" },
    h("label", { for: `line-${name}` }, label),
    h("input", { id: `line-${name}`, readonly: true, value: line }),
    h("button", { type: "button", id: `copy-${name}`, class: "plain", onclick: () => App.copy(`line-${name}`, `told-${name}`) }, t("copy")),
    h("p", { id: `told-${name}`, class: "note" }));

  const standing = (table, note) => {
    const run = Records.of(table.quest, table.hero);
    if (note) return h("p", { class: "note" }, t(`uncounted_${note}`));
    if (!run.played) return null;
    const words = { hero: say(table.hero.name), quest: say(table.quest.title), ...run, steps: table.rules.steps.length };
    return h("p", { class: "note" }, t("standing", words), " ", run.longest > 1 && t("tally_streak", run));
  };

  const page = (table, { note, rival }) => {
    const won = table.state.phase === "won";
    const scene = Table.scene(table, table.state.at);
    const slayer = !won ? h("div", { class: "slayer" }, Stage.face(table)) : null;
    return h("article", { class: won ? "end won" : "end lost" },
      won ? picture(table.quest.art, "plate") : picture(scene, "banner"),
      slayer,
      h("h2", { tabindex: -1, id: "verdict" }, t(won ? "won_title" : "lost_title")),
      picture("divider", "divider"),
      told(table),
      rival && h("p", { class: "rival" }, t("rival_result", { result: result(rival, table.rules.steps.length) })),
      facts(table),
      series(table),
      standing(table, note),
      shared("game", Line.of(table)),
      Lesson.page(table));
  };

  return { page, result };
})();

/* One's own game against best play: what each choice cost, and the chance to win along the road. */
const Lesson = (() => {
  /* Milliseconds of computing at a time, and between two times: animations stay smooth. */
  const [SLICE, PAUSE] = [4, 24];
  /* A choice that costs less is as good as the best. */
  const SAME = 0.0005;
  const plans = new Map();

  /* The plan of a table's quest, computed little by little; calls `done` when it is ready. */
  const prepare = (table, done) => {
    const number = table.game.quest;
    if (table.hero.chances[number] === null || plans.has(number)) return;
    const plan = Best.prepare(table.rules);
    plans.set(number, plan);
    const work = Best.solve(plan);
    const go = () => {
      const end = performance.now() + SLICE;
      while (performance.now() < end) {
        if (work.next().done) {
          done();
          return;
        }
      }
      setTimeout(go, PAUSE);
    };
    setTimeout(go, PAUSE);
  };

  /* Each choice of a game: what it was, its cost, and whether it was the best. */
  const choices = (table, plan) => {
    let round = 0;
    const found = [];
    for (const { action, before } of table.entries) {
      if (action === "draw") round = 0;
      else if (action === "fight") round += 1;
      else {
        const judged = Best.judge(plan, before);
        /* Without armour there is nothing to choose. */
        const cost = Math.max(0, judged.chance - judged[action]);
        found.push({ at: before.at, round, action, cost, struck: before.struck, damage: before.damage, chance: judged.chance });
      }
    }
    return found;
  };

  /* The chance to win on the threshold, after each turn, and at the end. */
  const course = (table, plan) => {
    const ends = table.entries.filter(({ action }) => action === "draw").map(({ before }) => before);
    return [...ends, table.state].map((state) => ({ at: state.at, chance: Best.judge(plan, state).chance }));
  };

  const chart = (points, steps) => {
    const x = (at) => 40 + (at / steps) * 312;
    const y = (chance) => 112 - chance * 100;
    const line = points.map(({ at, chance }, number) => `${number ? "L" : "M"}${x(at).toFixed(1)} ${y(chance).toFixed(1)}`).join("");
    const highest = points.slice(0, -1).reduce((best, one) => (one.chance > best.chance ? one : best));
    const about = t("course_about", { start: Words.percent(points[0].chance), most: Words.percent(highest.chance), step: highest.at });
    return h("figure", { class: "course" },
      h("svg:svg", { viewBox: "0 0 360 124", role: "img", "aria-label": about },
        [0, 0.5, 1].map((chance) => [
          h("svg:path", { d: `M40 ${y(chance)}H354`, class: "grid" }),
          h("svg:text", { x: 34, y: y(chance) + 4, "text-anchor": "end" }, Words.percent(chance)),
        ]),
        h("svg:path", { d: line, class: "line" }),
        points.map(({ at, chance }) => h("svg:circle", { cx: x(at), cy: y(chance), r: 2.8 }))),
      h("figcaption", {}, t("course")));
  };

  const row = (table, { at, round, action, cost, struck, damage }) => {
    const name = (which) => Telling.counter(which === "life" ? 0 : 1);
    const other = action === "life" ? "armour" : "life";
    return h("tr", {},
      h("th", { scope: "row" }, t("step_round", { step: at, round })),
      h("td", {}, t(struck ? "damage_you" : "damage_foe", { damage })),
      h("td", {}, name(action)), h("td", {}, name(other)),
      h("td", {}, `−${Words.percent(cost)}`));
  };

  /* The lesson of a finished game; null while it is computed, or for a quest too large for it. */
  const page = (table) => {
    const plan = plans.get(table.game.quest);
    if (!plan) return null;
    if (!plan.ready) return h("section", { class: "lesson" }, h("h3", {}, t("lesson")), h("p", { class: "note" }, "…"));
    const all = choices(table, plan);
    const costly = all.filter(({ cost }) => cost >= SAME).sort((one, other) => other.cost - one.cost);
    const cost = costly.reduce((sum, one) => sum + one.cost, 0);
    const told = !all.length ? t("lesson_none") : !costly.length ? t("lesson_best", { count: all.length })
      : t("lesson_cost", { count: all.length, good: all.length - costly.length, cost: Words.percent(cost) });
    return h("section", { class: "lesson" },
      h("h3", {}, t("lesson")),
      chart(course(table, plan), table.rules.steps.length),
      h("p", {}, told),
      costly.length > 0 && h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("lesson") }, h("table", {},
        h("thead", {}, h("tr", {}, ["where", "what", "yours", "better", "price"].map((key) => h("th", { scope: "col" }, t(`lesson_${key}`))))),
        h("tbody", {}, costly.slice(0, 6).map((one) => row(table, one))))));
  };

  return { prepare, page };
})();
