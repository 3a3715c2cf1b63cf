/* Dice that are rolled and drawn. */
const Dice = (() => {
  const PIPS = {
    1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]],
    4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
    6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
  };
  /* The outlines of dice by their sides, in a square of 100; others are round. */
  const OUTLINES = {
    4: "M50 6L96 88H4z", 8: "M50 3L94 50 50 97 6 50z", 10: "M50 3L96 42 80 66 50 97 20 66 4 42z",
    12: "M50 4L94 36 77 90H23L6 36z", 20: "M50 3L92 26V74L50 97 8 74V26z",
  };

  /* A whole number from 0 to below n, each as likely as the others. */
  const below = (n) => {
    const room = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      const [number] = crypto.getRandomValues(new Uint32Array(1));
      if (number < room) return number % n;
    }
  };
  const roll = (sides) => below(sides) + 1;

  const pips = (face) => PIPS[face].map(([x, y]) =>
    h("svg:circle", { class: "pip", cx: 50 + x * 25, cy: 50 + y * 25, r: 9.5 }));
  const outline = (sides) => {
    if (sides === 6) return h("svg:rect", { class: "body", x: 5, y: 5, width: 90, height: 90, rx: 16 });
    if (OUTLINES[sides]) return h("svg:path", { class: "body", d: OUTLINES[sides] });
    return h("svg:circle", { class: "body", cx: 50, cy: 50, r: 46 });
  };
  /* A die with a face, or without when it was not rolled. It is hidden from screen readers: the result is announced. */
  const draw = (sides, face, style = "") => {
    const number = () => h("svg:text", { class: "number", x: 50, y: sides === 4 ? 76 : 66 }, String(face));
    const shown = !face ? [] : sides === 6 ? pips(face) : number();
    return h("svg:svg", { class: `rolled-die ${style}`.trim(), viewBox: "0 0 100 100", "aria-hidden": "true" },
      outline(sides), shown);
  };

  /* A sound of dice on a table. */
  const sound = () => [0, 0.07, 0.16, 0.28].forEach((wait, number) =>
    Sounds.hiss(wait, 1700 - number * 180, 3, 0.05, 0.28 - number * 0.05));

  return { below, roll, draw, sound };
})();
