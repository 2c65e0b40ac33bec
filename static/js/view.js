// Looking around on a board that is larger than its place: it follows what the game says to keep in view, until
// somebody looks elsewhere, and zooms. A board that fits is left alone. Everything acts on the wrapper of the layers,
// so that frames of the server never touch it. A TV that nobody touches only follows.

import { $, $$, isOurs, isPlane, spotOf } from "./dom.js";
import { keepApart } from "./names.js";

const UNITS = 100; // the width of a tile in the drawing
const LEAST = 36; // pixels that a tile should have where it is touched
const LEAST_PLACE = 30.6; // so that a place on a plane, which answers to a finger all around it, is 44 wide
const LEAST_TV = 20; // and where it is only looked at
const CLOSE = 50; // from here the names of tiles can be read
const MOST = 2; // times the usual size
const LENIENT = 1.3; // so much higher than its place a board may stand on a phone before one has to look around
const STEP = 1.35;
const SLACK = 6; // pixels that a press may move and still be a click
const EDGE = 26; // how far from the edge the pointers to hidden pieces stand
const WIDE = 44; // and how wide they are

const view = $("#view");
const board = $(".board", view);
const phone = matchMedia("(max-width: 40rem)");
const isTv = Boolean($("[data-live=tv]"));
const place = { x: 0, y: 0, zoom: 1 }; // where the wrapper lies
const size = { width: 0, height: 0, fit: 1, usual: 1, tile: 0 }; // of the view, and the zooms that matter
const fingers = new Map();
const pointers = new Map(); // piece -> the button that points to it
let focus = ""; // what the game wants in view
let following = true;
let over = false; // whether there is anything to look around for
let whole = isPlane(); // whether to see everything: somebody asked for it, or it is a chart
let dragged = false;
let began = null; // where a drag or pinch began

/** How large everything is: the place there is, and the zooms at which all fits and at which tiles can be touched. */
function measure() {
  view.style.width = view.style.height = view.style.maxHeight = "";
  const [width, height] = [board.offsetWidth, board.offsetHeight];
  const box = $("#r-terrain svg")?.viewBox.baseVal;
  if (!box || !width) return;
  const limit = (value, otherwise) => (value.endsWith("px") ? parseFloat(value) : otherwise);
  const style = getComputedStyle(view);
  const wide = limit(style.maxWidth, view.parentElement.clientWidth);
  let high = limit(style.maxHeight, Infinity);
  const tile = (width / box.width) * UNITS;
  const before = size.usual;
  size.usual = Math.max(1, (isTv ? LEAST_TV : isPlane() ? LEAST_PLACE : LEAST) / tile);
  size.tile = tile;
  const tooWide = width * size.usual > wide + 1;
  if (phone.matches && !tooWide && height * size.usual < high * LENIENT) {
    high = height * size.usual;
    view.style.maxHeight = "none";
  }
  over = tooWide || height * size.usual > high + 1;
  [size.width, size.height] = [Math.min(wide, width * size.usual), Math.min(high, height * size.usual)];
  if (place.zoom === before) place.zoom = size.usual;
  view.classList.toggle("over", roams());
  if (roams()) {
    view.style.width = `${size.width}px`;
    view.style.height = `${size.height}px`;
  }
  const free = roams() ? clear() : size;
  size.fit = Math.min(free.width / width, free.height / height, size.usual);
  if (whole || place.zoom < size.fit) place.zoom = whole ? size.fit : size.usual;
  if (!roams()) {
    [size.width, size.height] = [width, height];
    Object.assign(place, { x: 0, y: 0, zoom: 1 });
  }
}

/** Whether there is anything to look around for. */
function roams() {
  return over || place.zoom > Math.max(1, size.usual) * 1.01;
}

/** Put the wrapper where it should lie, never with a gap beside it other than where something lies over the view. */
function apply(glide = false) {
  const within = (at, from, room, length) => from + (length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at - from)));
  const free = clear();
  place.x = within(place.x, free.left, free.width, board.offsetWidth * place.zoom);
  place.y = within(place.y, free.top, free.height, board.offsetHeight * place.zoom);
  board.classList.toggle("glide", glide);
  board.style.transform = roams() ? `translate(${place.x}px, ${place.y}px) scale(${place.zoom})` : "";
  board.style.setProperty("--unit", (size.tile * place.zoom) / UNITS);
  board.classList.toggle("near", size.tile * place.zoom >= CLOSE);
  keepApart();
  pointOut();
}

