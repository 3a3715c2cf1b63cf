/* Links to games, and the saved game. */
const Store = (() => {
  /* --- links to shared games ----------------------------------------------------------------------- */

  const shared = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const quest = DATA.quests.findIndex((one) => one.id === asked.get("quest"));
    const hero = DATA.heroes.findIndex((one) => one.id === asked.get("hero"));
    const cards = Chance.seed(asked.get("seed") ?? "");
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
  const keep = (game, done) => Kept.write("game", {
    quest: DATA.quests[game.quest].id, hero: DATA.heroes[game.hero].id, seed: game.seed,
    actions: game.actions.map((action) => action[0]).join(""),
    undone: game.undone, series: game.series, done,
  });
  /* The saved game; null if there is none or it does not fit the current quests. */
  const kept = () => {
    const found = Kept.read("game");
    if (!found || typeof found.seed !== "string" || typeof found.actions !== "string") return null;
    const quest = DATA.quests.findIndex((one) => one.id === found.quest);
    const hero = DATA.heroes.findIndex((one) => one.id === found.hero);
    const actions = [...found.actions].map((letter) => ACTIONS[letter]);
    if (quest < 0 || hero < 0 || !actions.every(Boolean)) return null;
    return {
      quest, hero, seed: Chance.seed(found.seed), actions,
      undone: found.undone === true, series: found.series === true, done: found.done === true,
    };
  };

  return { shared, link, show, copy, keep, kept };
})();
