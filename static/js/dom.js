// What the scripts of a board share: finding elements, making SVG, and where tiles lie.

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
export const fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
export const tileOf = (element) => element?.closest?.(".tile")?.id.slice(2);

/** Make an SVG element. */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Where a tile lies in the drawing. */
export function spotOf(tile) {
  const { e, f } = $(`#t-${tile}`).transform.baseVal.getItem(0).matrix;
  return [e, f];
}

/** Whether the board is a chart of places on a plane. */
export function isPlane() {
  return $("#r-terrain").classList.contains("plane");
}

/** The tile that a click means: of places on a plane whose surroundings overlap, the nearest. */
export function clickedTile({ target, clientX, clientY, detail }) {
  const found = isPlane() && detail ? document.elementsFromPoint(clientX, clientY).filter((one) => one.matches(".place *")) : [];
  const away = (element) => {
    const { left, top, width, height } = $(".reachable", element.closest(".place")).getBoundingClientRect();
    return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
  };
  return tileOf(found.sort((one, other) => away(one) - away(other))[0] ?? target);
}

/** Tell a screen reader. */
export function say(text) {
  $("#say").textContent = text;
}

/** Whether a key is meant for the page: not for a text field, a dialog or the browser, and not turned off. */
export function isOurs(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return false;
  return !event.target.closest("input:not([type=checkbox]), textarea, select") && $("#keys")?.checked !== false;
}
