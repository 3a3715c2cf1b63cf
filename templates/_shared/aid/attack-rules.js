/* Attacks of Power against Defence, without elements: chances, dice, losses. As in
   printgen/extras/power_attack/; tests compare both. `gap` is Defence less Power. */
const AttackRules = (() => {
  /* The chance that a die with `faces` faces, with its criticals, exceeds a gap. */
  const above = (gap, faces) => {
    if (gap >= faces) return faces ** -(gap - faces + 2);
    if (gap >= 1) return (faces - gap) / faces;
    return 1 - faces ** -(2 - gap);
  };
  /* The chance to lose at least `points` points. */
  const loses = (gap, points, faces) => above(gap + points - 1, faces);
  /* The mean loss. */
  const mean = (gap, faces) => {
    if (gap >= faces) return above(gap, faces) * faces / (faces - 1);
    let sum = 1 / (faces * (faces - 1));
    for (let value = gap; value < faces; value += 1) sum += above(value, faces);
    return sum;
  };
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
  /* The chances of an attack: a wound, the loss of all life, each loss up to it, and the mean. */
  const chances = (data, attack, life) => {
    const { faces } = data.numbers;
    const gap = defence(data, attack) - power(data, attack);
    return {
      gap, wound: loses(gap, 1, faces), out: loses(gap, life, faces), mean: mean(gap, faces),
      losses: Array.from({ length: life }, (_, points) => loses(gap, points + 1, faces)),
    };
  };

  /* Who is hit in a melee: the highest totals of a die, the size and the bonuses of the target. */
  const melee = (data, figures, dice, aimed, still) => {
    const bonus = data.melee.aimed + (still ? data.melee.still : 0);
    const totals = figures.map((figure, number) => dice[number] + figure.stats.size + (number === aimed ? bonus : 0));
    const highest = Math.max(...totals);
    return totals.map((total) => ({ total, hit: total === highest }));
  };

  return { melee, above, loses, mean, atLeast, open, bonus, roll, listed, ticked, parts, power, defence, result, chances };
})();
