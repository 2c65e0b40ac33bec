// Names of places on a chart, seen from so far away that they would lie over each other: the weightier stays.

import { $$, isPlane, spotOf } from "./dom.js";

const WEIGHTY = [".k-anvil, .k-home-base", ".k-planet-threatened, .k-planet-held", ".lit"]; // the last weighs most

/** Where a name lies in the drawing. */
function boxOf(name) {
  const { x, y, width, height } = name.getBBox();
  const { e, f } = name.transform.baseVal.getItem(0).matrix;
  return { left: e + x, top: f + y, right: e + x + width, bottom: f + y + height };
}

/** Hide each name that would lie over one of more weight. */
export function keepApart() {
  if (!isPlane()) return;
  const ships = new Set($$("#r-pieces .piece[class*=seat-]").map((piece) => piece.dataset.at));
  const weight = (tile) => (ships.has(tile.id.slice(2)) ? WEIGHTY.length : WEIGHTY.findLastIndex((kind) => tile.matches(kind)));
  const placed = new Map($$("#r-terrain .tile").map((tile) => [spotOf(tile.id.slice(2)).join(), weight(tile)]));
  const names = $$("#r-terrain .place-name").map((name) => {
    const { e, f } = name.transform.baseVal.getItem(0).matrix;
    return { name, box: boxOf(name), weight: placed.get([e, f].join()) };
  });
  const kept = [];
  for (const { name, box } of names.sort((one, other) => other.weight - one.weight)) {
    const free = kept.every((other) => box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top);
    name.classList.toggle("hushed", !free);
    if (free) kept.push(box);
  }
}
