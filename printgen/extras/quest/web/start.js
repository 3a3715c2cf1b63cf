/* The start page: the choice of quest, hero and seed. */
const Start = (() => {
  const choice = (group, number, chosen, style, ...children) => {
    const id = `${group}-${number}`;
    const box = h("input", { type: "radio", name: group, id, checked: number === chosen, class: "unseen" });
    box.addEventListener("change", () => App.pick({ [group]: number }));
    return h("div", { class: `choice ${style}` }, box, h("label", { for: id }, children));
  };

  const quest = (one, number, pick) => choice("quest", number, pick.quest, "throne",
    picture(one.art, "plate"),
    h("span", { class: "words" },
      h("span", { class: "called" }, say(one.title)),
      h("span", { class: "under" }, say(one.subtitle))));

  const hero = (one, number, pick) => choice("hero", number, pick.hero, "fellow",
    h("span", { class: "likeness" },
      picture(one.art, "portrait") ?? h("span", { class: "initial" }, Telling.initial(one.name))),
    h("span", { class: "words" },
      h("span", { class: "called" }, say(one.name)),
      h("span", { class: "counters" }, Cards.counter(0, one.life), Cards.counter(1, one.armour)),
      h("span", { class: "under" }, say(one.epithet))));

  const seed = (pick) => {
    const field = h("input", {
      id: "seed", value: pick.seed, maxlength: 12, autocomplete: "off", autocapitalize: "characters",
      spellcheck: "false", "aria-describedby": "seed-note",
    });
    field.addEventListener("change", () => App.pick({ seed: Chance.seed(field.value) || Chance.newSeed() }));
    return h("div", { class: "deal" },
      h("label", { for: "seed" }, t("seed")), field,
      h("button", { type: "button", id: "reseed", class: "plain", onclick: () => App.pick({ seed: Chance.newSeed() }) }, t("reseed")),
      h("p", { id: "seed-note", class: "note" }, t("seed_note")));
  };

  const group = (title, style, children) => h("fieldset", { class: style },
    h("legend", {}, title), h("div", { class: "choices" }, children));

  const kept = () => {
    const table = App.kept();
    const next = !table && Series.next();
    if (next && next.quest) {
      return h("div", { class: "kept" },
        h("p", {}, t("series_kept", { hero: say(DATA.heroes[next.hero].name), done: next.quest, count: DATA.quests.length })),
        h("button", { type: "button", id: "onward", class: "main", onclick: () => App.onward() }, t("series_next")));
    }
    if (!table) return null;
    const about = t("kept", { hero: say(table.hero.name), quest: say(table.quest.title), step: table.state.at });
    return h("div", { class: "kept" }, h("p", {}, about),
      h("button", { type: "button", id: "resume", class: "main", onclick: () => App.resume() }, t("resume")));
  };

  /* The deal of the day, or how it went. */
  const today = () => {
    const now = new Date();
    const deal = Daily.of(now);
    const day = new Intl.DateTimeFormat(Words.lang, { day: "numeric", month: "long" }).format(now);
    const quest = DATA.quests[deal.quest];
    const done = Daily.result(now);
    const about = t("today", { day, quest: say(quest.title), hero: say(DATA.heroes[deal.hero].name) });
    const result = done && End.result({ at: done[0], won: done[1] }, quest.steps.length);
    return h("div", { class: "today" }, h("p", {}, about, " ", result && h("b", {}, result)),
      !done && h("button", { type: "button", id: "today", class: "plain", onclick: () => App.today() }, t("today_play")));
  };

  /* A line that someone has shared: its deal is taken, and its result is the one to beat. */
  const paste = (rival) => {
    const field = h("input", { id: "paste", autocomplete: "off", spellcheck: "false", "aria-describedby": "rival" });
    field.addEventListener("change", () => App.challenge(field.value));
    const told = rival === false ? t("paste_wrong") : rival && t("rival", {
      quest: say(DATA.quests[rival.quest].title), hero: say(DATA.heroes[rival.hero].name),
      result: End.result(rival, DATA.quests[rival.quest].steps.length),
    });
    return h("div", { class: "deal paste" }, h("label", { for: "paste" }, t("paste")), field,
      h("p", { id: "rival", class: "note" }, told || t("paste_note")));
  };

  /* No form element: a sandboxed frame may block forms. */
  const page = (pick, { invited, rival }) => h("div", { class: "start" },
    h("header", { class: "title" },
      h("h1", {}, DATA.title[Words.lang]),
      picture("divider", "divider"),
      DATA.subtitle && h("p", { class: "under" }, say(DATA.subtitle))),
    kept(),
    today(),
    invited && h("p", { class: "invited" }, t("invited")),
    group(t("quest"), "quests", DATA.quests.map((one, number) => quest(one, number, pick))),
    group(t("hero"), "heroes", DATA.heroes.map((one, number) => hero(one, number, pick))),
    seed(pick),
    paste(rival),
    h("div", { class: "go" },
      DATA.quests.length > 1 && h("button", { type: "button", id: "series", class: "plain", onclick: () => App.series() },
        t("series", { count: DATA.quests.length })),
      h("button", { type: "button", id: "begin", class: "main", onclick: () => App.begin() }, t("begin"))));

  return { page };
})();
