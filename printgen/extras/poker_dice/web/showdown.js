/* What the players are asked at each step of a showdown: the words, the options and the buttons. */
const Asked = (() => {
  const button = (id, words, onclick, style = "main") => h("button", { type: "button", id, class: style, onclick }, words);

  const reroll = ({ state, asked, names, chosen, act, mark, view }) => {
    const roll = asked.scene.rolls[asked.side];
    return {
      prompt: t("showdown_ask_reroll", { name: names[asked.side], n: roll.rerolls }),
      buttons: [
        button("best", t("showdown_best"), () => mark(view(state).best), "plain"),
        button("go", chosen.length ? t("showdown_reroll", { n: chosen.length }) : t("showdown_keep"), () => act({ dice: chosen })),
      ],
    };
  };
  const change = ({ state, asked, names, chosen, act, mark, data }) => {
    const figure = state.match.sides[asked.side];
    const face = say(data.faces[figure.turn].name);
    const roll = asked.scene.rolls[asked.side];
    const best = Duel.die(roll, figure.turn);
    return {
      prompt: t("showdown_ask_change", { name: names[asked.side], skill: Told.skill(figure, figure.turns), face }),
      buttons: [
        button("best", t("showdown_best"), () => mark(best < 0 ? [] : [best]), "plain"),
        button("go", chosen.length ? t("showdown_change", { face }) : t("showdown_leave"), () => act({ die: chosen[0] ?? -1 })),
      ],
    };
  };
  const card = ({ asked, names, act, data }) => ({
    prompt: t("showdown_ask_card", { name: names[asked.side], n: asked.scene.hand[asked.side] }),
    options: h("div", { class: "hand", role: "group", "aria-label": t("showdown_cards") }, data.faces.map((face, n) => h("button", {
      type: "button", class: "card-face", id: `card-${n}`, "aria-label": say(face.name), "data-label": say(face.label), onclick: () => act({ face: n }),
    }))),
    buttons: [button("go", t("showdown_pass"), () => act({ face: null }))],
  });
  const hide = ({ state, asked, names, act }) => {
    const figure = state.match.sides[asked.side];
    const skill = figure.skills.find(({ id }) => id === figure.hides);
    const { points } = asked.scene.result;
    return {
      prompt: Told.verdict(null, state.match, names, asked.scene),
      rules: [[say(skill?.name), say(skill?.text)]],
      buttons: [button("go", t("showdown_hide", { n: points }), () => act({}))],
    };
  };
  const lost = (names, { result }) => (result.hit && result.loser !== null
    ? [[t("showdown_lost", { name: names[result.loser], n: result.ticks }), ""]] : []);
  const told = ({ state, asked, names, act, leave, fresh, data }) => {
    const { scene } = asked;
    const { result } = scene;
    const last = scene.kind === "guts" || (scene.kind === "duel" && !result.tests) || (scene.kind === "fear" && !result.passed);
    const counts = (face) => face >= Hands.FACES - state.match.sides[result.loser].hurt;
    return {
      prompt: Told.verdict(data, state.match, names, scene),
      strong: true,
      options: result.hide ? Cubes.loose(data.faces, result.hide, counts, fresh === "hide") : null,
      lead: scene.kind === "duel" ? lost(names, scene) : [],
      rules: Told.rules(data, state.match, names, scene),
      buttons: [last ? button("go", t("showdown_done"), leave) : button("go", t("showdown_next"), () => act({}))],
    };
  };
  /* A test of nerve, before its dice. */
  const test = ({ asked, names, act, data }) => {
    const fear = asked.scene.kind === "fear";
    return {
      prompt: t("showdown_ask_guts", { name: names[asked.side] }),
      rules: [[t("showdown_needs", { hand: say(data.hands[data.guts].name) }), ""],
        ...(fear && data.told.frightening ? [["", say(data.told.frightening)]] : [])],
      buttons: [button("go", t("showdown_roll"), () => act({}))],
    };
  };

  const PHASES = { throw: test, reroll, change, card, hide, told };
  /* While dice roll or the best choice plays, the buttons wait. */
  const waiting = (words, skip) => ({ prompt: words, buttons: [button("go", t("showdown_skip"), skip)] });

  /* Lines of what happens and its rule; either may be empty. */
  const lines = (told = []) => told.filter(([name, rule]) => name || rule).map(([name, rule]) => h("p", {},
    name ? h("b", {}, rule ? t("showdown_rule", { name }) : name) : null, name && rule ? " " : "", rule));
  const page = (asked, found, back, past) => h("div", { class: `ask ask-${asked}` },
    h("p", { class: `prompt${found.strong ? " verdict" : ""}` }, found.prompt),
    h("div", { class: "told" },
      lines(found.lead), found.options ?? null, lines(found.rules)),
    h("p", { class: "go" },
      h("button", { type: "button", class: "undo", id: "undo", "aria-label": t("showdown_undo"), disabled: !past, onclick: back }, "↶"),
      found.buttons));

  return { page, waiting, about: (context) => PHASES[context.asked.phase](context) };
})();

