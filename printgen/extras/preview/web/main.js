/* The page: chooses the product, listens to the server, and asks for what is visible. */
import { EVENTS, ask, byId, h, keep, kept, said } from "./dom.js";
import { problems } from "./notes.js";
import { onWants, picture, state, wants } from "./pages.js";
import { draw, hasFaces, languageName, layout, rowWidth } from "./table.js";

const PX_PER_MM = 96 / 25.4;
const INKS = { full: "Full ink", low: "Low ink" };
let games = [];
let table = null;
let known = "";

const how = { langs: kept("langs", null), ink: kept("ink", "full"), guides: kept("guides", false) };

const chosen = () => decodeURIComponent(location.hash.slice(1));

/* --- products --- */

const shelf = (found) => {
  games = found;
  byId("games").replaceChildren(...games.map((game) => h("section", {},
    h("h2", {}, said(game.titles)),
    h("ul", {}, game.products.map((product) => h("li", {},
      h("a", { href: `#${product.id}` }, h("span", {}, said(product.titles)),
        h("small", {}, product.kind === "hexmap" ? "map" : product.kind))))))));
  byId("chooser").replaceChildren(...games.map((game) => h("optgroup", { label: said(game.titles) },
    game.products.map((product) => h("option", { value: product.id }, said(product.titles))))));
  if (!chosen() && games.length) location.replace(`#${games[0].products[0].id}`);
  mark();
};

const mark = () => {
  for (const link of document.querySelectorAll(".games a")) {
    if (link.hash.slice(1) === chosen()) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("chooser").value = chosen();
};

/* --- what is wanted --- */

let timer = 0;
const wish = () => {
  if (timer) return;
  timer = setTimeout(() => {
    timer = 0;
    const pages = table && table.id === chosen() ? wants().slice(0, 150) : [];
    const scale = zoom() * PX_PER_MM * Math.min(devicePixelRatio, 3) / 100;
    ask("want", { product: chosen(), scale, pages }).catch(() => {});
  }, 30);
};

/* --- the strip --- */

const toggle = (text, pressed, onclick, more = {}) =>
  h("button", { type: "button", "aria-pressed": String(pressed), onclick, ...more }, text);

const strip = () => {
  byId("title").textContent = said(table.titles);
  const game = games.find((one) => table.id.startsWith(`${one.id}/`));
  byId("game").textContent = game ? said(game.titles) : "";
  document.title = `${said(table.titles)} · printgen`;
  byId("langs").replaceChildren(...(table.langs.length > 1 ? table.langs : []).map((lang) =>
    toggle(languageName(lang), view().langs.includes(lang), () => chooseLang(lang), { lang: "en" })));
  byId("inks").replaceChildren(...(table.inks.length > 1 ? table.inks : []).map((ink) =>
    toggle(INKS[ink], view().ink === ink, () => { how.ink = ink; keep("ink", ink); redraw(); })));
  byId("guides").hidden = !table.bleed;
  byId("guides").setAttribute("aria-pressed", String(how.guides));
  byId("langs").hidden = table.langs.length < 2;
  byId("inks").hidden = table.inks.length < 2;
};

const view = () => {
  const wide = innerWidth >= 1000;
  const langs = table.langs.filter((lang) => (how.langs || (wide ? table.langs : [navigator.language.slice(0, 2)])).includes(lang));
  return {
    langs: langs.length ? langs : [table.langs[0]],
    ink: table.inks.includes(how.ink) ? how.ink : table.inks[0],
    guides: how.guides && table.bleed > 0,
  };
};

const chooseLang = (lang) => {
  const now = view().langs;
  const next = now.includes(lang) ? now.filter((one) => one !== lang) : [...now, lang];
  how.langs = next.length ? next : [lang];
  keep("langs", how.langs);
  redraw();
};

/* --- size --- */

const zoom = () => Number(byId("zoom").value);
const setZoom = (percent) => {
  byId("zoom").value = percent;
  byId("percent").textContent = `${byId("zoom").value} %`;
  byId("desk").style.setProperty("--zoom", zoom() / 100);
  wish();
};

const fit = () => {
  const desk = byId("desk");
  const style = getComputedStyle(desk);
  const room = desk.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const gaps = 48 * view().langs.length;
  const percent = 100 * Math.max(room - gaps, 200) / (rowWidth() * PX_PER_MM);
  return Math.min(percent, hasFaces(table) ? 110 : 100);
};

const applyZoom = () => setZoom(kept(`zoom-${table.kind}`, null) || Math.floor(fit() / 5) * 5);

/* --- drawing --- */

const redraw = () => {
  if (!table) return;
  strip();
  draw(table, view());
  applyZoom();
  wish();
};

const desk = (found) => {
  if (found.id !== chosen()) return;
  if (found.missing) {
    table = null;
    byId("desk").replaceChildren(h("p", { class: "empty" }, "This product is not in products.yaml."));
    return;
  }
  const at = scrollY;
  table = found;
  redraw();
  if (known === found.id) scrollTo(0, at);
  known = found.id;
};

addEventListener("hashchange", () => { table = null; known = ""; scrollTo(0, 0); mark(); wish(); });
addEventListener("resize", () => { if (table && !kept(`zoom-${table.kind}`, null)) applyZoom(); });
onWants(wish);
byId("chooser").addEventListener("change", (event) => { location.hash = event.target.value; });
byId("guides").addEventListener("click", () => { how.guides = !how.guides; keep("guides", how.guides); redraw(); });
byId("zoom").addEventListener("input", () => { keep(`zoom-${table.kind}`, zoom()); setZoom(zoom()); });
byId("fit").addEventListener("click", () => { if (table) { keep(`zoom-${table.kind}`, null); applyZoom(); } });

/* --- printing --- */

const printed = async (lang, edition, button) => {
  const paper = open("", "_blank");
  if (paper) paper.document.title = "printgen builds the file …";
  for (const other of byId("choices").children) other.disabled = true;
  byId("outcome").textContent = "Building …";
  const answer = await ask("print", { product: table.id, lang, ink: view().ink, edition }).catch(() => null);
  const found = answer ? await answer.json().catch(() => ({})) : {};
  for (const other of byId("choices").children) other.disabled = false;
  if (found.url) {
    byId("outcome").replaceChildren(h("a", { href: found.url, target: "_blank" }, found.url.split("/").pop()));
    if (paper) paper.location = found.url;
  } else {
    if (paper) paper.close();
    byId("outcome").textContent = found.problems || "The server did not answer.";
  }
  button.focus();
};

byId("print").addEventListener("click", () => {
  if (!table) return;
  const editions = table.editions.length ? table.editions : [""];
  byId("outcome").textContent = "";
  byId("choices").replaceChildren(...view().langs.flatMap((lang) => editions.map((edition) => {
    const text = [languageName(lang), edition].filter(Boolean).join(", ");
    const button = h("button", { type: "button", onclick: () => printed(lang, edition, button) }, text);
    return button;
  })));
  byId("press").showModal();
});

/* --- events --- */

const events = new EventSource(EVENTS);
const listen = (kind, call) => events.addEventListener(kind, (event) => call(JSON.parse(event.data)));
listen("hello", () => { byId("status").textContent = "Following your files"; wish(); });
listen("shelf", (data) => shelf(data.games));
listen("table", desk);
listen("layout", (data) => { state(data.piece, data.hidden); if (layout(data)) redraw(); });
listen("picture", picture);
listen("problems", (data) => { problems(data.problems); });
events.addEventListener("error", () => { byId("status").textContent = "printgen serve has ended"; });
