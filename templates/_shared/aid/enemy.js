/* The enemy's decisions: a game, its log, and the elements that show them. */
TOOLS.enemy = (() => {
  const KEY = "enemy";
  /* The number of events that the journal shows. */
  const LINES = 60;
  let game = null;
  let state = null;
  let journal = [];
  let draft = null;
  let panel = null;

  const load = (data) => {
    if (game) return;
    const kept = Kept.read(KEY);
    draft = EnemySetup.fresh(data, kept && kept.draft);
    if (!data.scenarios[draft.scenario]) draft.scenario = data.scenarios.length ? 0 : -1;
    try {
      if (kept && kept.game) resume(data, kept.game);
    } catch {
      /* A game of another version of the rules. */
      game = null;
    }
  };
  const resume = (data, kept) => {
    const found = EnemyMoments.replay(data, kept);
    [game, state, journal, panel] = [kept, found.state, found.events, null];
  };
  const keep = () => { if (!game || !game.alone) Kept.write(KEY, { draft, game }); };

  const mount = (data) => {
    load(data);
    const words = EnemyWords(data);
    const drawn = EnemyDrawn(data);
    const stage = EnemyStage(data, words, drawn);
    const root = h("div", { class: "enemy-aid" });
    const tokens = new Map();
    /* The button that opened the panel. */
    let opener = null;

    /* --- what buttons do ----------------------------------------------------------------------- */

    const act = (action) => {
      const before = game.log.length;
      game.log.push(action);
      try {
        journal.push(EnemyMoments.act(data, game, state, action));
      } catch {
        /* Two taps at once: the second one came too late. */
        game.log.length = before;
        resume(data, game);
      }
      if (!["mark", "place", "replace", "side"].includes(action[0])) panel = null;
      if (game.alone && !state.aside) game = null;
      keep();
      draw(action[0]);
      Sounds.play(EnemySounds[action[0]]);
    };
    const undo = () => {
      if (!game || !game.log.length) return;
      game.log.pop();
      if (game.alone && !game.log.length) game = null;
      else resume(data, game);
      keep();
      draw("undo");
    };
    const show = (wanted) => {
      panel = wanted;
      draw(wanted ? "show" : "back");
    };
    const start = (record) => {
      tokens.clear();
      rested = "";
      resume(data, { seed: Chance.newSeed(), log: [], own: [], places: false, ...record });
      keep();
    };
    const tasks = {
      change: (changed) => {
        Object.assign(draft, changed);
        keep();
        draw("choose");
      },
      begin: () => {
        const { scenario, places, own } = draft;
        start({ scenario, places, own: scenario < 0 ? own : [], count: EnemySetup.chosen(data, draft).count });
        draw("begin");
      },
      resume: () => {
        panel = null;
        draw("begin");
      },
      walk: (plan) => {
        game = null;
        start({ scenario: -1, count: 1, alone: true });
        act(["walk", plan, -1]);
      },
    };
    const panels = EnemyPanels(data, words, drawn, { act, show });

    /* --- what is shown ------------------------------------------------------------------------- */

    const button = ({ key, label, go, style }) => h("button", { type: "button", class: style, "data-key": key, onclick: () => (typeof go === "function" ? go() : act(go)) },
      style === "yes" || style === "no" ? h("span", {}, label) : label);
    const strip = () => {
      const here = EnemyRules.present(state);
      const left = EnemyRules.waiting(data, state).length;
      return h("div", { class: "strip" },
        h("p", { class: "count" }, h("b", {}, String(Math.max(state.turn, 1))), h("small", {}, t("enemy_turn_word"))),
        h("p", { class: "count" }, h("b", {}, String(state.pile.length)), h("small", {}, t(state.pile.length === 1 ? "enemy_card_word_1" : "enemy_card_word"))),
        h("p", { class: "count" }, h("b", {}, t("enemy_of", { n: left, of: here.length })), h("small", {}, t("enemy_waiting"))),
        h("button", { type: "button", class: "tool", "data-key": "undo", disabled: !game.log.length, "aria-label": t("enemy_undo"), onclick: undo }, drawn.sign("undo")));
    };
    const scene = (moment) => h("section", { class: "scene", "aria-label": t("enemy_scene") },
      h("div", { class: "head" }, moment.art ? h("span", { class: "picture" }, moment.art) : null,
        h("div", {}, h("h2", {}, moment.title), moment.under ? h("p", { class: "under" }, moment.under) : null)),
      moment.steps ? h("p", { class: "steps", "aria-hidden": "true" }, Array.from({ length: moment.steps[1] }, (_, at) =>
        h("span", { class: at < moment.steps[0] ? "passed" : at === moment.steps[0] ? "now" : "" }))) : h("p", { class: "divider", "aria-hidden": "true" }),
      h("div", { class: "body" }, moment.body));
    const acts = (moment) => {
      const shown = moment.acts.map(button);
      const back = moment.back ? button({ key: "back", label: t("enemy_back"), go: moment.back, style: "plain back" }) : null;
      const two = moment.acts.length === 2 && moment.acts[0].style === "yes";
      return h("div", { class: `acts ${two ? "answers" : ""}` }, shown, back);
    };
    const extras = () => {
      const scenario = EnemyRules.scenarioOf(data, game);
      const { search, waves } = scenario ?? {};
      const tool = (key, label, go) => button({ key, label, go, style: "extra" });
      const left = search ? search.markers - state.revealed : 0;
      return h("div", { class: "extras" },
        search && search.grid && !state.turn ? tool("grid", t("enemy_markers"), () => show({ kind: "grid" })) : null,
        left > 0 && state.turn ? tool("clue", t("enemy_reveal", { n: state.revealed + 1, of: search.markers }), ["clue"]) : null,
        waves && state.turn && EnemyMoments.reserves(data, game, state) >= 0 ? tool("move", t("enemy_moved", { n: state.counter }), ["move"]) : null,
        tool("plans", t("enemy_plans"), () => show({ kind: "plans" })));
    };
    const roster = () => h("section", { class: "roster", "aria-label": t("enemy_roster") },
      h("h2", {}, t("enemy_roster")),
      EnemyRoster.list(data, words, drawn, game, state, (who) => show({ kind: "figure", who }), tokens),
      h("p", { class: "row" }, button({ key: "add", label: t("enemy_add"), go: () => show({ kind: "add" }), style: "plain" }),
        button({ key: "new", label: t("enemy_new"), go: leave, style: "plain" })));
    const lines = () => journal.flat().filter(([, key]) => key !== "turn").slice(-LINES).reverse().map((event) =>
      h("li", {}, h("small", {}, t("enemy_turn", { n: event[0] })), ` ${words.told(game, state, event)}`));
    const told = h("ol", { reversed: true, tabindex: "0", "aria-label": t("enemy_journal") });
    /* The journal is written while it is open. */
    const write = () => told.replaceChildren(...(log.open && game ? lines() : []));
    const log = h("details", { class: "journal", open: window.matchMedia("(min-width: 60rem)").matches, ontoggle: write },
      h("summary", {}, t("enemy_journal")), told);
    /* Leaves the game for the page before it: it can be resumed. */
    const leave = () => {
      panel = { kind: "setup" };
      draw("begin");
    };

    const now = h("div", { class: "now" });
    const rest = h("div", { class: "rest" });
    let rested = "";
    const setup = () => !game || (panel && panel.kind === "setup");
    /* Shows these elements of the page, if others are shown: those that stay are not touched. */
    const place = (...parts) => {
      if (parts.length !== root.children.length || parts.some((part, at) => root.children[at] !== part)) root.replaceChildren(...parts);
    };
    const page = () => {
      if (setup()) {
        root.replaceChildren(EnemySetup.page(data, draft, game && !game.alone ? Math.max(1, state.turn) : 0, tasks));
        return;
      }
      const moment = panel ? panels.moment(game, state, panel) : stage.moment(game, state, act);
      if (moment.deck) moment.body.addEventListener("click", () => act(moment.deck));
      now.className = `now ${panel || state.aside ? "aside" : ""}`;
      now.replaceChildren(...(game.alone ? [] : [strip()]), scene(moment),
        h("div", { class: "below" }, acts(moment), game.alone ? null : extras()));
      const figures = JSON.stringify([state.figures, state.active && state.active.who]);
      if (!game.alone && figures !== rested) {
        rested = figures;
        rest.replaceChildren(roster(), log);
      }
      place(...(game.alone ? [now] : [now, rest]));
      write();
    };

    /* What has the focus: the button of the same name, the one that opened a panel, or the first one
       that goes on. */
    const focus = (why, focused) => {
      const wanted = (key) => key && root.querySelector(`[data-key="${key}"]:not(:disabled)`);
      const first = root.querySelector(panel ? ".scene .body button, .acts button, .setup :is(button, input)" : ".acts button, .setup :is(button, input)");
      const stays = ["choose", "undo", "mark", "side", "place", "replace"].includes(why);
      const next = (why === "back" && wanted(opener)) || (stays && wanted(focused)) || first;
      if (focused && next) next.focus({ preventScroll: true });
    };
    /* Draws what has changed, and says it. */
    const draw = (why) => {
      const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      if (why === "show") opener = focused;
      page();
      if (!why) return;
      focus(why, focused);
      if (why === "begin") window.scrollTo({ top: 0 });
      if (setup()) return;
      const body = now.querySelector(".body");
      if (body.scrollHeight > body.clientHeight + 1) body.tabIndex = 0;
      announce([why === "undo" ? t("enemy_undone") : "", ...spoken(now)].filter(Boolean));
      if (now.getBoundingClientRect().top < 0) now.scrollIntoView({ block: "start" });
    };
    const spoken = (node) => [...node.querySelectorAll("h2, .scene .under, .numbers, .flag, .ask, .deed, .big, [role=img][aria-label]")].map((each) =>
      each.getAttribute("aria-label") ?? each.textContent);

    const KEYS = { y: "yes", o: "yes", j: "yes", n: "no" };
    root.addEventListener("keydown", (event) => {
      if (event.altKey || event.metaKey || event.target.matches("input")) return;
      if (event.key === "Backspace" || (event.ctrlKey && event.key === "z")) {
        event.preventDefault();
        undo();
        return;
      }
      const key = event.ctrlKey ? null : event.key === "Escape" ? "back" : KEYS[event.key.toLowerCase()];
      const node = key && root.querySelector(`.acts [data-key="${key}"]`);
      if (node) node.click();
    });
    draw("");
    return root;
  };
  return mount;
})();
