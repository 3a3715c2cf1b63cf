/* Attacks of Power against Defence, without elements: dice, losses, and what follows. As in
   printgen/extras/power_attack/, which made the tables of chances; tests compare both. */
const AttackRules = (() => {
  /* The chance that a die with `faces` faces comes to a number. */
  const atLeast = (least, faces) => Math.min(1, Math.max(0, (faces + 1 - least) / faces));

  /* Whether the last die of a roll is rolled again. */
  const open = (dice, faces) => {
    const [first] = dice;
    return (first === 1 || first === faces) && dice.at(-1) === first;
  };
  /* The points of criticals: each repeat after the first adds or takes one. */
  const bonus = (dice, faces) => {
    const repeats = Math.max(0, dice.length - 2);
    return dice[0] === faces ? repeats : -repeats;
  };
  const roll = (die, faces) => {
    const dice = [die(faces)];
    while (open(dice, faces)) dice.push(die(faces));
    return dice;
  };

  /* The modifiers of an attack, with their places in the table: those that concern the figures, and
     of these the ones that apply by themselves. */
  const listed = (data, { attacker, target, weapon }) => {
    const all = (weapon.shoots ? data.shots : data.blows).map((modifier, place) => ({ ...modifier, place }));
    const sized = all.filter((one) => (one.size === null || one.size === target.stats.size)
      && (!one.smaller || attacker.stats.size < target.stats.size));
    return {
      covers: sized.filter((one) => one.cover),
      others: sized.filter((one) => !one.cover),
      own: sized.filter((one) => one.size !== null || one.smaller).map((one) => one.place),
    };
  };
  /* The places that are ticked after a tap on one: its rivals are not. */
  const ticked = (modifiers, before, place) => {
    if (before.includes(place)) return before.filter((other) => other !== place);
    return [...before.filter((other) => !modifiers[place].rivals.includes(other)), place];
  };
  /* The parts of the Power: [what, by], that of the attack first. */
  const parts = (data, { weapon, band, places, extra }) => {
    const table = weapon.shoots ? data.shots : data.blows;
    const far = weapon.shoots ? data.bands[band].by : 0;
    return [weapon.power, far, ...places.map((place) => table[place].by), extra];
  };
  const power = (data, attack) => parts(data, attack).reduce((sum, by) => sum + by, 0);
  const defence = (data, { target, panicked }) =>
    target.stats.defence + (panicked ? data.numbers.panic_defence : 0);

  /* What a roll does to a target with so much life. */
  const result = (data, attack, dice, life) => {
    const { faces } = data.numbers;
    const points = bonus(dice, faces);
    const strength = power(data, attack) + dice[0] + points;
    const lost = Math.max(0, strength - defence(data, attack));
    return {
      points, strength, lost, left: Math.max(0, life - lost), out: life - lost <= 0,
      critical: points > 0 ? "success" : points < 0 ? "failure" : "none",
    };
  };
  /* The chances of an attack: a wound, the loss of all life, and the mean loss. They are in tables by
     the gap, Defence less Power; beyond their ends, the last number stands. */
  const chances = (data, attack, life) => {
    const { least, above, mean } = data.chances;
    const gap = defence(data, attack) - power(data, attack);
    const at = (numbers, place) => numbers[Math.min(Math.max(0, place - least), numbers.length - 1)];
    return { wound: at(above, gap), out: at(above, gap + life - 1), mean: at(mean, gap) };
  };

  /* Who is hit in a melee: the highest totals of a die, the size and the bonuses of the target. */
  const melee = (data, figures, dice, aimed, still) => {
    const bonus = data.melee.aimed + (still ? data.melee.still : 0);
    const totals = figures.map((figure, number) => dice[number] + figure.stats.size + (number === aimed ? bonus : 0));
    const highest = Math.max(...totals);
    return totals.map((total) => ({ total, hit: total === highest }));
  };

  /* --- after the dice: a bet, the loss, a test of morale ------------------------------------------- */

  /* The state after a result, {stage, lost, left, out, panicked, heroism}, for a target with so much
     life and heroism. Its stages are `failed`, `effect`, `wounded` (the player may bet), `test` and
     `done`. */
  const after = (result, target, harmless) => {
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
  const betChance = (data) => atLeast(data.numbers.bet, data.numbers.faces);
  const testChance = (data, mind) => atLeast(data.numbers.nerve - mind, data.numbers.faces);

  return {
    melee, atLeast, roll, listed, ticked, parts, power, defence, result, chances,
    after, keep, bet, test, betChance, testChance,
  };
})();
