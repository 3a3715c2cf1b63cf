/* What the showdown tells, in words. */
const Told = (() => {
  const number = (points) => (points < 0 ? `−${-points}` : String(points));
  const faces = (data, dice) => dice.map((face) => say(data.faces[face].label)).join(" ");
  const named = (data, dice) => dice.map((face) => say(data.faces[face].name)).join(", ");
  const hand = (data, roll) => say(data.hands[Hands.kind(Duel.counts(roll))].name);
  /* The dice that make a hand, the strongest first. */
  const made = (data, roll) => faces(data, Hands.best(Duel.counts(roll)));
  const percent = (share) => new Intl.NumberFormat(Words.lang, { style: "percent", maximumFractionDigits: 0 })
    .format(share > 0 && share < 0.01 ? 0.01 : share < 1 && share > 0.99 ? 0.99 : share);
  const mean = (points) => new Intl.NumberFormat(Words.lang, { maximumFractionDigits: 1 }).format(points);

  const weapon = (match, side) => (match.kind === "shot" ? match.sides[side].gun : match.kind === "fight" ? match.sides[side].blade : null);
  const skill = (figure, id) => say(figure.skills.find((one) => one.id === id)?.name);
  /* The potential of a side in a scene, and how it comes about: −2, 1 −2 −1. */
  const potential = (data, match, side, ticked, kind) => {
    const figure = match.sides[side];
    const own = figure.pots[Duel.wounded(figure, ticked) ? 1 : 0];
    const more = kind === "duel" ? Duel.changes(data, match, side) : [];
    const sum = more.reduce((all, [, points]) => all + points, own);
    return [number(sum), more.length ? `(${[number(own), ...more.map(([, points]) => Words.signed(points))].join(" ")})` : ""];
  };

  /* --- chances ---------------------------------------------------------------------------------------- */

  /* The parts of the bar: [share, whose, words]. */
  const parts = (match, names, shares) => {
    const [a, b] = names;
    if ("passes" in shares) {
      return [
        [shares.passes, "one", t("showdown_passes", { name: a, chance: percent(shares.passes) })],
        [1 - shares.passes, "none", t("showdown_fails", { chance: percent(1 - shares.passes) })],
      ];
    }
    if (match.kind === "shot" && match.reply === "dodge") {
      return [
        [shares.won, "one", t("showdown_hits", { chance: percent(shares.won) })],
        [1 - shares.won, "none", t("showdown_escapes", { chance: percent(1 - shares.won) })],
      ];
    }
    return [
      [shares.won, "one", t("showdown_wins", { name: a, chance: percent(shares.won) })],
      [1 - shares.won - shares.lost, "none", ""],
      [shares.lost, "two", t("showdown_wins", { name: b, chance: percent(shares.lost) })],
    ];
  };
  /* The damage to expect, for both sides. */
  const expected = (match, names, shares) => {
    if ("passes" in shares) return "";
    const [a, b] = names;
    const told = [t("showdown_mean", { name: b, points: mean(shares.dealt) })];
    if (match.kind !== "shot" || match.reply !== "dodge") told.push(t("showdown_mean", { name: a, points: mean(shares.taken) }));
    return t("showdown_average", { losses: told.join(" · ") });
  };

  /* --- results ------------------------------------------------------------------------------------------ */

  const verdict = (data, match, names, scene) => {
    const { result } = scene;
    if (scene.kind !== "duel") return t(result.passed ? "showdown_passed" : "showdown_failed", { name: names[result.side] });
    if (result.winner === null) return t("showdown_tie");
    if (!result.hit) return t("showdown_dodged", { name: names[result.winner] });
    return t("showdown_hit", { winner: names[result.winner], loser: names[result.loser] });
  };
  /* How the damage comes about: 3 + 1 (Winchester) = 4. */
  const sum = (data, match, { result }) => {
    if (!result.hit) return "";
    const arm = weapon(match, result.winner);
    const bonus = result.bonus ? ` ${Words.signed(result.bonus)} (${say(arm.name)})` : "";
    return t("showdown_sum", { sum: result.bonus ? `${result.table}${bonus} = ${result.points}` : result.points });
  };
  /* The rules that what has happened calls for, as [what, rule]. */
  const rules = (data, match, names, scene) => {
    const { result, kind } = scene;
    const told = (key, name) => (data.told[key] ? [[name, say(data.told[key])]] : []);
    if (result.fearless) {
      const { skills, fearless } = match.sides[result.side];
      const skill = skills.find(({ id }) => id === fearless);
      return skill ? [[say(skill.name), say(skill.text)]] : [];
    }
    if (kind !== "duel") return result.passed ? [] : told("fled", names[result.side]);
    const found = [];
    if (result.killed) found.push(...told("killed", names[result.loser]));
    else if (result.wounded) found.push(...told("wounded", names[result.loser]));
    if (result.killed && match.sides[result.loser].star) found.push(...told("star-killed", ""));
    if (match.kind === "shot" && match.reply === "dodge" && !result.killed) found.push(...told("dodge", names[1]));
    return found;
  };
  /* What an action has brought, for screen readers. */
  const action = (data, names, { phase, side, scene }, done) => {
    const own = scene.rolls[side];
    const name = names[side];
    const now = own ? hand(data, own) : "";
    if (phase === "throw") {
      return scene.sides.map((each) => t("showdown_rolls", {
        name: names[each], dice: named(data, scene.rolls[each].dice), hand: hand(data, scene.rolls[each]),
      }));
    }
    if (phase === "reroll" && done.dice.length) {
      return [t("showdown_rerolls", { name, dice: named(data, own.rerolled.map((place) => own.dice[place])), hand: now })];
    }
    if (phase === "reroll") return [t("showdown_keeps", { name })];
    if (phase === "change" && own.changed >= 0) {
      return [t("showdown_changes", { name, from: say(data.faces[own.was].name), to: say(data.faces[own.dice[own.changed]].name), hand: now })];
    }
    if (phase === "card" && done.face !== null) return [t("showdown_plays", { name, card: say(data.faces[own.cards.at(-1)].name), hand: now })];
    if (phase === "hide") return [named(data, scene.result.hide)];
    return [];
  };

  return { number, faces, named, hand, made, percent, weapon, skill, potential, parts, expected, verdict, sum, rules, action };
})();
