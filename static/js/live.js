// Keeps an open page honest: the newest frame only, live or not, each action once. The same for the table, the
// waiting room and a TV that nobody touches; the server draws everything. Playing on the board is in board.js.

const $ = (selector) => document.querySelector(selector);

const root = $("[data-live]");
const words = root.dataset;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const GONE = 4404; // how the server closes a socket that has nothing to show
const CROWD = 4429; // how it turns away one socket too many
const STALE = 40 * SECOND; // heartbeats come every 15 s
const isTv = words.live === "tv";

// --- Staying in touch ------------------------------------------------------------------------

let shown = Number(words.seq);
let heardAt = Date.now();
let closedAt = Date.now(); // 0 while the socket is open
let opened = 0;
let reloading = false;
let crowded = false;

/** Remember what the page shows now. */
function reached(seq) {
  shown = Number(seq);
  words.seq = shown;
}

/** Show how the page is connected: wait, live, again or stale. */
function link(state) {
  document.documentElement.dataset.link = state;
}

/** Load the page afresh once the server answers, and never twice in five seconds. */
async function reload() {
  if (reloading) return;
  reloading = true;
  try {
    const since = Date.now() - Number(sessionStorage.getItem("reloaded") ?? 0);
    await new Promise((done) => setTimeout(done, Math.max(0, 5 * SECOND - since)));
    await fetch("/healthz", { cache: "no-store" });
    sessionStorage.setItem("reloaded", Date.now());
    location.reload();
  } catch {
    reloading = false; // nobody there: the watch below tries again
  }
}

/** Notice silence, and wake a connection that only looks alive. */
function watch() {
  if (crowded) return;
  const now = Date.now();
  if (closedAt && now - closedAt > 20 * SECOND && isTv) reload();
  if (!closedAt && now - heardAt > STALE) {
    link("stale");
    if (isTv || now - heardAt > 2 * STALE) reload();
    else htmx.ext.ws.getRegistry().get($("#feed").getAttribute("hx-ws:connect"))?.socket?.close();
  }
}

/** Too many pages are open: say so, and do not knock again. A TV does, as nobody is there to read. */
function stayAway(connection) {
  connection.config.reconnect = false;
  crowded = true;
  link("crowd");
  if ($("#r-notice")) return notice(words.tCrowd);
  const note = document.createElement("p");
  note.className = "note note-warning";
  note.role = "alert";
  note.textContent = words.tCrowd;
  root.after(note);
}

// A frame brings whole regions in `full`, changed stretches of those held here in `delta`, and new sentences in `log`.
const held = new Map();

/** The HTML that a frame stands for; undefined for a heartbeat. Must see every frame, shown or not. */
function unfold({ full, delta, log }) {
  if (!full) return undefined;
  for (const [name, html] of Object.entries(full)) held.set(name, html);
  for (const [name, [start, end, html]] of Object.entries(delta ?? {})) {
    const before = held.get(name);
    held.set(name, before.slice(0, start) + html + before.slice(end));
  }
  const changed = [...Object.keys(full), ...Object.keys(delta ?? {})];
  const whole = changed.map((name) => partial(name, "outerMorph", held.get(name))).join("");
  return log ? whole + partial("log", "beforeend", log) : whole;
}

/** HTML for one region, as htmx takes it. */
function partial(name, swap, html) {
  return `<hx-partial hx-target="#r-${name}" hx-swap="${swap}">${html}</hx-partial>`;
}

document.addEventListener("htmx:after:ws:connection", () => {
  held.clear();
  closedAt = 0;
  heardAt = Date.now();
  link("live");
  opened += 1;
  if (isTv && opened > 1) reload(); // the server came back, perhaps with a newer page
});

document.addEventListener("htmx:ws:close", (event) => {
  closedAt ||= Date.now();
  if (event.detail.code === CROWD && !isTv) return stayAway(event.detail.connection);
  link("again");
  if (event.detail.code === GONE) reload(); // no longer ours to see: the page says so itself
});

document.addEventListener("htmx:before:ws:message", (event) => {
  const frame = event.detail.message.json;
  heardAt = Date.now();
  link("live");
  if (!frame) return;
  frame.content = unfold(frame);
  const newer = frame.seq > shown;
  if (frame.onward !== undefined) offerNext(frame.onward);
  if (frame.presence) {
    present = frame.presence;
    showPresence();
  }
  if (frame.reload ? newer || frame.reload !== "room" : newer && (frame.content === undefined || !$("#r-turn"))) {
    event.preventDefault();
    reload();
  } else if (frame.content === undefined || !newer) {
    event.preventDefault(); // a heartbeat, or older than what is on the screen
  } else {
    reached(frame.seq);
    settled();
  }
});

// An answer to a request may be older than the last frame: then only its message counts.
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  const seq = ctx.response?.headers.get("X-Seq");
  if (seq === null || seq === undefined) return;
  if (Number(seq) < shown) tasks.splice(0, tasks.length, ...tasks.filter((task) => task.target?.id === "r-notice"));
  else reached(seq);
});

/** Show the way to where the same people go on, or take it away. */
function offerNext(slug) {
  const next = $("#next");
  if (!next) return;
  if (slug) next.href = `/t/${slug}/`;
  next.hidden = !slug;
}

// --- Who is here -------------------------------------------------------------------------------

