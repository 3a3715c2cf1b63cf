/* What is done on an open table, in a bar below it: a roll, a card, a sum. */
const TableAct = (() => {
  const { shown, plain } = TableWords;
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
