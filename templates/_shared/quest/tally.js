/* The dialog with what was played on this device. */
const Tally = (() => {
  const cell = (quest, hero) => {
    const run = Records.of(quest, hero);
    if (!run.played) return h("td", { class: "none" }, "–");
    const steps = quest.steps.length;
    return h("td", {}, h("b", {}, `${run.won} / ${run.played}`),
      h("span", {}, run.won ? t("tally_streak", { streak: run.streak, longest: run.longest })
        : t("tally_best", { step: run.best, steps })));
  };
  const page = () => {
    const { played, won, longest } = Records.total();
    if (!played) return h("p", {}, t("tally_none"));
    const days = Daily.streak(new Date());
    return h("div", {},
      h("p", {}, t("tally_total", { played, won, longest }), " ", days > 1 && t("tally_days", { days })),
      h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("records") }, h("table", {},
        h("thead", {}, h("tr", {}, h("td", {}), DATA.quests.map((quest) => h("th", { scope: "col" }, say(quest.title))))),
        h("tbody", {}, DATA.heroes.map((hero) => h("tr", {},
          h("th", { scope: "row" }, say(hero.name)), DATA.quests.map((quest) => cell(quest, hero))))))),
      h("p", { class: "note" }, t("tally_note")));
  };
  return { page };
})();
