/* The application: rendering, user actions and storage. */
const App = (() => {
  const app = byId("app");
  let pick = { quest: 0, hero: 0, seed: Chance.newSeed() };
  let table = null;
  let read = 0;
  let closed = false;
  /* The cards of the last action turn; what they bring is shown when they have turned. */
  let turning = 0;
  let since = 0;
  let invited = false;
  /* Why the game that has ended does not count, and the result of someone else that is to be beaten;
     `rival` is false after a line that tells none. */
  let note = "";
  let rival = null;
  let journal = Kept.read("journal") ?? false;

  /* Milliseconds until cards have turned, and within which a second press is a slip of the finger. */
  const TURN = 720;
  const SLIP = 250;

  const width = window.matchMedia("(min-width: 60rem)");
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  /* Kept: asking the browser makes it lay out the page. */
  let isWide = width.matches;
  const wide = () => isWide;
  const unread = () => (table ? Table.stories(table)[read] ?? null : null);
  /* The outcome is shown before the end page. */
  const closing = () => Boolean(table) && !turning && !unread() && !closed && Table.over(table);
  const over = () => Table.over(table) && !turning && !unread() && !closing();
  const keep = () => Store.keep(Table.plain(table), over());

  /* --- rendering ------------------------------------------------------------------------------------ */

  const rivalOf = ({ game }) => (rival && ["quest", "hero", "seed"].every((part) => rival[part] === game[part]) ? rival : null);
  const MAIN = ["go-on", "verdict", "ask", "draw", "fight"];
  const show = (fresh = false, focus = null) => {
    const there = focus ?? document.activeElement?.id;
    const within = app.contains(document.activeElement) || document.activeElement === document.body;
    settle(app, table ? Play.page(table, { unread: unread(), turning, closing: closing(), fresh, note, rival: rivalOf(table) })
      : Start.page(pick, { invited, rival }));
    document.body.className = table ? "playing" : "starting";
    Frame.show();
    byId("where").textContent = table ? say(table.quest.title) : "";
    byId("share").hidden = !table;
    byId("new").hidden = !table;
    if (!within && !focus) return;
    const next = table && focus === "next" ? MAIN.map(byId).find(Boolean) : byId(there);
    next?.focus({ preventScroll: true });
  };
  const toTop = () => window.scrollTo({ top: 0 });
  const story = () => {
    const one = unread();
    return one ? [say(one.text)] : [];
  };

  /* --- actions in the game ---------------------------------------------------------------------------- */

  const begin = (game = { ...pick, actions: [] }) => {
    stop();
    table = Table.open(game);
    pick = { quest: game.quest, hero: game.hero, seed: game.seed };
    read = 0;
    closed = false;
    invited = false;
    note = "";
    Lesson.prepare(table, () => { if (table && over()) show(); });
    Pictures.warm(table.quest.steps.map((step) => step.art));
    keep();
    Store.show(pick);
    show(true, "next");
    toTop();
    announce(story());
  };
  const stop = () => {
    clearTimeout(turning);
    turning = 0;
  };
  /* Turns the cards of the last action, then shows and tells what they bring. */
  const turn = () => {
    if (still.matches) {
      turned();
      return;
    }
    turning = setTimeout(turned, TURN);
    Sound.play(table.entries.at(-1).action === "fight" ? "two" : "card");
    show();
  };
  const turned = () => {
    stop();
    since = performance.now();
    Sound.play(Sound.heard(table.entries.at(-1)));
    if (Table.over(table)) count();
    keep();
    show(true, "next");
    if (over()) toTop();
    announce(Telling.tell(table.quest, table.entries.at(-1)));
  };
  /* A game that has ended goes into the records and into its series, once. */
  const count = () => {
    note = Records.excluded(table);
    Records.add(table);
    Series.add(table);
  };
  const act = (action) => {
    if (unread() || !Table.play(table, action)) return;
    read = 0;
    closed = false;
    if (unread()) {
      keep();
      show(true, "next");
      toTop();
      announce(story());
    } else if (action === "draw" || action === "fight") turn();
    else turned();
  };
  const readOn = () => {
    if (closing()) closed = true;
    else read += 1;
    keep();
    toTop();
    if (!unread() && !closed && table.entries.length) {
      turn();
      return;
    }
    show(true, "next");
    const told = table.entries.length ? Telling.tell(table.quest, table.entries.at(-1)) : [t("threshold")];
    announce(unread() ? story() : told.slice(over() ? -1 : 0));
  };
  /* A button of the game is pressed. While cards turn, this shows at once what they bring. */
  const press = (id) => {
    if (turning) {
      turned();
      return;
    }
    if (!still.matches && (id === "life" || id === "armour") && performance.now() - since < SLIP) return;
    if (id === "go-on") readOn();
    else if (id === "again") begin({ ...pick, seed: Chance.newSeed(), actions: [] });
    else if (id === "retry") retry();
    else if (id === "onward") onward();
    else act(id);
  };
  const undo = () => {
    if (!table?.actions.length) return;
    stop();
    table = Table.undone(table);
    read = Infinity;
    closed = false;
    keep();
    show(false, "next");
    announce([t("undone")]);
  };
  const leave = () => {
    stop();
    table = null;
    pick = { ...pick, seed: Chance.newSeed() };
    show(false, "begin");
    toTop();
  };
  const retry = () => begin({ ...pick, actions: [], series: table.game.series });
  const today = () => begin({ ...Daily.of(new Date()), actions: [] });
  const series = () => {
    Series.start(pick.hero, pick.seed);
    onward();
  };
  const onward = () => begin(Series.next());
  /* Takes the deal of a line that someone has shared. */
  const challenge = (text) => {
    const found = Line.read(text);
    rival = found && { ...found.game, at: found.state.at, won: found.state.phase === "won" };
    if (rival) pick = { quest: rival.quest, hero: rival.hero, seed: rival.seed };
    else rival = text.trim() ? false : null;
    show();
    announce([byId("rival").textContent]);
  };
  /* The page is not drawn anew: a click that leaves a changed field would miss its button. */
  const choose = (change) => {
    pick = { ...pick, ...change };
    byId("seed").value = pick.seed;
  };

  const kept = () => {
    const game = Store.kept();
    return game && !game.done ? Table.open(game) : null;
  };
  const same = (game) => {
    const asked = Store.shared();
    return ["quest", "hero", "seed"].every((part) => asked[part] === game[part]);
  };
  const resume = () => begin(Table.plain(kept()));

  /* --- sharing, keyboard -------------------------------------------------------------------- */

  const share = () => {
    byId("link").value = Store.link(pick);
    byId("code").textContent = pick.seed;
    byId("copied").textContent = "";
    byId("sharing").showModal();
  };
  const copy = async (from, told) => {
    const done = await Store.copy(byId(from).value);
    const words = t(done ? "copied" : "copy_by_hand");
    byId(told).textContent = words;
    if (told !== "copied") announce([words]);
    if (!done) byId(from).select();
  };
  const records = () => {
    byId("tally").replaceChildren(Tally.page());
    byId("recording").showModal();
  };

  const type = (event) => {
    if (!table || document.querySelector("dialog[open]") || event.altKey || event.metaKey) return;
    const typing = event.target.closest("input, textarea, select");
    const undoing = event.key === "Backspace" || (event.ctrlKey && event.key.toLowerCase() === "z");
    if (undoing && !typing) {
      event.preventDefault();
      undo();
      return;
    }
    if (event.ctrlKey || typing) return;
    const wanted = {
      ArrowLeft: ["life"], ArrowRight: ["armour"], Enter: ["go-on", "draw", "fight"], " ": ["go-on", "draw", "fight"],
    }[event.key];
    const idle = !event.target.closest("button, summary, a, [tabindex='0']");
    const target = (event.key.startsWith("Arrow") || idle) && wanted?.map(byId).find(Boolean);
    if (!target) return;
    event.preventDefault();
    target.click();
  };

  /* Selects the game in the URL, unless it is the current game. */
  const arrive = () => {
    const asked = Store.shared();
    const own = Store.kept();
    invited = Boolean(asked) && !(own && same(own));
    if (!asked || (table && same(Table.plain(table)))) return;
    stop();
    table = null;
    pick = asked;
    show();
  };
  const open = () => {
    Frame.start(show, Sound.example);
    const asked = Store.shared();
    const found = kept();
    document.addEventListener("keydown", type);
    window.addEventListener("hashchange", arrive);
    width.addEventListener("change", () => { isWide = width.matches; show(); });
    byId("share").addEventListener("click", share);
    byId("new").addEventListener("click", leave);
    byId("copy").addEventListener("click", () => copy("link", "copied"));
    byId("records").addEventListener("click", records);
    if (found && (!asked || same(Table.plain(found)))) resume();
    else if (asked) arrive();
    else show();
  };

  return {
    open, press, undo, today, series, onward, challenge, copy, resume, kept, wide, begin, pick: choose,
    keepJournal: (shown) => {
      if (wide() || journal === shown) return;
      journal = shown;
      Kept.write("journal", shown);
      show();
    },
    get journal() { return journal; },
  };
})();
App.open();
