// Where the program printgen is.
"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");

/**
 * The path of the program; undefined if there is none.
 *
 * A setting decides alone; it may begin with ~ or be relative to the first folder. Otherwise the
 * program is in the folder `.venv` of one of the folders or above it, or on the PATH. Editors that
 * were started from a desktop have a short PATH, so the folder of pipx and uv is tried, too.
 */
function findProgram(setting, folders) {
  if (setting) {
    const home = setting.replace(/^~(?=[\\/])/, os.homedir());
    return isProgram(path.resolve(folders[0] || "", home));
  }
  const environments = folders.flatMap(above).map((folder) => path.join(folder, ".venv"));
  const searched = (process.env.PATH || "").split(path.delimiter).filter(Boolean);
  const places = [
    ...environments.map((folder) => path.join(folder, isWindows ? "Scripts" : "bin")),
    ...searched,
    path.join(os.homedir(), ".local", "bin"),
  ];
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

module.exports = { above, findProgram };
