/* The search of the manual as HTML, without a browser: test-search.js FOLDER. Parts of each language
 * are searched, then a page of few elements is typed into. Prints what is wrong, and exits with 1. */
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");

const folder = process.argv[2];
const script = fs.readFileSync(path.join(folder, "search.js"), "utf8");
let wrong = 0;

function expect(holds, message) {
  if (holds) return;
  console.log(message);
  wrong++;
}

function load(language, more) {
  const context = vm.createContext({ ...more });
  const parts = fs.readFileSync(path.join(folder, language, "parts.js"), "utf8");
  vm.runInContext(parts + script, context);
  return (code) => vm.runInContext(code, context);
}

/* Searching ------------------------------------------------------------------------------------ */

function search(language, query) {
  return load(language)(`searchManual(manualParts, ${JSON.stringify(query)})`);
}

for (const [language, query, address] of [
  ["en", "dateline drop", "datelines.html#drop"],
  ["en", "FIRST steps", "first-steps.html#first-steps"],
  ["de", "kabel unterbrechen", "first-steps.html#break"],
  ["es", "simulacion", "evidence.html#simulation"],
  ["zh_CN", "虚通道", "virtual-channels.html#virtual-channels"],
]) {
  const hits = search(language, query);
  expect(hits.some((it) => it.address === address), `${language}: “${query}” does not find ${address}`);
  for (const hit of hits) {
    const file = path.join(folder, language, hit.address.split("#")[0]);
    expect(fs.existsSync(file), `${hit.address} is not there`);
  }
}
expect(search("en", "  ").length === 0, "blanks find something");
expect(search("en", "zzzz dateline").length === 0, "a word that is nowhere is found");
{
  const hits = search("en", "age clock");
  const inTitle = hits.map((it) => /age/i.test(it.title) && /clock/i.test(it.title));
  expect(hits.length > 3, "too little is found");
  expect(inTitle.lastIndexOf(true) < hits.length - 1 && inTitle[0], "titles are not first");
  for (const hit of search("en", "MSER-5"))
    expect(hit.snippet[1] === "MSER-5", `the word is not shown: ${hit.snippet.join("|")}`);
}

/* Typing --------------------------------------------------------------------------------------- */

class Element {
  constructor(tag) {
    this.tagName = tag.toUpperCase();
    this.children = [];
    this.attributes = {};
    this.listeners = {};
    this.textContent = "";
    this.clicks = 0;
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(...more) {
    this.children.push(...more);
  }

  replaceChildren(...more) {
    this.children = more;
  }

  insertBefore(element) {
    this.children.push(element);
  }

  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }

  focus() {
    page.activeElement = this;
  }

  click() {
    this.clicks++;
  }
}

const page = new Element("document");
page.documentElement = { lang: "de" };
page.body = new Element("body");
page.createElement = (tag) => new Element(tag);
page.querySelector = () => new Element("main");

load("de", { document: page, setTimeout });
const [label, field, count, list] = page.body.children[0].children;

function type(words) {
  field.value = words;
  field.listeners.input();
}

function press(key, more) {
  let prevented = false;
  page.listeners.keydown({ key, ...more, preventDefault: () => (prevented = true) });
  return prevented;
}

expect(page.body.children[0].attributes.role === "search", "the search has no role");
expect(label.textContent === "Handbuch durchsuchen", "the label is not German");
expect(label.attributes.for === field.id, "the label is not the field's");
expect(press("/") && page.activeElement === field, "/ does not go to the field");
expect(!press("/"), "/ cannot be typed");
type("dateline");
expect(list.children.length > 5, "nothing is listed");
expect(/^\d+ Abschnitte gefunden$|^Die ersten/.test(count.textContent), count.textContent);
press("ArrowDown");
expect(page.activeElement === list.children[0].children[0], "the arrow does not go to a result");
press("ArrowDown");
press("ArrowUp");
press("ArrowUp");
expect(page.activeElement === field, "the arrow does not go back");
press("Enter");
expect(list.children[0].children[0].clicks === 1, "Return does not follow the first result");
press("Escape");
expect(field.value === "" && list.children.length === 0, "Escape does not clear");
type("zzzz");
expect(count.textContent === "Nichts gefunden" && list.children.length === 0, count.textContent);

process.exit(wrong > 0 ? 1 : 0);
