// What can be done, read from the buttons that the server drew: each offer is one choice with the tile it leads to
// and the piece or card it begins with. A choice between very many tiles is one list with one button.

import { $, $$, fill, isPlane } from "./dom.js";

const textOf = (button, part) => $(`.${part}`, button)?.textContent ?? "";

/** The offer behind a button. */
function ofButton(button) {
  const { tile, from, verb, path, area, aim, rule } = button.dataset;
  const group = from && isPlane() ? button.closest(".group")?.ariaLabel : ""; // a card alone would not say what is done with it
  const [what, cost, odds, preview] = ["what", "cost", "odds", "preview"].map((part) => textOf(button, part));
  return {
    button, tile, from, verb, aim, rule, what: [group, what].filter(Boolean).join(": "), cost, odds, preview,
    path: path?.split(" ") ?? [],
    area: area?.split(" ") ?? [],
    isFinal: "final" in button.dataset,
    commit: () => button.form.requestSubmit(button),
  };
}

/** The offers of a list of tiles: the same thing, done on one of them. */
function ofField(field) {
  const { verb, rule, what } = field.dataset;
  const list = $("select", field);
  const button = $("button", field);
  return [...list.options].map(({ value: tile }) => ({
    button, tile, verb, rule, isField: true, what: fill(what, { tile }), cost: "", odds: "", preview: "", path: [], area: [],
    isFinal: "final" in field.dataset,
    commit: () => {
      list.value = tile;
      button.form.requestSubmit(button);
    },
  }));
}

/** Everything that can be done on the board now, by tile and in order. */
export class Offers {
  constructor() {
    this.all = $$("#r-actions [data-tile], #r-moves [data-tile]").map(ofButton);
    this.all.push(...$$("#r-moves [data-field]").flatMap(ofField));
    this.sources = new Set(this.all.map((offer) => offer.from));
    for (const group of $$("#r-actions [data-of]")) this.sources.add(group.dataset.of);
    this.byTile = new Map();
    for (const offer of this.all) this.byTile.set(offer.tile, [...(this.byTile.get(offer.tile) ?? []), offer]);
  }

  /** What can be done on a tile with what is picked; with nothing picked, everything that leads there. */
  leadingTo(tile, picked) {
    return (this.byTile.get(tile) ?? []).filter((offer) => !picked || !offer.from || offer.from === picked);
  }

  /** What lights up: what begins with nothing, or with what is picked. */
  lit(picked) {
    return this.all.filter((offer) => !offer.from || offer.from === picked);
  }

  /** The offer of a button, whether it is on the board or not. */
  of(button) {
    return this.all.find((offer) => offer.button === button && !offer.isField) ?? ofButton(button);
  }
}

/** The button that a key presses: that of the picked piece, else one of no piece; else the piece to pick first. */
export function pressedBy(key, picked) {
  const found = $$("[data-key]").filter((button) => button.dataset.key === key);
  const pieceOf = (button) => $(`#p-${button.dataset.from}`);
  const button = found.find((one) => picked && one.dataset.from === picked) ?? found.find((one) => !pieceOf(one));
  if (button || found.length === 1) return { button: button ?? found[0] };
  const pieces = found.map(pieceOf);
  return { piece: (pieces.find((piece) => piece.classList.contains("is-due")) ?? pieces[0])?.id.slice(2) };
}

/** The only piece that anything can be done with, unless its keys also mean something else. */
export function onlySource(sources) {
  if (sources.size !== 1 || sources.has(undefined)) return "";
  const [only] = sources;
  const keys = new Set($$(`[data-key][data-from="${only}"]`).map((button) => button.dataset.key));
  return $$("[data-key]:not([data-from])").some((button) => keys.has(button.dataset.key)) ? "" : only;
}
