/* The frame of a page: languages, sound, dialogs, and announcements for screen readers. */
const Frame = (() => {
  const announce = (words) => {
    byId("said").textContent = [words].flat().join(" ").replaceAll("→", t("arrow"));
  };
  /* Updates the texts of the frame, and which of its buttons are pressed. */
  const show = () => {
    for (const node of document.querySelectorAll("[data-word]")) node.textContent = t(node.dataset.word);
    for (const node of document.querySelectorAll("[data-lang]")) {
      node.setAttribute("aria-pressed", String(node.dataset.lang === Words.lang));
    }
    byId("game").textContent = DATA.title[Words.lang];
    byId("sound").setAttribute("aria-pressed", String(Sounds.on));
  };
  /* Selects the language of the last visit, or of the browser, and attaches the buttons. `redraw`
     draws the page after a change of the language; `example` is heard when sounds are turned on. */
  const start = (redraw, example) => {
    const known = [Kept.read("lang"), ...navigator.languages.map((tag) => tag.split("-")[0])];
    Words.choose(known.find((lang) => DATA.langs.includes(lang)) ?? DATA.langs[0]);
    byId("sound").addEventListener("click", () => { Sounds.toggle(example); show(); });
    byId("help").addEventListener("click", () => byId("helping").showModal());
    for (const node of document.querySelectorAll("[data-close]")) {
      node.addEventListener("click", () => byId(node.dataset.close).close());
    }
    for (const node of document.querySelectorAll("[data-lang]")) {
      node.addEventListener("click", () => {
        Words.choose(node.dataset.lang);
        Kept.write("lang", node.dataset.lang);
        redraw();
      });
    }
  };

  return { announce, show, start };
})();
const announce = Frame.announce;
