// Playing on the board: touches, clicks and keys become clicks on the buttons of the list of moves, which the
// server drew. What is picked is remembered here and laid over every new frame; nothing else is.

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

const root = $("[data-live]");
const words = root.dataset;
const board = $("#board");
const KEPT = 200; // sentences of the log
let picked = ""; // the piece or card whose targets are lit
let armed = []; // choices that a second touch commits
let cursor = ""; // the tile that the keyboard stands on
let pointer = "mouse";
let held = null; // the control that had the focus, in case a frame takes it away
let wasYours = false;

const offers = () => $$("#r-moves [data-tile]");
const tileOf = (element) => element?.closest?.(".tile")?.id.slice(2);
const pieceOn = (tile) => $$("#r-pieces .piece").filter((piece) => piece.dataset.at === tile);
const textOf = (button, part) => $(`.${part}`, button)?.textContent ?? "";
const fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);

/** What can be done on a tile with what is picked; with nothing picked, everything that leads there. */
function leadingTo(tile) {
  return offers().filter((o) => o.dataset.tile === tile && (!picked || !o.dataset.from || o.dataset.from === picked));
}

/** Pick a piece or card (or nothing), so that its targets light up. */
function pick(source) {
  picked = source;
  armed = [];
  draw();
  if (!picked) return;
  const count = offers().filter((offer) => offer.dataset.from === picked).length;
  const name = $(`#p-${picked}`)?.dataset.label ?? $(`[data-pick="${picked}"] .card-name`)?.textContent;
  say(fill(words.tCount, { name, count }));
}

/** Choose a tile: commit its choice, arm it first where a slip would hurt, or pick what stands there. */
function choose(tile, direct) {
  const sources = new Set(offers().map((offer) => offer.dataset.from));
  const own = pieceOn(tile).map((piece) => piece.id.slice(2)).filter((id) => sources.has(id));
  const found = picked || !own.length ? leadingTo(tile) : [];
  if (found.length === 1) {
    const [offer] = found;
    if (armed[0] === offer || (direct && (picked || !offer.dataset.from) && !("final" in offer.dataset))) return commit(offer);
    return arm(found);
  }
  if (found.length) return arm(found);
  const next = own[own.indexOf(picked) + 1] ?? (own.includes(picked) ? "" : own[0]);
  pick(next ?? "");
  if (!next) say(labelOf(tile));
}

/** Ask once more before a choice is made. */
function arm(found) {
  armed = found;
  draw();
  say(`${textOf(found[0], "what")}. ${textOf(found[0], "preview")}`);
}

/** Let go of an armed choice. */
function disarm() {
  if (!armed.length) return;
  armed = [];
  draw();
}

/** Make a choice: press its button. */
function commit(button) {
  button.form.requestSubmit(button);
}

/** What a reader hears of a tile: its name, what stands there, what can be done. */
function labelOf(tile, sources = new Set(offers().map((offer) => offer.dataset.from))) {
  const parts = [$(`#t-${tile}`).dataset.label];
  for (const piece of pieceOn(tile)) {
    parts.push(piece.dataset.label);
    const id = piece.id.slice(2);
    if (id === picked) parts.push(words.tPicked);
    else if (sources.has(id)) parts.push(words.tCan);
  }
  if (picked) parts.push(...leadingTo(tile).map((o) => ["what", "cost", "odds"].map((p) => textOf(o, p)).join(" ")));
  return parts.join(", ");
}

/** Make an SVG element. */
function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Where a tile lies in the drawing. */
function spotOf(tile) {
  const { e, f } = $(`#t-${tile}`).transform.baseVal.getItem(0).matrix;
  return [e, f];
}

