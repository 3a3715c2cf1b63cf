// Runs the extension without VS Code: `node vscode_stub.js EXTENSION PLAN`.
//
// PLAN is JSON: `folder` is open, `file` with `text` is edited at `line`, `settings` are those of
// printgen, the button `click` of messages is chosen, `commands` are run at the end. What VS Code
// would show is written to stdout, a JSON object a line: a kind and a list of texts. The end of
// stdin ends the extension.
"use strict";

const Module = require("module");
const path = require("path");
const { pathToFileURL, fileURLToPath } = require("url");

const [extension, plan] = [process.argv[2], JSON.parse(process.argv[3])];

const say = (kind, ...texts) => console.log(JSON.stringify({ [kind]: texts }));

// --- what VS Code gives ---------------------------------------------------------------------

/** Something that can be anything: a class, a function, a set of constants. */
function anything(known = {}) {
  const seen = { ...known };
  return new Proxy(class {}, {
    get(target, name) {
      if (name in seen) return seen[name];
      if (name === "prototype") return target.prototype;
      if (typeof name === "symbol" || name === "then") return undefined;
      return (seen[name] = anything());
    },
    apply: () => anything(),
    construct: (target, words, made) =>
      Reflect.construct(target, [], made === target ? target : made),
  });
}

const disposable = () => ({ dispose() {} });
const event = () => disposable();

class Uri {
  constructor(fsPath) {
    Object.assign(this, { scheme: "file", fsPath, path: fsPath });
  }
  static file(name) {
    return new Uri(name);
  }
  static parse(text) {
    return new Uri(fileURLToPath(text));
  }
  toString() {
    return pathToFileURL(this.fsPath).href;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(line, character, endLine, endCharacter) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class Task {
  constructor(definition, scope, name, source, execution) {
    Object.assign(this, { definition, scope, name, source, execution });
  }
}

class ProcessExecution {
  constructor(program, args, options) {
    Object.assign(this, { program, args, options });
  }
}

class CancellationTokenSource {
  constructor() {
    this.token = { isCancellationRequested: false, onCancellationRequested: event };
  }
  cancel() {
    this.token.isCancellationRequested = true;
  }
  dispose() {}
}

class Emitter {
  constructor() {
    this.listeners = [];
    this.event = (listener) => (this.listeners.push(listener), disposable());
  }
  fire(value) {
    this.listeners.forEach((listener) => listener(value));
  }
  dispose() {}
}

const edited = plan.file && {
  uri: Uri.file(path.join(plan.folder, plan.file)),
  languageId: "yaml",
  version: 1,
  isClosed: false,
  getText: () => plan.text,
};

const commands = {};

const output = {
  append: (text) => say("output", text),
  appendLine: (text) => say("output", text),
  show: () => say("shown", "output"),
  dispose() {},
};

const vscode = anything({
  version: "1.82.0",
  env: { appName: "VS Code", language: "en" },
  Uri,
  Position,
  Range,
  Diagnostic,
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  CancellationTokenSource,
  EventEmitter: Emitter,
  Task,
  ProcessExecution,
  TaskScope: { Workspace: 2 },
  ConfigurationTarget: { Workspace: "workspace" },
  l10n: { t: (words, ...values) => words.replace(/\{(\d)\}/g, (_, at) => values[at]) },
  commands: anything({
    registerCommand: (name, run) => ((commands[name] = run), disposable()),
    executeCommand: (name, ...words) => say("command", name, ...words.map(String)),
  }),
  languages: anything({
    match: () => 1,
    createDiagnosticCollection: () => ({
      set: (uri, found) =>
        say("problems", ...found.map(({ code, range: { start }, message }) =>
          `${start.line}:${start.character} ${code} ${message}`)),
      delete() {},
      clear() {},
      dispose() {},
    }),
  }),
  tasks: {
    taskExecutions: [],
    executeTask: ({ execution: { program, args, options } }) =>
      say("task", program, ...args, options.cwd),
  },
  window: anything({
    activeTextEditor: edited && {
      document: edited,
      selection: { active: new Position(plan.line || 0, 0) },
    },
    visibleTextEditors: [],
    tabGroups: { all: [], onDidChangeTabs: event, onDidChangeTabGroups: event },
    createOutputChannel: () => output,
    showWarningMessage: async (...words) => (say("message", ...words), plan.click),
    showInformationMessage: async (...words) => say("message", ...words),
    showErrorMessage: async (...words) => say("message", ...words),
  }),
  workspace: anything({
    textDocuments: edited ? [edited] : [],
    notebookDocuments: [],
    workspaceFolders: [{ uri: Uri.file(plan.folder), name: "folder", index: 0 }],
    getWorkspaceFolder: () => undefined,
    getConfiguration: () => ({
      get: (name) => (plan.settings || {})[name],
      update: async (name, value, target) => say("setting", name, value, target),
      inspect() {},
    }),
    findFiles: async () => (plan.found || []).map((name) => Uri.file(path.join(plan.folder, name))),
    saveAll: async () => true,
  }),
});

// --- the extension ------------------------------------------------------------------------------

const load = Module._load;
Module._load = (name, ...words) => (name === "vscode" ? vscode : load(name, ...words));

const { activate, deactivate } = require(path.join(extension, "extension.js"));

// VS Code goes on, too.
process.on("unhandledRejection", (error) => say("rejected", String(error)));

async function main() {
  await activate({ subscriptions: [], extensionPath: extension });
  for (const name of plan.commands || []) await commands[name]();
  say("activated", ...Object.keys(commands));
  process.stdin.on("end", async () => {
    await deactivate();
    process.exit(0);
  });
  process.stdin.resume();
}

main().catch((error) => {
  say("failed", String(error.stack));
  process.exit(1);
});
