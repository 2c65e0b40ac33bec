// Playing on the board: touches, clicks and keys become clicks on the buttons of the list of moves, which the
// server drew. What is picked is remembered here and laid over every new frame; nothing else is.

import { $, $$, clickedTile, fill, isOurs, isPlane, say, spotOf, tileOf } from "./dom.js";
import { Offers, onlySource, pressedBy } from "./offers.js";
import { drawBar, placeTarget, showWay, target, wayOf } from "./paint.js";
import { reveal } from "./view.js";

const root = $("[data-live]");
const words = root.dataset;
const board = $("#board");
const KEPT = 200; // sentences of the log
let offers = new Offers();
let picked = ""; // the piece or card whose targets are lit
let armed = []; // offers that a second touch commits
let cursor = ""; // the tile that the keyboard stands on
let column = 0; // where the keyboard began to walk up or down
let pointer = "mouse";
let held = null; // the control that had the focus, in case a frame takes it away
let wasYours = false;
const folded = new Map(); // what somebody folded or unfolded, by its heading
const phone = matchMedia("(max-width: 40rem)");

const pieceOn = (tile) => $$("#r-pieces .piece").filter((piece) => piece.dataset.at === tile);

/** Pick a piece or card (or nothing), so that its targets light up. */
function pick(source) {
  picked = source;
  armed = [];
  draw();
  if (!picked) return;
  const piece = $(`#p-${picked}`);
  if (piece) reveal(piece.dataset.at);
  const count = offers.all.filter((offer) => offer.from === picked).length;
  const name = piece?.dataset.label ?? $(`[data-pick="${picked}"] .card-name`)?.textContent;
  say(fill(words.tCount, { name, count }));
}

/** Choose a tile: commit its choice, arm it first where a slip would hurt, or pick what stands there. */
function choose(tile, direct) {
  const own = pieceOn(tile).map((piece) => piece.id.slice(2)).filter((id) => offers.sources.has(id));
  const found = offers.leadingTo(tile, picked).filter((offer) => picked || !own.length || !offer.from);
  if (found.length === 1) {
    const [offer] = found;
    if (isArmed(offer) || (direct && (picked || !offer.from) && !offer.isFinal)) return offer.commit();
    return arm(found);
  }
  if (found.length) return arm(found);
  const next = own[own.indexOf(picked) + 1] ?? (own.includes(picked) ? "" : own[0]);
  pick(next ?? "");
  if (!next) say(labelOf(tile, pieceOn(tile)));
}

/** Whether an offer is about to be done. */
function isArmed({ button, tile }) {
  return armed.some((one) => one.button === button && one.tile === tile);
}

/** Ask once more before a choice is made. */
function arm(found) {
  armed = found;
  draw();
  say(`${found[0].what}. ${found[0].preview}`);
}

/** Let go of an armed choice. */
function disarm() {
  if (!armed.length) return;
  armed = [];
  draw();
}

/** What a reader hears of a tile: its name, what stands there, what can be done. */
function labelOf(tile, pieces) {
  const parts = [$(`#t-${tile}`).dataset.label];
  for (const piece of pieces) {
    parts.push(piece.dataset.label);
    const id = piece.id.slice(2);
    if (id === picked) parts.push(words.tPicked);
    else if (offers.sources.has(id)) parts.push(words.tCan);
  }
  if (picked) parts.push(...offers.leadingTo(tile, picked).map((o) => [o.what, o.cost, o.odds].join(" ")));
  return parts.join(", ");
}

/** Long lists of choices: on a phone only the first lies open, until somebody says otherwise. */
function fold() {
  for (const part of $$("[data-fold]")) part.open = folded.get(part.ariaLabel) ?? (!phone.matches || part.dataset.fold === "first");
}

