/* The figures on the table, the showdown that is set up or played, and what came before, kept in the
   browser. Everything is plain data, so that going back is taking the copy of an earlier state. */
const Saloon = (() => {
  const PAST = 40;
  let data = null;
  let state = null;

  const figure = (place) => data.figures[place];
  /* A figure of a profile; one without any weapon of its own has a firearm of its player's choice. */
  const recruit = (profile, number) => {
    const { guns, blades, blank } = figure(profile);
    const choice = !guns.length && !blades.length && data.guns.length ? 0 : -1;
    return {
      profile, number, ticked: 0, gun: guns[0] ?? choice, blade: blades[0] ?? 0, auto: false,
      own: blank ? { pots: [...figure(profile).pots], cards: figure(profile).cards, life: [...figure(profile).life] } : null,
    };
  };
  const fresh = () => {
    const figures = data.figures.map((_, profile) => recruit(profile, 1));
    const star = Math.max(0, data.figures.findIndex((one) => one.star));
    const foe = data.figures.findIndex((one, place) => place !== star && one.hides);
    return {
      figures, pick: [star, foe < 0 ? Math.min(1, figures.length - 1) : foe], kind: data.guns.length ? "shot" : "fight",
      reply: "dodge", dodge: [0, 0], back: [0, 0], extra: [0, 0], seed: Chance.newSeed(), round: 1,
      match: null, actions: [], past: [],
    };
  };
  /* Whether a kept state fits the data of the page. */
  const fits = (kept) => {
    try {
      if (!kept.figures.every((one) => figure(one.profile) && one.gun < data.guns.length && one.blade < data.blades.length)) return false;
      if (!kept.pick.every((place) => kept.figures[place]) || typeof kept.seed !== "string") return false;
      if (kept.ids.join() !== data.figures.map(({ id }) => id).join()) return false;
      if (kept.match) {
        state = kept;
        Duel.replay(data, whole(kept.match), kept.actions);
      }
      return true;
    } catch {
      return false;
    }
  };
  const open = (found) => {
    data = found;
    if (state) return;
    const kept = Kept.read("showdown");
    const good = kept && fits(kept);
    state = good ? kept : fresh();
  };
  const keep = () => Kept.write("showdown", { ...state, ids: data.figures.map(({ id }) => id) });

  /* --- figures ------------------------------------------------------------------------------------------ */

  const copies = (profile) => state.figures.filter((one) => one.profile === profile).length;
  const name = (place) => {
    const { profile, number } = state.figures[place];
    return copies(profile) > 1 ? `${say(figure(profile).name)} ${number}` : say(figure(profile).name);
  };
  /* A figure as a match has it. */
  const fighter = (place) => {
    const { profile, ticked, gun, blade, own } = state.figures[place];
    return { ...figure(profile), ...own, ticked, gun: data.guns[gun] ?? null, blade: data.blades[blade] ?? null };
  };
  const picked = (side) => state.figures[state.pick[side]];
  const out = (side) => Duel.killed(fighter(state.pick[side]), picked(side).ticked);

  /* --- changes --------------------------------------------------------------------------------------------- */

  const plain = () => JSON.parse(JSON.stringify({ ...state, past: [] }));
  /* Remembers the state, so that `back` brings it again. */
  const remember = () => { state.past = [...state.past, plain()].slice(-PAST); };
  const change = (values) => {
    Object.assign(state, values);
    keep();
  };
  const back = () => {
    const before = state.past.at(-1);
    if (!before) return false;
    state = { ...before, past: state.past.slice(0, -1) };
    keep();
    return true;
  };
  const pick = (side, place) => {
    const pair = [...state.pick];
    if (pair[1 - side] === place) pair[1 - side] = pair[side];
    pair[side] = place;
    change({ pick: pair });
  };
  const add = (profile) => {
    const number = Math.max(...state.figures.filter((one) => one.profile === profile).map((one) => one.number)) + 1;
    change({ figures: [...state.figures, recruit(profile, number)] });
    return state.figures.length - 1;
  };
  const adjust = (side, values) => {
    Object.assign(picked(side), values);
    const most = Duel.whole(fighter(state.pick[side]));
    picked(side).ticked = Math.max(0, Math.min(most, picked(side).ticked));
    keep();
  };
  const restart = (seed) => {
    remember();
    const { figures, pick } = fresh();
    change({ figures, pick, match: null, actions: [], round: 1, seed });
  };

  /* --- the match ------------------------------------------------------------------------------------------- */

  /* Whether the target can shoot back, and the active figure shoot at all. */
  const armed = (side) => fighter(state.pick[side]).gun !== null;
  const kind = () => (state.kind === "shot" && !armed(0) ? "fight" : state.kind);
  const reply = () => (armed(1) ? state.reply : "dodge");
  const set = () => ({
    kind: kind(), reply: reply(), dodge: state.dodge, back: state.back, extra: state.extra,
    seed: `${state.seed}/${state.round}`, pick: state.pick,
  });
  /* A match with its figures. */
  const whole = (kept) => ({ ...kept, sides: kept.pick.map(fighter) });
  const match = () => whole(state.match ?? set());
  const begin = () => {
    remember();
    change({ match: set(), actions: [] });
  };
  const act = (action, own) => {
    if (own) remember();
    change({ actions: [...state.actions, action] });
  };
  const played = () => (state.match ? Duel.replay(data, match(), state.actions) : null);
  /* Ends the match: what was ticked stays ticked. */
  const leave = () => {
    const { ticked } = played();
    remember();
    Duel.both(match()).forEach((side) => { picked(side).ticked = ticked[side]; });
    change({ match: null, actions: [], round: state.round + 1 });
  };

  return {
    open, keep, name, fighter, picked, out, copies, remember, change, back, pick, add, adjust, restart,
    armed, kind, reply, match, begin, act, played, leave, get state() { return state; }, get data() { return data; },
  };
})();
