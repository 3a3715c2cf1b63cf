/* The end of a game: what became of it, its figures, and what can be done now. */
const End = (() => {
  const facts = (table) => {
    const all = [
      [t("fact_step"), `${table.state.at} / ${table.rules.steps.length}`],
      [t("fact_cards"), Table.stops(table).length],
      [t("fact_rounds"), Table.rounds(table)],
      [Words.counter(0), table.state.life],
      [Words.counter(1), table.state.armour],
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
    const why = Words.tell(table.quest, table.entries.at(-1)).at(-1);
    return h("p", { class: "told" }, `${why} ${t("fallen", { step: table.state.at, name: say(step.name) })}`);
  };

  const page = (table) => {
    const won = table.state.phase === "won";
    const scene = Table.scene(table, table.state.at);
    const slayer = !won && Stage.stepOf(table).enemy ? h("div", { class: "slayer" }, Stage.face(table)) : null;
    return h("article", { class: won ? "end won" : "end lost" },
      won ? picture(table.quest.art, "plate") : picture(scene, "banner"),
      slayer,
      h("h2", { tabindex: -1, id: "verdict" }, t(won ? "won_title" : "lost_title")),
      picture("divider", "divider"),
      told(table),
      facts(table));
  };

  return { page };
})();