/** Light up what can be chosen, and say in the bar what comes next. */
function draw() {
  offers = new Offers();
  const { all, sources } = offers;
  if (!sources.has(picked)) picked = onlySource(sources);
  armed = armed.filter((offer) => offer.button.isConnected);
  const standing = new Map();
  for (const piece of $$("#r-pieces .piece")) {
    piece.classList.toggle("can", sources.has(piece.id.slice(2)));
    piece.classList.toggle("picked", piece.id.slice(2) === picked);
    standing.set(piece.dataset.at, [...(standing.get(piece.dataset.at) ?? []), piece]);
  }
  for (const card of $$("[data-pick]")) card.setAttribute("aria-pressed", card.dataset.pick === picked);
  for (const group of $$("#r-actions [data-of]")) group.classList.toggle("folded", group.dataset.of !== picked);
  const lit = offers.lit(picked);
  const tiles = new Set(lit.map((offer) => offer.tile));
  const overlay = $("#overlay");
  overlay.setAttribute("viewBox", $("#r-terrain svg").getAttribute("viewBox"));
  const shown = lit.filter((offer) => !offer.isField || isArmed(offer));
  const targets = isPlane()
    ? [...tiles].map((tile) => placeTarget(lit.filter((offer) => offer.tile === tile), armed.some((offer) => offer.tile === tile)))
    : shown.map((offer) => target(offer, standing.has(offer.tile), isArmed(offer)));
  overlay.replaceChildren(...wayOf(armed), ...targets);
  for (const tile of $$("#r-terrain .tile")) {
    const id = tile.id.slice(2);
    tile.classList.toggle("lit", tiles.has(id));
    tile.tabIndex = id === cursor ? 0 : -1;
    tile.setAttribute("aria-label", labelOf(id, standing.get(id) ?? []));
  }
  if (!$("#r-terrain .tile[tabindex='0']")) $("#r-terrain .tile").tabIndex = 0;
  board.classList.toggle("open", offers.all.some((offer) => offer.isField));
  drawBar(hint(), armed, armed);
}

/** What to do next, in words. */
function hint() {
  if (!offers.all.length) return "";
  if (isPlane() && !picked) return words.tChart;
  return picked || $("#r-turn").dataset.aiming || [...offers.sources].every((source) => !source) ? words.tAim : words.tPick;
}

/** Under the mouse or with the focus: the way there and what it would do, before any click. Nothing else may move. */
function peek(found) {
  if (armed.length) return;
  showWay(found);
  const next = hint();
  if (next) drawBar(next, found, armed);
}

/** What lies under the mouse or has the focus, to be peeked at. */
function peeked({ target: element, type }) {
  const button = element.closest?.("#r-actions [name=choice], #r-moves [data-tile]");
  if (button) return peek([offers.of(button)]);
  const tile = type === "pointerover" ? tileOf(element) : undefined;
  const found = tile ? offers.leadingTo(tile, picked) : [];
  peek(picked ? found : found.filter((offer) => !offer.from));
}

