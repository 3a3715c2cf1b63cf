/* An attack, step by step: who attacks whom and how, the chances, the dice, and what follows. */
TOOLS.attack = (() => {
  let state = null;
  const KEY = "attack";

  /* What is kept: the choices before the dice. */
  const write = () => Kept.write(KEY, { ...state, rolled: null, picking: null, melee: null, queue: [] });
  const begin = (data) => {
    const [one, other] = [data.figures[0], data.figures[1] ?? data.figures[0]];
    return { ...fresh(other), attacker: one.id, weapon: 0, band: null, places: [], extra: 0, rolled: null, picking: null, melee: null, queue: [] };
  };
  /* A target as its profile has it. */
  const fresh = (figure) => ({ target: figure.id, life: figure.stats.life, heroism: figure.stats.heroism, panicked: false });
  const kept = (data) => {
    const found = Kept.read(KEY);
    const known = (id) => data.figures.find((figure) => figure.id === id);
    const whole = (...numbers) => numbers.every((number) => Number.isInteger(number) && Math.abs(number) < 1000);
    const good = found && known(found.attacker)?.weapons[found.weapon] && known(found.target)
      && whole(found.life, found.heroism, found.extra) && found.life > 0 && Array.isArray(found.places);
    return good ? { ...begin(data), ...found, rolled: null, picking: null, melee: null, queue: [] } : begin(data);
  };

  return (data) => {
    state ??= kept(data);
    const figure = (id) => data.figures.find((one) => one.id === id);
    /* The attack that the choices make. Modifiers that do not suit it are dropped. */
    const attack = () => {
      const attacker = figure(state.attacker);
      const weapon = attacker.weapons[state.weapon] ?? attacker.weapons[0];
      const bands = weapon.ranges.map(({ band }) => band);
      const found = { attacker, target: figure(state.target), weapon, extra: state.extra, panicked: Boolean(state.panicked) };
      found.band = bands.includes(state.band) ? state.band : bands[0];
      const listed = AttackRules.listed(data, found);
      const known = [...listed.covers, ...listed.others].map(({ place }) => place);
      found.places = state.places.filter((place) => known.includes(place));
      return { found, listed };
    };
    /* After a change of figures or of the weapon, only what concerns them is ticked. */
    const renew = () => { state.places = attack().listed.own; };
    if (!state.places.length) renew();

    const root = h("div", { class: "attack-tool" });
    const change = (...changes) => {
      Object.assign(state, ...changes);
      write();
      draw();
    };
    const refocus = (selector) => root.querySelector(selector)?.focus({ preventScroll: true });

    const choose = (role) => (id) => {
      const next = figure(id);
      Object.assign(state, role === "attacker" ? { attacker: id, weapon: 0 } : fresh(next), { picking: null, extra: 0, queue: [] });
      renew();
      change();
      window.scrollTo({ top: 0 });
      refocus(`#attack-${role}`);
    };
    const pick = (role) => { change({ picking: role, rolled: null }); window.scrollTo({ top: 0 }); refocus("#attack-who"); };
    const close = () => { const role = state.picking; change({ picking: null }); refocus(`#attack-${role}`); };
    const swap = () => {
      Object.assign(state, fresh(figure(state.attacker)), { attacker: state.target, weapon: 0, extra: 0, rolled: null });
      renew();
      change();
      refocus(".swap-figures");
    };

    const die = () => Dice.roll(data.numbers.faces);
    /* A shot into a melee: who is in it, who is hit, and the attacks that follow, one after the other. */
    const melee = {
      open: () => { change({ melee: { others: [], still: false, rolled: null } }); refocus("#attack-who"); },
      close: () => { change({ melee: null }); refocus("#attack-melee"); },
      add: (id) => { change({ melee: { ...state.melee, others: [...state.melee.others, id] } }); refocus(`[data-add="${id}"]`); },
      drop: (number) => { change({ melee: { ...state.melee, others: state.melee.others.filter((_, at) => at !== number - 1) } }); refocus("#melee-act"); },
      still: () => { change({ melee: { ...state.melee, still: !state.melee.still } }); refocus("#melee-still"); },
      roll: (figures) => {
        const rolled = AttackMelee.roll(data, figures, state.melee.still, die);
        Sounds.play(Dice.sound);
        change({ melee: { ...state.melee, rolled } });
        window.scrollTo({ top: 0 });
        refocus("#melee-act");
        announce(AttackMelee.spoken(figures, rolled));
      },
      /* The target keeps its state if it is hit itself. */
      take: () => {
        const { others, rolled } = state.melee;
        const names = [null, ...others].filter((_, number) => rolled[number].hit);
        Object.assign(state, { melee: null, queue: names.slice(1) }, names[0] ? fresh(figure(names[0])) : {});
        renew();
        change();
        refocus("#attack-act");
      },
    };
    const before = () => ({ life: state.life, heroism: state.heroism, panicked: state.panicked });
    const tell = (found) => announce(AttackResult.spoken(data, found, state.rolled, before()));
    const roll = () => {
      const { found } = attack();
      const dice = AttackRules.roll(die, data.numbers.faces);
      const result = AttackRules.result(data, found, dice, state.life);
      Sounds.play(Dice.sound);
      change({ rolled: { dice, result, after: AttackRules.after(result, before(), found.weapon.harmless), follow: [] } });
      root.querySelector(".rolled-dice")?.classList.add("just-rolled");
      window.scrollTo({ top: 0 });
      refocus("#attack-act");
      tell(found);
    };
    /* The next step: [what its die is for, the state that it leads to]. */
    const follow = (what, face, after) => {
      if (face) Sounds.play(Dice.sound);
      change({ rolled: { ...state.rolled, after, follow: face ? [...state.rolled.follow, { what, die: face }] : state.rolled.follow } });
      refocus("#attack-act");
      tell(attack().found);
    };
    /* The Mettle of the target, with what special rules add to its test. */
    const mind = () => figure(state.target).stats.mind + (state.rolled.extra ?? 0);
    const keep = () => follow("", 0, AttackRules.keep(state.rolled.after));
    const bet = () => { const face = die(); follow("attack_bet_die", face, AttackRules.bet(data, state.rolled.after, before(), face)); };
    const test = () => {
      const face = die();
      follow("attack_test_die", face, AttackRules.test(data, state.rolled.after, mind(), face));
    };
    /* The target as the attack left it; a new one of its profile if it is out. */
    const next = () => {
      const { after } = state.rolled;
      const left = after.out ? fresh(figure(state.target)) : { life: after.left, heroism: after.heroism, panicked: after.panicked };
      const [waiting, ...queue] = state.queue;
      Object.assign(state, waiting ? fresh(figure(waiting)) : left, { queue });
      if (waiting) renew();
      change({ rolled: null });
      refocus("#attack-act");
    };

    const act = (id, words, chance, go, style = "main act") => h("button", { type: "button", class: style, id, onclick: go },
      h("span", { class: "word" }, words), chance === null ? null : h("span", { class: "roll-total" }, typeof chance === "string" ? chance : Words.percent(chance)));
    const acts = () => {
      const { after } = state.rolled;
      if (after.stage === "wounded") {
        return [act("attack-act", t("attack_bet"), AttackRules.betChance(data), bet), act("attack-keep", t("attack_keep"), null, keep, "plain")];
      }
      if (after.stage === "test") return [act("attack-act", t("attack_test"), AttackRules.testChance(data, mind()), test)];
      return [act("attack-act", t("attack_next"), null, next)];
    };
    /* What special rules add to a test that is due. */
    const testExtra = () => (state.rolled?.after.stage === "test"
      ? AttackFigures.counter(t("attack_test_extra"), state.rolled.extra ?? 0, -9, 9, (extra) => {
        state.rolled.extra = extra;
        root.querySelector(".roll-total").textContent = Words.percent(AttackRules.testChance(data, mind()));
      }, (number) => (number ? Words.signed(number) : "0")) : null);
    const setup = ({ found, listed }) => [
      AttackSetup.weapons(found, (weapon) => { state.weapon = weapon; renew(); change({ extra: 0 }); refocus('[name="attack-weapon"]:checked'); }),
      found.weapon.shoots ? [
        AttackSetup.ranges(data, found, (band) => { change({ band }); refocus('[name="attack-range"]:checked'); }),
        listed.covers.length ? AttackSetup.covers(data, listed, found, (place) => {
          const others = found.places.filter((one) => !listed.covers.some((cover) => cover.place === one));
          change({ places: place === "" ? others : [...others, Number(place)] });
          refocus('[name="attack-cover"]:checked');
        }) : null] : null,
      h("div", { class: "target-state", role: "group", "aria-label": t("attack_target") }, h("span", { "aria-hidden": "true" }, t("attack_target")),
        AttackFigures.counter(Marked.plain(data.labels.life), state.life, 1, 99, (life) => update({ life })),
        AttackFigures.counter(Marked.plain(data.labels.heroism), state.heroism, 0, 9, (heroism) => update({ heroism }))),
      AttackSetup.modifiers(data, listed, found, (place) => {
        const rows = found.weapon.shoots ? data.shots : data.blows;
        change({ places: AttackRules.ticked(rows, found.places, place) });
        refocus(`#modifier-${place}`);
      }, () => { change({ panicked: !state.panicked }); refocus("#attack-panicked"); }),
      found.weapon.shoots && data.melee
        ? h("button", { type: "button", class: "plain into-melee", id: "attack-melee", onclick: melee.open }, t("attack_melee")) : null,
      AttackFigures.counter(t("attack_extra"), state.extra, -9, 9, (extra) => update({ extra }), (number) => (number ? Words.signed(number) : "0")),
      AttackFigures.rules(found.attacker, found.target, found.weapon),
    ];
    /* A change of a number, which leaves its buttons where they are. */
    const update = (changed) => {
      Object.assign(state, changed);
      write();
      const { found } = attack();
      root.querySelector(".odds")?.replaceWith(AttackSetup.odds(data, found, state.life));
      root.querySelector(".strikes .roll-total")?.replaceChildren(AttackSetup.against(data, found));
    };

    /* Both figures. Their elements are kept while they are the same, so that pictures stay. */
    let pairShown = null;
    const pairOf = ({ attacker, target }) => {
      const names = `${attacker.id} ${target.id}`;
      if (pairShown?.names === names) return pairShown.element;
      const element = h("div", { class: "attack-pair" }, AttackFigures.card(data, attacker, "attacker", () => pick("attacker")),
        h("button", { type: "button", class: "swap-figures", "aria-label": t("attack_swap"), onclick: swap },
          h("svg:svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("svg:path", { d: "M4 8h14l-4-4M20 16H6l4 4" }))),
        AttackFigures.card(data, target, "target", () => pick("target")));
      pairShown = { names, element };
      return element;
    };
    const draw = () => {
      if (state.picking) {
        root.replaceChildren(AttackFigures.picker(data, state.picking, state[state.picking], choose(state.picking), close));
        return;
      }
      if (state.melee) {
        root.replaceChildren(...AttackMelee.view(data, figure(state.target), state.melee, melee));
        return;
      }
      const { found, listed } = attack();
      const pair = pairOf(found);
      const { rolled } = state;
      root.classList.toggle("resolved", Boolean(rolled));
      root.replaceChildren(pair, h("div", { class: "attack-body" }, (rolled ? AttackResult.view(data, found, rolled, before()) : setup({ found, listed }))),
        h("div", { class: "bar-act" }, rolled ? testExtra() : AttackSetup.odds(data, found, state.life),
          h("div", { class: "attack-acts" }, rolled ? acts() : act("attack-act", t("attack_roll"), AttackSetup.against(data, found), roll, "main act strikes"))));
    };
    draw();
    return root;
  };
})();
