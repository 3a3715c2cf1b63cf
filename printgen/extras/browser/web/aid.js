/* The tools of the play aid by name: functions from the data of a tool to its element. They are
   called again when the language changes. */
const TOOLS = {};

/* The play aid: its tools as tabs, of which one is shown. */
(() => {
  const app = byId("app");
  const names = DATA.tools.map(({ name }) => name);
  /* The elements of the tools that were shown since the last change of the language. */
  const panels = new Map();
  let shown = names.includes(Kept.read("tool")) ? Kept.read("tool") : names[0];

  const tab = (name) => h("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
    "aria-selected": String(name === shown), tabindex: name === shown ? "0" : "-1", onclick: () => choose(name),
  }, t(name));
  const panel = (name) => {
    if (!panels.has(name)) {
      const { data } = DATA.tools.find((tool) => tool.name === name);
      panels.set(name, h("section", {
        id: `panel-${name}`, class: `panel ${name}`, role: names.length > 1 ? "tabpanel" : null,
        "aria-labelledby": names.length > 1 ? `tab-${name}` : null, "aria-label": names.length > 1 ? null : t(name),
      }, TOOLS[name](data)));
    }
    return panels.get(name);
  };
  const help = () => DATA.tools.map(({ name }) => [
    h("h3", {}, t(name)),
    h("ol", {}, [1, 2, 3, 4, 5, 6].map((line) => `${name}_help_${line}`).filter((key) => key in DATA.words[Words.lang])
      .map((key) => h("li", {}, t(key)))),
  ]).flat();

  const show = () => {
    Frame.show();
    byId("helped").replaceChildren(...help());
    const tabs = names.length > 1
      ? [h("div", { class: "tabs", role: "tablist", "aria-label": t("tools"), onkeydown: step }, names.map(tab))] : [];
    app.replaceChildren(h("h1", { class: "unseen" }, say(DATA.title)), ...tabs, panel(shown));
  };
  const redraw = () => {
    panels.clear();
    show();
  };
  const choose = (name) => {
    if (name === shown) return;
    shown = name;
    Kept.write("tool", name);
    show();
    byId(`tab-${name}`).focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  /* Arrow keys, Home and End move between tabs. */
  const step = (event) => {
    const at = names.indexOf(shown);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(names[(to + names.length) % names.length]);
  };

  /* The scripts of the tools come after this one. */
  document.addEventListener("DOMContentLoaded", () => {
    Frame.start(redraw, () => Sounds.bell(0, 660, 0.1));
    show();
  });
})();
