/* The current game. A quest, a hero, a seed and the actions so far determine its state. */
const Table = (() => {
  const rulesOf = (quest) => ({
    steps: quest.steps,
    advances: DATA.advances.map((face) => face.value),
    cards: DATA.cards.map((face) => face.value),
    most: DATA.most,
    reach: DATA.reach,
  });

  const open = (game) => {
    const quest = DATA.quests[game.quest];
    const hero = DATA.heroes[game.hero];
    const rules = rulesOf(quest);
    const state = Engine.newGame(rules, [hero.life, hero.armour], game.seed);
    const table = { game, seed: game.seed, quest, hero, rules, state, entries: [], actions: [] };
    return game.actions.every((action) => play(table, action)) ? table : null;
  };

  /* Plays an action and returns whether it is legal. */
  const play = (table, action) => {
    if (!Engine.actions(table.rules, table.state).includes(action)) return false;
    const before = table.state;
    const { state, events } = Engine.play(table.rules, before, action);
    table.state = state;
    table.actions.push(action);
    table.entries.push({ action, before, state, events });
    return true;
  };

  const over = (table) => ["won", "lost"].includes(table.state.phase);
  const plain = (table) => ({ ...table.game, actions: [...table.actions] });
  const undone = (table) => open({ ...plain(table), actions: table.actions.slice(0, -1), undone: true });

  /* The entries since the last step card, including it. */
  const turn = (table) => {
    let first = table.entries.length - 1;
    while (first > 0 && table.entries[first].action !== "draw") first -= 1;
    return table.entries.slice(Math.max(0, first));
  };
  /* The last event of a kind in some entries, with its entry; null without one. */
  const last = (entries, kind) => {
    for (const entry of [...entries].reverse()) {
      const event = entry.events.find((one) => one[0] === kind);
      if (event) return { entry, event };
    }
    return null;
  };

  /* The stories to read now: those at the start, and those that the last step card passed. */
  const stories = (table) => {
    const { stories: all } = table.quest;
    const entry = table.entries.at(-1);
    if (!entry) return all.filter((story) => story.before === 1);
    if (entry.action !== "draw") return [];
    return all.filter((story) => Math.max(1, entry.before.at) < story.before && story.before <= entry.state.at);
  };
  const ending = (table) => table.quest.stories.filter((story) => story.before > table.quest.steps.length);
  /* The drawing of the current scene: that of the last story passed. */
  const scene = (table, at) => {
    const passed = table.quest.stories.filter((story) => story.before <= Math.max(1, at) && DATA.art.includes(story.art));
    return passed.at(-1)?.art ?? table.quest.art;
  };
  /* The table as it was before the last entry, whose cards have not turned yet. */
  const before = (table) => (table.entries.length
    ? { ...table, entries: table.entries.slice(0, -1), state: table.entries.at(-1).before } : table);
  const stops = (table) => table.entries.flatMap(({ events }) =>
    events.filter(([kind]) => kind === "step").map(([, card, at]) => ({ card, at })));
  const rounds = (table) => table.entries.filter((entry) => entry.action === "fight").length;

  return { open, play, over, plain, undone, turn, last, stories, ending, scene, before, stops, rounds };
})();

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

/* Links to games, and the saved game. */
const Store = (() => {
  /* --- links to shared games ----------------------------------------------------------------------- */

  const shared = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const quest = DATA.quests.findIndex((one) => one.id === asked.get("quest"));
    const hero = DATA.heroes.findIndex((one) => one.id === asked.get("hero"));
    const cards = Chance.seed(asked.get("seed") ?? "");
    return quest >= 0 && hero >= 0 && cards ? { quest, hero, seed: cards } : null;
  };
  const link = (game) => {
    const asked = new URLSearchParams({
      quest: DATA.quests[game.quest].id, hero: DATA.heroes[game.hero].id, seed: game.seed,
    });
    return `${location.href.split("#")[0]}#${asked}`;
  };
  const show = (game) => {
    try {
      history.replaceState(null, "", link(game));
    } catch {
      /* Some frames cannot change their URL. */
    }
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = h("textarea", { class: "unseen", "aria-hidden": "true" });
      field.value = text;
      (document.querySelector("dialog[open]") ?? document.body).append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      return done;
    }
  };

  /* --- the saved game ----------------------------------------------------------------------------- */

  const ACTIONS = { d: "draw", f: "fight", l: "life", a: "armour" };
  /* `done`: the end page was shown. */
  const keep = (game, done) => Kept.write("game", {
    quest: DATA.quests[game.quest].id, hero: DATA.heroes[game.hero].id, seed: game.seed,
    actions: game.actions.map((action) => action[0]).join(""),
    undone: game.undone, series: game.series, done,
  });
  /* The saved game; null if there is none or it does not fit the current quests. */
  const kept = () => {
    const found = Kept.read("game");
    if (!found || typeof found.seed !== "string" || typeof found.actions !== "string") return null;
    const quest = DATA.quests.findIndex((one) => one.id === found.quest);
    const hero = DATA.heroes.findIndex((one) => one.id === found.hero);
    const actions = [...found.actions].map((letter) => ACTIONS[letter]);
    if (quest < 0 || hero < 0 || !actions.every(Boolean)) return null;
    return {
      quest, hero, seed: Chance.seed(found.seed), actions,
      undone: found.undone === true, series: found.series === true, done: found.done === true,
    };
  };

  return { shared, link, show, copy, keep, kept };
})();
