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