/** Light up what can be chosen, and say in the bar what comes next. */
function draw() {
  const all = offers();
  const sources = new Set(all.map((offer) => offer.dataset.from));
  if (!sources.has(picked)) picked = sources.size === 1 && !sources.has(undefined) ? [...sources][0] : "";
  armed = armed.filter((offer) => offer.isConnected);
  for (const piece of $$("#r-pieces .piece")) {
    piece.classList.toggle("can", sources.has(piece.id.slice(2)));
    piece.classList.toggle("picked", piece.id.slice(2) === picked);
  }
  for (const card of $$("[data-pick]")) card.setAttribute("aria-pressed", card.dataset.pick === picked);
  const lit = all.filter((offer) => !offer.dataset.from || offer.dataset.from === picked);
  const overlay = $("#overlay");
  overlay.setAttribute("viewBox", $("#r-terrain svg").getAttribute("viewBox"));
  overlay.replaceChildren(...wayOf(armed), ...lit.map(target));
  for (const tile of $$("#r-terrain .tile")) {
    const id = tile.id.slice(2);
    tile.classList.toggle("lit", lit.some((offer) => offer.dataset.tile === id));
    tile.tabIndex = id === cursor ? 0 : -1;
    tile.setAttribute("aria-label", labelOf(id, sources));
  }
  if (!$("#r-terrain .tile[tabindex='0']")) $("#r-terrain .tile").tabIndex = 0;
  drawBar(all.length ? (picked ? words.tAim : words.tPick) : "");
}

/** A target as it lies on the board: a frame, its verb, cost and odds. */
function target(offer) {
  const [x, y] = spotOf(offer.dataset.tile);
  const icon = svg("use", { href: `${board.dataset.symbols}#verb-${offer.dataset.verb}`, x: -21, y: -34, width: 42, height: 42 });
  const group = svg("g", { class: `target v-${offer.dataset.verb}`, transform: `translate(${x} ${y})` },
    svg("use", { class: "frame", href: "#tile-shape", transform: "scale(.88)" }));
  const taken = pieceOn(offer.dataset.tile).length > 0;
  if (!taken) group.append(icon);
  const note = textOf(offer, "odds") || textOf(offer, "cost");
  if (note) group.append(svg("text", { y: taken ? 44 : 34 }, note));
  group.classList.toggle("armed", armed.includes(offer));
  return group;
}

/** The way that a choice takes over the board. */
function wayOf(found) {
  if (found.length !== 1) return [];
  const { path, from, tile } = found[0].dataset;
  const start = $(`#p-${from}`)?.dataset.at;
  const way = [start, ...(path?.split(" ") ?? []), tile].filter((step, at, all) => step && step !== all[at - 1]);
  return way.length < 2 ? [] : [svg("polyline", { class: "way", points: way.map(spotOf).join(" ") })];
}

/** The bar near the thumb: what to do next, or what is about to be done. */
function drawBar(hint, found = armed) {
  const bar = $("#aim");
  const [head, rest, why] = $(".aim-words", bar).children;
  const rule = found.length === 1 && found[0].dataset.rule;
  why.hidden = !rule;
  if (rule) [why.href, why.ariaLabel] = [`${words.rules}#${rule}`, fill(words.tRule, { rule })];
  bar.hidden = !hint && !found.length;
  bar.classList.toggle("armed", armed.length > 0);
  for (const old of $$(".alternative", bar)) old.remove();
  $(".aim-do", bar).hidden = !armed.length;
  $("[data-do]", bar).hidden = armed.length !== 1;
  head.textContent = found.length ? (found.length > 1 ? words.tSeveral : textOf(found[0], "what")) : hint;
  rest.textContent = found.length === 1 ? ["cost", "odds", "preview"].map((part) => textOf(found[0], part)).filter(Boolean).join(" · ") : "";
  if (armed.length > 1) $(".aim-do", bar).prepend(...armed.map(alternative));
}

/** One of several choices that lead to the same tile, as a button in the bar. */
function alternative(offer) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "alternative";
  button.textContent = ["what", "cost", "odds"].map((part) => textOf(offer, part)).join(" ");
  button.onclick = () => commit(offer);
  return button;
}

/** Under the mouse: the way there and what it would do, before any click. */
function peek(event) {
  if (event.pointerType !== "mouse" || armed.length || !picked) return;
  const found = leadingTo(tileOf(event.target));
  $(".way")?.remove();
  $("#overlay").prepend(...wayOf(found));
  drawBar(words.tAim, found);
}

/** Tell a screen reader. */
function say(text) {
  $("#say").textContent = text;
}

