/* The tables of a game: a list to search, and a table at a tap. */
TOOLS.tables = (() => {
  const { plain } = Marked;
  let opened = Kept.read("tables.open");
  let question = "";
  let root = null;
  /* Closes the table that is open, if it covers the list. */
  let closing = () => {};
  window.addEventListener("popstate", () => closing());

  /* What a table can do, as a sign in the list. */
  const sign = (table) => {
    if (table.roll) return h("span", { class: "sign" }, Dice.draw(table.roll.sides, Math.min(table.roll.sides, 5)), plain(table.roll.words));
    if (table.pack) return h("span", { class: "sign" }, "♠");
    if (table.adds) return h("span", { class: "sign" }, "±");
    return table.two_way ? h("span", { class: "sign", "aria-hidden": "true" }, "⊞") : null;
  };
  const star = (table, update) => {
    const on = TableMemory.pinned().includes(table.id);
    return h("button", {
      type: "button", class: "star", "aria-pressed": String(on), "data-pin": table.id, "aria-label": t("tables_pin", { table: plain(table.title) }),
      onclick: () => { TableMemory.pin(table.id); update(table.id); },
    }, h("svg:svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
      h("svg:path", { d: "M12 3.2 14.7 9l6.2.7-4.6 4.3 1.3 6.2L12 17l-5.6 3.2 1.3-6.2L3.1 9.7l6.2-.7z" })));
  };

  return (data) => {
    const byName = new Map(data.tables.map((table) => [table.id, table]));
    if (!byName.has(opened)) opened = null;

    const item = (table, row = null) => h("li", {}, h("button", {
      type: "button", class: "name", "data-open": table.id, "aria-current": table.id === opened ? "true" : null, onclick: () => open(table.id, row),
    }, h("span", {}, plain(table.title), row === null ? null : h("small", {}, TableAct.spoken(table, row))), sign(table)), star(table, repin));
    const group = (title, tables) => [title ? h("h2", {}, title) : null, h("ul", {}, tables.map((table) => item(table)))];
    const groups = () => {
      const known = data.groups.filter(({ tables }) => tables.length);
      const pinned = TableMemory.pinned().filter((id) => byName.has(id)).map((id) => byName.get(id));
      const many = known.length > 1 || pinned.length > 0;
      return [
        pinned.length ? group(t("tables_pinned"), pinned) : null,
        known.map(({ title, tables }) => {
          const others = tables.map((id) => byName.get(id)).filter((table) => !pinned.includes(table));
          return others.length ? group(title ? plain(title) : many ? t("tables_other") : "", others) : null;
        }),
      ];
    };
    const results = () => {
      const found = TableRules.find(data.tables, question, (text) => say(text) ?? "");
      return found.length ? h("ul", {}, found.map(({ id, row }) => item(byName.get(id), row)))
        : h("p", { class: "none" }, t("tables_none"));
    };
    const list = h("div", { class: "lists" });
    const fill = () => list.replaceChildren(...[question.trim() ? results() : groups()].flat(9).filter(Boolean));
    const repin = (id) => {
      fill();
      for (const node of pane.querySelectorAll("[data-pin]")) {
        node.setAttribute("aria-pressed", String(TableMemory.pinned().includes(node.dataset.pin)));
      }
      const focus = document.activeElement === document.body ? list.querySelector(`[data-pin="${id}"]`) : null;
      focus?.focus();
    };

    const search = h("input", {
      type: "search", id: "tables-search", placeholder: t("tables_search"), "aria-label": t("tables_search"), autocomplete: "off",
      oninput: () => {
        question = search.value;
        fill();
        if (question.trim()) announce(t("tables_found", { n: list.querySelectorAll("li").length }));
      },
      onkeydown: (event) => { if (event.key === "Enter") list.querySelector("[data-open]")?.click(); },
    });
    search.value = question;

    const pane = h("div", { class: "pane" });
    const head = (table) => h("header", { class: "table-top" },
      h("button", { type: "button", class: "to-list", "aria-label": t("tables_all"), onclick: leave },
        h("svg:svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("svg:path", { d: "M14.5 5 7.500 12l7 7" }))),
      h("h2", { id: "table-title", tabindex: "-1" }, plain(table.title),
        table.roll ? h("span", { class: "kind" }, ` ${plain(table.roll.words)}`) : null),
      star(table, repin));
    const draw = (row) => {
      root.classList.toggle("opened", opened !== null);
      pane.replaceChildren(opened === null ? h("p", { class: "none" }, t("tables_choose"))
        : OpenTable.make(byName.get(opened), head(byName.get(opened)), row));
      for (const node of list.querySelectorAll("[data-open]")) {
        if (node.dataset.open === opened) node.setAttribute("aria-current", "true");
        else node.removeAttribute("aria-current");
      }
    };
    /* On a phone, where a table takes the place of the list, the button "back" of the browser leads
       to the list. */
    const covers = () => !matchMedia("(min-width: 60rem)").matches;
    const open = (id, row = null) => {
      if (opened === null && covers()) history.pushState({ table: id }, "");
      opened = id;
      Kept.write("tables.open", id);
      draw(row);
      if (row === null) window.scrollTo({ top: 0 });
      byId("table-title").focus({ preventScroll: true });
    };
    const leave = () => {
      if (history.state?.table) history.back();
      else close();
    };
    closing = () => { if (opened !== null && covers()) close(); };
    const close = () => {
      const id = opened;
      opened = null;
      Kept.write("tables.open", null);
      draw(null);
      list.querySelector(`[data-open="${id}"]`)?.focus();
    };

    root = h("div", { class: "tables-tool", onkeydown: (event) => {
      if (event.key === "Escape" && opened !== null && event.target !== search) leave();
    } }, h("div", { class: "table-list" }, search, list), pane);
    fill();
    draw(null);
    return root;
  };
})();
