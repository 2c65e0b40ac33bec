// What is laid over the board while somebody chooses: targets, the way there, the tiles it would reach; and the bar
// near the thumb that says the same in words.

import { $, $$, fill, spotOf, svg } from "./dom.js";

const words = $("[data-live]").dataset;
const board = $("#board");
const SAID = { above: [0, -1], below: [0, 1], left: [-1, 0], right: [1, 0] }; // the side of a place that has room

/** A target as it lies on the board: a frame, its verb or direction, cost and odds. */
export function target(offer, taken, isArmed) {
  const [x, y] = spotOf(offer.tile);
  const group = svg("g", { class: `target v-${offer.verb}`, transform: `translate(${x} ${y})` },
    svg("use", { class: "frame", href: "#tile-shape", transform: "scale(.88)" }));
  const symbol = (name, attributes) => svg("use", { href: `${board.dataset.symbols}#${name}`, width: 42, height: 42, ...attributes });
  if (offer.aim !== undefined) {
    group.append(symbol("aim", { class: "pointer", x: -30, y: -30, width: 60, height: 60, transform: `rotate(${offer.aim})` }));
  } else if (!taken) group.append(symbol(`verb-${offer.verb}`, { x: -21, y: -34 }));
  const note = offer.aim === undefined ? offer.odds || offer.cost : "";
  if (note) group.append(svg("text", { y: taken ? 44 : 34 }, note));
  group.classList.toggle("armed", isArmed);
  return group;
}

/** Everything that can be done at a place on a plane: a ring around it, and beside it the verbs with the cost of a single one. */
export function placeTarget(found, isArmed) {
  const [x, y] = spotOf(found[0].tile);
  const verbs = [...new Set(found.map(({ verb }) => verb))].slice(0, 4);
  const note = found.length === 1 ? found[0].odds || found[0].cost : "";
  const width = 12 + verbs.length * 38 + (note ? 14 + note.length * 13 : 0);
  const [across, down] = SAID[$(`#t-${found[0].tile}`).dataset.said] ?? SAID.above;
  const [left, middle] = [((across - 1) * width) / 2, down * 22];
  const said = svg("g", { class: "grows" }, svg("rect", { x: left, y: middle - 22, width, height: 44, rx: 22 }));
  for (const [at, verb] of verbs.entries()) {
    const href = `${board.dataset.symbols}#verb-${verb}`;
    said.append(svg("use", { href, x: left + 8 + 38 * at, y: middle - 17, width: 34, height: 34 }));
  }
  if (note) said.append(svg("text", { x: left + (width + 4 + verbs.length * 38) / 2, y: middle }, note));
  const group = svg("g", { class: `target at-place v-${found[0].verb}`, transform: `translate(${x} ${y})` },
    svg("use", { class: "frame", href: "#tile-shape", transform: "scale(1.16)" }),
    svg("g", { class: "said", transform: `translate(${across * 58} ${down * 58})` }, said));
  group.classList.toggle("armed", isArmed);
  return group;
}

/** The way that a choice takes over the board, and the tiles that it would reach or touch. */
export function wayOf(found) {
  if (found.length !== 1) return [];
  const [{ path, from, tile, area, verb }] = found;
  const start = $(`#p-${from}`)?.dataset.at ?? (path.length ? $("#r-marks").dataset.focus?.split(" ")[0] : undefined);
  const way = [start, ...path, tile].filter((step, at, all) => step && step !== all[at - 1]);
  const tiles = area.map((at) => {
    const [x, y] = spotOf(at);
    return svg("use", { class: `area v-${verb}`, href: "#tile-shape", transform: `translate(${x} ${y})` });
  });
  return way.length < 2 ? tiles : [...tiles, svg("polyline", { class: "way", points: way.map(spotOf).join(" ") })];
}

/** Show the way of what is under the mouse or has the focus, before anything is chosen. */
export function showWay(found) {
  for (const old of $$(".way, .area")) old.remove();
  $("#overlay").prepend(...wayOf(found));
}

/** The bar near the thumb: what to do next, or what is about to be done. */
export function drawBar(hint, found, armed) {
  const bar = $("#aim");
  const [head, rest, why] = $(".aim-words", bar).children;
  const rule = found.length === 1 && found[0].rule;
  why.hidden = !rule;
  if (rule) [why.href, why.ariaLabel] = [`${words.rules}#${rule}`, fill(words.tRule, { rule })];
  bar.hidden = !hint && !found.length;
  bar.classList.toggle("armed", armed.length > 0);
  for (const old of $$(".alternative", bar)) old.remove();
  $(".aim-do", bar).hidden = !armed.length;
  $("[data-do]", bar).hidden = armed.length !== 1;
  head.textContent = found.length ? (found.length > 1 ? words.tSeveral : found[0].what) : hint;
  rest.textContent = found.length === 1 ? [found[0].cost, found[0].odds, found[0].preview].filter(Boolean).join(" · ") : "";
  if (armed.length > 1) $(".aim-do", bar).prepend(...armed.map(alternative));
}

/** One of several choices that lead to the same tile, as a button in the bar. */
function alternative(offer) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "alternative";
  const more = document.createElement("small");
  more.textContent = [offer.cost, offer.odds, offer.preview].filter(Boolean).join(" · ");
  button.append(offer.what, more);
  button.onclick = offer.commit;
  return button;
}
