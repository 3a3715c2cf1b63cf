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

/* The words of an open table: rows that fold into cards where there is no room, rows to tick, and
   the row and the column of a two-way table. */
const TableBody = (() => {
  const { shown, plain } = Marked;

  /* Whether the cells of a column are short. */
  const short = (table, column, most) => table.rows.every((row) => plain(row[column]).length <= most);
  /* How a table folds: never, on phones, or unless there is a lot of room. */
  const fold = (table) => {
    if (table.columns.length === 2) {
      return short(table, 0, 6) ? "figures" : short(table, 1, 12) ? "values" : "pairs";
    }
    const need = TableRules.need(table.columns.map(plain), table.rows.map((row) => row.map(plain)));
    return need <= 40 ? "narrow" : need <= 58 ? "medium" : "broad";
  };
  const cell = (table, text, column) => (column
    ? h("td", { role: "cell", "data-column": column },
      h("span", { class: "column-name", "aria-hidden": "true" }, plain(table.columns[column])), h("span", { class: "text" }, shown(text)))
    : h("th", { role: "rowheader", scope: "row" }, shown(text)));
  const listed = (table) => h("table", { role: "table", class: `listed ${fold(table)}`, "aria-labelledby": "table-title" },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
      table.columns.map((head) => h("th", { role: "columnheader", scope: "col" }, shown(head))))),
    h("tbody", { role: "rowgroup" }, table.rows.map((row, number) => h("tr", { role: "row", "data-row": number },
      row.map((text, column) => cell(table, text, column))))));

  const matrix = ({ matrix: { rows, columns, cells, impossible } }) => h("table", { class: "matrix", "aria-labelledby": "table-title" },
    h("thead", {}, h("tr", {}, h("td", {}), columns.map((head, number) =>
      h("th", { scope: "col", "data-column": number }, h("span", {}, plain(head)))))),
    h("tbody", {}, rows.map((head, row) => h("tr", { "data-row": row }, h("th", { scope: "row" }, shown(head)),
      cells[row].map((words, column) => h("td", { "data-column": column, class: words === impossible ? "never" : null },
        words === impossible ? "–" : words))))));

  /* Rows to tick, whose numbers add up. */
  const ticks = (table, ticked, tick) => {
    const place = table.rows[0].map((_, column) => column);
    const numbers = table.adds.column;
    const others = place.filter((column) => column !== numbers);
    return h("ul", { class: "tick-list" }, table.rows.map((row, number) => {
      const box = h("input", { type: "checkbox", id: `tick-${number}`, checked: ticked.includes(number), onchange: () => tick(number) });
      return h("li", {}, box, h("label", { for: `tick-${number}` }, h("b", {}, shown(row[numbers])),
        h("span", {}, others.map((column) => h("span", {}, shown(row[column]))))));
    }));
  };

  /* The axes of a two-way table: their names, and the labels of the rows and of the columns. */
  const axes = (table) => {
    const { matrix: grid } = table;
    if (grid) {
      const cell = (row, column) => (grid.cells[row][column] === grid.impossible ? null : grid.cells[row][column]);
      return { rowsLabel: plain(grid.rows_label), columnsLabel: plain(grid.columns_label), rows: grid.rows, columns: grid.columns, cell };
    }
    return {
      rowsLabel: plain(table.columns[0]), columnsLabel: "",
      rows: table.rows.map((row) => row[0]), columns: table.columns.slice(1),
      cell: (row, column) => plain(table.rows[row][column + 1]),
    };
  };
  const choices = (name, legend, labels, chosen, choose) => h("fieldset", { class: "table-axis" },
    h("legend", { class: legend ? null : "unseen" }, legend || t("tables_columns")),
    h("div", { class: "chips" }, labels.map((label, number) => h("label", { class: "chip" },
      h("input", { type: "radio", name, value: number, checked: number === chosen, onchange: () => choose(number) }),
      h("span", {}, shown(label))))));

  return { fold, listed, matrix, ticks, axes, choices };
})();

