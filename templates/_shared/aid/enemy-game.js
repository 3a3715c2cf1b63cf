/* The game of the enemy tool: a record, its state and its journal, kept in the browser. It is the same
   whatever the language of the page. */
const EnemyGame = (() => {
  const KEY = "enemy";
  let game = null;
  let state = null;
  let journal = [];
  let draft = null;
  /* The game that waits while a plan is read alone. */
  let waiting = null;

  const keep = () => Kept.write(KEY, { draft, game: game && game.alone ? waiting : game });
  const resume = (data, record) => {
    game = record;
    if (!record) return;
    const found = EnemyMoments.replay(data, record);
    [state, journal] = [found.state, found.events];
  };
  const load = (data) => {
    if (draft) return;
    const kept = Kept.read(KEY);
    draft = EnemySetup.fresh(data, kept && kept.draft);
    if (!data.scenarios[draft.scenario]) draft.scenario = data.scenarios.length ? 0 : -1;
    try {
      resume(data, kept && kept.game);
    } catch {
      /* A game of another version of the rules. */
      game = null;
    }
  };
  const start = (data, record) => {
    resume(data, { seed: Chance.newSeed(), log: [], own: [], places: false, ...record });
    keep();
  };
  const begin = (data) => {
    const { scenario, places, own } = draft;
    start(data, { scenario, places, own: scenario < 0 ? own : [], count: EnemySetup.chosen(data, draft).count });
  };
  /* A plan is read without figures: the game, if there is one, waits. */
  const alone = (data) => {
    waiting = game && game.alone ? waiting : game;
    start(data, { scenario: -1, count: 1, alone: true });
  };
  const back = (data) => {
    resume(data, waiting);
    waiting = null;
  };
  /* Carries out an action. */
  const act = (data, action) => {
    const before = game.log.length;
    game.log.push(action);
    try {
      journal.push(EnemyMoments.act(data, game, state, action));
    } catch {
      /* Two taps at once: the second one came too late. */
      game.log.length = before;
      resume(data, game);
    }
    if (game.alone && !state.aside) back(data);
    keep();
  };
  /* Undoes the last action. Whether there was one. */
  const undo = (data) => {
    if (!game || !game.log.length) return false;
    game.log.pop();
    if (game.alone && !game.log.length) back(data);
    else resume(data, game);
    keep();
    return true;
  };
  const change = (changed) => {
    Object.assign(draft, changed);
    keep();
  };

  return {
    load, begin, alone, act, undo, change,
    get game() { return game; }, get state() { return state; }, get journal() { return journal; }, get draft() { return draft; },
  };
})();
