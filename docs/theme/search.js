"use strict";
// The search: sections that have all words of the query, those with words in the title first.
const form = document.querySelector(".search");
const input = form.querySelector("input");
const found = form.querySelector("#found");
let asked = false;

const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

function load() {
  if (asked) return;
  asked = true;
  const script = document.createElement("script");
  script.src = form.dataset.index;
  script.onload = () => {
    for (const section of window.printgenSections) {
      section.head = plain(`${section.title} ${section.page}`);
      section.all = `${section.head} ${plain(section.text)}`;
    }
    show();
  };
  document.head.append(script);
}

function matches(words) {
  const scored = [];
  for (const section of window.printgenSections) {
    if (!words.every((word) => section.all.includes(word))) continue;
    const title = plain(section.title);
    let score = words.filter((word) => section.head.includes(word)).length * 2;
    if (words.every((word) => title.includes(word))) score += 4;
    if (title === words.join(" ")) score += 8;
    scored.push([score, section]);
  }
  return scored.sort((a, b) => b[0] - a[0]).slice(0, 12).map((pair) => pair[1]);
}

function excerpt(section, words) {
  const at = Math.max(0, plain(section.text).indexOf(words[0]) - 40);
  const cut = section.text.slice(at, at + 130);
  return `${at ? "… " : ""}${cut}${at + 130 < section.text.length ? " …" : ""}`;
}

function result(section, words) {
  const link = document.createElement("a");
  link.href = `${form.dataset.base}/${section.url}`;
  const title = document.createElement("b");
  title.textContent = section.title;
  const place = document.createElement("small");
  place.textContent = section.page === section.title ? "" : section.page;
  const text = document.createElement("span");
  text.textContent = excerpt(section, words);
  link.append(title, " ", place, text);
  return link;
}

function show() {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  found.hidden = !words.length || !window.printgenSections;
  if (found.hidden) return;
  const links = matches(words).map((section) => result(section, words));
  found.replaceChildren(...links);
  if (!links.length) found.textContent = form.dataset.none;
}

form.hidden = false;
input.addEventListener("focus", load);
input.addEventListener("input", () => { load(); show(); });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const first = found.querySelector("a");
  if (first) first.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { found.hidden = true; input.blur(); }
  if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  }
});
document.addEventListener("click", (event) => { if (!form.contains(event.target)) found.hidden = true; });
