/* Tables without elements: what a search finds, what dice and cards give, what adds up. */
const TableRules = (() => {
  const { bare } = Marked;

  /* A text for comparison: without accents, capitals, ligatures and typographic signs. */
  const folded = (text) => bare(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replaceAll("œ", "oe").replaceAll("æ", "ae").replaceAll("ß", "ss").replaceAll("’", "'")
    .replaceAll("−", "-").replace(/\s+/g, " ");

  /* What can be found in a table: its title, and its rows with their words. */
  const lines = (table, say) => {
    const cells = table.rows.map((row) => row.map(say).join(" "));
    const matrix = table.matrix;
    const ranks = matrix ? [...matrix.rows, ...matrix.columns].map(say) : [];
    return [...cells, ...table.columns.map(say), ...ranks, say(table.note)];
  };

  /* The tables that have all words of a question, titles first: [{id, row}]. `row` is the row that
     has all words, or else null. */
  const find = (tables, question, say) => {
    const words = folded(question).split(" ").filter(Boolean);
    const has = (text) => words.every((word) => text.includes(word));
    const found = [[], [], []];
    for (const table of tables) {
      const title = folded(say(table.title));
      const all = lines(table, say).map(folded);
      const row = all.slice(0, table.rows.length).findIndex(has);
      if (has(title)) found[0].push({ id: table.id, row: null });
      else if (row >= 0) found[1].push({ id: table.id, row });
      else if (has([title, ...all].join(" "))) found[2].push({ id: table.id, row: null });
    }
    return found.flat();
  };

  /* The total of dice with what is added; of tens and units without. */
  const total = (roll, faces, plus) => {
    if (roll.tens) return faces[0] * 10 + faces[1];
    return [...faces, ...plus].reduce((sum, number) => sum + number, 0);
  };
  const rowOf = (roll, sum) => roll.rows[sum] ?? null;

  /* The ticked rows after a tap on one. Of some rows only one applies at a time. */
  const ticked = (adds, before, row) => {
    if (before.includes(row)) return before.filter((other) => other !== row);
    const rivals = adds.one_of.filter((rows) => rows.includes(row)).flat();
    return [...before.filter((other) => !rivals.includes(other)), row].sort((a, b) => a - b);
  };
  const sum = (adds, rows) => rows.reduce((all, row) => all + (adds.numbers[row] ?? 0), 0);

  /* Cards have numbers: suit by suit, rank by rank, then the Jokers. */
  const size = (pack) => pack.suits.length * pack.ranks.length + pack.jokers;
  const card = (pack, number) => {
    const suit = Math.floor(number / pack.ranks.length);
    if (suit >= pack.suits.length) return { joker: true, row: pack.joker_row };
    const rank = pack.ranks[number % pack.ranks.length];
    return { joker: false, suit: pack.suits[suit], rank, row: rank.row };
  };
  /* A shuffled pack, by a source of numbers from 0 to below n. */
  const shuffled = (pack, below) => Chance.order(size(pack), below);

  /* How many characters wide a table is to be read well: its columns, long cells at 16. */
  const need = (columns, rows) => columns.reduce((all, head, place) => {
    const cells = rows.map((row) => bare(row[place]));
    const word = Math.max(...[bare(head), ...cells].flatMap((cell) => cell.split(/[\s-]+/)).map((part) => part.length));
    const whole = Math.max(...cells.map((cell) => cell.length));
    return all + Math.max(word, Math.min(whole, 16)) + 2;
  }, 0);

  return { folded, find, total, rowOf, ticked, sum, size, card, shuffled, need };
})();
