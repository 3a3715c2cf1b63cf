/* The words of an open table: rows that fold into cards where there is no room, rows to tick, and
   the row and the column of a two-way table. */
const TableBody = (() => {
  const { shown, plain } = TableWords;

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