/** The nearest tile in the direction of an arrow, for squares and hexes alike. */
function neighbour(tile, [dx, dy]) {
  const [x, y] = spotOf(tile);
  let best = tile;
  let least = Infinity;
  for (const other of $$("#r-terrain .tile")) {
    const [ox, oy] = spotOf(other.id.slice(2));
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 10 && aside <= along && along + 2 * aside < least) [best, least] = [other.id.slice(2), along + 2 * aside];
  }
  return best;
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Keys on the board itself. */
function boardKey(event) {
  const tile = tileOf(event.target);
  if (!tile) return;
  if (ARROWS[event.key]) {
    cursor = neighbour(tile, ARROWS[event.key]);
    for (const other of $$("#r-terrain .tile")) other.tabIndex = other.id.slice(2) === cursor ? 0 : -1;
    $(`#t-${cursor}`).focus();
  } else if (event.key === "Enter" || event.key === " ") {
    choose(tile, true);
  } else return;
  event.preventDefault();
}

/** Keys anywhere: the letters on the buttons, Escape, and the list of keys. */
function pageKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (event.key === "Escape" && !$(".menu[open]")) return armed.length ? disarm() : pick("");
  if (event.target.closest("input:not([type=checkbox]), textarea, select") || !$("#keys").checked) return;
  if (event.key === "?") return $("#help").showModal();
  const button = $$("[data-key]").find((found) => found.dataset.key === event.key.toLowerCase());
  if (button && !event.repeat) commit(button);
}

// --- What changes with every frame ------------------------------------------------------------

/** After a swap: what the page remembers is laid over what the server drew. */
function refresh() {
  draw();
  const turn = $("#r-turn");
  const yours = turn.dataset.yours === "1";
  document.title = (yours ? `● ${words.tYours} – ` : "") + words.title;
  $("link[rel=icon]").href = yours ? words.iconTurn : words.icon;
  if (yours && !wasYours) say(`${words.tYours}. ${$(".headline", turn).textContent}`);
  wasYours = yours;
  root.inert = Boolean($("#r-curtain .curtain"));
  const log = $("#log");
  while ($("#r-log").children.length > KEPT) $("#r-log").firstElementChild.remove();
  if (!log.matches(":hover, :focus")) log.scrollTop = log.scrollHeight;
  if (held && !held.isConnected) {
    held = null;
    ($("#r-actions button") ?? $("#r-terrain .tile[tabindex='0']")).focus({ preventScroll: true });
  }
}

/** Listen to mouse, touch and keys. */
function start() {
  board.addEventListener("pointerdown", (event) => { pointer = event.pointerType; });
  board.addEventListener("click", (event) => {
    const tile = tileOf(event.target);
    if (tile) cursor = tile;
    if (tile) choose(tile, pointer === "mouse");
  });
  board.addEventListener("pointerover", peek);
  board.addEventListener("keydown", boardKey);
  document.addEventListener("keydown", pageKey);
  document.addEventListener("focusin", (event) => { held = event.target; });
  document.addEventListener("focusout", (event) => { if (event.target.isConnected) held = null; });
  document.addEventListener("htmx:after:swap", refresh);
  document.addEventListener("htmx:before:request", disarm);
  document.addEventListener("click", (event) => {
    const card = event.target.closest("[data-pick]");
    if (card) pickCard(card.dataset.pick);
    if (event.target.closest("[data-do]") && armed.length) commit(armed[0]);
    if (event.target.closest("[data-cancel]")) disarm();
    const opener = event.target.closest("[data-open]");
    if (opener) $(`#${opener.dataset.open}`).showModal();
  });
  const keys = $("#keys");
  keys.checked = localStorage.getItem("keys") !== "off";
  keys.addEventListener("change", () => localStorage.setItem("keys", keys.checked ? "on" : "off"));
  refresh();
}

/** A card in hand: pick it for the board, or arm what it can do by itself. */
function pickCard(card) {
  if (offers().some((offer) => offer.dataset.from === card)) return pick(picked === card ? "" : card);
  arm($$("#r-actions [data-from]").filter((button) => button.dataset.from === card));
}

start();
