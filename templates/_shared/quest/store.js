/* Storage of the game and the settings, in the browser if it permits, and game links. */
const Store = (() => {
  /* What the browser does not store. */
  const memory = new Map();
  const name = (key) => `printgen.quest.${DATA.game}.${key}`;
  const read = (key) => {
    if (memory.has(key)) return memory.get(key);
    try {
      return JSON.parse(window.localStorage.getItem(name(key)) ?? "null");
    } catch {
      return null;
    }
  };
  const write = (key, value) => {
    try {
      window.localStorage.setItem(name(key), JSON.stringify(value));
      memory.delete(key);
    } catch {
      /* Storage is blocked or full: use memory only. */
      memory.set(key, value);
    }
  };

  /* --- seeds ---------------------------------------------------------------------------------- */

  const LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
  const newSeed = () => {
    const drawn = crypto.getRandomValues(new Uint32Array(6));
    return Array.from(drawn, (bits) => LETTERS[bits % LETTERS.length]).join("");
  };
  const seed = (typed) => typed.toUpperCase().replace(/[^0-9A-Z]/g, "").slice(0, 12);

  /* --- links to shared games ----------------------------------------------------------------------- */

  const shared = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const quest = DATA.quests.findIndex((one) => one.id === asked.get("quest"));
    const hero = DATA.heroes.findIndex((one) => one.id === asked.get("hero"));
    const cards = seed(asked.get("seed") ?? "");
    return quest >= 0 && hero >= 0 && cards ? { quest, hero, seed: cards } : null;
  };
  const link = (game) => {
    const asked = new URLSearchParams({
      quest: DATA.quests[game.quest].id, hero: DATA.heroes[game.hero].id, seed: game.seed,
    });
    return `${location.href.split("#")[0]}#${asked}`;
  };
  const show = (game) => {
    try {
      history.replaceState(null, "", link(game));
    } catch {
      /* Some frames cannot change their URL. */
    }
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = h("textarea", { class: "unseen", "aria-hidden": "true" });
      field.value = text;
      (document.querySelector("dialog[open]") ?? document.body).append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      return done;
    }
  };

  /* --- the saved game ----------------------------------------------------------------------------- */

  const ACTIONS = { d: "draw", f: "fight", l: "life", a: "armour" };
  /* `done`: the end page was shown. */
  const keep = (game, done) => write("game", {
    quest: DATA.quests[game.quest].id, hero: DATA.heroes[game.hero].id, seed: game.seed,
    actions: game.actions.map((action) => action[0]).join(""),
    undone: game.undone, series: game.series, done,
  });
  /* The saved game; null if there is none or it does not fit the current quests. */
  const kept = () => {
    const found = read("game");
    if (!found || typeof found.seed !== "string" || typeof found.actions !== "string") return null;
    const quest = DATA.quests.findIndex((one) => one.id === found.quest);
    const hero = DATA.heroes.findIndex((one) => one.id === found.hero);
    const actions = [...found.actions].map((letter) => ACTIONS[letter]);
    if (quest < 0 || hero < 0 || !actions.every(Boolean)) return null;
    return {
      quest, hero, seed: seed(found.seed), actions,
      undone: found.undone === true, series: found.series === true, done: found.done === true,
    };
  };

  return { read, write, newSeed, seed, shared, link, show, copy, keep, kept };
})();