/** Where a tile lies in the view now. */
function seen(tile) {
  const [x, y] = spotOf(tile).map((length) => (length * size.tile * place.zoom) / UNITS);
  return [x + place.x, y + place.y];
}

/** The part of the view that nothing lies over: on a phone the buttons below may, and the zoom lies at one of its edges. */
function clear() {
  const box = view.getBoundingClientRect();
  const free = { left: 0, top: 0, width: size.width, height: size.height };
  const cover = $(".dock")?.getBoundingClientRect();
  const covered = cover?.height && cover.left <= box.left && cover.top > box.top && cover.top < box.top + size.height;
  if (covered) free.height = Math.max(size.height / 2, cover.top - box.top);
  const bar = $(".zoom", view)?.getBoundingClientRect();
  if (!bar?.height) return free;
  if (bar.height > bar.width) free.width = bar.left - box.left;
  else if (bar.top - box.top > size.height / 2) free.height = Math.min(free.height, bar.top - box.top);
  else {
    free.top = bar.bottom - box.top;
    free.height -= free.top;
  }
  return free;
}

/** Bring a tile to the middle. */
function centre(tile, glide = true) {
  const [x, y] = seen(tile);
  const free = clear();
  place.x += free.left + free.width / 2 - x;
  place.y += free.top + free.height / 2 - y;
  apply(glide);
}

/** Show a tile that somebody has chosen, if it lies outside or at the edge. */
export function reveal(tile) {
  if (!roams()) return;
  const [x, y] = seen(tile);
  const margin = size.tile * place.zoom;
  const { left, top, width, height } = clear();
  const inside = (at, from, room) => at > from + margin && at < from + room - margin;
  if (inside(x, left, width) && inside(y, top, height)) return;
  following = false;
  centre(tile);
}

/** Zoom, and keep what lies under a point of the view where it is. */
function zoomTo(zoom, [x, y] = [size.width / 2, size.height / 2], glide = false) {
  const next = Math.min(size.usual * MOST, Math.max(size.fit, zoom));
  place.x = x - ((x - place.x) * next) / place.zoom;
  place.y = y - ((y - place.y) * next) / place.zoom;
  place.zoom = next;
  if (view.classList.contains("over") !== roams()) measure();
  if (following && focus && glide) return centre(focus);
  apply(glide);
}

/** Closer, further away, or everything at once. */
function zoomBy(way) {
  whole = way === 0;
  zoomTo(whole ? size.fit : place.zoom * STEP ** way, undefined, true);
}

/** Look in a direction. */
function look(dx, dy, glide) {
  following = false;
  place.x -= dx;
  place.y -= dy;
  apply(glide);
}

/** A button at the edge for each ship that cannot be seen, which shows it. */
function pointOut() {
  const ships = roams() ? $$("#r-pieces .piece:is([class*=seat-], .flag-threat):not(.is-small)") : [];
  const hidden = new Set();
  const taken = []; // where pointers are, so that none covers another
  const { left, top, width, height } = clear();
  const middle = [left + width / 2, top + height / 2];
  for (const ship of ships) {
    const [x, y] = seen(ship.dataset.at);
    if (x > left && y > top && x < left + width && y < top + height) continue;
    hidden.add(ship.id);
    const button = pointers.get(ship.id) ?? pointer(ship.id);
    const [dx, dy] = [x - middle[0], y - middle[1]];
    const part = Math.min((width / 2 - EDGE) / Math.abs(dx || 1), (height / 2 - EDGE) / Math.abs(dy || 1));
    button.className = `pointer-out ${[...ship.classList].find((name) => name.startsWith("seat-") || name === "flag-threat")}`;
    button.ariaLabel = (view.dataset.tShow ?? "{name}").replace("{name}", ship.dataset.label);
    button.title = button.ariaLabel;
    const spot = [middle[0] + dx * part, middle[1] + dy * part];
    const along = Math.abs(dy * part) >= height / 2 - EDGE - 1 ? 0 : 1; // the edge runs across or down
    const way = spot[along] < middle[along] ? WIDE : -WIDE;
    while (taken.some(([ox, oy]) => Math.hypot(spot[0] - ox, spot[1] - oy) < WIDE)) spot[along] += way;
    taken.push(spot);
    [button.style.left, button.style.top] = spot.map((length) => `${length}px`);
    button.firstChild.style.transform = `rotate(${Math.atan2(dx, -dy)}rad)`;
    const emblem = ($(".emblem", ship) ?? $("use", ship))?.getAttribute("href");
    if (emblem && button.lastChild.firstChild.getAttribute("href") !== emblem) button.lastChild.firstChild.setAttribute("href", emblem);
  }
  for (const [id, button] of pointers) {
    if (!hidden.has(id)) {
      button.remove();
      pointers.delete(id);
    }
  }
}

