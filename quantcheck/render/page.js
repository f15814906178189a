
"use strict";
// Lays out the data of the report. What was read becomes text nodes and attributes here, never markup.
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const answers = byId("answers"), panel = byId("panel");
const FIRST = 20, BATCH = 40, IDLE = 400, LONG = 20000, AROUND = 3000;
const TONES = {violated: "bad", invalid: "bad", needs_review: "open", missing_evidence: "open",
  missing_capture: "open", met: "good", not_applicable: "none"};
const NAMES = {source: "in a passage", question: "in the question only", unmatched: "in no source",
  ambiguous: "not decided", resolved: "resolved", unresolved: "unresolved", holds: "holds", false: "false",
  undecided: "not decided"};
const SHAPES = {bad: "M2 2 L14 14 M14 2 L2 14", open: "M8 1 L15 8 L8 15 L1 8 Z", good: "M1 9 L6 14 L15 2",
  asked: "M8 2 A6 6 0 1 0 8.01 2 Z", none: "M2 8 L14 8"};

// What a browser would hide, act on or reorder by: controls, direction and zero-width marks, byte order marks.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

function put(parent, text) {
  if (!HIDDEN.test(text)) { parent.append(text); return; }
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!HIDDEN.test(text[at])) continue;
    if (text[at] === "\r" && text[at + 1] === "\n") { parent.append(text.slice(from, at)); from = at + 1; continue; }
    parent.append(text.slice(from, at));
    const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
    parent.append(make("span", "ctl", "U+" + code));
    from = at + 1;
  }
  parent.append(text.slice(from));
}

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function draw(tag, attributes, parent) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (parent) parent.append(element);
  return element;
}

function icon(tone) {
  const svg = draw("svg", {viewBox: "0 0 16 16", "aria-hidden": "true"});
  draw("path", {d: SHAPES[tone], fill: "none", stroke: "currentColor", "stroke-width": 2.5}, svg);
  return svg;
}

function badge(tone, text) {
  const element = make("span", "badge tone-" + tone);
  element.append(icon(tone), make("span", "", text));
  return element;
}

// The text of an answer cut into stretches, each with the entries that cover it, the innermost last.
function stretches(c) {
  const text = data.texts[c.a], out = [], stack = [];
  let at = 0;
  const upTo = (end) => {
    while (at < end) {
      while (stack.length && c.m[stack[stack.length - 1]].e <= at) stack.pop();
      let stop = end;
      for (const n of stack) stop = Math.min(stop, Math.max(c.m[n].e, at + 1));
      out.push({s: at, e: stop, over: stack.slice()});
      at = stop;
    }
  };
  c.m.forEach((entry, n) => { upTo(entry.s); while (stack.length && c.m[stack[stack.length - 1]].e <= at) stack.pop();
    stack.push(n); });
  upTo(text.length);
  return out;
}

function describe(c, entry) {
  const text = data.texts[c.a].slice(entry.s, Math.min(entry.e, entry.s + 200));
  const reason = entry.r ? ", " + data.codes[entry.r][1] : "";
  return `${text}: ${entry.k} ${NAMES[entry.st]}${reason}`;
}

