/* The choices before an attack: the weapon, the range, the cover, and what else applies. */
const AttackSetup = (() => {
  const { plain, shown } = TableWords;

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