/** A new button at the edge: an arrow outwards, and the emblem of the seat. */
function pointer(id) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.show = id;
  button.innerHTML = '<svg class="out" viewBox="0 0 64 64" aria-hidden="true"><path d="M32 0 46 14H18z"/></svg>'
    + '<svg class="sym emblem" aria-hidden="true"><use/></svg>';
  pointers.set(id, button);
  $(".beyond", view).append(button);
  return button;
}

// --- Mouse, fingers and keys -----------------------------------------------------------------

/** The middle of all fingers in the view, and how far apart they are. */
function grip() {
  const { left, top } = view.getBoundingClientRect();
  const spots = [...fingers.values()].map(({ x, y }) => [x - left, y - top]);
  const middle = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
  return { middle, span: spots.length > 1 ? Math.hypot(spots[0][0] - spots[1][0], spots[0][1] - spots[1][1]) : 0 };
}

function down(event) {
  if (event.target.closest("button") || event.button) return;
  if (!fingers.size) dragged = false;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  began = grip();
}

function move(event) {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const now = grip();
  const [dx, dy] = [began.middle[0] - now.middle[0], began.middle[1] - now.middle[1]];
  if (!dragged && fingers.size < 2 && Math.hypot(dx, dy) < SLACK) return;
  if (!roams()) return;
  dragged = true;
  if (!view.hasPointerCapture(event.pointerId)) view.setPointerCapture(event.pointerId);
  if (began.span && now.span) {
    whole = false;
    zoomTo((place.zoom * now.span) / began.span, now.middle);
  }
  look(dx, dy);
  began = now;
}

function up(event) {
  fingers.delete(event.pointerId);
  if (fingers.size) began = grip();
}

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const ZOOMS = { "+": 1, "=": 1, "-": -1, _: -1, 0: 0 };

function keyed(event) {
  if (!isOurs(event)) return;
  const way = event.shiftKey && WAYS[event.key];
  if (way && roams()) look(way[0] * size.width * 0.25, way[1] * size.height * 0.25, true);
  else if (event.key in ZOOMS && (event.key !== "0" || roams())) zoomBy(ZOOMS[event.key]);
  else return;
  event.preventDefault();
}

/** Listen; nobody touches a TV. */
function listen() {
  view.addEventListener("pointerdown", down);
  view.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, up);
  view.addEventListener("click", (event) => {
    const { zoom, show } = event.target.closest("button")?.dataset ?? {};
    if (zoom) zoomBy(Number(zoom));
    if (show) {
      following = false;
      centre($(`#${show}`).dataset.at);
    }
    if (dragged && !zoom && !show) event.stopPropagation(); // the end of a drag chooses nothing
    dragged = false;
  }, true);
  view.addEventListener("wheel", (event) => {
    if (!roams() && !event.ctrlKey) return;
    event.preventDefault();
    const { left, top } = view.getBoundingClientRect();
    following = whole = false;
    zoomTo(place.zoom * Math.exp(-event.deltaY / 500), [event.clientX - left, event.clientY - top]);
  }, { passive: false });
  document.addEventListener("keydown", keyed);
}

/** After a frame: follow what the game wants in view as soon as that has moved. */
function refresh() {
  const own = isPlane() ? $("#r-pieces .piece[class*=seat-]")?.dataset.at : "";
  const now = $("#r-marks")?.dataset.focus || own || "";
  const moved = now.split(" ")[0] !== focus;
  if (moved) [focus, following] = [now.split(" ")[0], true];
  measure();
  if (following && focus && roams() && place.zoom > size.fit) centre(focus, moved);
  else apply();
}

if (!isTv) listen();
// One breath later, when what lies around the view has its size as well.
document.addEventListener("htmx:after:swap", () => requestAnimationFrame(refresh));
addEventListener("resize", refresh);
refresh();
requestAnimationFrame(refresh);