function fill(c, body, from) {
  const text = data.texts[c.a], pieces = c.pieces || (c.pieces = stretches(c));
  const seen = c.seen || (c.seen = new Set());
  const lastOf = c.lastOf || (c.lastOf = lastPieces(pieces));
  let n = from, size = 0;
  const part = document.createDocumentFragment();
  for (; n < pieces.length && size < LONG; n++) {
    const piece = pieces[n];
    if (piece.e - piece.s > LONG) {
      pieces.splice(n, 1, {...piece, e: piece.s + LONG}, {...piece, s: piece.s + LONG});
      lastOf.forEach((at, owner) => { if (at >= n) lastOf.set(owner, at + 1); });
    }
    const {s, e, over} = pieces[n];
    // A stretch counts for more than its text: elements are what costs.
    size += e - s + 10;
    if (!over.length) { put(part, text.slice(s, e)); continue; }
    const owner = over[over.length - 1], entry = c.m[owner];
    const span = make("span", `m ${entry.k} ${entry.tone}`);
    const equation = over.find((o) => o !== owner && c.m[o].k === "equation");
    if (equation !== undefined) { span.classList.add("in-equation"); span.dataset.equation = equation; }
    span.dataset.n = owner;
    if (lastOf.get(owner) === n) span.classList.add("last");
    if (!seen.has(owner)) {
      seen.add(owner);
      span.tabIndex = 0;
      span.setAttribute("role", "button");
      span.setAttribute("aria-pressed", "false");
      span.setAttribute("aria-label", describe(c, entry));
    }
    put(span, text.slice(s, e));
    part.append(span);
  }
  body.append(part);
  if (n < pieces.length) {
    const rest = (text.length - pieces[n].s).toLocaleString("en");
    const left = c.m.filter((entry) => entry.s >= pieces[n].s && acted(entry)).length;
    const more = make("button", "cut", `Show more of this answer (${rest} characters left, ${
      left ? left.toLocaleString("en") + " to act on" : "nothing to act on"})`);
    more.type = "button";
    more.addEventListener("click", () => { more.remove(); fill(c, body, n); });
    body.append(more);
  }
}

function lastPieces(pieces) {
  const last = new Map();
  pieces.forEach((piece, n) => { if (piece.over.length) last.set(piece.over[piece.over.length - 1], n); });
  return last;
}

function article(c) {
  const element = make("article", "tone-" + TONES[c.st]);
  const head = make("h2"), name = make("bdi");
  put(name, c.id);
  head.id = "name-" + c.n;
  head.append(name, " ");
  const where = c.file && c.file !== c.id ? c.file + (c.line ? ":" + c.line : "") : c.line ? "line " + c.line : "";
  if (where) { const small = make("small"); put(small, where); head.append(small); }
  element.setAttribute("aria-labelledby", head.id);
  element.dataset.case = c.n;
  const why = make("p", "why");
  why.append(badge(TONES[c.st], c.st.replaceAll("_", " ")), c.why ? " " + c.why : "");
  element.append(head, why);
  if (c.q !== undefined) {
    const asks = make("p", "asks");
    asks.dir = "auto";
    const text = data.texts[c.q];
    put(asks, "Question: " + (text.length > 600 ? text.slice(0, 600) + "…" : text));
    element.append(asks);
  }
  const body = make("div", "text");
  body.dir = "auto";
  c.seen = undefined;
  fill(c, body, 0);
  element.append(body);
  if (c.j) element.append(judge(c.j));
  return element;
}

function judge(found) {
  const box = make("section", "judge");
  box.append(make("h3", "", "A judge's opinion"));
  for (const [criterion, status, lines] of found) {
    const list = make("ul");
    box.append(make("p", "", `${criterion}: ${status}`), list);
    for (const line of lines) list.append(make("li", "", line));
  }
  return box;
}

// The list of answers: the first ones at once, some while the browser is idle, the rest where one scrolls to them.
let listed = [], laid = 0, run = 0;
const below = make("div");
new IntersectionObserver((seen) => { if (seen.some((s) => s.isIntersecting)) layBelow(); }, {rootMargin: "2000px"})
  .observe(below);

function lay(count) {
  const part = document.createDocumentFragment();
  for (const end = Math.min(laid + count, listed.length); laid < end; laid++) part.append(article(listed[laid]));
  part.append(below);
  answers.append(part);
}

function layBelow() {
  if (laid >= listed.length) return;
  lay(BATCH);
  // An observer speaks of changes only: ask again where the end is still near.
  requestAnimationFrame(() => { if (below.getBoundingClientRect().top < innerHeight + 2000) layBelow(); });
}