/* What is done on an open table, in a bar below it: a roll, a card, a sum. */
const TableAct = (() => {
  const { shown, plain } = Marked;
  const MOST_DRAWN = 6;
  const minus = (number) => String(number).replace("-", "−");

  /* The words of a row that are read out. */
  const spoken = (table, row) => (row === null ? "" : table.rows[row].map(plain).filter(Boolean).join(": "));

  /* The last results, as buttons that show their row again. */
  const past = (table, words, light) => h("ol", { class: "past", "aria-label": t("tables_past") },
    TableMemory.past(table).map((one, number) => h("li", {}, h("button", {
      type: "button", class: number ? null : "newest", onclick: () => light(one.row, true),
      "aria-label": `${words(one)} – ${spoken(table, one.row)}`,
    }, words(one)))));

  /* A number that is added to a roll, with buttons. */
  const addend = (table, part, place, plus) => {
    const value = h("b", {}, minus(plus[place]));
    const set = (by) => {
      plus[place] = Math.min(part.max, Math.max(part.min, plus[place] + by));
      value.textContent = minus(plus[place]);
      less.disabled = plus[place] === part.min;
      more.disabled = plus[place] === part.max;
      TableMemory.write(table.id, { plus });
      if (by) announce(`${plain(part.label)}: ${value.textContent}`);
    };
    const less = h("button", { type: "button", "aria-label": `${plain(part.label)} −`, onclick: () => set(-1) }, "−");
    const more = h("button", { type: "button", "aria-label": `${plain(part.label)} +`, onclick: () => set(1) }, "+");
    set(0);
    return h("div", { class: "addend", role: "group", "aria-label": plain(part.label) },
      h("span", {}, "+ ", shown(part.label)), less, value, more);
  };

  const faces = (roll, rolled, style) => {
    const count = Math.min(roll.count, MOST_DRAWN);
    return h("span", { class: `rolled-dice ${style}` }, Array.from({ length: count }, (_, die) =>
      Dice.draw(roll.sides, rolled?.[die], roll.tens && die === 0 ? "tens" : "")));
  };
  const adding = (roll, { faces: rolled, plus, total }) => {
    const parts = roll.tens ? [] : [...rolled, ...plus.filter(Boolean)];
    return parts.length > 1 ? `${parts.join(" + ").replaceAll("+ -", "− ")} = ${total}` : String(total);
  };

  const startPlus = (table) => {
    const kept = TableMemory.read(table.id).plus ?? [];
    return table.roll.plus.map(({ min, max }, place) =>
      (Number.isInteger(kept[place]) ? Math.min(max, Math.max(min, kept[place])) : Math.min(max, Math.max(min, 0))));
  };
  const rollBar = (table, light) => {
    const { roll } = table;
    const plus = startPlus(table);
    const dice = h("span", { class: "drawn" });
    const told = h("b", { class: "roll-total" });
    const before = h("div", { class: "before" });
    const update = (fresh) => {
      const [last] = TableMemory.past(table);
      dice.replaceChildren(faces(roll, last?.faces, fresh ? "just-rolled" : ""));
      told.textContent = last ? adding(roll, last) : "";
      word.textContent = last ? t("tables_again") : t("tables_roll", { dice: say(roll.words) });
      before.replaceChildren(past(table, (one) => String(one.total), light));
    };
    const throwDice = () => {
      const rolled = Array.from({ length: roll.count }, () => Dice.roll(roll.sides));
      const total = TableRules.total(roll, rolled, plus);
      const row = TableRules.rowOf(roll, total);
      TableMemory.add(table, { faces: rolled, plus: [...plus], total, row });
      Sounds.play(Dice.sound);
      update(true);
      light(row, true);
      announce(`${total}. ${spoken(table, row)}`);
    };
    const word = h("span", { class: "word" });
    const button = h("button", { type: "button", class: "main act", id: "table-roll", onclick: throwDice }, dice, word, told);
    update(false);
    return h("div", { class: "bar-act" }, roll.plus.map((part, place) => addend(table, part, place, plus)), before, button);
  };

  const cardName = (one) => (one.joker ? t("tables_joker") : `${plain(one.rank.label)}${one.suit.symbol}`);
  const cardDrawing = (one) => h("span", { class: `drawn-card ${one?.suit?.red ? "red-suit" : ""}`, "aria-hidden": "true" },
    one ? (one.joker ? "★" : [h("b", {}, plain(one.rank.label)), one.suit.symbol]) : null);
  /* The pack that was kept, if it is one. */
  const keptPack = (table) => {
    const size = TableRules.size(table.pack);
    const { left } = TableMemory.read(table.id);
    const good = Array.isArray(left) && new Set(left).size === left.length
      && left.every((card) => Number.isInteger(card) && card >= 0 && card < size);
    return good ? left : TableRules.shuffled(table.pack, Dice.below);
  };
  const drawBar = (table, light) => {
    let left = keptPack(table);
    const dice = h("span", { class: "drawn" });
    const before = h("div", { class: "before" });
    const note = h("span", { class: "note" });
    const update = () => {
      const [last] = TableMemory.past(table);
      dice.replaceChildren(cardDrawing(last && TableRules.card(table.pack, last.card)));
      note.textContent = t("tables_left", { n: left.length });
      before.replaceChildren(past(table, (one) => cardName(TableRules.card(table.pack, one.card)), light), note);
    };
    const draw = () => {
      if (!left.length) left = TableRules.shuffled(table.pack, Dice.below);
      const number = left.pop();
      const one = TableRules.card(table.pack, number);
      TableMemory.write(table.id, { left });
      TableMemory.add(table, { card: number, row: one.row });
      update();
      light(one.row, true);
      announce(`${cardName(one)}. ${spoken(table, one.row)}`);
    };
    const shuffle = () => {
      left = TableRules.shuffled(table.pack, Dice.below);
      TableMemory.write(table.id, { left });
      update();
      announce(note.textContent);
    };
    update();
    return h("div", { class: "bar-act" }, before, h("div", { class: "both" },
      h("button", { type: "button", class: "main act", id: "table-roll", onclick: draw }, dice, h("span", { class: "word" }, t("tables_draw"))),
      h("button", { type: "button", class: "plain", onclick: shuffle }, t("tables_shuffle"))));
  };

  const sumBar = (clear) => {
    const sum = h("output", { class: "total-sum", for: "table-ticks" });
    const none = h("button", { type: "button", class: "plain", onclick: clear }, t("tables_clear"));
    const set = (number, count) => {
      sum.textContent = number ? Words.signed(number) : "0";
      none.disabled = !count;
    };
    return { set, bar: h("div", { class: "bar-act sums" }, h("span", { class: "word" }, t("tables_sum")), sum, none) };
  };

  return { rollBar, drawBar, sumBar, spoken };
})();

