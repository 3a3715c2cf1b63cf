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
