/* The rules of a quest as pure functions on plain state. Tests compare the events with those of
   tests/quest_game.py. `rules` has `steps` ({enemy: [life, armour] or null, effect: [life, armour]}),
   `advances` and `cards` (the values of the cards, lowest first), `most` (the maximum life and armour)
   and `reach` (the maximum difference of two cards). */
const Engine = (() => {
  const { shuffled } = Chance;

  const newGame = (rules, start, seed) => {
    const random = Chance.start(seed);
    const ahead = shuffled(random, rules.advances.length);
    const pile = shuffled(random, rules.cards.length);
    return {
      random, ahead, pile, next: 0, at: 0, life: start[0], armour: start[1], foe: [0, 0],
      damage: 0, struck: false, phase: "draw",
    };
  };

  const hopeless = (rules, state) => state.life + rules.reach <= state.foe[0] + state.foe[1];

  const actions = (rules, state) => {
    if (state.phase === "draw") return ["draw"];
    if (state.phase === "fight") return ["fight"];
    return state.phase === "damage" ? ["life", "armour"] : [];
  };

  const lose = (state, why, events) => {
    state.phase = "lost";
    events.push(["lost", why]);
  };

  /* Loses the game in a fight that can no longer be won: no round can change that. */
  const giveUp = (rules, state, events) => {
    if (hopeless(rules, state)) lose(state, 2, events);
  };

  const leave = (rules, state, events) => {
    const step = rules.steps[state.at - 1];
    const last = state.at === rules.steps.length;
    state.phase = "draw";
    if (!(last && step.enemy)) {
      ["life", "armour"].forEach((counter, number) => {
        const before = state[counter];
        const after = Math.min(rules.most[number], Math.max(0, before + step.effect[number]));
        state[counter] = after;
        if (step.effect[number]) events.push(["effect", number, before, after]);
      });
    }
    if (!state.life) lose(state, 1, events);
    else if (last) {
      state.phase = "won";
      events.push(["won"]);
    }
  };

  const draw = (rules, state, events) => {
    const card = state.ahead.shift();
    state.at += rules.advances[card];
    events.push(["step", card, state.at]);
    const enemy = rules.steps[state.at - 1].enemy;
    if (!enemy) {
      leave(rules, state, events);
      return;
    }
    state.foe = [...enemy];
    state.phase = "fight";
    events.push(["meet", ...enemy]);
    giveUp(rules, state, events);
  };

  const hit = (rules, state, number, events) => {
    const both = state.struck ? [state.life, state.armour] : [...state.foe];
    const before = both[number];
    both[number] = Math.max(0, before - state.damage);
    events.push(["hit", state.struck ? 0 : 1, number, before, both[number]]);
    if (state.struck) [state.life, state.armour] = both;
    else state.foe = both;
    state.damage = 0;
    state.phase = "fight";
    if (!state.life) lose(state, 0, events);
    else if (!state.foe[0]) leave(rules, state, events);
    else giveUp(rules, state, events);
  };

  const round = (rules, state, events) => {
    if (state.next + 2 > state.pile.length) {
      state.pile = shuffled(state.random, rules.cards.length);
      state.next = 0;
      events.push(["shuffle"]);
    }
    const [mine, theirs] = state.pile.slice(state.next, state.next + 2);
    state.next += 2;
    const strike = state.life + rules.cards[mine] - state.foe[0] - rules.cards[theirs];
    state.struck = strike < 0;
    const shield = state.struck ? state.armour : state.foe[1];
    state.damage = Math.max(0, Math.abs(strike) - shield);
    events.push(["round", mine, theirs, strike, state.damage]);
    if (state.damage && shield) state.phase = "damage";
    else if (state.damage) hit(rules, state, 0, events);
  };

  /* The new state and the events after a legal action. */
  const play = (rules, before, action) => {
    if (!actions(rules, before).includes(action)) throw new Error(`no ${action} now`);
    const state = { ...before, random: [...before.random], ahead: [...before.ahead] };
    const events = [];
    if (action === "draw") draw(rules, state, events);
    else if (action === "fight") round(rules, state, events);
    else hit(rules, state, action === "armour" ? 1 : 0, events);
    return { state, events };
  };

  return { newGame, actions, play };
})();
