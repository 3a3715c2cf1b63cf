/* The dialogs of the showdown: which figure stands at a side, and the numbers of a figure without stats. */
const Posters = (() => {
  const card = (side, place, done) => {
    const { data, state } = Saloon;
    const figure = Saloon.fighter(place);
    const { ticked } = state.figures[place];
    const out = Duel.killed(figure, ticked);
    return h("button", {
      type: "button", class: `poster${out ? " out" : ""}`, "aria-pressed": String(state.pick[side] === place),
      onclick: () => { Saloon.pick(side, place); done(); },
    },
      h("span", { class: "face-frame" }, Seen.portrait(figure, `card-${place}`)),
      h("b", { class: "called" }, Saloon.name(place)),
      h("span", { class: "facts" }, `${say(data.stats.pot?.label)} ${figure.pots.map(Told.number).join("/")}`),
      h("span", { class: "facts" }, Seen.lifeWords(figure, ticked)));
  };
  const another = (number, redraw) => h("button", {
    type: "button", class: "another", id: `another-${number}`, onclick: () => { Saloon.add(number); redraw(); },
  }, "+ ", say(Saloon.data.figures[number].name));
  /* The figures of one profile. */
  const profile = (side, number, done) => {
    const { state } = Saloon;
    const places = [...state.figures.keys()].filter((place) => state.figures[place].profile === number);
    return places.map((place) => card(side, place, done));
  };
  const close = (done) => h("p", { class: "close" }, h("button", { type: "button", class: "main", onclick: done }, t("close")));

  /* Opens a dialog; `fill` makes its content anew after each change. */
  const open = (root, name, title, fill, closed) => {
    const node = h("dialog", { class: `showdown-dialog ${name}`, "aria-labelledby": `${name}-title` });
    let open = true;
    const finish = () => {
      if (!open) return;
      open = false;
      node.remove();
      closed();
    };
    const done = () => { node.close(); finish(); };
    const redraw = () => {
      const there = document.activeElement?.id;
      node.replaceChildren(h("h2", { id: `${name}-title` }, title), ...[fill(redraw, done)].flat(), close(done));
      if (there) byId(there)?.focus({ preventScroll: true });
    };
    node.addEventListener("close", finish);
    redraw();
    root.append(node);
    node.showModal();
  };

  const pick = (root, side, closed) => open(root, "posters", t(side ? "showdown_target" : "showdown_active"), (redraw, done) =>
    [
      h("div", { class: "gallery" }, Saloon.data.figures.map((_, number) => profile(side, number, done))),
      h("p", { class: "note" }, t("showdown_another")),
      h("div", { class: "others" }, Saloon.data.figures.map((_, number) => another(number, redraw))),
    ], closed);

  const own = (root, side, closed) => open(root, "numbers", Saloon.name(Saloon.state.pick[side]), (redraw) => {
    const { stats } = Saloon.data;
    const mine = Saloon.picked(side).own;
    let rows = 0;
    const row = (key, label, value, set) => (stats[key] ? Setup.stepper(`own-${rows += 1}`, label, value, [stats[key].min, stats[key].max], (next) => {
      const changed = { pots: [...mine.pots], cards: mine.cards, life: [...mine.life] };
      set(changed, next);
      if (changed.life[0] + changed.life[1] > 0) Saloon.adjust(side, { own: changed });
      redraw();
    }) : null);
    const pot = say(stats.pot?.name);
    return [
      row("pot", t("showdown_sound", { what: pot }), mine.pots[0], (next, value) => { next.pots[0] = value; }),
      row("pot", t("showdown_wounded", { what: pot }), mine.pots[1], (next, value) => { next.pots[1] = value; }),
      row("cards", say(stats.cards?.name), mine.cards, (next, value) => { next.cards = value; }),
      ...mine.life.map((points, place) => row(`life-${place}`, say(stats[`life-${place}`]?.name), points, (next, value) => { next.life[place] = value; })),
    ].filter(Boolean);
  }, closed);

  return { pick, own };
})();
