/* Poker dice on the page: cubes that tumble and settle. With reduced motion they just show. */
const Cubes = (() => {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  /* How a cube is turned so that each of its faces is in front. */
  const TURNS = [[0, 0], [0, -90], [0, -180], [0, 90], [-90, 0], [90, 0]];
  /* Milliseconds of a throw, and between two dice. */
  const [LASTS, APART] = [620, 55];

  const turned = (face, x = 0, y = 0) => `rotateX(${TURNS[face][0] + x}deg) rotateY(${TURNS[face][1] + y}deg)`;
  const wild = () => Math.random() * 2 - 1;

  const tumble = (node, face, n) => {
    const timing = { duration: LASTS + wild() * 60, delay: n * APART, fill: "backwards" };
    const [x, y] = [360 + 180 * Math.random(), wild() < 0 ? -540 : 540];
    node.querySelector(".cube").animate(
      [{ transform: turned(face, x, y) }, { transform: turned(face) }], { ...timing, easing: "cubic-bezier(.18,.7,.3,1)" });
    node.querySelector(".hop").animate([
      { transform: `translate(${-60 + wild() * 30}%, -90%) rotate(${wild() * 90}deg)`, opacity: 0, easing: "cubic-bezier(.4,0,.9,.6)" },
      { transform: `translate(${-20 + wild() * 10}%, 6%) rotate(${wild() * 30}deg)`, opacity: 1, offset: .45, easing: "cubic-bezier(.1,.6,.5,1)" },
      { transform: `translate(${-8 + wild() * 4}%, -22%) rotate(${wild() * 12}deg)`, offset: .66, easing: "cubic-bezier(.5,0,.9,.6)" },
      { transform: "translate(0, 3%)", offset: .86, easing: "ease-out" },
      { transform: "none" },
    ], timing);
  };

  /* A die; `button` if it can be chosen. */
  const die = (faces, button) => {
    const sides = faces.map((face, n) => h("i", { class: `face f${n}${n === faces.length - 1 ? " top" : ""}` }, say(face.label)));
    const cube = h("span", { class: "hop", "aria-hidden": "true" }, h("span", { class: "cube" }, sides));
    return button ? h("button", { type: "button", class: "die", "aria-pressed": "false" }, cube) : h("span", { class: "die" }, cube);
  };
  const set = (node, face) => {
    node.dataset.face = face;
    node.querySelector(".cube").style.transform = turned(face);
  };

  /* A row of dice that stays on the page: `show` brings it to the dice of a roll. `toggle` is told of
     the place of a die that is pressed. */
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
      if (!still.matches) fresh.forEach((place, n) => { if (dice[place]) tumble(dice[place], roll.dice[place], n); });
    };
    return { node, show, get dice() { return dice; } };
  };
  /* Some dice that cannot be chosen, with those that count marked. */
  const loose = (faces, thrown, counts, fresh) => h("div", { class: "loose" }, thrown.map((face, n) => {
    const one = die(faces, false);
    set(one, face);
    one.classList.toggle("counts", counts(face));
    if (fresh && !still.matches) tumble(one, face, n);
    return one;
  }));

  /* How long a throw of some dice takes. */
  const lasts = (many) => (still.matches || !many ? 0 : LASTS + 60 + many * APART);

  return { row, loose, lasts, still };
})();
