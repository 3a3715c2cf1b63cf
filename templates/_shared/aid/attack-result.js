/* The result of an attack: its dice, what they come to, and what follows. */
const AttackResult = (() => {
  const { plain, shown } = TableWords;
  const minus = (number) => String(number).replace("-", "−");

  const dice = (faces, sides, fresh) => h("span", { class: `rolled-dice ${fresh ? "just-rolled" : ""}` },
    faces.map((face, number) => Dice.draw(sides, face, number ? "again" : "")));

  /* The sum of an attack: Power, die, criticals, less Defence. */
  const sum = (data, attack, rolled) => {
    const { result } = rolled;
    const power = AttackRules.power(data, attack);
    const points = result.points ? ` ${result.points < 0 ? "−" : "+"} ${Math.abs(result.points)}` : "";
    const defence = AttackRules.defence(data, attack);
    return [
      h("span", {}, `${plain(data.labels.power)} ${minus(power)} + ${rolled.dice[0]}${points} = `, h("b", {}, minus(result.strength))),
      h("span", {}, ` − ${plain(data.labels.defence)} ${defence} = `, h("b", {}, minus(result.strength - defence))),
    ];
  };
  /* The few words for a result, and the sentences that explain it. */
  const headline = (data, attack, { result, after }) => {
    if (!result.lost) return t("attack_fails");
    if (attack.weapon.harmless) return t("attack_hit");
    if (after.stage === "done" && after.bet) return t("attack_saved");
    if (after.stage !== "wounded" && after.out) return t("attack_out");
    return t("attack_lost", { n: result.lost, life: plain(data.labels.life) });
  };
  const sentences = (data, attack, { result, after }, before) => {
    const told = [];
    if (result.critical !== "none") told.push(t(`attack_critical_${result.critical}`, { n: Math.abs(result.points) }));
    if (after.stage === "effect") told.push(plain(attack.weapon.text) || t("attack_hit"));
    const life = plain(data.labels.life);
    if (after.stage === "wounded") told.push(t("attack_may_bet", { from: before.life, to: after.left, life }));
    if (after.bet !== null) told.push(t(after.bet ? "attack_bet_won" : "attack_bet_lost"));
    if (after.stage === "test" || (after.stage === "done" && after.lost)) told.push(t("attack_life", { from: before.life, to: after.left, life }));
    if (after.tested) told.push(t(after.tested.passed ? "attack_passed" : "attack_panics", { total: after.tested.total, least: data.numbers.nerve }));
    else if (after.stage === "done" && after.panicked && !after.out) told.push(t("attack_now_panicked"));
    if (after.stage === "done" && after.out && data.witness) told.push(t("attack_witnesses", { distance: data.witness }));
    return told;
  };

  const view = (data, attack, rolled, before, fresh) => h("div", { class: `attack-result ${rolled.result.lost ? "hurts" : "missed"}` },
    h("p", { class: "burst" }, h("b", {}, headline(data, attack, rolled))),
    h("div", { class: "strip-dice" }, dice(rolled.dice, data.numbers.faces, fresh)),
    h("p", { class: "strength" }, sum(data, attack, rolled)),
    rolled.follow.map(({ what, die }) => h("p", { class: "followed" }, dice([die], data.numbers.faces, false), h("span", {}, t(what)))),
    h("div", { class: "sentences" }, sentences(data, attack, rolled, before).map((text) => h("p", {}, text))));

  const spoken = (data, attack, rolled, before) => [headline(data, attack, rolled), ...sentences(data, attack, rolled, before)].join(". ");

  return { view, spoken, shown };
})();
