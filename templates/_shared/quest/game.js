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
