/* The texts of the page in the selected language. */
const Words = (() => {
  let lang = DATA.langs[0];
  const choose = (wanted) => {
    if (!DATA.langs.includes(wanted)) return;
    lang = wanted;
    document.documentElement.lang = lang;
    document.title = DATA.title[lang];
  };
  const say = (text) => (text ? text[lang] : "");
  const t = (key, values = {}) =>
    DATA.words[lang][key].replace(/\{(\w+)\}/g, (all, name) => (Object.hasOwn(values, name) ? values[name] : all));
  const percent = (share) =>
    new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 }).format(share);
  const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

  return { choose, say, t, percent, signed, get lang() { return lang; } };
})();
const { say, t } = Words;