/* An open table. */
const OpenTable = (() => {
  const { shown, plain } = Marked;
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  /* Lights the cells of a row and a column, of which one may be missing, and shows the row. */
  const lighting = (body) => (row, column, go) => {
    for (const node of body.querySelectorAll(".found, .crossed")) node.classList.remove("found", "crossed");
    if (row === null || row === undefined) return;
    const line = body.querySelector(`[data-row="${row}"]`);
    if (!line) return;
    line.classList.add("found");
    for (const node of column === null ? [] : body.querySelectorAll(`[data-column="${column}"]`)) node.classList.add("crossed");
    if (go) line.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
  };

  const twoWay = (table, body) => {
    const { rowsLabel, columnsLabel, rows, columns, cell } = TableBody.axes(table);
    const offset = table.matrix ? 0 : 1;
    const kept = TableMemory.read(table.id).at;
    let [row, column] = Array.isArray(kept) && rows[kept[0]] && columns[kept[1]] ? kept : [0, 0];
    const answer = h("p", { class: "answer" });
    const light = lighting(body);
    const named = (label, text) => h("span", {}, table.matrix ? h("i", {}, `${label} `) : null, plain(text));
    const words = () => cell(row, column) ?? t("tables_impossible");
    const update = (told) => {
      const found = cell(row, column);
      answer.replaceChildren(
        h("span", { class: "of" }, named(rowsLabel, rows[row]), h("span", { "aria-hidden": "true" }, " × "), named(columnsLabel, columns[column])),
        h("b", { class: found === null ? "never" : found.length > 9 ? "long-answer" : null }, found ?? t("tables_impossible")));
      light(row, column + offset, false);
      TableMemory.write(table.id, { at: [row, column] });
      if (told) announce(`${plain(rows[row])}, ${plain(columns[column])}: ${words()}`);
    };
    const set = (newRow, newColumn) => {
      [row, column] = [newRow, newColumn];
      for (const [name, number] of [["table-rows", row], ["table-columns", column]]) {
        const input = head.querySelector(`input[name="${name}"][value="${number}"]`);
        if (input) input.checked = true;
      }
      update(true);
    };
    const head = h("div", { class: "two-way" }, answer,
      TableBody.choices("table-rows", rowsLabel, rows, row, (number) => set(number, column)),
      TableBody.choices("table-columns", columnsLabel, columns, column, (number) => set(row, number)));
    body.addEventListener("click", (event) => {
      const line = event.target.closest("[data-row]");
      const at = event.target.closest("td[data-column]");
      if (line && at) set(Number(line.dataset.row), Number(at.dataset.column) - offset);
    });
    update(false);
    return { head, setRow: (number) => set(number, column) };
  };

  const ticking = (table) => {
    let ticked = [TableMemory.read(table.id).ticked ?? []].flat().filter((row) => table.rows[row]);
    const set = (rows, told) => {
      ticked = rows;
      TableMemory.write(table.id, { ticked });
      list.querySelectorAll("input").forEach((box, row) => { box.checked = ticked.includes(row); });
      const sum = TableRules.sum(table.adds, ticked);
      bar.set(sum, ticked.length);
      if (told) announce(`${t("tables_sum")}: ${sum ? Words.signed(sum) : 0}`);
    };
    const bar = TableAct.sumBar(() => { set([], true); list.querySelector("input").focus(); });
    const list = TableBody.ticks(table, ticked, (row) => set(TableRules.ticked(table.adds, ticked, row), true));
    list.id = "table-ticks";
    set(ticked, false);
    return [list, bar.bar];
  };

  /* The parts of a table between its head and its notes: [words, bar]. */
  const parts = (table) => {
    if (table.adds) return ticking(table);
    const body = h("div", { class: "rows" }, table.matrix ? TableBody.matrix(table) : TableBody.listed(table));
    const grid = table.two_way ? twoWay(table, body) : null;
    const lit = lighting(body);
    const light = grid ? (row) => row !== null && grid.setRow(row) : (row, go) => lit(row, null, go);
    const bar = table.roll ? TableAct.rollBar(table, light) : table.pack ? TableAct.drawBar(table, light) : null;
    const [last] = bar ? TableMemory.past(table) : [];
    if (last && !grid) light(last.row, false);
    return [grid ? [grid.head, body] : body, bar];
  };

  const rulings = (table) => (table.rulings.length ? h("details", { class: "rulings" },
    h("summary", {}, t("tables_rulings")), h("ul", {}, table.rulings.map((text) => h("li", {}, shown(text))))) : null);

  /* A table with its bar. `row` is lit, if it was found by a search. */
  const make = (table, head, row) => {
    const [body, bar] = parts(table);
    const note = table.note ? h("p", { class: "told-note" }, shown(table.note)) : null;
    /* What is chosen comes before the words about it. */
    const element = h("article", { class: bar ? "open-table with-bar" : "open-table", "data-table": table.id },
      head, table.two_way ? [body, note] : [note, body], rulings(table), bar);
    if (row !== null && row !== undefined) {
      const line = element.querySelector(`[data-row="${row}"]`);
      line?.classList.add("found");
      requestAnimationFrame(() => line?.scrollIntoView({ block: "center" }));
    }
    return element;
  };

  return { make };
})();
