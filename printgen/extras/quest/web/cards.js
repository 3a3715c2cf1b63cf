/* Playing cards and counters as SVG. A card is 63 x 88 units. */
const Cards = (() => {
  const SUITS = {
    "♡": "M0 4.8C-1.2 3-5.2.5-5.2-2.1-5.2-3.9-3.8-5-2.4-5-1.2-5-.4-4.3 0-3.2.4-4.3 1.2-5 2.4-5 3.8-5 5.2-3.9 5.2-2.1 5.2.5 1.2 3 0 4.8Z",
    "♢": "M0-5.4C1.2-3.2 2.6-1.5 4.1 0 2.6 1.5 1.2 3.2 0 5.4-1.2 3.2-2.6 1.5-4.1 0-2.6-1.5-1.2-3.2 0-5.4Z",
    "♤": "M0-5.3C1.3-3.3 5-1 5 1.7 5 3.3 3.8 4.2 2.5 4.2 1.6 4.2.9 3.7.4 2.9.5 4 .9 4.8 1.7 5.3H-1.7C-.9 4.8-.5 4-.4 2.9-.9 3.7-1.6 4.2-2.5 4.2-3.8 4.2-5 3.3-5 1.7-5-1-1.3-3.3 0-5.3Z",
    "♧": "M0-5.2A2.5 2.5 0 0 1 1.9-1.1 2.5 2.5 0 1 1 .5 2.2C.6 3.7 1 4.7 1.8 5.3H-1.8C-1 4.7-.6 3.7-.5 2.2A2.5 2.5 0 1 1-1.9-1.1 2.5 2.5 0 0 1 0-5.2Z",
  };
  const FULL = { "♥": "♡", "♦": "♢", "♠": "♤", "♣": "♧" };
  const [L, M, R] = [19, 31.5, 44];
  const FOUR = [[L, 18], [R, 18], [L, 70], [R, 70]];
  const SIX = [...FOUR, [L, 44], [R, 44]];
  const EIGHT = [...FOUR, [L, 35.3], [R, 35.3], [L, 52.7], [R, 52.7]];
  const PIPS = [
    [], [[M, 44]], [[M, 18], [M, 70]], [[M, 18], [M, 44], [M, 70]], FOUR, [...FOUR, [M, 44]], SIX,
    [...SIX, [M, 31]], [...SIX, [M, 31], [M, 57]], [...EIGHT, [M, 44]],
    [...EIGHT, [M, 26.6], [M, 61.4]],
  ];

  const suit = (face, x, y, size, turned) => {
    const path = SUITS[FULL[face.suit] ?? face.suit];
    const place = `translate(${x} ${y}) ${turned ? "rotate(180) " : ""}scale(${size})`;
    if (path) return h("svg:path", { d: path, transform: place, class: "suit" });
    return h("svg:text", { transform: place, class: "suit sign", y: 4, "text-anchor": "middle" }, face.suit);
  };

  /* --- courts: the upper half, and its copy rotated by 180 degrees ------------------------------ */

  const line = (d) => h("svg:path", { d, class: "line" });
  const solid = (d) => h("svg:path", { d, class: "solid" });
  const white = (d) => h("svg:path", { d, class: "white" });
  const colour = (d) => h("svg:path", { d, class: "colour" });
  const ROBE = "M12 44.5V41C13 35.5 18 32.6 24.5 31.5L31.5 38 38.5 31.5C45 32.6 50 35.5 51 41V44.5Z";
  const FACE = "M26.6 18.5H36.4V25.5C36.4 29.5 33.6 31.8 31.5 31.8 29.4 31.8 26.6 29.5 26.6 25.5Z";
  const LOOK = "M28.2 22.2C28.9 21.6 29.9 21.6 30.5 22.2M32.5 22.2C33.1 21.6 34.1 21.6 34.8 22.2M31.5 22.6 30.9 26H31.9M30 28.2C31 28.7 32 28.7 33 28.2";
  const EYES = "M28.8 22.9A.55.55 0 1 0 29.9 22.9 .55.55 0 1 0 28.8 22.9ZM33.1 22.9A.55.55 0 1 0 34.2 22.9 .55.55 0 1 0 33.1 22.9Z";
  const folds = () => [
    line("M16.5 44.5C17 40 18.6 37.6 21 35.8M20.5 44.5C20.8 41 22 38.8 24 37M46.5 44.5C46 40 44.4 37.6 42 35.8M42.5 44.5C42.2 41 41 38.8 39 37"),
    white("M24.5 31.5 31.5 38 38.5 31.5 40.4 33.6 31.5 42.4 22.6 33.6Z"),
    solid("M25.6 34.2 26.4 34.6 25.8 35.8ZM28.4 36.9 29.2 37.3 28.6 38.5ZM31.2 39.4H31.9L31.5 41ZM34.6 36.9 33.8 37.3 34.4 38.5ZM37.4 34.2 36.6 34.6 37.2 35.8Z"),
  ];
  const COURTS = {
    king: () => [
      colour(ROBE), ...folds(),
      solid("M25 17.5C23.4 22 23.7 27.5 25.8 30.5L27.2 24V18ZM38 17.5C39.6 22 39.3 27.5 37.2 30.5L35.8 24V18Z"),
      white(FACE), line(LOOK), solid(EYES),
      solid("M26.6 25C27.6 27 29 27.3 31.5 26.9 34 27.3 35.4 27 36.4 25 37.2 30 35 35.5 31.5 37 28 35.5 25.8 30 26.6 25ZM29.6 28.6C30.8 29.4 32.2 29.4 33.4 28.6 32.6 28 30.4 28 29.6 28.6Z"),
      colour("M24 18.6 22.6 10.4 26.6 13.6 28.6 9 31.5 12.8 34.4 9 36.4 13.6 40.4 10.4 39 18.6Z"),
      solid("M24 16.8H39V18.8H24ZM30.7 7H31.1V6H31.9V7H32.3V9.6H30.7Z"),
      white("M45.6 12 46.6 9.4 47.6 12V32H45.6Z"), solid("M42.6 31.4H50.6V33H42.6ZM45.9 33H47.3V38H45.9Z"),
    ],
    queen: () => [
      colour(ROBE), ...folds(),
      solid("M25.6 15.5C22 19 22.4 26 21.4 32.2 23.8 32.4 26 31.4 27 29.4L26.4 20 31.5 17.4 36.6 20 36 29.4C37 31.4 39.2 32.4 41.6 32.2 40.6 26 41 19 37.4 15.5Z"),
      white("M26.6 20.4 31.5 18 36.4 20.4V25.5C36.4 29.5 33.6 31.8 31.5 31.8 29.4 31.8 26.6 29.5 26.6 25.5Z"), line(LOOK), solid(EYES),
      colour("M25.4 16.6 24.6 10.6 28.2 13.4 31.5 8.8 34.8 13.4 38.4 10.6 37.6 16.6C34 15.4 29 15.4 25.4 16.6Z"),
      solid("M30.6 7.4A.9.9 0 1 0 32.4 7.4 .9.9 0 1 0 30.6 7.4ZM23.9 9.4A.8.8 0 1 0 25.5 9.4 .8.8 0 1 0 23.9 9.4ZM37.5 9.4A.8.8 0 1 0 39.1 9.4 .8.8 0 1 0 37.5 9.4Z"),
      line("M46 40C46.4 33 46 28 46.6 22M46.2 31C44.4 30.6 43.6 29.4 43.6 27.8M46.4 28C48 27.4 48.8 26.4 48.8 25"),
      colour("M46.6 22.4C44 22.6 42.6 20.6 43.2 18.4 44.4 18.6 45 19 45.4 19.6 45.4 18.2 45.8 17.2 46.6 16.4 47.4 17.2 47.8 18.2 47.8 19.6 48.2 19 48.8 18.6 50 18.4 50.6 20.6 49.2 22.6 46.6 22.4Z"),
    ],
    jack: () => [
      colour(ROBE), ...folds(),
      solid("M26 16C23.6 19 23.8 25 24 29.2 25.4 29.8 27 29 27.4 27.4L26.8 19ZM37 16C39.4 19 39.2 25 39 29.2 37.6 29.8 36 29 35.6 27.4L36.2 19Z"),
      white(FACE), line(LOOK), solid(EYES),
      colour("M23 17.4C22.6 12.6 26 9.6 31.5 9.6 37 9.6 40.4 12.6 40 17.4 34.6 15.6 28.4 15.6 23 17.4Z"),
      solid("M22.4 17.2C28 14.9 35 14.9 40.6 17.2L40.2 19C34.6 17 28.4 17 22.8 19Z"),
      white("M36.6 11C39 6.6 43.4 5.4 47 7.4 46 11 42.4 13.4 38 13.2Z"), line("M37 12.6C39.6 9.8 42.6 8.2 46 7.6"),
      line("M45.8 42V14"), white("M45.8 10 47.4 14.4 45.8 17 44.2 14.4Z"), solid("M47 18C49.6 18 50.8 20 50.6 22.6 49.4 21.6 48.4 21.4 47 21.8ZM43.2 18.6H47V20.8H43.2Z"),
    ],
  };

  const court = (face) => {
    const half = (turned) => h("svg:g", turned ? { transform: "rotate(180 31.5 44)" } : {},
      suit(face, 17.2, 14.6, 1), COURTS[face.court]());
    return [
      h("svg:rect", { x: 11.4, y: 7.4, width: 40.2, height: 73.2, rx: 1.2, class: "panel" }),
      half(true), half(false),
      h("svg:path", { d: "M11.4 44H51.6", class: "line belt" }),
      h("svg:rect", { x: 11.4, y: 7.4, width: 40.2, height: 73.2, rx: 1.2, class: "frame" }),
    ];
  };

  const corner = (face, turned) => {
    const rank = say(face.rank);
    return h("svg:g", turned ? { transform: "rotate(180 31.5 44)" } : {},
      h("svg:text", { x: 6, y: 11, class: rank.length > 1 ? "rank long" : "rank", "text-anchor": "middle" }, rank),
      suit(face, 6, 16.4, 0.5));
  };
  const middle = (face) => {
    if (face.court in COURTS) return court(face);
    if (face.pips === 1) return suit(face, M, 44, 2.6);
    if (face.pips) return PIPS[face.pips].map(([x, y]) => suit(face, x, y, 1.12, y > 44));
    return h("svg:text", { x: M, y: 52, class: "rank whole", "text-anchor": "middle" }, say(face.rank));
  };
  const sheet = (style, ...children) => h("svg:svg",
    { viewBox: "0 0 63 88", class: style, "aria-hidden": "true", focusable: "false" },
    h("svg:rect", { x: 0.4, y: 0.4, width: 62.2, height: 87.2, rx: 3.6, class: "stock" }), ...children);

  const front = (face) => sheet(face.red ? "front red" : "front", corner(face), corner(face, true), middle(face));
  const back = (sign) => sheet("back",
    h("svg:rect", { x: 4, y: 4, width: 55, height: 80, rx: 1.6, fill: "url(#lattice)", class: "frame" }),
    h("svg:path", { d: "M31.5 24 45 44 31.5 64 18 44Z", class: "stock badge" }),
    h("svg:text", { x: 31.5, y: 50, class: "rank badge", "text-anchor": "middle" }, sign));
  /* A card with a key of its own. While it is `turning`, it says nothing yet. */
  const card = (face, sign, key, turning) => h("div",
    turning ? { class: "card turning", "data-key": key, "aria-hidden": "true" }
      : { class: "card", "data-key": key, role: "img", "aria-label": Telling.card(face) },
    h("div", { class: "sides" }, front(face), back(sign)));
  const pile = (sign, count) => h("div", { class: "pile", "data-left": Math.min(count, 3), "aria-hidden": "true" },
    count ? back(sign) : null, h("span", { class: "count", "data-key": count }, String(count)));

  /* --- counters ------------------------------------------------------------------------------------ */

  const HEART = "M50 91C40 78 6 58 6 32 6 17 17 8 29 8 39 8 47 14 50 23 53 14 61 8 71 8 83 8 94 17 94 32 94 58 60 78 50 91Z";
  const SHIELD = "M50 5C63 12 78 15 92 15 94 52 80 80 50 95 20 80 6 52 8 15 22 15 37 12 50 5Z";
  const KINDS = ["life", "armour"];
  const shape = (number) => h("svg:svg",
    { viewBox: "0 0 100 100", class: `shape ${KINDS[number]}`, "aria-hidden": "true", focusable: "false" },
    h("svg:path", { d: number ? SHIELD : HEART }),
    h("svg:path", { d: number ? SHIELD : HEART, class: "inner", transform: "translate(50 48) scale(.84) translate(-50 -48)" }));
  /* A counter; `was` is its value before, for its animation. */
  const moved = (value, was) => (was === undefined || was === value ? "" : value < was ? " fell" : " rose");
  const counter = (number, value, was) => h("div",
    { class: `counter ${KINDS[number]}${moved(value, was)}`, "data-key": moved(value, was) && `${was} ${value}` },
    shape(number), h("b", {}, String(value)), h("span", { class: "name" }, Telling.counter(number)));

  /* --- the cards left in a pile --------------------------------------------------------------------- */

  /* For each rank of a pile, as many dots as the pile has cards left of it. `left` are card numbers. */
  const left = (faces, cards) => {
    const ranks = [...new Set(faces.map((face) => say(face.rank)))];
    const counts = ranks.map((rank) => cards.filter((card) => say(faces[card].rank) === rank).length);
    const most = ranks.map((rank) => faces.filter((face) => say(face.rank) === rank).length);
    const told = ranks.map((rank, number) => t("pair", { a: rank, b: counts[number] })).join(", ");
    return h("div", { class: "left", "data-key": ranks.length, role: "img", "aria-label": t("pair", { a: t("in_pile"), b: told }) },
      ranks.map((rank, number) => h("span", { class: counts[number] ? "rank-left" : "rank-left none" },
        h("b", {}, rank),
        h("span", { class: "dots" }, Array.from({ length: most[number] }, (_, dot) =>
          h("i", { class: dot < counts[number] ? "dot" : "dot gone" }))))));
  };

  return { card, pile, counter, shape, left };
})();
