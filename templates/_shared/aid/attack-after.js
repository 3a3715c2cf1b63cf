/* The steps after the dice of an attack, without elements: a bet, the loss, a test of morale. A state
   is {stage, lost, left, out, panicked, heroism}; its stages are `failed`, `effect`, `wounded` (the
   player may bet), `test` and `done`. */
const AttackAfter = (() => {
  /* The state after a result, for a target with so much life and heroism. */
  const start = (result, target, harmless) => {
    const state = { stage: "failed", lost: 0, left: target.life, out: false, panicked: target.panicked, heroism: target.heroism, bet: null };
    if (!result.lost) return state;
    if (harmless) return { ...state, stage: "effect" };
    const hurt = { ...state, lost: result.lost, left: result.left, out: result.out };
    return target.heroism > 0 ? { ...hurt, stage: "wounded" } : keep(hurt);
  };
  /* Without a bet: the loss, then a test if the figure lives. */
  const keep = (state) => ({ ...state, stage: state.out ? "done" : "test" });

  /* The bet costs a point. Won, it cancels the loss, with panic if that was deadly. Lost, the loss
     stays, with panic and without a test. */
  const bet = (data, state, target, die) => {
    const spent = { ...state, stage: "done", heroism: state.heroism - 1 };
    if (die >= data.numbers.bet) {
      return { ...spent, bet: true, lost: 0, left: target.life, out: false, panicked: state.panicked || state.out };
    }
    return { ...spent, bet: false, panicked: true };
  };
  /* A passed test ends panic, a failed one begins it. */
  const test = (data, state, mind, die) => {
    const total = die + mind;
    const passed = total >= data.numbers.nerve;
    return { ...state, stage: "done", tested: { die, total, passed }, panicked: !passed };
  };
  /* The chances of a bet and of a test. */
  const betChance = (data) => AttackRules.atLeast(data.numbers.bet, data.numbers.faces);
  const testChance = (data, mind) => AttackRules.atLeast(data.numbers.nerve - mind, data.numbers.faces);

  return { start, keep, bet, test, betChance, testChance };
})();
