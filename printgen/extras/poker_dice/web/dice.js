/* Poker dice on the page: cubes that tumble and settle. With reduced motion they just show. */
const Cubes = (() => {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  /* The faces above and beside each face, as on a die. */
  const [ABOVE, BESIDE] = [[4, 4, 4, 4, 2, 0], [3, 0, 1, 2, 3, 3]];
  /* Milliseconds of a throw, between two dice, and between the faces that a rolling die shows. */
  const [LASTS, APART, TURN] = [640, 45, 100];

  const wild = () => Math.random() * 2 - 1;
  const draw = (node, face, sides = 3) => {
    const cube = node.querySelector(".cube");
    [face, ABOVE[face], BESIDE[face]].slice(0, sides).forEach((shown, n) => { cube.children[n].dataset.face = shown; });
  };
  /* Only the place of a rolling die is animated, so that it stays smooth on slow phones; meanwhile it
     shows other faces. */
  const tumble = (node, faces, face, n) => {
    const timing = { duration: LASTS + wild() * 60, delay: n * APART, fill: "backwards" };
    const spin = (wild() < 0 ? -1 : 1) * (270 + 180 * Math.random());
    const rolling = node.querySelector(".hop").animate([
      { transform: `translate(${-70 + wild() * 30}%, -110%) rotate(${-spin}deg)`, opacity: 0, easing: "cubic-bezier(.4,0,.9,.6)" },
      { transform: `translate(${-26 + wild() * 10}%, 8%) rotate(${-spin * 0.42}deg)`, opacity: 1, offset: .42, easing: "cubic-bezier(.1,.6,.5,1)" },
      { transform: `translate(${-10 + wild() * 4}%, -30%) rotate(${-spin * 0.14}deg)`, opacity: 1, offset: .64, easing: "cubic-bezier(.5,0,.9,.6)" },
      { transform: "translate(0, 4%) rotate(3deg)", opacity: 1, offset: .86, easing: "ease-out" },
      { transform: "none", opacity: 1 },
    ], timing);
    const turn = () => {
      if (Number(node.dataset.face) !== face) return;
      const at = (rolling.currentTime ?? Infinity) - timing.delay;
      const over = rolling.playState !== "running" || at > timing.duration * 0.8;
      draw(node, over ? face : Math.floor(Math.random() * faces), 1);
      if (!over) setTimeout(turn, TURN);
    };
    turn();
  };

  /* A die; `button` if it can be chosen. Each side has all faces, of which one is visible, so that
     nothing is laid out while it rolls. */
  const die = (faces, button) => {
    const cube = h("span", { class: "hop", "aria-hidden": "true" }, h("span", { class: "cube" },
      ["front", "above", "beside"].map((side) => h("i", { class: side }, faces.map((face) => h("b", { "data-label": say(face.label) }))))));
    return button ? h("button", { type: "button", class: "die", "aria-pressed": "false" }, cube) : h("span", { class: "die" }, cube);
  };
  const set = (node, face) => {
    if (node.dataset.face === String(face)) return;
    node.dataset.face = face;
    draw(node, face);
  };

  /* A row of dice that stays on the page: `show` brings it to the dice of a roll. `toggle` gets
     the place of a pressed die. */
  const row = (faces, toggle) => {
    const node = h("div", { class: "dice" });
    const dice = [];
    const cards = h("span", { class: "played" });
    const resize = (many) => {
      while (dice.length > many) dice.pop().remove();
      while (dice.length < many) {
        const place = dice.length;
        const one = die(faces, true);
        one.addEventListener("click", () => toggle(place));
        dice.push(one);
      }
      node.replaceChildren(...dice, cards);
    };
    const show = (roll, { chosen = [], open = false, fresh = [], label }) => {
      if (dice.length !== (roll ? roll.dice.length : 0)) resize(roll ? roll.dice.length : 0);
      if (!roll) cards.replaceChildren();
      if (!roll) return;
      roll.dice.forEach((face, place) => {
        const one = dice[place];
        const marked = chosen.includes(place);
        set(one, face);
        one.setAttribute("aria-pressed", String(marked));
        one.setAttribute("aria-label", label(face, place));
        one.setAttribute("aria-disabled", String(!open));
        one.classList.toggle("open", open);
        one.classList.toggle("changed", roll.changed === place);
      });
      cards.replaceChildren(...roll.cards.map((face) => h("b", { class: "card-face" }, say(faces[face].label))));
      if (!still.matches) fresh.forEach((place, n) => { if (dice[place]) tumble(dice[place], faces.length, roll.dice[place], n); });
    };
    return { node, show, get dice() { return dice; } };
  };
  /* Some dice that cannot be chosen, with those that count marked. */
  const loose = (faces, thrown, counts, fresh) => h("div", { class: "loose" }, thrown.map((face, n) => {
    const one = die(faces, false);
    set(one, face);
    one.classList.toggle("counts", counts(face));
    if (fresh && !still.matches) tumble(one, faces.length, face, n);
    return one;
  }));

  /* How long a throw of some dice takes. */
  const lasts = (many) => (still.matches || !many ? 0 : LASTS + 60 + many * APART);

  return { row, loose, lasts, still };
})();
