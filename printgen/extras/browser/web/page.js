/* Creates elements. Texts become text nodes, never HTML. */
const SVG = "http://www.w3.org/2000/svg";
const h = (tag, attributes, ...children) => {
  const svg = tag.startsWith("svg:");
  const node = svg ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  const shown = children.flat(9).filter((c) => c !== null && c !== undefined && c !== false);
  node.append(...shown.flatMap((c) => (typeof c === "string" && !svg ? arrows(c) : [c])));
  return node;
};
/* A text whose arrows have a name: screen readers skip an arrow, or say which way it points. */
const arrows = (text) => text.split(/(→)/).map((part) => (
  part === "→" ? h("span", { role: "img", "aria-label": t("arrow") }, document.createTextNode(part)) : part));

const byId = (id) => document.getElementById(id);
const DATA = JSON.parse(byId("data").textContent);

/* The drawings: compressed JSON, {name: SVG}. An SVG as the source of an image cannot run scripts. */
const Pictures = (() => {
  const urls = new Map();
  const unpack = async () => {
    const packed = Uint8Array.from(atob(byId("art").textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  };
  const drawings = unpack().catch(() => ({}));
  const url = async (name) => {
    if (!urls.has(name)) {
      const blob = new Blob([(await drawings)[name]], { type: "image/svg+xml" });
      urls.set(name, URL.createObjectURL(blob));
    }
    return urls.get(name);
  };
  /* An image of a drawing; null if the theme lacks it. It is decorative, so its alt is empty. */
  const picture = (name, style) => {
    if (!DATA.art.includes(name)) return null;
    const image = h("img", { class: style, alt: "", draggable: "false", "data-key": name });
    if (urls.has(name)) image.src = urls.get(name);
    else url(name).then((found) => { image.src = found; });
    return image;
  };
  /* Prepares drawings that will be shown soon. */
  const warm = (names) => names.forEach((name) => { if (DATA.art.includes(name)) url(name); });
  return { picture, warm };
})();
const picture = Pictures.picture;

/* The texts of the page in the selected language. */
const Words = (() => {
  let lang = DATA.langs[0];
  const choose = (wanted) => {
    if (!DATA.langs.includes(wanted)) return;
    lang = wanted;
    document.documentElement.lang = lang;
    document.documentElement.dir = DATA.rtl?.includes(lang) ? "rtl" : "ltr";
    document.title = DATA.title[lang];
  };
  const say = (text) => (text ? text[lang] : "");
  const t = (key, values = {}) =>
    DATA.words[lang][key].replace(/\{(\w+)\}/g, (all, name) => (Object.hasOwn(values, name) ? values[name] : all));
  const percent = (share) =>
    new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 }).format(share);
  const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

  return { choose, say, t, percent, signed, get lang() { return lang; } };
})();
const { say, t } = Words;

/* What the page stores in the browser, if it permits. */
const Kept = (() => {
  /* What the browser does not store. */
  const memory = new Map();
  const name = (key) => `printgen.${DATA.page}.${DATA.game}.${key}`;
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

  return { read, write };
})();

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