function show() {
  const mine = ++run;
  listed = data.cases.filter(wanted);
  laid = 0;
  answers.replaceChildren();
  chosen = null;
  lay(FIRST);
  byId("shown").textContent = listed.length === data.cases.length
    ? `${listed.length.toLocaleString("en")} ${listed.length === 1 ? "answer" : "answers"}, the worst first`
    : `${listed.length.toLocaleString("en")} of ${data.cases.length.toLocaleString("en")} answers`;
  if (!listed.length) answers.append(make("p", "note", data.cases.length ? "No answer is left by the filters." :
    "There is no answer in this report."));
  const first = listed.slice(0, FIRST).find((c) => c.m.length);
  if (first) choose(first, Math.max(0, first.m.findIndex(acted))); else empty();
  const idle = window.requestIdleCallback || ((f) => setTimeout(f, 20));
  const step = () => { if (mine !== run) return; lay(BATCH); if (laid < Math.min(IDLE, listed.length)) idle(step); };
  if (laid < listed.length) idle(step);
}

const filters = {status: new Set(), reason: "", file: "", search: ""};

function wanted(c) {
  if (filters.status.size && !filters.status.has(c.st)) return false;
  if (filters.file && c.file !== filters.file) return false;
  if (filters.reason && !c.m.some((entry) => entry.r === filters.reason)) return false;
  if (!filters.search) return true;
  if (c.low === undefined) {
    c.low = [c.id, c.file, data.texts[c.a], c.q === undefined ? "" : data.texts[c.q], c.why].join("\n").toLowerCase();
  }
  return c.low.includes(filters.search);
}

function acted(entry) { return entry.tone === "bad" || entry.tone === "open"; }

// The panel: what was decided about a mark, and where that comes from.
let chosen = null;

function marksOf(c) {
  const element = answers.querySelector(`article[data-case="${c.n}"]`);
  return element ? element.querySelectorAll(".m") : [];
}

function choose(c, n, place) {
  if (chosen) for (const mark of marksOf(chosen.c)) {
    mark.classList.remove("chosen");
    if (mark.hasAttribute("role")) mark.setAttribute("aria-pressed", "false");
  }
  chosen = {c, n};
  for (const mark of marksOf(c)) {
    if (![mark.dataset.n, mark.dataset.equation].includes(String(n))) continue;
    mark.classList.add("chosen");
    if (mark.dataset.n === String(n) && mark.hasAttribute("role")) mark.setAttribute("aria-pressed", "true");
  }
  tell(c, c.m[n], place);
}

function empty() {
  panel.replaceChildren(make("p", "what", "Choose a mark in an answer to see where it comes from."));
}

function say(parent, tag, className, text) {
  const element = make(tag, className);
  put(element, text);
  parent.append(element);
  return element;
}

