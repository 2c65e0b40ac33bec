// Names of places on a chart, seen from so far away that they would lie over each other: the weightier stays, the other
// goes to another side of its place, or is left out where there is no room.

import { $$, isPlane, spotOf } from "./dom.js";

const WEIGHTY = [".k-anvil, .k-home-base", ".k-planet-threatened, .k-planet-held", ".lit"]; // the last weighs most
const AWAY = 58; // from the middle of a place to its name
const HALF = 46; // of a place, as far as no other's name may lie over it

/** A box of the drawing, moved. */
function moved({ left, top, right, bottom }, dx, dy) {
  return { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy };
}

/** Whether two boxes lie over each other. */
function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Ways to move a name, as it lies beside its place, to another side of it than the one where its verbs stand. */
function otherSides({ left, top, right, bottom }, { spot: [x, y], said }) {
  const [dx, dy] = [x - (left + right) / 2, y - (top + bottom) / 2];
  const ways = { below: [dx, y + AWAY - top], above: [dx, y - AWAY - bottom], right: [x + AWAY - left, dy], left: [x - AWAY - right, dy] };
  return Object.entries(ways).filter(([side]) => side !== said).map(([, way]) => way);
}

/** Put each name where it lies over none of more weight, or hide it. */
export function keepApart() {
  if (!isPlane()) return;
  const ships = new Set($$("#r-pieces .piece[class*=seat-]").map((piece) => piece.dataset.at));
  const weight = (tile) => (ships.has(tile.id.slice(2)) ? WEIGHTY.length : WEIGHTY.findLastIndex((kind) => tile.matches(kind)));
  const places = $$("#r-terrain .tile").map((tile) => ({ spot: spotOf(tile.id.slice(2)), weight: weight(tile), said: tile.dataset.said }));
  const names = $$("#r-terrain .place-name").map((name) => {
    const { x, y, width, height } = name.getBBox();
    const { e, f } = name.transform.baseVal.getItem(0).matrix;
    const place = places.find(({ spot }) => spot[0] === e && spot[1] === f);
    return { name, place, box: { left: e + x, top: f + y, right: e + x + width, bottom: f + y + height } };
  });
  const kept = [];
  for (const { name, place, box } of names.sort((one, other) => other.place.weight - one.place.weight)) {
    const others = places.filter((one) => one !== place).map(({ spot: [x, y] }) => ({ left: x - HALF, top: y - HALF, right: x + HALF, bottom: y + HALF }));
    const free = (spot) => !kept.some((other) => meet(spot, other));
    const ways = [[0, 0], ...otherSides(box, place).filter((way) => !others.some((other) => meet(moved(box, ...way), other)))];
    const way = ways.find((one) => free(moved(box, ...one)));
    name.classList.toggle("hushed", !way);
    name.style.translate = way ? way.map((length) => `${length}px`).join(" ") : "";
    if (way) kept.push(moved(box, ...way));
  }
}