/** The nearest tile in the direction of an arrow, however tiles lie; up and down keep to a column where there are any. */
function neighbour(tile, [dx, dy]) {
  const [x, y] = spotOf(tile);
  const keep = dy && !isPlane();
  let best = tile;
  let least = Infinity;
  for (const other of $$("#r-terrain .tile")) {
    const [ox, oy] = spotOf(other.id.slice(2));
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    const away = along + 2 * aside + (keep ? Math.abs(ox - column) : 0);
    if (along > 10 && aside <= along && away < least) [best, least] = [other.id.slice(2), away];
  }
  return best;
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Keys on the board itself. */
function boardKey(event) {
  const tile = tileOf(event.target);
  if (!tile || event.shiftKey) return;
  const way = ARROWS[event.key];
  if (way) {
    if (way[0] || tile !== cursor) column = spotOf(tile)[0];
    cursor = neighbour(tile, way);
    if (way[0]) column = spotOf(cursor)[0];
    for (const other of $$("#r-terrain .tile[tabindex='0']")) other.tabIndex = -1;
    $(`#t-${cursor}`).tabIndex = 0;
    $(`#t-${cursor}`).focus({ preventScroll: true });
    reveal(cursor);
  } else if (event.key === "Enter" || event.key === " ") {
    choose(tile, true);
  } else return;
  event.preventDefault();
}

/** Keys anywhere: the letters on the buttons, Escape, and the list of keys. */
function pageKey(event) {
  if (event.key === "Escape" && !$("dialog[open]") && !$(".menu[open]")) return letGo();
  if (!isOurs(event)) return;
  if (event.key === "?") return $("#help").showModal();
  const { button, piece } = pressedBy(event.key.toLowerCase(), picked);
  if (event.repeat) return;
  if (button) return button.form.requestSubmit(button);
  if (piece) pick(piece);
}

/** Escape: let go of what is armed, else take back what was only begun, else let go of what is picked. */
function letGo() {
  if (armed.length) return disarm();
  const back = $("#r-turn").dataset.aiming && $("#r-actions [data-key=u]");
  if (back) return back.form.requestSubmit(back);
  pick("");
}

// --- What changes with every frame ------------------------------------------------------------

/** After a swap: what the page remembers is laid over what the server drew. */
function refresh() {
  fold();
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

/** A card in hand or a piece in the list: pick it for the board, or do, or arm, what it can do by itself. */
function pickCard(source) {
  if (offers.sources.has(source)) return pick(picked === source ? "" : source);
  const found = $$("#r-actions [data-from]").filter((button) => button.dataset.from === source).map((button) => offers.of(button));
  if (found.length === 1 && !found[0].isFinal && found[0].verb === "play") return found[0].commit();
  arm(found);
}

/** A click anywhere: a tile, a card, or a button of the page. */
function clicked(event) {
  const { target: element } = event;
  const once = event.detail < 2; // the second of a double click may hit what the first has just put there
  const card = element.closest("[data-pick]");
  if (card && once) pickCard(card.dataset.pick);
  if (element.closest("[data-do]") && armed.length && once) armed[0].commit();
  if (element.closest("[data-cancel]") && once) disarm();
  const part = element.closest("summary")?.parentElement;
  if (part?.matches("[data-fold]")) folded.set(part.ariaLabel, !part.open);
  const aimed = pointer !== "mouse" && event.detail ? element.closest(".compass [name=choice]") : null;
  if (aimed) { // a thumb hides what it touches: it sees first what it is about to do
    event.preventDefault();
    arm([offers.of(aimed)]);
  }
  const opener = element.closest("[data-open]");
  if (opener) $(`#${opener.dataset.open}`).showModal();
}

/** Listen to mouse, touch and keys. */
function start() {
  document.addEventListener("pointerdown", (event) => { pointer = event.pointerType; }, true);
  board.addEventListener("click", (event) => {
    const tile = clickedTile(event);
    if (!tile) return;
    [cursor, column] = [tile, spotOf(tile)[0]];
    choose(tile, pointer === "mouse");
  });
  const hovers = matchMedia("(hover: hover)"); // elsewhere the bar would grow over what is about to be pressed
  root.addEventListener("pointerover", (event) => hovers.matches && event.pointerType === "mouse" && peeked(event));
  root.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && peeked(event));
  board.addEventListener("keydown", boardKey);
  document.addEventListener("keydown", pageKey);
  document.addEventListener("focusin", (event) => { held = event.target; });
  document.addEventListener("focusout", (event) => { if (event.target.isConnected) held = null; });
  document.addEventListener("htmx:after:swap", refresh);
  document.addEventListener("htmx:before:request", disarm);
  document.addEventListener("click", clicked, true);
  const keys = $("#keys");
  keys.checked = localStorage.getItem("keys") !== "off";
  keys.addEventListener("change", () => localStorage.setItem("keys", keys.checked ? "on" : "off"));
  refresh();
}

start();
