/* Chance from a seed, so that a game can be dealt again. `random` is the state of a generator. */
const Chance = (() => {
  const spread = (bits) => {
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return (bits ^ (bits >>> 16)) >>> 0;
  };
  const turned = (bits, by) => ((bits << by) | (bits >>> (32 - by))) >>> 0;

  /* The state of xoshiro128** from a seed: FNV-1a, then the finaliser of MurmurHash3. */
  const start = (seed) => {
    let key = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(seed)) key = Math.imul(key ^ byte, 0x01000193);
    return [1, 2, 3, 4].map((turn) => spread((key + Math.imul(turn, 0x9e3779b9)) >>> 0));
  };

  /* The next 32 bits of `random`, which it advances. */
  const bits = (random) => {
    let [a, b, c, d] = random;
    c ^= a;
    d ^= b;
    random[0] = (a ^ d) >>> 0;
    random[1] = (b ^ c) >>> 0;
    random[2] = (c ^ (b << 9)) >>> 0;
    random[3] = turned(d, 11);
    return Math.imul(turned(Math.imul(b, 5), 7), 9) >>> 0;
  };

  const below = (random, limit) => {
    const fair = 0x100000000 - (0x100000000 % limit);
    let drawn = bits(random);
    while (drawn >= fair) drawn = bits(random);
    return drawn % limit;
  };

  /* The numbers from 0 to below `count` in any order, by a source of numbers from 0 to below n. */
  const order = (count, source) => {
    const cards = Array.from({ length: count }, (_, card) => card);
    for (let last = count - 1; last > 0; last -= 1) {
      const other = source(last + 1);
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  };
  const shuffled = (random, count) => order(count, (limit) => below(random, limit));

  const LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
  const newSeed = () => {
    const drawn = crypto.getRandomValues(new Uint32Array(6));
    return Array.from(drawn, (bits) => LETTERS[bits % LETTERS.length]).join("");
  };
  /* A typed seed, tidied. */
  const seed = (typed) => typed.toUpperCase().replace(/[^0-9A-Z]/g, "").slice(0, 12);

  return { start, below, order, shuffled, newSeed, seed };
})();
