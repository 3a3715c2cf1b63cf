/* The desk: the product that is shown, as faces, pages, spreads or maps. */
import { byId, h, said } from "./dom.js";
import { forgetSheets, sheet } from "./pages.js";

const SIDES = { front: "front", back: "back", "": "" };
const LANGUAGES = { fr: "French", en: "English" };
export const languageName = (lang) => LANGUAGES[lang] || lang;

const layouts = new Map();
let shown = null;
let view = null;

/* The name of a piece, as the server reads it. */
const piece = (item, lang, side) => {
  const [game, product] = shown.id.split("/");
  return [game, product, lang, view.ink, item.id, side].join(":");
};

const form = (width, height) => ({
  width, height, bleed: shown.bleed, safe: shown.safe, radius: shown.radius,
});

const caption = (item, text) => h("p", { class: "caption" },
  h("span", { class: "name" }, text), " ", item.kept && h("span", { class: "kept" }, "last good version"));

const card = (item) => {
  const size = form(shown.width + 2 * shown.bleed, shown.height + 2 * shown.bleed);
  const name = (lang) => item.names[lang] || Object.values(item.names)[0];
  return h("section", { class: "card", "data-item": item.id },
    h("div", { class: "faces" }, view.langs.map((lang) => h("div", { class: "pair", lang },
      shown.sides.map((side) => sheet(piece(item, lang, side), 0,
        `${name(lang)}, ${SIDES[side]}, ${languageName(lang)}`, size))))),
    caption(item, view.langs.map(name).filter((one, index, all) => all.indexOf(one) === index).join(" · ")));
};

const pagesOf = (item, lang) => {
  const found = layouts.get(piece(item, lang, ""));
  if (found && found.length) return found;
  const [width, height] = [shown.width || 210, shown.height || 297];
  return [[width + 2 * shown.bleed, height + 2 * shown.bleed]];
};

const page = (item, lang, number, [width, height]) => sheet(piece(item, lang, ""), number,
  `${said(shown.titles)}, page ${number + 1}, ${languageName(lang)}`, form(width, height));

/* The pages of a book by two: the cover alone, then facing pages. */
const spread = (item, lang, pages, index, column) => {
  const numbers = index === 0 ? [0] : [2 * index - 1, 2 * index].filter((number) => number < pages.length);
  const node = h("figure", { class: `spread${index === 0 ? " cover" : ""}`, lang },
    h("div", { class: "facing" }, numbers.map((number) => page(item, lang, number, pages[number]))),
    h("figcaption", { class: "folio" }, numbers.map((number) => number + 1).join(" – ")));
  node.style.setProperty("--column", column + 1);
  node.style.setProperty("--row", index + 1);
  return node;
};

const book = (item) => {
  const spreads = view.langs.flatMap((lang, column) => {
    const pages = pagesOf(item, lang);
    const count = 1 + Math.ceil((pages.length - 1) / 2);
    return Array.from({ length: count }, (_, index) => spread(item, lang, pages, index, column));
  });
  return h("section", { class: "book" }, spreads);
};

const leaves = (item) => h("section", { class: "leaves" }, view.langs.map((lang) => {
  const pages = pagesOf(item, lang);
  return h("figure", { class: "leaf", lang },
    h("div", { class: "run" }, pages.map((size, number) => page(item, lang, number, size))),
    h("figcaption", { class: "folio" }, languageName(lang)));
}));

/* Whether a product is shown by the faces of its entries, such as cards, and not by its pages. */
export const hasFaces = (table) => table.sides[0] !== "";

const drawing = (table) => (hasFaces(table) ? card : table.kind === "book" ? book : leaves);

/* Draws the product. `how` has the languages, the ink and the guides. */
export const draw = (table, how) => {
  shown = table;
  view = how;
  forgetSheets();
  const desk = byId("desk");
  desk.className = `desk of-${table.kind}${how.guides ? " guided" : ""}`;
  desk.replaceChildren(...table.items.map(drawing(table)));
  const why = table.kind === "index" ? "This product shows the cards of others. Print it to see its pages."
    : "This product is empty.";
  if (!table.items.length) desk.append(h("p", { class: "empty" }, why));
};

/* Notes the pages of a piece; true if the product on the desk must be drawn again. */
export const layout = ({ piece: name, pages }) => {
  const before = JSON.stringify(layouts.get(name) || []);
  if (pages.length) layouts.set(name, pages);
  const again = pages.length > 0 && before !== JSON.stringify(pages);
  return again && shown !== null && !hasFaces(shown) && name.startsWith(shown.id.replace("/", ":") + ":");
};

/* The width of a row of the product in mm. */
export const rowWidth = () => {
  if (!shown) return 0;
  const bleed = view.guides ? 2 * shown.bleed : 0;
  if (hasFaces(shown)) return (shown.width + bleed) * shown.sides.length * view.langs.length;
  const widths = view.langs.map((lang) => Math.max(...shown.items.map((item) => {
    const pages = pagesOf(item, lang).map(([width]) => width - 2 * shown.bleed + bleed);
    return shown.kind === "book" ? 2 * Math.max(...pages) : Math.max(...pages);
  })));
  return widths.reduce((sum, width) => sum + width, 0);
};