function tell(c, entry, place) {
  panel.replaceChildren();
  panel.scrollTop = 0;
  const text = data.texts[c.a].slice(entry.s, entry.e);
  const title = say(panel, "h2", "", text.length > 300 ? text.slice(0, 300) + "…" : text);
  title.dir = "auto";
  const verdict = make("p");
  verdict.append(badge(entry.tone, `${entry.k} ${NAMES[entry.st]}`));
  panel.append(verdict);
  if (entry.r) {
    const [number, name, meaning, action] = data.codes[entry.r];
    verdict.append(` ${name} (${number})`);
    say(panel, "p", "what", meaning + (action ? " " + action : ""));
  }
  if (entry.as) say(panel, "p", "", "Read here as " + entry.as + (entry.axis ? ` (axis ${entry.axis})` : ""));
  if (entry.sides) say(panel, "p", "", `${entry.sides[0]} against ${entry.sides[1]}`);
  if (entry.say && entry.k !== "quantity") say(panel, "p", "", entry.say);
  const places = [];
  if (entry.sup) for (const s of entry.sup) places.push({...s, kind: s.head ? "head" : entry.tone});
  if (entry.near) {
    heading("Nearest in the sources");
    say(panel, "p", "", entry.near.say);
    if (entry.near.line) scale(entry.near.line);
    places.push({...entry.near, kind: "near"});
  }
  if (entry.rival) {
    heading("What the words of the answer stand with");
    const said = entry.rival.words.map((w) => `"${w.w}"`).join(", ");
    say(panel, "p", "", `The answer says ${said}; with that stands ${entry.rival.as} in ${entry.rival.n} (by a margin of ` +
      `${entry.rival.margin}).`);
    places.push({...entry.rival, kind: "rival", also: entry.rival.words});
  }
  if (entry.der) {
    heading("Computed");
    steps([entry.der.say], "open");
    say(panel, "p", "what", `Holds ${entry.der.by}; chance bound ${entry.der.bound}. Offered to you, not accepted.`);
    for (const o of entry.der.of) places.push({...o, kind: "operand"});
  }
  if (entry.withheld) say(panel, "p", "what", `${entry.withheld} withheld: chance alone could give the figure.`);
  for (const note of entry.notes || []) {
    const [number, name, meaning] = data.codes[note];
    say(panel, "p", "what", `Note ${name} (${number}): ${meaning}`);
  }
  // An equation stands on what its operands stand on.
  if (entry.k === "equation") for (const o of c.m) {
    if (o.k === "quantity" && o.s >= entry.s && o.e <= entry.e && o.sup) places.push({...o.sup[0], kind: "operand"});
  }
  if (entry.k === "citation") for (const o of entry.of) places.push({...o, kind: "good"});
  if (entry.more) say(panel, "p", "what", `${entry.more.toLocaleString("en")} more places are not listed.`);
  const cited = new Set(places.map((p) => p.x));
  c.p.forEach(([x, id], n) => {
    if (!cited.has(x)) places.push({x, s: 0, e: 0, n: `passage ${n + 1}` + (id ? ` (${id})` : ""), kind: "other"});
  });
  if (!places.length) { say(panel, "p", "what", "There is no passage."); return; }
  const bar = make("div", "places"), view = make("div");
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Places in the sources");
  places.forEach((p, n) => {
    const button = make("button", "", label(p));
    button.type = "button";
    button.addEventListener("click", () => look(n));
    bar.append(button);
  });
  const look = (n) => {
    [...bar.children].forEach((b, k) => b.setAttribute("aria-pressed", String(k === n)));
    passage(view, places[n], entry);
  };
  if (places.length > 1) panel.append(bar);
  panel.append(view);
  look(Math.min(place || 0, places.length - 1));
}

const WORDS = {head: "head: ", near: "nearest: ", rival: "stands with: ", operand: "operand: "};

function label(p) {
  const named = (p.kind === "operand" || p.kind === "rival") && p.x !== undefined;
  return (WORDS[p.kind] || "") + (named ? data.texts[p.x].slice(p.s, Math.min(p.e, p.s + 40)) + " in " : "") + p.n;
}

function heading(text) { panel.append(make("h3", "", text)); }

function steps(lines, tone, parent) {
  const box = make("div", "steps tone-" + tone);
  for (const line of lines) say(box, "div", "", line);
  (parent || panel).append(box);
}

function passage(view, p, entry) {
  view.replaceChildren();
  if (p.steps) steps(p.steps, entry.tone, view);
  say(view, "h3", "", p.n);
  const box = make("div", "passage tone-" + (p.kind === "near" || p.kind === "rival" ? "open" : entry.tone));
  box.dir = "auto";
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", p.n);
  view.append(box);
  if (p.x === undefined) { put(box, p.quote || ""); return; }
  const text = data.texts[p.x];
  const spots = [{s: p.s, e: p.e}, ...(p.also || []).filter((w) => w.x === p.x).map((w) => ({...w, word: true}))]
    .filter((spot) => spot.e > spot.s).sort((a, b) => a.s - b.s);
  const inner = spots.length ? [spots[0].s, spots[spots.length - 1].e] : [0, 0];
  window_(box, text, spots, Math.max(0, inner[0] - AROUND), Math.min(text.length, inner[1] + AROUND));
  const mark = box.querySelector("mark:not(.word)");
  if (mark) box.scrollTop += mark.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
}

function window_(box, text, spots, from, to) {
  box.replaceChildren();
  if (from > 0) box.append(widen(`Show more (${from.toLocaleString("en")} characters above)`,
    () => window_(box, text, spots, Math.max(0, from - LONG), to)));
  let at = from;
  for (const spot of spots) {
    if (spot.s < at) continue;
    put(box, text.slice(at, spot.s));
    const mark = make("mark", spot.word ? "word" : "");
    put(mark, text.slice(spot.s, spot.e));
    box.append(mark);
    at = spot.e;
  }
  put(box, text.slice(at, to));
  if (to < text.length) box.append(widen(`Show more (${(text.length - to).toLocaleString("en")} characters below)`,
    () => window_(box, text, spots, from, Math.min(text.length, to + LONG))));
}

