/* A finished game as a line of text, such as
   "Deathly Thrones · iron-throne/dwarf/DEAL19 · ΩΨΔΨ† 14/40 · K3F9", which can be read again: the deal,
   a symbol for each stop, how far it went, and the choices as a number in base 32. */
const Line = (() => {
  const [WON, LOST, UNDONE] = ["♛", "†", "↶"];
  const FORM = /([\w-]+)\/([\w-]+)\/([0-9A-Z]{1,12})\s·.*·\s([0-9A-V]{1,60})\s*$/u;

  /* The choices of a game: a 1, then a bit for each, 1 for armour. */
  const packed = (actions) => {
    const bits = actions.filter((action) => action === "life" || action === "armour")
      .map((action) => (action === "armour" ? "1" : "0")).join("");
    return BigInt(`0b1${bits}`).toString(32).toUpperCase();
  };
  const unpacked = (code) => {
    let number = 0n;
    for (const digit of code) number = number * 32n + BigInt(parseInt(digit, 32));
    return [...number.toString(2).slice(1)].map((bit) => (bit === "1" ? "armour" : "life"));
  };

  const of = (table) => {
    const { quest, hero, seed, state } = table;
    const stops = Table.stops(table).map(({ at }) => DATA.types[quest.steps[at - 1].type].symbol).join("");
    const end = state.phase === "won" ? WON : LOST;
    const undone = table.game.undone ? ` ${UNDONE}` : "";
    return [say(DATA.title), `${quest.id}/${hero.id}/${seed}`,
      `${stops}${end} ${state.at}/${table.rules.steps.length}${undone}`, packed(table.actions)].join(" · ");
  };

  /* The finished table that a line tells; null if it tells none. */
  const read = (text) => {
    const [, questId, heroId, seed, code] = FORM.exec(text.trim()) ?? [];
    const quest = DATA.quests.findIndex((one) => one.id === questId);
    const hero = DATA.heroes.findIndex((one) => one.id === heroId);
    if (quest < 0 || hero < 0) return null;
    const chosen = unpacked(code);
    const table = Table.open({ quest, hero, seed, actions: [] });
    while (!Table.over(table)) {
      const [only, other] = Engine.actions(table.rules, table.state);
      if (!Table.play(table, other ? chosen.shift() : only)) return null;
    }
    return chosen.length ? null : table;
  };

  /* Three quests in a row as a line. */
  const series = ({ hero, seed, done }) => [say(DATA.title), `${DATA.heroes[hero].id}/${seed}`,
    done.map(({ at, won }, number) => (won ? WON : `${LOST}${at}/${DATA.quests[number].steps.length}`)).join(" "),
    `${done.filter(({ won }) => won).length}/${DATA.quests.length}`].join(" · ");

  return { of, read, series };
})();
