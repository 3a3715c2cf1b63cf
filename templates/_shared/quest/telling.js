/* The words of a quest: its cards, its counters, and what happens in it. */
const Telling = (() => {
  /* The initial shown for a hero without a portrait. */
  const initial = (text) => say(text).split(/[\s’']/).at(-1)[0];
  const card = (face) => t("card", { rank: say(face.name), suit: say(face.suit_name) });
  const counter = (number) => say(DATA.counters[number].label);
  const symbol = (number) => DATA.counters[number].symbol;

  /* The change of a counter, or a note that it is already at a bound. */
  const change = (number, before, after) => {
    const key = before !== after ? "becomes" : after ? "at_most" : "at_none";
    return t(key, { counter: counter(number), before, after });
  };

  /* --- events as sentences; an `entry` is an action, the state before it, and its events ---------- */

  const blow = (entry, event) => {
    const [, mine, theirs, strike, damage] = event;
    const { life, foe, armour } = entry.before;
    const [a, b] = [DATA.cards[mine].value, DATA.cards[theirs].value];
    const sums = t("round", { life, a, mine: life + a, foe: foe[0], b, theirs: foe[0] + b });
    if (!strike) return [sums, t("tie")];
    const shield = strike > 0 ? foe[1] : armour;
    const force = Math.abs(strike);
    const told = t(strike > 0 ? "you_strike" : "foe_strikes", { force });
    if (!damage) return [sums, told, t("stopped", { shield })];
    return [sums, told, t(shield ? "damage" : "damage_bare", { shield, damage })];
  };

  const event = (quest, entry, happened) => {
    const [kind, ...numbers] = happened;
    if (kind === "step") {
      const step = quest.steps[numbers[1] - 1];
      const face = DATA.advances[numbers[0]];
      return [
        t("drawn", { card: card(face), paces: Words.signed(face.value), step: numbers[1] }),
        `${t("pair", { a: say(DATA.types[step.type].label), b: say(step.name) })}.`,
      ];
    }
    if (kind === "meet") return [t("meet", { life: numbers[0], armour: numbers[1] })];
    if (kind === "round") return blow(entry, happened);
    if (kind === "hit" || kind === "effect") {
      const [number, before, after] = kind === "hit" ? numbers.slice(1) : numbers;
      const whose = kind === "hit" && numbers[0] ? "change_foe" : "change";
      return [t(whose, { change: change(number, before, after) })];
    }
    if (kind === "lost") return [t(`lost_${numbers[0]}`)];
    return [t(kind)];
  };
  const tell = (quest, entry) => entry.events.flatMap((happened) => event(quest, entry, happened));

  return { initial, card, counter, symbol, change, tell };
})();
