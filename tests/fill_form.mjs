// What pdf.js says of a form: its fields, those that it computes after some are filled in, and what
// it finds again in the file that it saves.
//
//     node fill_form.mjs PDF.JS IN.pdf OUT.pdf '{"name": "value"}'
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, source, target, wanted] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/legacy/build/${name}.mjs`).href);
const pdfjs = await load("pdf");

async function open(path) {
  const data = new Uint8Array(await readFile(path));
  return pdfjs.getDocument({ data, verbosity: 0 }).promise;
}

// A viewer sends what a person writes to the sandbox, and gets what it computes.
async function computed(document, objects, values) {
  const found = {};
  globalThis.window = globalThis;
  globalThis.dispatchEvent = (event) => {
    found[event.detail.id] = event.detail.value;
  };
  const { QuickJSSandbox } = await load("pdf.sandbox");
  const sandbox = await QuickJSSandbox(true);
  sandbox.create({
    objects,
    calculationOrder: await document.getCalculationOrderIds(),
    appInfo: { platform: "test", language: "en" },
    docInfo: { actions: await document.getJSActions(), baseURL: "", filename: "form.pdf" },
  });
  for (const [name, value] of Object.entries(values)) {
    const id = objects[name][0].id;
    const typed = { value, change: "", willCommit: true, commitKey: 1, selStart: 0, selEnd: 0 };
    sandbox.dispatchEvent({ id, name: "Keystroke", ...typed });
    await new Promise((done) => setTimeout(done, 20));
  }
  sandbox.nukeSandbox();
  return found;
}

const values = JSON.parse(wanted);
const document = await open(source);
const objects = await document.getFieldObjects();
const sums = await computed(document, objects, values);
const named = (pick) =>
  Object.fromEntries(Object.entries(objects).map(([name, [field]]) => [name, pick(field)]));
for (const [name, [field]] of Object.entries(objects)) {
  const written = sums[field.id] ?? values[name];
  const value = field.type === "checkbox" ? true : written && String(written);
  if (value !== undefined) {
    document.annotationStorage.setValue(field.id, { value });
  }
}
await writeFile(target, await document.saveDocument());
const saved = await (await open(target)).getFieldObjects();
const result = {
  types: named((field) => field.type),
  sums: named((field) => sums[field.id] ?? null),
  saved: Object.fromEntries(Object.entries(saved).map(([name, [field]]) => [name, field.value])),
};
console.log(JSON.stringify(result));
process.exit(0);
