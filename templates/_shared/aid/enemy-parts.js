/* The parts of the enemy tool: the strip at the top, the stage, its buttons, the tools below, the
   figures and the journal. `press` carries out what a button is for, `show` opens a panel. */
const EnemyParts = (data, words, drawn, { press, show, undo, leave }) => {
  /* The number of events that the journal shows. */
  const LINES = 60;
  const tokens = new Map();

  const button = ({ key, label, go, style }) => h("button", {
    type: "button", class: style, "data-key": key, onclick: () => press(go),
  }, label);
  const count = (shown, label) => h("p", { class: "count" }, h("b", {}, shown), h("small", {}, label));
  const strip = (game, state) => {
    const left = state.pile.length;
    const able = EnemyRules.waiting(data, state).length;
    return h("div", { class: "strip" },
      count(String(Math.max(state.turn, 1)), t("enemy_turn_word")),
      count(String(left), t(left === 1 ? "enemy_card_word_1" : "enemy_card_word")),
      count(t("enemy_of", { n: able, of: EnemyRules.present(state).length }), t("enemy_waiting")),
      h("button", {
        type: "button", class: "tool", "data-key": "undo", disabled: !game.log.length, "aria-label": t("enemy_undo"), onclick: undo,
      }, drawn.sign("undo")));
  };

  /* Where a plan is: a mark for each of its lines. */
  const steps = ([line, lines]) => h("p", { class: "steps", "aria-hidden": "true" }, Array.from({ length: lines }, (_, at) =>
    h("span", { class: at < line ? "passed" : at === line ? "here" : "" })));
  const scene = (moment) => h("section", { class: "scene", "aria-label": t("enemy_scene") },
    h("div", { class: "head" },
      moment.art ? h("span", { class: "picture" }, moment.art) : null,
      h("div", {}, h("h2", {}, moment.title), moment.under ? h("p", { class: "under" }, moment.under) : null)),
    moment.steps ? steps(moment.steps) : h("p", { class: "divider", "aria-hidden": "true" }),
    h("div", { class: "body" }, moment.body));
  const acts = (moment) => {
    const back = moment.back ? button({ key: "back", label: t("enemy_back"), go: moment.back, style: "plain back" }) : null;
    const answers = moment.acts.length === 2 && moment.acts[0].style === "yes";
    return h("div", { class: `acts ${answers ? "answers" : ""}` }, moment.acts.map(button), back);
  };
  const tool = (key, label, go) => button({ key, label, go, style: "extra" });
  const extras = (game, state) => {
    const { search, waves } = EnemyRules.scenarioOf(data, game) ?? {};
    const n = state.revealed + 1;
    return h("div", { class: "extras" },
      search && search.grid && !state.turn ? tool("grid", t("enemy_markers"), () => show({ kind: "grid" })) : null,
      search && state.turn && n <= search.markers ? tool("clue", t("enemy_reveal", { n, of: search.markers }), ["clue"]) : null,
      waves && state.turn && EnemyMoments.reserves(data, game, state) >= 0
        ? tool("move", t("enemy_moved", { n: state.counter }), ["move"]) : null,
      tool("plans", t("enemy_plans"), () => show({ kind: "plans" })));
  };

  const open = (who) => show({ kind: "figure", who });
  const refresh = (game, state) => EnemyRoster.refresh(data, words, drawn, game, state, open, tokens);
  const roster = (game, state) => h("section", { class: "roster", "aria-label": t("enemy_roster") },
    h("h2", {}, t("enemy_roster")),
    EnemyRoster.list(data, words, drawn, game, state, open, tokens),
    h("p", { class: "row" },
      button({ key: "add", label: t("enemy_add"), go: () => show({ kind: "add" }), style: "plain" }),
      button({ key: "new", label: t("enemy_new"), go: leave, style: "plain" })));
  const events = () => EnemyGame.journal.flat().filter(([, key]) => key !== "turn").slice(-LINES).reverse();
  const line = (event) => h("li", {}, h("small", {}, t("enemy_turn", { n: event[0] })),
    ` ${words.told(EnemyGame.game, EnemyGame.state, event)}`);
  const told = h("ol", { reversed: true, tabindex: "0", "aria-label": t("enemy_journal") });
  /* The journal is written while it is open. */
  const write = () => told.replaceChildren(...(log.open && EnemyGame.game ? events().map(line) : []));
  const log = h("details", {
    class: "journal", open: window.matchMedia("(min-width: 60rem)").matches, ontoggle: write,
  }, h("summary", {}, t("enemy_journal")), told);

  return { strip, scene, acts, extras, roster, refresh, log, write };
};