let present = null; // as the server told last: seats with 0 for here or the second when last seen, and who watches

/** Put "here" or "last seen 3 hours ago" beside each person's name. */
function showPresence() {
  if (!present) return;
  for (const place of document.querySelectorAll("[data-presence]")) {
    const seen = present.seats[place.dataset.presence];
    place.classList.toggle("here", seen === 0);
    place.textContent = seen === 0 ? words.tHere : seen ? words.tSeen.replace("{when}", ago(seen)) : words.tAway;
  }
  const others = $("[data-watching]");
  if (!others) return;
  others.hidden = !present.watching;
  others.textContent = words.tWatching.replace("{n}", present.watching);
}

/** How long a second is past, in words. */
function ago(second) {
  const minutes = Math.max(1, Math.round((Date.now() / SECOND - second) / 60));
  const [n, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 1440 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(-n, unit);
}

/** Tell the table whether this page can be seen. */
function sight() {
  const feed = $("#feed").getAttribute("hx-ws:connect");
  const socket = htmx.ext.ws.getRegistry().get(feed)?.socket;
  if (socket?.readyState === WebSocket.OPEN) socket.send(document.hidden ? "away" : "here");
}

if (!isTv) {
  document.addEventListener("visibilitychange", sight);
  document.addEventListener("htmx:after:ws:connection", () => document.hidden && sight());
  document.addEventListener("htmx:after:swap", showPresence);
  setInterval(showPresence, MINUTE);
}

// --- Acting ----------------------------------------------------------------------------------

let busy = 0; // when the action began whose effect is awaited
let latest = null; // the request of that action; an earlier one may still wait for an answer that the socket outran
let unanswered = null; // a request that may or may not have arrived: its repetition has the same key

/** A name for one click, so that the server does it once however often it hears of it. */
function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The action under way has shown its effect. */
function settled() {
  busy = 0;
  root.removeAttribute("aria-busy");
}

/** Say something above the buttons. */
function notice(text) {
  const box = $("#r-notice");
  box.textContent = text;
  box.classList.add("shown");
}

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const { body, submitter } = ctx.request;
  if (Date.now() - busy < 3 * SECOND) return event.preventDefault();
  if (submitter?.hasAttribute("formaction")) ctx.request.action = submitter.formAction;
  ctx.confirm = submitter?.dataset.confirm;
  const name = [ctx.request.action, ...["choice", "tile", "all", "expected"].map((part) => body.get(part))].join(" ");
  if (unanswered?.name !== name) unanswered = { name, key: freshKey() };
  body.set("key", unanswered.key);
  if (document.documentElement.dataset.link === "live") body.set("live", "1");
  [busy, latest] = [Date.now(), ctx];
});

document.addEventListener("htmx:confirm", (event) => {
  event.preventDefault();
  const dialog = $("#ask");
  $("#ask-words").textContent = event.detail.ctx.confirm;
  dialog.returnValue = "no";
  dialog.onclose = () => (dialog.returnValue === "yes" ? event.detail.issueRequest() : event.detail.dropRequest());
  dialog.showModal();
});
document.addEventListener("htmx:before:request", () => {
  busy = Date.now();
  root.setAttribute("aria-busy", "true");
  $("#r-notice").classList.remove("shown");
});
document.addEventListener("htmx:before:response", ({ detail: { ctx } }) => {
  if (ctx === latest && ctx.response.status < 500) unanswered = null;
});
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (ctx.text.includes("<hx-partial")) return; // it brought its own words
  const page = new DOMParser().parseFromString(ctx.text, "text/html");
  notice(page.querySelector("[role=alert]")?.textContent ?? words.tFailed);
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx && ctx === latest) notice(words.tOffline);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx !== latest) return;
  if (ctx.response?.status !== 204) return settled();
  const begun = busy; // the socket shows the result, as a rule within milliseconds
  setTimeout(() => busy === begun && settled(), 2 * SECOND);
});

// --- A TV that nobody touches -------------------------------------------------------------------

/** What happened is told in whole lines: the oldest is left out rather than cut. */
function showWholeLines() {
  const log = $("#r-log");
  const top = log?.getBoundingClientRect().top - 1;
  for (const line of log?.children ?? []) line.style.visibility = line.getBoundingClientRect().top < top ? "hidden" : "";
}

/** Keep the screen awake, its pixels moving and its page young. */
function startTv() {
  showWholeLines();
  addEventListener("resize", showWholeLines);
  document.addEventListener("htmx:after:swap", () => requestAnimationFrame(showWholeLines));
  const awake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
  awake();
  document.addEventListener("visibilitychange", awake);
  const born = Date.now();
  const dueAt = born + (20 + 8 * Math.random()) * 60 * MINUTE;
  let changedAt = born;
  let shift = 0;
  document.addEventListener("htmx:after:swap", () => { changedAt = Date.now(); });
  setInterval(() => {
    const now = Date.now();
    shift = (shift + 1) % 4;
    document.body.dataset.shift = shift;
    document.body.classList.toggle("dim", now - changedAt > 10 * MINUTE);
    if (now > dueAt || (new Date(now).getHours() === 4 && now - born > 4 * 60 * MINUTE)) reload();
  }, MINUTE);
}

link("wait");
htmx.process($("#feed")); // htmx may have looked before its socket extension was loaded
setInterval(watch, 5 * SECOND);
if (isTv) startTv();
