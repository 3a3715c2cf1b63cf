/* A shot into a melee: the figures in it, a die for each, and who is hit. */
const AttackMelee = (() => {
  const { plain } = TableWords;
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
