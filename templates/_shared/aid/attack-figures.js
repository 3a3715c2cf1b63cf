/* Figures of an attack: their pictures, the choice of one, and the state of the target. */
const AttackFigures = (() => {
  const { plain, shown } = TableWords;

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
