/* What was played on this device: games and streaks by hero and quest, and the deals of the day. */
const Records = (() => {
  const DEALS = 300;
  const count = (value) => (Number.isSafeInteger(value) && value >= 0 ? value : 0);
  const object = (value) => (value && typeof value === "object" && !Array.isArray(value) ? value : {});

  /* What is stored, without what cannot be true. */
  const all = () => {
    const found = object(Kept.read("records"));
    const runs = {};
    for (const [name, run] of Object.entries(object(found.runs))) {
      runs[name] = Object.fromEntries(["played", "won", "best", "streak", "longest"].map((key) => [key, count(object(run)[key])]));
    }
    const days = Object.fromEntries(Object.entries(object(found.days)).filter(([day, result]) =>
      /^D\d{8}$/.test(day) && Array.isArray(result)).map(([day, [at, won]]) => [day, [count(at), won === true]]));
    const deals = Array.isArray(found.deals) ? found.deals.filter((deal) => typeof deal === "string") : [];
    return { runs, days, deals };
  };
  const none = { played: 0, won: 0, best: 0, streak: 0, longest: 0 };
  const nameOf = (quest, hero) => `${quest.id} ${hero.id}`;
  const of = (quest, hero) => all().runs[nameOf(quest, hero)] ?? none;
  const dealOf = (table) => `${nameOf(table.quest, table.hero)} ${table.seed}`;

  /* Why a game does not count: a move was taken back, or the deal was played before. Empty if it does. */
  const excluded = (table) => {
    if (table.game.undone) return "undone";
    return all().deals.includes(dealOf(table)) ? "again" : "";
  };

  /* Adds a finished game, if it counts. */
  const add = (table) => {
    if (excluded(table)) return;
    const { runs, days, deals } = all();
    const won = table.state.phase === "won";
    const name = nameOf(table.quest, table.hero);
    const run = runs[name] ?? none;
    const streak = won ? run.streak + 1 : 0;
    runs[name] = {
      played: run.played + 1, won: run.won + (won ? 1 : 0), best: Math.max(run.best, table.state.at),
      streak, longest: Math.max(run.longest, streak),
    };
    if (Daily.is(table.game)) days[table.seed] = [table.state.at, won];
    Kept.write("records", { runs, days, deals: [...deals, dealOf(table)].slice(-DEALS) });
  };

  const total = () => {
    const runs = Object.values(all().runs);
    const sum = (key) => runs.reduce((sums, run) => sums + run[key], 0);
    return { played: sum("played"), won: sum("won"), longest: Math.max(0, ...runs.map((run) => run.longest)) };
  };

  return { all, of, add, excluded, total };
})();

/* The deal of a day: the same for everybody, from the date alone. */
const Daily = (() => {
  const DAY = 86400000;
  const two = (number) => String(number).padStart(2, "0");
  const seedOf = (date) => `D${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  /* Quests and heroes take turns, so that every pair comes up. */
  const deal = (year, month, day) => {
    const number = Math.round(Date.UTC(year, month, day) / DAY);
    const { length: quests } = DATA.quests;
    return { quest: number % quests, hero: Math.floor(number / quests) % DATA.heroes.length };
  };
  const of = (date) => ({ ...deal(date.getFullYear(), date.getMonth(), date.getDate()), seed: seedOf(date) });
  const is = ({ quest, hero, seed }) => {
    const [, year, month, day] = /^D(\d{4})(\d\d)(\d\d)$/.exec(seed) ?? [];
    if (!year) return false;
    const wanted = deal(Number(year), Number(month) - 1, Number(day));
    return wanted.quest === quest && wanted.hero === hero;
  };
  /* The number of days in a row, up to today or yesterday, on which the deal of the day was played. */
  const streak = (date) => {
    const { days } = Records.all();
    const back = (number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - number);
    let number = seedOf(date) in days ? 0 : 1;
    const first = number;
    while (seedOf(back(number)) in days) number += 1;
    return number - first;
  };
  return { of, is, streak, result: (date) => Records.all().days[seedOf(date)] ?? null };
})();

/* All quests in a row with one character. Each starts afresh, as the rules say: only the tally goes on. */
const Series = (() => {
  /* The series under way; null if there is none. `done` has the result of each quest played. */
  const current = () => {
    const found = Kept.read("series");
    if (!found || typeof found.seed !== "string" || !Array.isArray(found.done)) return null;
    const hero = DATA.heroes.findIndex((one) => one.id === found.hero);
    const sound = found.done.every((one) => one && Number.isSafeInteger(one.at) && typeof one.won === "boolean");
    if (hero < 0 || !sound || found.done.length > DATA.quests.length) return null;
    return { hero, seed: Chance.seed(found.seed), done: found.done.map(({ at, won }) => ({ at, won })) };
  };
  const keep = ({ hero, seed, done }) => Kept.write("series", { hero: DATA.heroes[hero].id, seed, done });
  const start = (hero, seed) => keep({ hero, seed, done: [] });

  /* The game of quest `number` in a series; its seed is that of the series and the number. */
  const game = (series, number) => ({
    quest: number, hero: series.hero, seed: `${series.seed.slice(0, 10)}${number + 1}`, actions: [], series: true,
  });
  const next = () => {
    const series = current();
    return series && series.done.length < DATA.quests.length ? game(series, series.done.length) : null;
  };
  const same = (one, other) => one.hero === other.hero && one.seed === other.seed && one.quest === other.quest;

  /* The series that a game belongs to; null if it belongs to none. */
  const of = (table) => {
    const series = current();
    return series && table.game.series && same(game(series, table.game.quest), table.game) ? series : null;
  };
  /* Adds the result of a finished game. A quest that is played again keeps its first result. */
  const add = (table) => {
    const series = of(table);
    if (!series || series.done.length !== table.game.quest) return;
    series.done.push({ at: table.state.at, won: table.state.phase === "won" });
    keep(series);
  };

  return { start, next, of, add };
})();

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