/* The showdown: its setup, and the table with the dice of both sides. */
TOOLS.showdown = (() => {
  /* Milliseconds before the best choice plays, after its dice have been shown. */
  const [THINK, SHOW] = [700, 900];
  let root = null;
  let parts = null;
  let chosen = [];
  let timer = 0;
  let after = null;
  let waits = "";
  let fresh = "";
  let opened = false;

  const play = (sound) => Sounds.play(SOUNDS[sound]);
  const SOUNDS = {
    dice: () => [0, .07, .13, .22, .3, .41].forEach((wait, n) => Sounds.hiss(wait, 2600 - n * 180, 5, .05, .5)),
    shot: () => { Sounds.hiss(0, 900, .4, .35, 1); Sounds.tone(0, 160, 40, .3, .6); },
    blow: () => { Sounds.tone(0, 170, 45, .22, .6); Sounds.hiss(0, 700, .6, .12, .7); },
    miss: () => Sounds.tone(0, 1900, 500, .35, .08, "triangle"),
  };

  /* --- the table ----------------------------------------------------------------------------------------- */

  const build = () => {
    const { data } = Saloon;
    const rows = [0, 1].map((side) => Cubes.row(data.faces, (place) => toggle(side, place)));
    const tags = [0, 1].map(() => h("div", {}));
    const matrix = Seen.matrix(data);
    const bar = Seen.bar();
    const ask = h("div", { class: "asking" });
    const sides = [0, 1].map((side) => h("section", { class: `side side-${side}` }, tags[side], rows[side].node));
    const node = h("div", { class: "table" }, sides[0],
      h("div", { class: "centre" }, matrix.node, bar.node), sides[1], ask);
    return { node, rows, tags, sides, matrix, bar, ask };
  };

  const names = () => Saloon.state.match.pick.map(Saloon.name);
  const sceneOf = (state) => state.scenes.at(-1);
  /* The roll that a side shows: that of the scene, or an earlier one. */
  const rollOf = (state, side) => state.scenes.map((scene) => scene.rolls[side]).filter(Boolean).at(-1) ?? null;

  const tags = (state) => {
    const { data } = Saloon;
    Duel.both(state.match).forEach((side) => {
      const roll = rollOf(state, side);
      const { result } = sceneOf(state);
      const hit = fresh === "told" && result?.loser === side && result.ticks > 0;
      const held = roll ? [h("b", {}, Told.hand(data, roll)), h("span", {}, Told.made(data, roll))] : [];
      parts.tags[side].replaceChildren(Seen.tag(data, state.match, side, {
        name: names()[side], ticked: state.ticked[side], before: hit ? result.before : state.ticked[side],
        lasts: waits === "dice" ? [] : held, used: state.used[side], kind: sceneOf(state).kind,
      }));
    });
  };
  const light = (state) => {
    const scene = sceneOf(state);
    if (waits === "dice" || !scene.rolls.some(Boolean)) parts.matrix.light();
    else if (scene.kind !== "duel") parts.matrix.light({ loser: Hands.kind(Duel.counts(scene.rolls[scene.sides[0]])) });
    else {
      const kinds = scene.rolls.map((roll) => Hands.kind(Duel.counts(roll)));
      const winner = Duel.leader(scene);
      parts.matrix.light({ loser: kinds[1 - (winner ?? 0)], winner: winner === null ? null : kinds[winner], sure: Boolean(scene.result) });
    }
  };
  /* The exact view of a reroll, computed once for all choices of its dice. */
  let known = {};
  const view = (state) => {
    const key = JSON.stringify([state.match.seed, Saloon.state.actions]);
    if (known.key !== key) known = { key, found: Duel.view(state) };
    return known.found;
  };
  /* The chances while dice are chosen; then who leads, and the damage. */
  const odds = (state, asked) => {
    const { scene } = asked ?? {};
    if (!asked || waits === "dice") parts.bar.tell("");
    else if (asked.phase === "reroll") parts.bar.show(state.match, order(asked, state), view(state).after(chosen));
    else if (asked.phase === "throw") parts.bar.show(state.match, order(asked, state), { passes: Duel.before(state) });
    else if (scene.kind !== "duel" || !scene.rolls[0]) parts.bar.tell("");
    else if (scene.result) parts.bar.tell(Told.sum(Saloon.data, state.match, scene));
    else {
      const winner = Duel.leader(scene);
      parts.bar.tell(winner === null ? t("showdown_even") : t("showdown_leads", { name: names()[winner] }));
    }
  };

  const die = (data, own) => (face, place) => t("showdown_die", {
    n: place + 1, face: say(data.faces[face].name), more: own?.rerolled?.includes(place) ? t("showdown_rerolled") : "",
  });
  const dice = (state, asked) => {
    const { data } = Saloon;
    [0, 1].forEach((side) => {
      const roll = rollOf(state, side);
      const mine = asked?.side === side && !waits && ["reroll", "change"].includes(asked.phase);
      const thinking = asked?.side === side && waits === "best";
      const list = fresh === "throw" && asked?.scene.rolls[side] ? [...(roll?.dice.keys() ?? [])]
        : fresh === `reroll-${side}` ? roll.rerolled : [];
      parts.rows[side].show(roll, { chosen: mine || thinking ? chosen : [], open: mine, fresh: list, label: die(data, roll) });
      parts.sides[side].classList.toggle("hit", asked?.phase === "told" && asked.scene.result.loser === side && asked.scene.result.ticks > 0 && !waits);
      parts.sides[side].classList.toggle("asked", asked?.side === side && !waits && asked.phase !== "told");
      parts.sides[side].classList.toggle("idle", Boolean(asked) && !asked.scene.sides.includes(side));
    });
  };

  const ask = (state, asked) => {
    const there = document.activeElement?.id;
    const context = {
      state, asked, names: names(), chosen, act, mark, leave, fresh, view, data: Saloon.data,
    };
    const found = waits === "dice" ? Asked.waiting(t("showdown_rolling"), skip)
      : waits ? Asked.waiting(t("showdown_thinks", { name: names()[asked.side] }), skip) : Asked.about(context);
    const page = Asked.page(waits || asked.phase, found, back, Saloon.state.past.length);
    parts.ask.replaceChildren(page);
    /* Words that need scrolling can be scrolled by keys. */
    const words = page.querySelector(".told");
    if (words.childElementCount && words.scrollHeight > words.clientHeight) words.tabIndex = 0;
    if (["go", "best", "undo"].includes(there) || there?.startsWith("card-")) {
      (byId(there) ?? byId("go")).focus({ preventScroll: true });
    }
  };

  const showTable = () => {
    const state = Saloon.played();
    const asked = Duel.asked(state);
    if (!parts) parts = build();
    if (root.firstChild !== parts.node) root.replaceChildren(parts.node);
    parts.node.className = `table ${state.match.kind}`;
    parts.sides[1].hidden = state.match.kind === "guts";
    tags(state);
    dice(state, asked);
    light(state);
    ask(state, asked);
    odds(state, asked);
    fresh = "";
  };
  /* The names as the bar needs them: in a test of nerve, that of who is tested. */
  const order = ({ scene }, state) => (scene.kind === "duel" || state.match.kind === "guts" ? names() : [names()[scene.sides[0]], ""]);

  const show = () => {
    if (!root) return;
    if (Saloon.state.match) showTable();
    else showSetup();
  };
  const showSetup = () => {
    const there = document.activeElement?.id;
    opened = root.querySelector(".further")?.open ?? opened;
    root.replaceChildren(Setup.page({ roll, back, redraw: show }, {
      pick: (side) => Posters.pick(root, side, () => { show(); byId(`pick-${side}`)?.focus({ preventScroll: true }); }),
      own: (side) => Posters.own(root, side, () => { show(); byId(`own-${side}`)?.focus({ preventScroll: true }); }),
    }, opened));
    if (there) byId(there)?.focus({ preventScroll: true });
    /* The table is ready before the dice roll. */
    setTimeout(() => { parts ??= build(); }, 200);
  };

  /* --- playing --------------------------------------------------------------------------------------------- */

  const stop = () => {
    clearTimeout(timer);
    after = null;
    waits = "";
  };
  const wait = (what, time, then) => {
    stop();
    waits = what;
    after = then;
    timer = setTimeout(skip, time);
  };
  /* What is waited for happens now. */
  const skip = () => {
    const then = after;
    stop();
    then?.();
  };
  const settle = (rolled) => {
    if (!rolled || Cubes.still.matches) {
      ready();
      return;
    }
    play("dice");
    wait("dice", Cubes.lasts(rolled), ready);
    show();
  };
  /* The dice lie still: the best choice plays, or the player is asked. Fast clicks may have ended the
     showdown before: then nothing is left to do, here and in what follows. */
  const ready = () => {
    const state = Saloon.played();
    if (!state) return;
    const asked = Duel.asked(state);
    const auto = asked && ["reroll", "change", "card"].includes(asked.phase) && Saloon.state.figures[Saloon.state.match.pick[asked.side]].auto;
    chosen = [];
    if (!auto) {
      heard(state, asked);
      if (asked?.phase === "told") fresh = "told";
      show();
      byId("go")?.focus({ preventScroll: true });
      return;
    }
    const action = Duel.suggest(state);
    chosen = action.dice ?? (action.die >= 0 ? [action.die] : []);
    wait("best", Cubes.still.matches ? SHOW : THINK + (chosen.length ? SHOW : 0), () => perform(action, false));
    show();
  };
  const heard = (state, asked) => {
    const { result, kind } = asked?.scene ?? {};
    if (asked?.phase !== "told" || kind !== "duel") return;
    play(!result.hit ? "miss" : state.match.kind === "shot" ? "shot" : "blow");
  };
  const perform = (action, own) => {
    const before = Duel.asked(Saloon.played());
    if (!before) return;
    stop();
    Saloon.act(action, own);
    const state = Saloon.played();
    const asked = Duel.asked(state);
    tell({ ...before, scene: state.scenes[before.at] }, action, state, asked);
    chosen = [];
    if (before.phase === "throw") fresh = "throw";
    else if (before.phase === "reroll") fresh = `reroll-${before.side}`;
    else if (before.phase === "hide") fresh = "hide";
    const rolled = before.phase === "throw" ? Saloon.data.dice : before.phase === "reroll" ? action.dice.length
      : before.phase === "hide" ? state.scenes.at(-1).result.hide.length : 0;
    settle(rolled);
  };
  /* Tells screen readers what an action brought, and what is asked now. */
  const tell = (before, action, state, asked) => {
    const told = before.phase === "told" ? [] : Told.action(Saloon.data, names(), before, action);
    const context = asked && { state, asked, names: names(), chosen: [], act, mark, leave, view, fresh: "", data: Saloon.data };
    const found = context ? Asked.about(context) : null;
    announce([...told, found?.prompt ?? "", ...(found?.lead ?? []).flat(), ...(found?.rules ?? []).flat().filter(Boolean)]);
  };
  const act = (action) => perform(action, true);
  const roll = () => {
    if (Saloon.state.match) return;
    Saloon.begin();
    opened = false;
    const asked = Duel.asked(Saloon.played());
    if (asked.phase === "throw" && asked.scene.kind !== "fear") perform({}, false);
    else ready();
    window.scrollTo({ top: 0 });
  };
  const leave = () => {
    if (!Saloon.state.match) return;
    stop();
    Saloon.leave();
    show();
    byId("roll")?.focus({ preventScroll: true });
  };
  const back = () => {
    stop();
    if (!Saloon.back()) return;
    chosen = [];
    fresh = "";
    announce(t("showdown_undone"));
    show();
    (byId("undo")?.disabled ? byId("go") ?? byId("roll") : byId("undo"))?.focus({ preventScroll: true });
  };
  const mark = (places) => {
    if (waits || !Saloon.state.match) return;
    chosen = places;
    show();
  };
  const toggle = (side, place) => {
    const state = Saloon.played();
    const asked = Duel.asked(state);
    if (waits || asked?.side !== side || !["reroll", "change"].includes(asked.phase)) return;
    const most = asked.phase === "change" ? 1 : asked.scene.rolls[side].rerolls;
    if (chosen.includes(place)) chosen = chosen.filter((one) => one !== place);
    else chosen = [...chosen, place].slice(-most);
    show();
  };

  /* Digits choose dice, Backspace goes back. */
  const type = (event) => {
    if (!root?.isConnected || document.querySelector("dialog[open]") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea, [role=tab]")) return;
    if (event.key === "Backspace") {
      event.preventDefault();
      back();
    } else if (/^[1-9]$/.test(event.key) && Saloon.state.match) {
      const asked = Duel.asked(Saloon.played());
      if (asked && parts?.rows[asked.side].dice[event.key - 1]) toggle(asked.side, event.key - 1);
    }
  };
  document.addEventListener("keydown", type);

  return (data) => {
    stop();
    Saloon.open(data);
    parts = null;
    root = h("div", { class: "duel" });
    chosen = [];
    fresh = "";
    if (Saloon.state.match) {
      const asked = Duel.asked(Saloon.played());
      if (asked) queueMicrotask(ready);
    }
    show();
    return root;
  };
})();