function widen(text, action) {
  const button = make("button", "cut", text);
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}

// A line that shows both figures: points as shapes, ranges as bars, bounds as bars without an end.
function scale(bars) {
  const svg = draw("svg", {class: "scale", viewBox: `0 0 500 ${bars.length * 42 + 14}`, role: "img"});
  svg.setAttribute("aria-label", bars.map((b) => `${b.who}: ${b.say}`).join("; "));
  const x = (n) => 5 + n * 0.49;
  bars.forEach((bar, row) => {
    const y = row * 42 + 30;
    draw("line", {x1: 5, x2: 495, y1: y, y2: y, class: "axis", "stroke-width": 1}, svg);
    const a = bar.lower === null ? 0 : bar.lower, b = bar.upper === null ? 1000 : bar.upper;
    if (a === b) {
      if (bar.who === "answer") draw("path", {d: `M${x(a)} ${y - 8} l8 8 l-8 8 l-8 -8 Z`, class: bar.who}, svg);
      else draw("circle", {cx: x(a), cy: y, r: 7, class: bar.who}, svg);
    } else {
      draw("rect", {x: x(a), y: y - 5, width: x(b) - x(a), height: 10, class: bar.who}, svg);
      if (bar.lower === null) draw("path", {d: `M${x(0)} ${y - 9} l-5 9 l5 9 Z`, class: bar.who}, svg);
      else if (bar.open[0]) draw("circle", {cx: x(a), cy: y, r: 6, "stroke-width": 3, class: bar.who + " hollow"}, svg);
      if (bar.upper === null) draw("path", {d: `M${x(1000)} ${y - 9} l5 9 l-5 9 Z`, class: bar.who}, svg);
      else if (bar.open[1]) draw("circle", {cx: x(b), cy: y, r: 6, "stroke-width": 3, class: bar.who + " hollow"}, svg);
    }
    const middle = (x(a) + x(b)) / 2, anchor = middle < 140 ? "start" : middle > 360 ? "end" : "middle";
    draw("text", {x: anchor === "start" ? Math.max(5, x(a) - 8) : anchor === "end" ? Math.min(495, x(b) + 8) : middle,
      y: y - 13, "text-anchor": anchor}, svg).textContent = `${bar.who}: ${bar.say}`;
  });
  panel.append(svg);
}

function markAt(target) {
  const mark = target.closest && target.closest(".m");
  if (!mark) return null;
  return {mark, c: data.cases[Number(mark.closest("article").dataset.case)], n: Number(mark.dataset.n)};
}

answers.addEventListener("click", (event) => { const at = markAt(event.target); if (at) choose(at.c, at.n); });
answers.addEventListener("focusin", (event) => {
  const at = markAt(event.target);
  if (at && !(chosen && chosen.c === at.c && chosen.n === at.n)) choose(at.c, at.n);
});
answers.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "BUTTON") return;
  const at = markAt(event.target);
  if (at && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(at.c, at.n);
    (panel.querySelector(".passage") || panel).focus();
    return;
  }
  const step = {ArrowRight: [1, ".m[role]"], ArrowLeft: [-1, ".m[role]"], n: [1, ".m[role].bad, .m[role].open"],
    p: [-1, ".m[role].bad, .m[role].open"]}[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...answers.querySelectorAll(".m[role]")], fit = [...answers.querySelectorAll(step[1])];
  const here = at ? all.indexOf(answers.querySelector(`article[data-case="${at.c.n}"] .m[role][data-n="${at.n}"]`)) : -1;
  const place = new Map(all.map((mark, n) => [mark, n]));
  const next = step[0] > 0 ? fit.find((mark) => place.get(mark) > here) : fit.reverse().find((m) => place.get(m) < here);
  if (next) { next.focus(); next.scrollIntoView({block: "nearest"}); } else if (step[0] > 0) layBelow();
});
panel.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !chosen) return;
  const back = answers.querySelector(`article[data-case="${chosen.c.n}"] .m[role][data-n="${chosen.n}"]`);
  if (back) back.focus();
});

