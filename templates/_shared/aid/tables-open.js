/* An open table. */
const OpenTable = (() => {
  const { shown, plain } = TableWords;
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
