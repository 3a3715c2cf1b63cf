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

/* The sounds of a quest: cards, blows, wounds, death, the throne. */
const Sound = (() => {
  const { tone, hiss, bell } = Sounds;

  const SOUNDS = {
    card: () => { hiss(0, 2600, 0.8, 0.09, 0.5); hiss(0.34, 1500, 0.7, 0.07, 0.7); tone(0.34, 190, 120, 0.06, 0.12); },
    two: () => { SOUNDS.card(); hiss(0.12, 2400, 0.8, 0.09, 0.4); hiss(0.46, 1400, 0.7, 0.07, 0.6); },
    tie: () => { tone(0, 900, 880, 0.3, 0.14, "triangle"); tone(0.02, 1350, 1330, 0.25, 0.08, "triangle"); hiss(0, 3000, 3, 0.06, 0.4); },
    block: () => { tone(0, 620, 600, 0.4, 0.06, "square"); tone(0, 1487, 1470, 0.3, 0.03, "square"); hiss(0, 3200, 2, 0.08, 0.5); },
    blow: () => { tone(0, 170, 45, 0.22, 0.6); hiss(0, 700, 0.6, 0.12, 0.7); },
    wound: () => { tone(0, 120, 38, 0.35, 0.6); hiss(0, 380, 0.7, 0.2, 0.8); tone(0.05, 220, 90, 0.3, 0.05, "sawtooth"); },
    slain: () => { SOUNDS.blow(); tone(0.12, 330, 60, 0.5, 0.07, "sawtooth"); },
    trap: () => { hiss(0, 1800, 3, 0.06, 0.9); tone(0.04, 140, 40, 0.4, 0.6); },
    aid: () => { bell(0, 523, 0.09); bell(0.14, 784, 0.09); },
    death: () => { bell(0, 98, 0.4); bell(0.9, 98, 0.3); bell(1.8, 92, 0.35); },
    throne: () => [392, 523, 659, 784, 1047].forEach((pitch, number) => bell(number * 0.16, pitch, 0.14)),
  };

  const play = (name) => Sounds.play(SOUNDS[name]);
  /* The sound of what an action brought. */
  const heard = ({ events }) => {
    const of = (wanted) => events.find(([kind]) => kind === wanted);
    const [round, hit, effect] = [of("round"), of("hit"), of("effect")];
    if (of("won")) return "throne";
    if (of("lost")) return "death";
    if (hit && hit[1] && !hit[2] && !hit[4]) return "slain";
    if (hit) return hit[1] ? "blow" : "wound";
    if (effect) return effect[3] < effect[2] ? "trap" : "aid";
    if (round) return !round[3] ? "tie" : round[4] ? "blow" : "block";
    return "";
  };

  return { play, heard, example: SOUNDS.aid };
})();
