/* Creates elements. Texts become text nodes, never HTML. */
export const byId = (id) => document.getElementById(id);

export const h = (tag, attributes, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
};

export const CLIENT = crypto.randomUUID();
export const EVENTS = `events?client=${CLIENT}`;

/* Sends a request. Its browser adds the cookie of this preview. */
export const ask = (path, data) => fetch(path, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ client: CLIENT, ...data }),
});

/* A text in the language of the user, or else in the first one. */
export const said = (texts) => texts[navigator.language.slice(0, 2)] || Object.values(texts)[0];

/* Settings that outlive the page. */
export const kept = (name, fallback) => {
  try { return JSON.parse(localStorage.getItem(`printgen-${name}`)) ?? fallback; } catch { return fallback; }
};
export const keep = (name, value) => {
  try { localStorage.setItem(`printgen-${name}`, JSON.stringify(value)); } catch { /* Private windows have no storage. */ }
};
