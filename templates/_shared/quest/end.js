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
