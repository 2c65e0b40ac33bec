// How far the reader of a table has seen it, told when the page is left; and the recap put away.

const main = document.querySelector("[data-looked]");
let told = Number(main.dataset.seq);

/** Tell once for each thing seen, when nobody looks any more. */
function tell() {
  const seq = Number(main.dataset.seq);
  if (seq === told) return;
  told = seq;
  const form = new FormData();
  form.set("seq", seq);
  form.set("csrfmiddlewaretoken", document.querySelector("#act [name=csrfmiddlewaretoken]").value);
  navigator.sendBeacon(main.dataset.looked, form);
}

document.addEventListener("visibilitychange", () => document.hidden && tell());
addEventListener("pagehide", tell);

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-dismiss]")) return;
  event.preventDefault();
  document.querySelector(".recap").remove();
  main.focus({ preventScroll: true });
});
