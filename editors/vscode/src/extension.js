// The extension: a client of `printgen lsp`, and commands that run printgen in the terminal.
"use strict";

const { spawn } = require("child_process");
const path = require("path");
const vscode = require("vscode");
const { CloseAction, ErrorAction, LanguageClient } = require("vscode-languageclient/node");
const { findProgram, programInside } = require("./program");
const { MARKER, projectOf, targetAt } = require("./project");

const OPTIONS = {
  // The server itself knows which of these files belong to a project.
  documentSelector: [{ scheme: "file", pattern: "**/*.{yaml,yml,md,csv}" }],
  errorHandler: {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
  },
  initializationFailedHandler: () => false,
};

// Characters of what the server said that are kept for a message.
const MAX_SAID = 1000;

let client;
let starting = Promise.resolve();
let help;

async function activate(context) {
  help = vscode.Uri.file(path.join(context.extensionPath, "README.md"));
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${MARKER}`);
  context.subscriptions.push(
    vscode.commands.registerCommand("printgen.build", build),
    vscode.commands.registerCommand("printgen.check", () => run("check")),
    vscode.commands.registerCommand("printgen.preview", () => run("serve", "--open")),
    vscode.commands.registerCommand("printgen.restart", restart),
    vscode.commands.registerCommand("printgen.help", openHelp),
    vscode.workspace.onDidChangeConfiguration(
      (change) => change.affectsConfiguration("printgen.path") && restart(),
    ),
    watcher,
    watcher.onDidCreate(() => client || restart()),
  );
  await restart();
}

async function deactivate() {
  const stopped = client;
  client = undefined;
  if (stopped?.isRunning()) await stopped.dispose();
}

/** Start the server again, after starts that are under way: a client that starts cannot be stopped. */
function restart() {
  starting = starting.then(deactivate).then(start);
  return starting;
}

/** Start the server, if a project is open. */
async function start() {
  const project = await openProject();
  const command = project && program();
  if (!command) return;
  let server;
  const started = new QuietClient("printgen", "printgen", async () => {
    server = spawn(command, ["lsp"], { cwd: project });
    let said = "";
    server.on("error", (error) => (said += error.message));
    server.stderr.on("data", (text) => (said = (said + text).slice(-MAX_SAID)));
    server.on("close", () => client === started && ended(said));
    return server;
  }, OPTIONS);
  client = started;
  await started.start().catch(() => server.kill());
}

/** Tell that the server has ended by itself, and the last line that it said. */
function ended(said) {
  const { outputChannel } = client;
  client = undefined;
  const line = said.trim().split("\n").pop();
  offer(vscode.l10n.t("printgen has stopped. {0}", line), {
    [vscode.l10n.t("Start it again")]: restart,
    [vscode.l10n.t("Show what it said")]: () => outputChannel.show(),
    [vscode.l10n.t("Open the help")]: openHelp,
  });
}

/** A client whose errors are in its output only: `ended` tells of them once. */
class QuietClient extends LanguageClient {
  error(message, data) {
    super.error(message, data, false);
  }
}

// --- the project and the program ----------------------------------------------------------------

/** The project of the edited file, or else the first one of the window; undefined without one. */
async function openProject() {
  const edited = vscode.window.activeTextEditor?.document.uri;
  const folders = (vscode.workspace.workspaceFolders || []).map((folder) => folder.uri.fsPath);
  if (edited?.scheme === "file") folders.unshift(path.dirname(edited.fsPath));
  const known = folders.map(projectOf).find(Boolean);
  if (known) return known;
  const [below] = await vscode.workspace.findFiles(`**/${MARKER}`, "**/node_modules/**", 1);
  return below && path.dirname(below.fsPath);
}

/** The program; without one, what to do is shown. */
function program() {
  const settings = vscode.workspace.getConfiguration("printgen");
  const setting = settings.get("path");
  const folders = (vscode.workspace.workspaceFolders || []).map((folder) => folder.uri.fsPath);
  const found = findProgram(setting, folders);
  if (found) return found;
  const inside = setting ? undefined : programInside(folders);
  const words = setting
    ? vscode.l10n.t("The setting printgen.path names no program: {0}", setting)
    : inside
      ? vscode.l10n.t("The open folder has a printgen of its own. Use it only if you installed it: {0}", inside)
      : vscode.l10n.t("printgen was not found: it shows problems as soon as it is installed.");
  const use = () => settings.update("path", inside, vscode.ConfigurationTarget.Workspace);
  offer(words, {
    ...(inside && { [vscode.l10n.t("Use this program")]: use }),
    [vscode.l10n.t("Open the help")]: openHelp,
    [vscode.l10n.t("Choose the program")]: () =>
      vscode.commands.executeCommand("workbench.action.openSettings", "printgen.path"),
  });
  return undefined;
}

/** Show a message with buttons, and do what the chosen one says. */
async function offer(words, buttons) {
  // VS Code makes links of [words](command:…): the words of others are none.
  const plain = words.replace(/\](?=\()/g, "] ");
  const chosen = await vscode.window.showWarningMessage(plain, ...Object.keys(buttons));
  if (chosen) await buttons[chosen]();
}

function openHelp() {
  return vscode.commands.executeCommand("markdown.showPreview", help);
}

// --- commands -----------------------------------------------------------------------------------

async function build() {
  const editor = vscode.window.activeTextEditor;
  const project = await openProject();
  const target =
    editor && project
      ? targetAt(
          project,
          editor.document.uri.fsPath,
          editor.document.getText().split(/\r?\n/),
          editor.selection.active.line,
        )
      : undefined;
  await run("build", ...(target ? ["--", target] : []));
}

/** Save all files, and run printgen in the terminal. */
async function run(...words) {
  const project = await openProject();
  if (!project) {
    const words = "Open a file of a printgen project first: a folder with printgen.yaml.";
    vscode.window.showInformationMessage(vscode.l10n.t(words));
    return;
  }
  const command = program();
  if (!command) return;
  await vscode.workspace.saveAll(false);
  // A task starts the program without a shell, so no name needs quotes.
  const execution = new vscode.ProcessExecution(command, words, { cwd: project });
  const definition = { type: "printgen", command: words[0] };
  const scope = vscode.TaskScope.Workspace;
  const task = new vscode.Task(definition, scope, words[0], "printgen", execution, []);
  task.isBackground = words[0] === "serve";
  task.presentationOptions = { clear: true };
  for (const each of vscode.tasks.taskExecutions) {
    if (each.task.definition.type === "printgen" && each.task.name === words[0]) each.terminate();
  }
  await vscode.tasks.executeTask(task);
}

module.exports = { activate, deactivate };
