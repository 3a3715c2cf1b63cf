/* Texts as elements: marked words are bold or italic, the signs of hearts and diamonds red. */
const Marked = (() => {
  const BOLD = "\u0002";
  const ITALIC = "\u0003";
  /* A text without its marks. */
  const bare = (text) => (text || "").replaceAll(BOLD, "").replaceAll(ITALIC, "");

  const suits = (text) => text.split(/([♥♦])/).filter(Boolean)
    .map((part) => (part === "♥" || part === "♦" ? h("span", { class: "red-suit" }, part) : part));
  const split = (text, mark, tag, inner) => text.split(mark)
    .map((part, place) => (place % 2 ? h(tag, {}, inner(part)) : inner(part)));
  const nodes = (text) => split(text, BOLD, "strong", (part) => split(part, ITALIC, "em", suits));
  /* A text in the language of the page, as nodes and as plain words. */
  const shown = (text) => nodes(say(text));
  const plain = (text) => bare(say(text));

  return { bare, shown, plain };
})();
