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
