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

/* The parts of the showdown on the page: life, tags of figures, the table of damage, the bar of chances. */
const Seen = (() => {
  /* The points of life in a ring, first those that do not wound, as in a cylinder; beyond ten as numbers. */
  const RING = 10;
  const chamber = (n, all, figure, ticked, before) => {
    const angle = (n / all) * 2 * Math.PI;
    const [x, y] = [Math.sin(angle) * 29.5, -Math.cos(angle) * 29.5];
    const size = Math.min(12, 75 / all);
    const deep = n >= figure.life[0];
    const name = `chamber ${deep ? "deep" : "light"}${n < ticked ? " ticked" : ""}${n >= before && n < ticked ? " fresh" : ""}`;
    return h("svg:g", { class: name, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` },
      h("svg:circle", { class: "hole", r: size }),
      deep ? h("svg:path", { class: "hatch", d: "M-7.6 5.2l12.8-12.8M-8.6-.6l8-8M-3.4 8.8l12-12" }) : null,
      h("svg:circle", { class: "cap", r: 4.6 }),
      h("svg:path", { class: "cross", d: "M-8-8L8 8M8-8L-8 8" }));
  };
  const lifeWords = (figure, ticked) => t("showdown_life", { ticked, all: Duel.whole(figure) });
  /* `before` is how many were lost a moment ago. */
  const life = (figure, ticked, before = ticked) => {
    const all = Duel.whole(figure);
    const inner = all > RING
      ? [h("svg:text", { class: "count", y: 8, "text-anchor": "middle" }, document.createTextNode(`${ticked}/${all}`))]
      : [...Array(all).keys()].map((n) => chamber(n, all, figure, ticked, before)).concat(h("svg:circle", { class: "pin", r: 5 }));
    return h("svg:svg", { class: "cylinder", viewBox: "-50 -50 100 100", role: "img", "aria-label": lifeWords(figure, ticked) },
      h("svg:circle", { class: "drum", r: 47.5 }), inner);
  };

  /* The images of portraits stay the same, so that nothing blinks. */
  const images = new Map();
  const image = (art, slot) => {
    const key = `${slot} ${art}`;
    if (!images.has(key)) images.set(key, picture(art, "portrait"));
    return images.get(key);
  };
  const portrait = (figure, slot) => (figure.art && image(figure.art, slot))
    || h("span", { class: "portrait initial", "aria-hidden": "true" }, say(figure.name).split(/[\s’']/).at(-1)[0]);

  /* The line of a figure beside its dice. */
  const tag = (data, match, side, { name, ticked, before, lasts, used, kind }) => {
    const figure = match.sides[side];
    const arm = Told.weapon(match, side);
    const wounds = match.kind !== "guts" && Duel.stand(data, match, side).wounds;
    const [pot, sum] = Told.potential(data, match, side, ticked, kind);
    const facts = [
      [`${say(data.stats.pot?.label)} ${pot} `, sum ? h("span", { class: "arm" }, sum) : null],
      figure.cards ? `${say(data.stats.cards?.label) || ""} ${figure.cards - used}` : "",
      arm && wounds ? `${say(arm.name)}${arm.damage ? ` ${Words.signed(arm.damage)}` : ""}` : arm ? t("showdown_dodge") : "",
    ];
    return h("header", { class: "tag" },
      h("span", { class: "face-frame" }, portrait(figure, `tag-${side}`)),
      h("span", { class: "who" },
        h("b", { class: "called" }, name),
        h("span", { class: "facts" }, facts.map((fact, n) => (fact ? h("span", { class: n > 1 && wounds ? "arm" : null }, fact) : null)))),
      h("span", { class: "held" }, lasts),
      life(figure, ticked, before));
  };

  /* --- the table of damage ------------------------------------------------------------------------------ */

  /* `lit` is {loser, winner}: the kinds of both hands; either may be null. */
  const matrix = (data) => {
    const names = data.hands.map((hand) => say(hand.label).replace(/\s*\(.*\)$/, ""));
    const cell = (loser, winner) => {
      const points = data.points[loser][winner];
      return h("td", { class: points < 0 ? "no" : null, "data-cell": `${loser}-${winner}` }, points < 0 ? data.matrix.impossible : String(points));
    };
    const rows = names.map((name, loser) => h("tr", {},
      h("th", { scope: "row", "data-row": loser }, name), names.slice(1).map((_, winner) => cell(loser, winner + 1))));
    const node = h("table", { class: "conflicts" },
      h("caption", { class: "unseen" }, say(data.matrix.title)),
      h("thead", {}, h("tr", {},
        h("th", { class: "nook", scope: "col" },
          h("span", {}, say(data.matrix.rows)), h("span", { class: "across" }, say(data.matrix.columns))),
        names.slice(1).map((name, n) => h("th", { scope: "col", "data-column": n + 1 }, h("span", {}, name))))),
      h("tbody", {}, rows));
    const light = ({ loser = null, winner = null, sure = false } = {}) => {
      node.classList.toggle("sure", sure);
      for (const each of node.querySelectorAll(".lit, .hit")) each.classList.remove("lit", "hit");
      if (loser !== null) {
        for (const each of node.querySelectorAll(`[data-row="${loser}"], [data-cell^="${loser}-"]`)) each.classList.add("lit");
      }
      if (winner !== null) {
        for (const each of node.querySelectorAll(`[data-column="${winner}"], [data-cell$="-${winner}"]`)) each.classList.add("lit");
      }
      if (loser !== null && winner !== null) node.querySelector(`[data-cell="${loser}-${winner}"]`)?.classList.add("hit");
    };
    return { node, light };
  };

  /* --- the bar of chances -------------------------------------------------------------------------------- */

  const bar = () => {
    const strip = h("div", { class: "strip", "aria-hidden": "true" }, ["one", "none", "two"].map((whose) => h("i", { class: whose })));
    const words = h("p", { class: "shares" });
    const more = h("p", { class: "mean" });
    const node = h("div", { class: "chance" }, words, strip, more);
    /* Words instead of chances. */
    const tell = (told) => {
      node.classList.add("waiting", "words");
      words.replaceChildren(told);
      more.textContent = "";
    };
    /* `shares` as by Odds; null while they are computed, false if they are not. */
    const show = (match, names, shares) => {
      node.classList.toggle("waiting", !shares);
      node.classList.remove("words");
      if (!shares) {
        words.replaceChildren(shares === null ? "…" : "");
        more.textContent = "";
        return;
      }
      const parts = Told.parts(match, names, shares);
      for (const each of strip.children) {
        const share = parts.find(([, whose]) => each.classList.contains(whose))?.[0] ?? 0;
        each.style.flexGrow = Math.round(share * 1000);
      }
      words.replaceChildren(...parts.filter(([, , told]) => told).map(([, whose, told]) => h("span", { class: whose }, told)));
      more.textContent = Told.expected(match, names, shares);
    };
    return { node, show, tell };
  };

  return { life, lifeWords, portrait, tag, matrix, bar };
})();