// Paper has no panel: each answer gets the list of its verdicts.
function paper() {
  lay(listed.length);
  for (const element of answers.querySelectorAll("article")) {
    if (element.querySelector(".paper")) continue;
    const c = data.cases[Number(element.dataset.case)], list = make("ol", "paper");
    for (const entry of c.m) {
      const item = make("li"), text = data.texts[c.a].slice(entry.s, Math.min(entry.e, entry.s + 120));
      item.append(badge(entry.tone, NAMES[entry.st]), " ");
      put(item, `"${text}" ${entry.say || ""}`);
      list.append(item);
    }
    if (c.m.length) element.append(list);
  }
}
window.addEventListener("beforeprint", paper);
window.matchMedia("print").addEventListener("change", (event) => { if (event.matches) paper(); });

// Filters and plots.
function row(parent, tone, name, count, most, box) {
  const line = make(box ? "label" : "div", "row tone-" + tone);
  if (box) line.append(box); else { const mark = badge(tone, ""); mark.lastChild.remove(); line.append(mark); }
  const bar = make("span", "bar"), fill_ = make("i");
  fill_.style.width = most ? Math.max(count ? 1 : 0, 100 * count / most) + "%" : "0";
  bar.setAttribute("aria-hidden", "true");
  if (!count) fill_.style.display = "none";
  bar.append(fill_);
  line.append(make("span", "", name), bar, make("output", "", count.toLocaleString("en")));
  parent.append(line);
}

function listOf(parent, pairs) {
  const list = make("dl");
  for (const [name, value] of pairs) { list.append(make("dt", "", name)); list.append(make("dd", "", value)); }
  parent.append(list);
}

data.cases.forEach((c, n) => { c.n = n; });
// On a small screen the answers come first.
if (window.matchMedia("(max-width: 55rem)").matches) byId("overview").open = false;
const most = Math.max(1, ...data.statuses.map((s) => s[2]));
for (const [code, name, count] of data.statuses) {
  const box = make("input");
  box.type = "checkbox";
  box.checked = false;
  box.value = code;
  box.addEventListener("change", () => {
    if (box.checked) filters.status.add(code); else filters.status.delete(code);
    show();
  });
  row(byId("statuses"), TONES[code], name, count, most, box);
}
const top_ = Math.max(1, ...data.quantities.map((q) => q[3]));
for (const [, tone, name, count] of data.quantities) row(byId("counts"), tone, name, count, top_);

const reasons = new Map(), named = new Set();
for (const c of data.cases) {
  named.add(c.file);
  for (const entry of c.m) if (entry.r) reasons.set(entry.r, (reasons.get(entry.r) || 0) + 1);
}
const option = (parent, value, text) => { const o = make("option", "", text); o.value = value; parent.append(o); };
for (const [key, count] of [...reasons].sort((a, b) => b[1] - a[1])) {
  option(byId("reason"), key, `${data.codes[key][1]} (${count.toLocaleString("en")})`);
}
for (const file of named) if (file) option(byId("file"), file, file);
for (const name of ["reason", "file"]) {
  byId(name).addEventListener("change", (event) => { filters[name] = event.target.value; show(); });
}
let waiting = 0;
byId("search").addEventListener("input", (event) => {
  clearTimeout(waiting);
  waiting = setTimeout(() => { filters.search = event.target.value.trim().toLowerCase(); show(); }, 150);
});
byId("filters").addEventListener("submit", (event) => event.preventDefault());
if (data.left_out) { byId("left-out").hidden = false; byId("left-out").textContent = "Not shown: " + data.left_out + "."; }
if (data.errors.length) {
  byId("errors").hidden = false;
  for (const error of data.errors) say(byId("errors"), "li", "", error);
}
const about = byId("policy").lastElementChild;
for (const [title, pairs] of [["Policy", data.policy], ["Metrics", data.metrics], ["Made by", data.engine]]) {
  about.append(make("h2", "", title));
  listOf(about, pairs);
}
show();
})();
