/* The coins of a purse, to flip. */
TOOLS.coins = ({ coins, chances }) => {
  const heads = h("output", {}, "–");
  const flip = () => {
    const count = Array.from({ length: coins }, () => Dice.below(2)).reduce((sum, one) => sum + one, 0);
    heads.textContent = `${count}+ ${Words.percent(chances[count])}`;
  };
  return h("p", { class: "purse" }, h("button", { type: "button", onclick: flip }, t("coins")), heads);
};
