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
