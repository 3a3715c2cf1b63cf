/* Problems, as the terminal prints them. */
import { byId, h } from "./dom.js";

const many = (count, word) => count && `${count} ${word}${count === 1 ? "" : "s"}`;

const note = ({ text, place, severity, url }) => h("li", { class: severity },
  h("a", { href: url, rel: "noreferrer" }, place), h("span", {}, text.slice(place.length)));

export const problems = (found) => {
  const errors = found.filter((problem) => problem.severity === "error").length;
  const tally = [many(errors, "error"), many(found.length - errors, "warning")].filter(Boolean).join(", ");
  byId("tally").textContent = tally || "none";
  byId("problems").replaceChildren(...found.map(note));
  document.body.classList.toggle("sound", !found.length);
  document.body.classList.toggle("faulty", errors > 0);
  return tally;
};
