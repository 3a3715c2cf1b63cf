/* Figures of an attack: their pictures, the choice of one, and the state of the target. */
const AttackFigures = (() => {
  const { plain, shown } = Marked;

  /* The picture of a figure: plates over each other, or its first letter. */
  const portrait = (figure) => {
    const plates = figure.art.map((name) => picture(name, "figure-plate")).filter(Boolean);
    return h("span", { class: "plates" }, plates.length ? plates : h("b", { "aria-hidden": "true" }, plain(figure.name)[0]));
  };
  const stat = (data, figure, key) => h("span", {}, h("i", {}, plain(data.labels[key]), " "), h("b", {}, String(figure.stats[key])));

  /* A figure as a button that opens the choice of another. */
  const card = (data, figure, role, choose) => h("button", {
    type: "button", class: `fighter-card ${role}`, id: `attack-${role}`, onclick: choose,
  }, h("small", {}, t(`attack_${role}`)), portrait(figure), h("span", { class: "named" }, plain(figure.name)),
  h("span", { class: "unseen" }, t("attack_change")));

  /* All figures, to choose one. */
  const picker = (data, role, chosen, choose, close) => h("div", { class: "picker" },
    h("header", {}, h("h2", { id: "attack-who", tabindex: "-1" }, t(`attack_choose_${role}`)),
      h("button", { type: "button", class: "plain", onclick: close }, t("close"))),
    h("ul", {}, data.figures.map((figure) => h("li", {}, h("button", {
      type: "button", "data-figure": figure.id, "aria-current": figure.id === chosen ? "true" : null, onclick: () => choose(figure.id),
    }, portrait(figure), h("span", { class: "named" }, plain(figure.name)),
    h("span", { class: "stats" }, stat(data, figure, "defence"), stat(data, figure, "life")))))));

  /* A number with buttons. */
  const counter = (label, value, least, most, set, mark = String) => {
    const shownValue = h("b", {}, mark(value));
    const step = (by) => {
      value = Math.min(most, Math.max(least, value + by));
      shownValue.textContent = mark(value);
      less.disabled = value === least;
      more.disabled = value === most;
      if (by) {
        set(value);
        announce(`${label}: ${mark(value)}`);
      }
    };
    const less = h("button", { type: "button", "aria-label": `${label} −`, onclick: () => step(-1) }, "−");
    const more = h("button", { type: "button", "aria-label": `${label} +`, onclick: () => step(1) }, "+");
    step(0);
    return h("div", { class: "counter-row", role: "group", "aria-label": label }, h("span", {}, label), less, shownValue, more);
  };

  /* The special rules of both figures and of the attack, to read. */
  const rules = (attacker, target, weapon) => {
    const texts = [
      ...(weapon.text ? [weapon] : []), ...attacker.rules, ...target.rules.filter((rule) => target !== attacker || !attacker.rules.includes(rule)),
    ];
    return texts.length ? h("dl", { class: "special" }, texts.map(({ name, text }) => h("div", {}, h("dt", {}, plain(name)), h("dd", {}, shown(text))))) : null;
  };

  return { portrait, card, picker, counter, rules };
})();

/* The choices before an attack: the weapon, the range, the cover, and what else applies. */
const AttackSetup = (() => {
  const { plain, shown } = Marked;

  const chips = (name, legend, choices, chosen, choose) => h("fieldset", { class: "choice-row" }, h("legend", {}, legend),
    h("div", { class: "chips" }, choices.map(({ value, words, by, note }) => h("label", { class: "chip" },
      h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }),
      h("span", {}, h("span", {}, words, note ? h("small", {}, ` ${note}`) : null), by === undefined ? null : h("b", {}, by))))));

  const signed = (by) => (by ? Words.signed(by) : "");
  const weapons = (attack, choose) => chips("attack-weapon", t("attack_with"), attack.attacker.weapons.map((weapon, value) =>
    ({ value, words: plain(weapon.name), note: weapon.reach, by: String(weapon.power) })), attack.attacker.weapons.indexOf(attack.weapon), choose);
  const ranges = (data, attack, choose) => chips("attack-range", t("attack_range"), attack.weapon.ranges.map(({ band, to }) =>
    ({ value: band, words: plain(data.bands[band].label), note: to ? `≤ ${to}` : "", by: signed(data.bands[band].by) })), attack.band, choose);
  const covers = (data, listed, attack, choose) => chips("attack-cover", t("attack_cover"), [
    { value: "", words: t("attack_no_cover"), by: "" },
    ...listed.covers.map((one) => ({ value: String(one.place), words: plain(one.text), by: signed(one.by) })),
  ], String(listed.covers.find((one) => attack.places.includes(one.place))?.place ?? ""), choose);

  const tick = (id, by, words, on, set) => h("li", {}, h("input", { type: "checkbox", id, checked: on, onchange: set }),
    h("label", { for: id }, h("b", {}, by), h("span", {}, words)));
  /* The rows of the table that can apply, and the state of the target. */
  const modifiers = (data, listed, attack, toggle, panic) => h("ul", { class: "tick-list", "aria-label": t("attack_modifiers") },
    listed.others.map((one) => tick(`modifier-${one.place}`, Words.signed(one.by), shown(one.text), attack.places.includes(one.place), () => toggle(one.place))),
    tick("attack-panicked", `${plain(data.labels.defence)} ${Words.signed(data.numbers.panic_defence)}`, t("attack_panicked"), attack.panicked, panic));

  /* The Power against the Defence, with the parts of the Power. */
  const against = (data, attack) => {
    const parts = AttackRules.parts(data, attack).filter((by, place) => !place || by);
    const sum = parts.map((by, place) => (place ? `${by < 0 ? "−" : "+"} ${Math.abs(by)}` : String(by))).join(" ");
    const power = String(AttackRules.power(data, attack)).replace("-", "−");
    return `${plain(data.labels.power)} ${parts.length > 1 ? `${sum} = ` : ""}${power} / ${plain(data.labels.defence)} ${AttackRules.defence(data, attack)}`;
  };
  /* The chances of an attack. */
  const odds = (data, attack, life) => {
    const found = AttackRules.chances(data, attack, life);
    const chance = (share, word) => h("p", { class: "attack-chance" }, h("b", {}, Words.percent(share)), h("span", {}, word));
    if (attack.weapon.harmless) return h("div", { class: "odds" }, chance(found.wound, t("attack_hits")));
    const mean = new Intl.NumberFormat(Words.lang, { maximumFractionDigits: 2 }).format(found.mean);
    return h("div", { class: "odds" }, chance(found.wound, t("attack_wounds")), chance(found.out, t("attack_eliminates")),
      h("p", { class: "attack-chance" }, h("b", {}, `−${mean}`), h("span", {}, t("attack_mean", { life: plain(data.labels.life) }))));
  };

  return { weapons, ranges, covers, modifiers, against, odds };
})();

