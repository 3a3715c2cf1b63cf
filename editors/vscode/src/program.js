// Where the program printgen is.
"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");

/**
 * The path of the program; undefined if there is none.
 *
 * A setting decides alone; it may begin with ~ or be relative to the first open folder. Otherwise the
 * program is on the PATH. Editors that were started from a desktop have a short PATH, so the folder
 * of pipx and uv is tried, too. A program in a project is never run by itself: the project may be a
 * stranger's.
 */
function findProgram(setting, folders) {
  if (setting) {
    const home = setting.replace(/^~(?=[\\/])/, os.homedir());
    return path.isAbsolute(home) || folders.length
      ? isProgram(path.resolve(folders[0] || "", home))
      : undefined;
  }
  const searched = (process.env.PATH || "").split(path.delimiter).filter(path.isAbsolute);
  return firstIn([...searched, path.join(os.homedir(), ".local", "bin")]);
}

/** The program in `.venv` of one of the open folders, which the user may choose; undefined without one. */
function programInside(folders) {
  const bin = isWindows ? "Scripts" : "bin";
  return firstIn(folders.map((folder) => path.join(folder, ".venv", bin)));
}

function firstIn(places) {
  const name = isWindows ? "printgen.exe" : "printgen";
  return places.map((place) => isProgram(path.join(place, name))).find(Boolean);
}

const isWindows = process.platform === "win32";

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/** A folder and all folders above it. */
function above(folder) {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...above(parent)];
}

module.exports = { above, findProgram, programInside };
