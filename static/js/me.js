// Word from one's tables on every page: how many wait, in the head and in the title, and a way to the one that
// has just begun to wait. The server counts; this only shows what it says.

const SECOND = 1000;
const box = document.querySelector("#word");
const words = box.dataset;
let wait = SECOND;

/** Listen, and come back when the server was away. */
function listen() {
  const socket = new WebSocket(location.origin.replace(/^http/, "ws") + words.me);
  socket.onopen = () => { wait = SECOND; };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = ({ code }) => {
    if (code === 4429) say(words.tCrowd);
    if (code === 4404 || code === 4408 || code === 4429) return;
    setTimeout(listen, wait * (1 + Math.random()));
    wait = Math.min(2 * wait, 60 * SECOND);
  };
}

/** Show how many tables wait; on the page of a table, how many others. */
function hear({ turns, at }) {
  const table = document.querySelector("#r-turn");
  const others = turns - (table?.dataset.yours === "1" ? 1 : 0);
  const text = turns === 1 ? words.tOne : words.tMany.replace("{n}", turns);
  for (const badge of document.querySelectorAll("[data-turns]")) {
    const shown = table ? others : turns;
    badge.hidden = shown < 1;
    badge.firstElementChild.textContent = shown;
    badge.lastElementChild.textContent = text;
  }
  if (!table) {
    document.title = (turns ? `(${turns}) ` : "") + document.title.replace(/^\(\d+\) /, "");
    document.querySelector("link[rel=icon]").href = turns ? words.iconTurn : words.icon;
  }
  const here = at && location.pathname.startsWith(`/t/${at.slug}/`);
  if (at && !here) show(at);
  if (!turns) box.replaceChildren();
}

/** A way to the table that has just begun to wait. */
function show({ slug, game }) {
  const link = document.createElement("a");
  link.href = `/t/${slug}/`;
  link.textContent = words.tTurn.replace("{game}", game);
  say(link);
}

/** Put up a note that can be closed. */
function say(what) {
  const note = document.createElement("div");
  const close = document.createElement("button");
  note.className = "word";
  close.type = "button";
  close.textContent = "×";
  close.ariaLabel = words.tClose;
  close.onclick = () => note.remove();
  note.append(what, close);
  box.replaceChildren(note);
}

listen();
