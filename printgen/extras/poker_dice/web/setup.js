/* Where a showdown is set up: both figures, their weapons, the answer of the target, and cover. */
const Setup = (() => {
  /* Milliseconds of computing between two frames. */
  const SLICE = 6;
  const known = new Map();
  let job = 0;

  /* The exact shares before the throw, computed between frames; `show` gets null meanwhile. */
  const forecast = (data, match, show) => {
    const mine = ++job;
    if (match.kind === "guts") {
      const figure = match.sides[0];
      show({ passes: figure.fearless ? 1 : Odds.nerve(Duel.nerves(data, figure, figure.ticked), data.guts).before() });
      return;
    }
    const sides = [0, 1].map((side) => Duel.stand(data, match, side));
    const key = JSON.stringify(sides);
    if (known.has(key)) {
      show(known.get(key));
      return;
    }
    show(null);
    const work = (function* steps() {
      for (const { pot, base } of sides) yield Trees.tree(...Hands.dice(pot, base));
      return yield* Odds.chances(Odds.meet(...sides, data.points));
    })();
    const slice = () => {
      if (mine !== job) return;
      const until = performance.now() + SLICE;
      let step = work.next();
      while (!step.done && performance.now() < until) step = work.next();
      if (!step.done) setTimeout(slice);
      else {
        known.set(key, step.value ?? false);
        show(known.get(key));
      }
    };
    setTimeout(slice);
  };

  /* --- controls ------------------------------------------------------------------------------------------ */

  const segments = (name, label, chosen, choices) => h("div", { class: `segments ${name}`, role: "group", "aria-label": label },
    choices.map(([value, words, choose, allowed = true]) => h("button", {
      type: "button", id: `${name}-${value}`, "aria-pressed": String(value === chosen), disabled: !allowed, onclick: choose,
    }, words)));
  const stepper = (id, label, value, [least, most], set) => h("div", { class: "stepper", role: "group", "aria-label": label },
    h("span", { class: "label" }, label),
    h("button", { type: "button", id: `${id}-less`, "aria-label": t("showdown_less", { what: label }), disabled: value <= least, onclick: () => set(value - 1) }, "−"),
    h("output", {}, Told.number(value)),
    h("button", { type: "button", id: `${id}-more`, "aria-label": t("showdown_more", { what: label }), disabled: value >= most, onclick: () => set(value + 1) }, "+"));

  const arms = (side, redraw) => {
    const { data } = Saloon;
    const shot = Saloon.kind() === "shot";
    const own = Saloon.picked(side);
    const weapons = shot ? data.guns : data.blades;
    const none = shot ? [h("option", { value: "-1", selected: own.gun < 0 }, t("showdown_unarmed"))] : [];
    const chosen = shot ? own.gun : own.blade;
    return h("select", {
      id: `arm-${side}`, "aria-label": t("showdown_weapon", { name: Saloon.name(Saloon.state.pick[side]) }),
      onchange: (event) => {
        Saloon.adjust(side, { [shot ? "gun" : "blade"]: Number(event.target.value) });
        redraw();
      },
    }, none, weapons.map((weapon, n) => h("option", { value: String(n), selected: n === chosen },
      `${say(weapon.name)} ${weapon.damage ? Words.signed(weapon.damage) : "0"}`)));
  };

  const corner = (side, redraw, dialogs) => {
    const { data, state } = Saloon;
    const figure = Saloon.fighter(state.pick[side]);
    const { ticked, auto } = Saloon.picked(side);
    const tick = (more) => { Saloon.remember(); Saloon.adjust(side, { ticked: ticked + more }); redraw(); };
    const label = t("showdown_ticked", { name: Saloon.name(state.pick[side]) });
    return h("section", { class: `corner side-${side}${Saloon.out(side) ? " out" : ""}`, "aria-label": t(side ? "showdown_target" : "showdown_active") },
      h("button", { type: "button", class: "poster", id: `pick-${side}`, onclick: () => dialogs.pick(side) },
        h("span", { class: "banner" }, t(side ? "showdown_target" : "showdown_active")),
        h("span", { class: "face-frame" }, Seen.portrait(figure, `poster-${side}`)),
        h("b", { class: "called" }, Saloon.name(state.pick[side])),
        h("span", { class: "facts" }, `${say(data.stats.pot?.label)} ${figure.pots.map(Told.number).join("/")}`,
          figure.cards ? ` · ${say(data.stats.cards?.label)} ${figure.cards}` : "")),
      h("div", { class: "ticks", role: "group", "aria-label": label },
        h("button", { type: "button", id: `heal-${side}`, "aria-label": t("showdown_less", { what: label }), disabled: !ticked, onclick: () => tick(-1) }, "−"),
        Seen.life(figure, ticked),
        h("button", { type: "button", id: `hurt-${side}`, "aria-label": t("showdown_more", { what: label }), disabled: Saloon.out(side), onclick: () => tick(1) }, "+")),
      state.pick.some((place) => data.figures[state.figures[place].profile].blank)
        ? h("button", { type: "button", class: `plain numbers${figure.blank ? "" : " away"}`, id: `own-${side}`, onclick: () => dialogs.own(side) }, t("showdown_numbers")) : null,
      arms(side, redraw),
      h("button", {
        type: "button", class: "auto", id: `auto-${side}`, "aria-pressed": String(auto),
        onclick: () => { Saloon.adjust(side, { auto: !auto }); redraw(); },
      }, t(auto ? "showdown_auto" : "showdown_player")));
  };

  const covers = (redraw) => {
    const { state } = Saloon;
    const back = Saloon.reply() === "return-fire";
    const names = state.pick.map(Saloon.name);
    const values = back ? state.back : state.dodge;
    const labels = back ? names.map((name) => t("showdown_before", { name })) : [t("showdown_light"), t("showdown_heavy")];
    return h("div", { class: "covers" }, labels.map((label, n) => stepper(`cover-${n}`, label, values[n], [0, 5], (value) => {
      const pair = [...values];
      pair[n] = value;
      Saloon.change(back ? { back: pair } : { dodge: pair });
      redraw();
    })));
  };

  const terms = (redraw) => {
    const { data } = Saloon;
    const set = (values) => () => { Saloon.change(values); redraw(); };
    const kinds = [["fight", t("showdown_fight")], ["guts", t("showdown_guts")]].map(([kind, words]) => [kind, words, set({ kind })]);
    if (data.guns.length) kinds.unshift(["shot", t("showdown_shot"), set({ kind: "shot" }), Saloon.armed(0)]);
    const kind = Saloon.kind();
    return [
      segments("kind", t("showdown_kind"), kind, kinds),
      h("div", { class: `shooting${kind === "shot" ? "" : " away"}` },
        segments("reply", t("showdown_reply"), Saloon.reply(), [
          ["dodge", t("showdown_dodge"), set({ reply: "dodge" })],
          ["return-fire", t("showdown_return"), set({ reply: "return-fire" }), Saloon.armed(1)],
        ]),
        covers(redraw)),
    ];
  };

  /* The rule of the action that is set up. */
  const rule = () => {
    const { data } = Saloon;
    const key = Saloon.kind() === "shot" ? Saloon.reply() : Saloon.kind();
    return data.told[key] ? h("p", { class: "note rule" }, say(data.told[key])) : null;
  };
  const more = (redraw, opened) => {
    const { state } = Saloon;
    return h("details", { class: "further", open: opened },
      h("summary", {}, t("showdown_further")),
      h("div", { class: "covers" }, [0, 1].map((side) => stepper(`extra-${side}`, t("showdown_extra", { name: Saloon.name(state.pick[side]) }),
        state.extra[side], [-5, 5], (value) => {
          const extra = [...state.extra];
          extra[side] = value;
          Saloon.change({ extra });
          redraw();
        }))),
      h("p", { class: "seed" },
        h("label", { for: "seed" }, t("showdown_seed")),
        h("input", {
          id: "seed", value: state.seed, maxlength: "12", autocomplete: "off", spellcheck: "false", autocapitalize: "characters",
          onchange: (event) => { Saloon.change({ seed: Chance.seed(event.target.value) || Chance.newSeed(), round: 1 }); redraw(); },
        }),
        h("span", {}, t("showdown_round", { n: state.round }))),
      h("p", { class: "note" }, t("showdown_seed_note")),
      h("button", { type: "button", class: "plain", id: "fresh", onclick: () => { Saloon.restart(Chance.newSeed()); redraw(); } }, t("showdown_fresh")));
  };

  /* The page of the setup. `actions` has roll, back and redraw. */
  const page = (actions, dialogs, opened) => {
    const { data, state } = Saloon;
    const { redraw } = actions;
    const alone = Saloon.kind() === "guts";
    const out = (alone ? [0] : [0, 1]).find(Saloon.out);
    const bar = Seen.bar();
    const names = state.pick.map(Saloon.name);
    const match = Saloon.match();
    if (out === undefined) forecast(data, match, (shares) => bar.show(match, names, shares));
    else bar.show(match, names, false);
    return h("div", { class: `setup${alone ? " alone" : ""}` },
      corner(0, redraw, dialogs),
      h("button", {
        type: "button", class: "swap", id: "swap", "aria-label": t("showdown_swap"),
        onclick: () => { Saloon.change({ pick: [...state.pick].reverse(), extra: [...state.extra].reverse() }); redraw(); },
      }, h("svg:svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("svg:path", { d: "M4 8H19M15 4L19 8L15 12M20 16H5M9 12L5 16L9 20" }))),
      corner(1, redraw, dialogs),
      h("div", { class: "terms" },
        terms(redraw),
        bar.node,
        h("p", { class: "go" },
          h("button", { type: "button", class: "undo", id: "undo", "aria-label": t("showdown_undo"), disabled: !state.past.length, onclick: actions.back }, "↶"),
          h("button", { type: "button", class: "main", id: "roll", disabled: out !== undefined, onclick: actions.roll },
            out === undefined ? t("showdown_roll") : t("showdown_out", { name: names[out] }))),
        rule(),
        more(redraw, opened)));
  };

  return { page, stepper, forecast };
})();

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
