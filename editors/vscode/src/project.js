// Projects of printgen, and what a file of one belongs to.
"use strict";

const fs = require("fs");
const path = require("path");
const { above } = require("./program");

const MARKER = "printgen.yaml";

/** The project that a folder is in: the nearest one with the marker; undefined without one. */
function projectOf(folder) {
  return above(folder).find((each) => fs.existsSync(path.join(each, MARKER)));
}

/**
 * What to build for a line of a file: the product that the line is about, or else the game;
 * undefined for files outside games.
 */
function targetAt(project, file, lines, line) {
  const [content, game, name, ...rest] = path.relative(project, file).split(path.sep);
  if (content !== "content" || !name) return undefined;
  if (name !== "products.yaml" || rest.length) return game;
  for (let at = Math.min(line, lines.length - 1); at >= 0; at--) {
    const found = /^["']?([^\s#:"']+)["']?\s*:/.exec(lines[at]);
    if (found) return `${game}/${found[1]}`;
  }
  return game;
}

module.exports = { MARKER, projectOf, targetAt };
