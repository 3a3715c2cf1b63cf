/* Pages on the desk: each is a button with the picture of a page, or of a face of a card. */
import { ask, h } from "./dom.js";

const MARKED = 4000;
const digests = new Map();
const hidden = new Map();
const sheets = new Map();
const seen = new Set();
let changedWants = () => {};

const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) seen.add(entry.target);
    else seen.delete(entry.target);
  }
  changedWants();
}, { rootMargin: "240px 0px" });

export const onWants = (call) => { changedWants = call; };

/* The pages near the viewport as [piece, page], those in it first. */
export const wants = () => {
  const inside = (sheet) => {
    const box = sheet.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  };
  const near = [...seen].filter((sheet) => sheet.isConnected);
  const before = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  near.sort((one, other) => inside(other) - inside(one) || (before(one, other) ? -1 : 1));
  return near.map((sheet) => [sheet.dataset.piece, Number(sheet.dataset.page)]);
};

const key = (piece, page) => `${piece} ${page}`;

const open = async (sheet, event) => {
  const { piece, page } = sheet.dataset;
  const point = {};
  if (event.detail) {
    const picture = sheet.querySelector("img").getBoundingClientRect();
    const perMm = picture.width / Number(sheet.dataset.width);
    point.x = (event.clientX - picture.left) / perMm;
    point.y = (event.clientY - picture.top) / perMm;
  }
  const answer = await ask("where", { piece, page: Number(page), ...point });
  if (!answer.ok) return;
  const { url } = await answer.json();
  h("a", { href: url, rel: "noreferrer" }).click();
};

const size = (node, sizes) => {
  for (const [name, value] of Object.entries(sizes)) node.style.setProperty(`--${name}`, value);
};

/* A page of a piece. `form` has its size with bleed, its bleed, safe zone and radius in mm. */
export const sheet = (piece, page, name, form) => {
  const node = h("button", {
    type: "button", class: "sheet", "data-piece": piece, "data-page": page,
    "data-width": form.width, "data-name": name,
    onclick: (event) => open(node, event),
  },
  h("img", { alt: "", draggable: "false" }),
  form.bleed > 0 && h("span", { class: "trim" }),
  form.safe > 0 && h("span", { class: "safe" }));
  size(node, form);
  sheets.set(key(piece, page), node);
  const digest = digests.get(key(piece, page));
  if (digest) show(node, digest);
  label(node);
  dim(node);
  observer.observe(node);
  return node;
};

const label = (node) => {
  const state = hidden.get(node.dataset.piece) ? " (last good version)" : "";
  node.setAttribute("aria-label", `${node.dataset.name}${state}: open its text`);
};

const dim = (node) => {
  node.classList.toggle("stale", Boolean(hidden.get(node.dataset.piece)));
  label(node);
};

const show = (node, digest) => {
  const image = node.querySelector("img");
  image.src = `picture/${digest}.jpg`;
  node.classList.add("drawn");
};

export const picture = ({ piece, page, digest, changed }) => {
  digests.set(key(piece, page), digest);
  const node = sheets.get(key(piece, page));
  if (!node) return;
  show(node, digest);
  if (!changed) return;
  clearTimeout(node.marked);
  node.classList.add("changed");
  node.marked = setTimeout(() => node.classList.remove("changed"), MARKED);
};

export const state = (piece, isHidden) => {
  hidden.set(piece, isHidden);
  for (const node of sheets.values()) if (node.dataset.piece === piece) dim(node);
};

export const forgetSheets = () => {
  for (const node of sheets.values()) observer.unobserve(node);
  sheets.clear();
  seen.clear();
};
