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
      picture(one.art, "portrait") ?? h("span", { class: "initial" }, Words.initial(one.name))),
    h("span", { class: "words" },
      h("span", { class: "called" }, say(one.name)),
      h("span", { class: "counters" }, Cards.counter(0, one.life), Cards.counter(1, one.armour)),
      h("span", { class: "under" }, say(one.epithet))));

  const seed = (pick) => {
    const field = h("input", {
      id: "seed", value: pick.seed, maxlength: 12, autocomplete: "off", autocapitalize: "characters",
      spellcheck: "false", "aria-describedby": "seed-note",
    });
    field.addEventListener("change", () => App.pick({ seed: Store.seed(field.value) || Store.newSeed() }));
    return h("div", { class: "deal" },
      h("label", { for: "seed" }, t("seed")), field,
      h("button", { type: "button", id: "reseed", class: "plain", onclick: () => App.pick({ seed: Store.newSeed() }) }, t("reseed")),
      h("p", { id: "seed-note", class: "note" }, t("seed_note")));
  };

  const group = (title, style, children) => h("fieldset", { class: style },
    h("legend", {}, title), h("div", { class: "choices" }, children));

  const kept = () => {
    const table = App.kept();
    if (!table) return null;
    const about = t("kept", { hero: say(table.hero.name), quest: say(table.quest.title), step: table.state.at });
    return h("div", { class: "kept" }, h("p", {}, about),
      h("button", { type: "button", id: "resume", class: "main", onclick: () => App.resume() }, t("resume")));
  };

  /* No form element: a sandboxed frame may block forms. */
  const page = (pick, invited) => h("div", { class: "start" },
    h("header", { class: "title" },
      h("h1", {}, DATA.title[Words.lang]),
      picture("divider", "divider"),
      DATA.subtitle && h("p", { class: "under" }, say(DATA.subtitle))),
    kept(),
    invited && h("p", { class: "invited" }, t("invited")),
    group(t("quest"), "quests", DATA.quests.map((one, number) => quest(one, number, pick))),
    group(t("hero"), "heroes", DATA.heroes.map((one, number) => hero(one, number, pick))),
    seed(pick),
    h("div", { class: "go" },
      h("button", { type: "button", id: "begin", class: "main", onclick: () => App.begin() }, t("begin"))));

  return { page };
})();
