/* Searches the manual in a browser, also from a file: manualParts of parts.js has the parts of the
 * topics, [page, anchor, title, topic, text] each. Without this script the pages are complete. */
"use strict";

const MOST = 40; /* results that are shown */
const AROUND = 60; /* letters on both sides of the first word */

const manualWords = {
  en: {
    label: "Search the manual",
    none: "Nothing found",
    one: "1 part found",
    some: (n) => `${n} parts found`,
    first: (n, of) => `The first ${n} of ${of} parts found`,
  },
  de: {
    label: "Handbuch durchsuchen",
    none: "Nichts gefunden",
    one: "1 Abschnitt gefunden",
    some: (n) => `${n} Abschnitte gefunden`,
    first: (n, of) => `Die ersten ${n} von ${of} gefundenen Abschnitten`,
  },
  es: {
    label: "Buscar en el manual",
    none: "No se encontró nada",
    one: "1 apartado encontrado",
    some: (n) => `${n} apartados encontrados`,
    first: (n, of) => `Los primeros ${n} de ${of} apartados encontrados`,
  },
  zh: {
    label: "搜索手册",
    none: "未找到",
    one: "找到 1 节",
    some: (n) => `找到 ${n} 节`,
    first: (n, of) => `找到 ${of} 节，显示前 ${n} 节`,
  },
};

/* Without case and accents, and as long as @text, so that places in both are the same. */
function foldText(text) {
  let folded = "";
  for (let i = 0; i < text.length; i++) {
    const plain = text[i].normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    folded += plain.length === 1 ? plain : text[i];
  }
  return folded;
}

/* The text around the first of @words, as pieces: every second one is a word that was found. */
function snippetOf(text, folded, words) {
  const found = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const at = found.length > 0 ? Math.min(...found) : 0;
  let begin = Math.max(0, at - AROUND);
  let end = Math.min(text.length, at + 2 * AROUND);
  const pieces = [];
  let piece = "";

  while (begin > 0 && begin < at && text[begin - 1] !== " ") begin++;
  while (end < text.length && text[end] !== " " && end < at + 3 * AROUND) end++;
  for (let i = begin; i < end;) {
    const word = words.find((it) => folded.startsWith(it, i));
    if (word === undefined) {
      piece += text[i++];
      continue;
    }
    pieces.push(piece, text.slice(i, i + word.length));
    piece = "";
    i += word.length;
  }
  pieces.push(piece);
  if (begin > 0) pieces[0] = "…" + pieces[0];
  if (end < text.length) pieces[pieces.length - 1] += "…";
  return pieces;
}

/* Parts that have all words of @query; first those that have them in the title. */
function searchManual(parts, query) {
  const words = foldText(query.normalize("NFC")).split(/\s+/).filter((word) => word !== "");
  const inTitle = [];
  const others = [];

  if (words.length === 0) return [];
  for (const [page, anchor, title, topic, text] of parts) {
    const foldedTitle = foldText(title);
    const foldedText = foldText(text);
    if (!words.every((word) => foldedTitle.includes(word) || foldedText.includes(word))) continue;
    const isInTitle = words.every((word) => foldedTitle.includes(word));
    (isInTitle ? inTitle : others).push({
      address: `${page}.html${anchor === "" ? "" : "#" + anchor}`,
      title: title === topic ? title : `${title} · ${topic}`,
      snippet: snippetOf(text, foldedText, words),
    });
  }
  return inTitle.concat(others);
}

/* The field, above the topic, and what it finds. */
function addSearch() {
  const language = document.documentElement.lang.split("-")[0];
  const words = manualWords[language] || manualWords.en;
  const box = document.createElement("div");
  const label = document.createElement("label");
  const field = document.createElement("input");
  const count = document.createElement("p");
  const list = document.createElement("ol");

  box.setAttribute("role", "search");
  label.textContent = words.label;
  label.setAttribute("for", "manual_search");
  field.id = "manual_search";
  field.type = "search";
  field.setAttribute("autocomplete", "off");
  field.setAttribute("aria-controls", "manual_found");
  count.setAttribute("role", "status");
  list.id = "manual_found";
  box.append(label, field, count, list);
  document.body.insertBefore(box, document.querySelector("main"));

  function show() {
    const hits = searchManual(manualParts, field.value);
    const shown = hits.slice(0, MOST);
    list.replaceChildren();
    if (field.value.trim() === "") count.textContent = "";
    else if (hits.length === 0) count.textContent = words.none;
    else if (hits.length === 1) count.textContent = words.one;
    else if (hits.length > MOST) count.textContent = words.first(MOST, hits.length);
    else count.textContent = words.some(hits.length);
    for (const hit of shown) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const snippet = document.createElement("p");
      link.href = hit.address;
      link.textContent = hit.title;
      hit.snippet.forEach((piece, i) => {
        const element = document.createElement(i % 2 === 1 ? "mark" : "span");
        element.textContent = piece;
        snippet.append(element);
      });
      item.append(link, snippet);
      list.append(item);
    }
  }

  function links() {
    return Array.from(list.children, (item) => item.children[0]);
  }

  /* A hit on this page does not load it again. */
  function clear() {
    field.value = "";
    show();
  }

  field.addEventListener("input", show);
  list.addEventListener("click", (event) => {
    if (event.target.tagName === "A" && !event.ctrlKey && !event.shiftKey) setTimeout(clear, 0);
  });
  document.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement);
    const inField = document.activeElement === field;

    if (event.key === "Escape" && (inField || at >= 0)) {
      clear();
      field.focus();
    } else if (event.key === "Enter" && inField && all.length > 0) {
      all[0].click();
    } else if (event.key === "ArrowDown" && (inField || at >= 0) && at + 1 < all.length) {
      all[at + 1].focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      (at > 0 ? all[at - 1] : field).focus();
    } else if (!inField && ((event.key === "/" && !event.ctrlKey && !event.altKey)
               || (event.key === "k" && event.ctrlKey))) {
      field.focus();
    } else {
      return;
    }
    event.preventDefault();
  });
}

if (typeof document !== "undefined") addSearch();
