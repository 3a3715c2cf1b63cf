/* Texts of tables as elements: bold and italic words, red suits. And what the tool remembers. */
const TableWords = (() => {
  const { BOLD, ITALIC } = TableRules;

  const suits = (text) => text.split(/([♥♦])/).filter(Boolean)
    .map((part) => (part === "♥" || part === "♦" ? h("span", { class: "red-suit" }, part) : part));
  const split = (text, mark, tag, inner) => text.split(mark)
    .map((part, place) => (place % 2 ? h(tag, {}, inner(part)) : inner(part)));
  /* The nodes of a text. */
  const nodes = (text) => split(text, BOLD, "strong", (part) => split(part, ITALIC, "em", suits));
  const shown = (text) => nodes(say(text));
  const plain = (text) => TableRules.bare(say(text));

  return { shown, plain };
})();

/* What is remembered of each table: results, ticks, choices, the pack. */
const TableMemory = (() => {
  const PAST = 8;
  const key = (id) => `tables.${id}`;
  const read = (id) => {
    const found = Kept.read(key(id));
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  };
  const write = (id, change) => Kept.write(key(id), { ...read(id), ...change });
  const whole = (number) => Number.isInteger(number);
  /* Whether a result that was kept is one of this table, which may have changed. */
  const fits = (table, one) => {
    if (!one || !(one.row === null || table.rows[one.row])) return false;
    if (table.pack) return whole(one.card) && one.card >= 0 && one.card < TableRules.size(table.pack);
    return [one.faces, one.plus].every((numbers) => Array.isArray(numbers) && numbers.every(whole))
      && one.faces.length === table.roll?.count && whole(one.total);
  };
  /* The last results, newest first. */
  const past = (table) => [read(table.id).past ?? []].flat().filter((one) => fits(table, one)).slice(0, PAST);
  const add = (table, result) => write(table.id, { past: [result, ...past(table)].slice(0, PAST) });

  /* The names of the pinned tables, in the order in which they were pinned. */
  const pinned = () => [Kept.read("tables.pinned") ?? []].flat();
  const pin = (id) => {
    const before = pinned();
    Kept.write("tables.pinned", before.includes(id) ? before.filter((other) => other !== id) : [...before, id]);
  };

  return { read, write, past, add, pinned, pin };
})();
