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
