/* The sounds of the enemy tool, by action. */
const EnemySounds = (() => {
  const card = () => Sounds.hiss(0, 2400, 0.8, 0.09, 0.2);
  const dice = () => [0, 0.07, 0.13].forEach((wait) => Sounds.hiss(wait, 1300, 3, 0.05, 0.25));
  const step = () => Sounds.tone(0, 190, 120, 0.09, 0.14);
  const shuffle = () => [0, 0.05, 0.1, 0.15, 0.2].forEach((wait) => Sounds.hiss(wait, 2000, 0.7, 0.06, 0.14));
  const rise = () => Sounds.tone(0, 70, 210, 0.6, 0.16, "triangle");
  return {
    turn: shuffle, shuffle, draw: card, lot: dice, yes: step, no: step, pick: step, done: step, next: card,
    clue: dice, move: dice, place: dice, call: rise, rise, arrive: rise,
  };
})();

/* The enemy's decisions: what is shown of a game, and what buttons and keys do. */
TOOLS.enemy = (() => {
  /* What takes the place of the moment of the game: a figure, the plans, the page before a game. */
  let panel = null;

  /* Actions after which the panel stays, and those after which the focus stays on its button. */
  const STAYS = ["mark", "place", "replace", "side"];
  const FOCUSED = [...STAYS, "choose", "undo"];
  const KEYS = { y: "yes", o: "yes", j: "yes", n: "no", escape: "back" };
  const FIRST = ".acts button, .setup :is(button, input)";
  const SPOKEN = "h2, .scene .under, .numbers, .flag, .ask, .deed, .big, [role=img][aria-label]";

  const mount = (data) => {
    EnemyGame.load(data);
    const words = EnemyWords(data);
    const drawn = EnemyDrawn(data);
    const stage = EnemyStage(data, words, drawn);
    const root = h("div", { class: "enemy-aid" });
    const now = h("div", { class: "now" });
    const rest = h("div", { class: "rest" });
    /* The order of the figures that are shown, and the button that opened the panel. */
    let [rested, opener] = ["", null];

    /* --- what buttons do ----------------------------------------------------------------------- */

    const act = (action) => {
      const wasAlone = EnemyGame.game.alone;
      EnemyGame.act(data, action);
      if (wasAlone && !(EnemyGame.game && EnemyGame.game.alone)) panel = { kind: "setup" };
      else if (!STAYS.includes(action[0])) panel = null;
      draw(action[0]);
      Sounds.play(EnemySounds[action[0]]);
    };
    const press = (go) => (typeof go === "function" ? go() : act(go));
    const undo = () => {
      if (!EnemyGame.undo(data)) return;
      if (!(panel && panel.kind === "figure")) panel = null;
      draw("undo");
    };
    const show = (wanted) => {
      panel = wanted;
      draw(wanted ? "show" : "back");
    };
    /* Leaves the game for the page before it: it can be resumed. */
    const leave = () => {
      panel = { kind: "setup" };
      draw("begin");
    };
    const tasks = {
      change: (changed) => {
        EnemyGame.change(changed);
        draw("choose");
      },
      begin: () => {
        EnemyGame.begin(data);
        [panel, rested] = [null, ""];
        draw("begin");
      },
      resume: () => {
        panel = null;
        draw("begin");
      },
      walk: (plan) => {
        EnemyGame.alone(data);
        panel = null;
        act(["walk", plan, -1]);
      },
    };
    const panels = EnemyPanels(data, words, drawn, { act, show });
    const parts = EnemyParts(data, words, drawn, { press, show, undo, leave });

    /* --- what is shown ------------------------------------------------------------------------- */

    const before = () => !EnemyGame.game || (panel && panel.kind === "setup");
    /* Shows these elements, if others are shown: those that stay are not touched. */
    const place = (...wanted) => {
      const shown = [...root.children];
      if (shown.length !== wanted.length || wanted.some((part, at) => part !== shown[at])) root.replaceChildren(...wanted);
    };
    const figures = (game, state) => {
      const structure = EnemyRoster.structure(state);
      if (structure === rested) parts.refresh(game, state);
      else rest.replaceChildren(parts.roster(game, state), parts.log);
      rested = structure;
    };
    const page = () => {
      const { game, state, draft } = EnemyGame;
      if (before()) {
        root.classList.remove("playing-on");
        root.replaceChildren(EnemySetup.page(data, draft, game ? Math.max(1, state.turn) : 0, tasks));
        return;
      }
      const moment = panel ? panels.moment(game, state, panel) : stage.moment(game, state, act);
      if (moment.deck) moment.body.addEventListener("click", () => act(moment.deck));
      const aside = panel || state.aside;
      now.className = `now ${aside ? "aside" : ""}`;
      now.replaceChildren(...(game.alone ? [] : [parts.strip(game, state)]), parts.scene(moment),
        h("div", { class: "below" }, parts.acts(moment), game.alone ? null : parts.extras(game, state)));
      if (!game.alone) figures(game, state);
      place(...(game.alone ? [now] : [now, rest]));
      root.classList.toggle("playing-on", !game.alone);
      parts.write();
    };

    /* Gives the focus to the button of the same name, to the one that opened a panel, or to the first
       one that goes on. */
    const focus = (why, focused) => {
      const wanted = (key) => key && root.querySelector(`[data-key="${key}"]:not(:disabled)`);
      const first = root.querySelector(panel ? `.scene .body button, ${FIRST}` : FIRST);
      const next = (why === "back" && wanted(opener)) || (FOCUSED.includes(why) && wanted(focused)) || first;
      if (focused && next) next.focus({ preventScroll: true });
    };
    const spoken = () => [...now.querySelectorAll(SPOKEN)].map((each) => each.getAttribute("aria-label") ?? each.textContent);
    /* Draws what has changed after an action, and says it. */
    const draw = (why) => {
      const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      if (why === "show") opener = focused;
      page();
      if (!why) return;
      focus(why, focused);
      if (why === "begin") window.scrollTo({ top: 0 });
      if (before()) return;
      const body = now.querySelector(".body");
      if (body.scrollHeight > body.clientHeight + 1) body.tabIndex = 0;
      announce([...(why === "undo" ? [t("enemy_undone")] : []), ...spoken()]);
      if (now.getBoundingClientRect().top < 0) now.scrollIntoView({ block: "start" });
    };

    root.addEventListener("keydown", (event) => {
      if (event.altKey || event.metaKey || event.target.matches("input")) return;
      if (event.key === "Backspace" || (event.ctrlKey && event.key === "z")) {
        event.preventDefault();
        undo();
        return;
      }
      const key = event.ctrlKey ? null : KEYS[event.key.toLowerCase()];
      const node = key && root.querySelector(`.acts [data-key="${key}"]`);
      if (node) node.click();
    });
    draw("");
    return root;
  };
  return mount;
})();
