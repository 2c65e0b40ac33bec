// Stepping through a replay without loading the page anew. Without this script every step is a link.

const $ = (selector) => document.querySelector(selector);

const words = $("[data-replay]").dataset;
const slider = $("#slider");
const play = $("#play");
const pace = $("#pace");
const fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);

let wanted = at(); // where the page shall stand
let busy = false; // a step is under way
let timer = 0; // the next step while playing

/** The action that the page shows. */
function at() {
  return Number($("#r-steps").dataset.line);
}

/** The newest action there is. */
function last() {
  return Number($("#r-steps").dataset.last);
}

/** Where a moment is, seen through the same eyes. */
function addressOf(line) {
  const url = new URL($("[data-step='0']").href);
  url.pathname = url.pathname.replace(/\/\d+\/$/, `/${line}/`);
  url.searchParams.set("ground", $("#r-steps").dataset.ground);
  return url.pathname + url.search;
}

/** Go to a moment; while a step is under way only the newest wish counts. */
async function go(line) {
  wanted = Math.max(0, Math.min(line, last()));
  slider.value = wanted;
  if (busy) return;
  busy = true;
  let trouble = false;
  while (at() !== wanted && !trouble) {
    const aim = wanted;
    await htmx.ajax("GET", addressOf(aim), { source: slider, swap: "none" }).catch(() => {});
    trouble = at() !== aim;
  }
  busy = false;
  $("#trouble").textContent = trouble ? words.tFailed : "";
  $("#trouble").classList.toggle("shown", trouble);
  if (trouble) pause();
}

/** After a step: the slider, the log, the ways to look, and what a reader hears. */
function settle() {
  slider.max = last();
  slider.disabled = !last();
  if (!busy || wanted === at()) slider.value = at();
  $("#log").scrollTop = $("#log").scrollHeight;
  for (const way of document.querySelectorAll("[data-way]")) way.href = way.href.replace(/\/\d+\/(\?|$)/, `/${at()}/$1`);
  $("#say").textContent = `${fill(words.tAt, { line: at(), last: last() })} ${$("#r-turn .headline").textContent}`;
}

/** Play on by itself, each step when the one before has been seen. */
function tick() {
  if (at() >= last()) return pause();
  timer = setTimeout(async () => {
    if (!timer) return;
    await go(at() + 1);
    if (timer) tick();
  }, Number(pace.value));
}

/** Stop playing. */
function pause() {
  clearTimeout(timer);
  timer = 0;
  playing(false);
}

/** Show whether it plays. */
function playing(yes) {
  const label = play.firstElementChild;
  play.dataset.tPlay ??= label.textContent;
  label.textContent = yes ? play.dataset.tPause : play.dataset.tPlay;
  play.setAttribute("aria-pressed", yes);
}

/** Start or stop; at the end, start over. */
async function toggle() {
  if (timer) return pause();
  playing(true);
  timer = -1;
  if (at() >= last()) await go(0);
  if (timer) tick();
}

const KEYS = { ArrowLeft: () => at() - 1, ArrowRight: () => at() + 1, Home: () => 0, End: () => last() };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, button, summary, [contenteditable]")) return;
  if (event.key === " " && !event.target.closest("a, [tabindex='0']")) toggle();
  else if (KEYS[event.key] && !event.target.closest(".log-box")) {
    pause();
    go(KEYS[event.key]());
  } else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  const by = step.dataset.step;
  go({ 0: 0, last: last() }[by] ?? wanted + Number(by));
});

slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});
play.addEventListener("click", toggle);
document.addEventListener("htmx:after:swap", settle);
document.documentElement.dataset.script = "on";
$("#log").scrollTop = $("#log").scrollHeight;