/* The result of an attack: its dice, what they come to, and what follows. */
const AttackResult = (() => {
  const { plain, shown } = Marked;
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

/* A shot into a melee: the figures in it, a die for each, and who is hit. */
const AttackMelee = (() => {
  const { plain } = Marked;
  const MOST = 12;

  /* A figure of the melee, with its die and its total after the roll. */
  const line = (data, figure, number, melee, drop) => {
    const rolled = melee.rolled?.[number];
    const added = data.melee.aimed + (melee.still ? data.melee.still : 0);
    const parts = [rolled?.die, figure.stats.size, number ? 0 : added].filter(Boolean).join(" + ");
    return h("li", { class: rolled?.hit ? "melee-hit" : null }, AttackFigures.portrait(figure),
      h("span", {}, h("b", {}, plain(figure.name)), number ? null : h("small", {}, t("attack_aimed", { by: Words.signed(added) }))),
      rolled ? [Dice.draw(data.numbers.faces, rolled.die), h("span", { class: "sum-of" }, parts, " = ", h("b", {}, String(rolled.total)))]
        : number ? h("button", { type: "button", "aria-label": t("attack_drop", { name: plain(figure.name) }), onclick: () => drop(number) }, "✕") : null);
  };

  /* The view of a melee. `go` has what its buttons do: add, drop, still, roll, take, close. */
  const view = (data, target, melee, go) => {
    const figures = [target, ...melee.others.map((id) => data.figures.find((one) => one.id === id))];
    const hits = figures.filter((_, number) => melee.rolled?.[number].hit);
    const bar = melee.rolled
      ? [h("button", { type: "button", class: "main act strikes", id: "melee-act", onclick: go.take }, h("span", { class: "word" }, t("attack_roll")),
        h("span", { class: "roll-total" }, hits.map(({ name }) => plain(name)).join(", ")))]
      : [h("button", { type: "button", class: "main act", id: "melee-act", disabled: figures.length < 2, onclick: () => go.roll(figures) },
        h("span", { class: "word" }, t("attack_who_is_hit")))];
    return [
      h("header", { class: "melee-top" }, h("h2", { id: "attack-who", tabindex: "-1" }, t("attack_melee")),
        h("button", { type: "button", class: "plain", onclick: go.close }, t("close"))),
      h("ul", { class: "melee-list" }, figures.map((figure, number) => line(data, figure, number, melee, go.drop))),
      melee.rolled ? null : [
        h("ul", { class: "tick-list" }, h("li", {}, h("input", { type: "checkbox", id: "melee-still", checked: melee.still, onchange: go.still }),
          h("label", { for: "melee-still" }, h("b", {}, Words.signed(data.melee.still)), h("span", {}, t("attack_still"))))),
        h("h3", {}, t("attack_also")),
        h("ul", { class: "melee-more" }, data.figures.map((figure) => h("li", {}, h("button", {
          type: "button", disabled: melee.others.length >= MOST, "data-add": figure.id, onclick: () => go.add(figure.id),
        }, AttackFigures.portrait(figure), h("span", { class: "named" }, plain(figure.name))))))],
      h("div", { class: "bar-act" }, h("div", { class: "attack-acts" }, bar)),
    ].flat(9).filter(Boolean);
  };
  /* Rolls for all figures: their dice, totals and hits. */
  const roll = (data, figures, still, die) => {
    const dice = figures.map(die);
    return AttackRules.melee(data, figures, dice, 0, still).map((found, number) => ({ ...found, die: dice[number] }));
  };
  const spoken = (figures, rolled) => figures.map((figure, number) =>
    `${plain(figure.name)}: ${rolled[number].total}${rolled[number].hit ? ` (${t("attack_hit")})` : ""}`).join(". ");

  return { view, roll, spoken };
})();
