/* News, zoom and keys. Without this file the page is a form that is sent and reloaded. */
"use strict";

const page = () => document.getElementById("page");
document.documentElement.classList.add("script");

/* News: the server says that something has changed, and the page is fetched anew. */

let asking = false;
let again = false;

async function refresh() {
  if (asking) { again = true; return; }
  asking = true;
  try {
    await htmx.ajax("GET", location.pathname + location.search, { target: "#page", swap: "outerMorph" });
  } finally {
    asking = false;
  }
  if (again) { again = false; refresh(); }
}

/* While an answer is on its way, the address may still be that of a menu that is over. */

let sending = 0;
let newest = 0;

function isSent(event) {
  const request = event.detail.ctx && event.detail.ctx.request;
  return Boolean(request) && request.method === "POST";
}

function catchUp() {
  if (!sending && newest > Number(page().dataset.version)) refresh();
}

document.addEventListener("htmx:before:request", (event) => { if (isSent(event)) sending += 1; });
document.addEventListener("htmx:finally:request", (event) => {
  if (isSent(event)) { sending -= 1; catchUp(); }
});

/* A page without a version has no news: only its owner changes it. */
function listen() {
  const news = new EventSource("events?v=" + page().dataset.version);
  news.addEventListener("changed", (event) => {
    newest = Math.max(newest, Number(event.data));
  catchUp();
  });
  news.addEventListener("open", () => document.body.classList.remove("lost"));
  news.addEventListener("error", () => {
    document.body.classList.add("lost");
    announce(page().dataset.lost);
  });
  addEventListener("pagehide", () => news.close());
}
if (page().dataset.version) listen();
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

/* A refused request: the page stays, and says why until the next answer. */

document.addEventListener("htmx:after:request", (event) => {
  const context = event.detail.ctx;
  const line = document.getElementById("trouble");
  const isRefused = context.response && context.response.status >= 400;
  line.textContent = isRefused ? context.text : "";
  line.hidden = !isRefused;
});

/* After each change: title, announcement, call, and the view of the board. */

let turn = page().dataset.turn;
let told = lastStory();
let question = (document.getElementById("question") || {}).textContent || "";

function lastStory() {
  const story = document.querySelector("#log .stories li");
  return story ? story.textContent.trim() : "";
}

function announce(text) {
  const line = document.getElementById("announce");
  if (line && line.textContent !== text) line.textContent = text;
}

function changed() {
  const now = page();
  document.title = now.dataset.title;
  if (now.dataset.language) document.documentElement.lang = now.dataset.language;
  const story = lastStory();
  const isCalled = now.dataset.turn === "mine" && turn !== "mine";
  if (story !== told || isCalled) announce((isCalled ? now.dataset.call + " " : "") + story);
  told = story;
  if (isCalled) {
    call(now.dataset.call);
    frame();
  }
  turn = now.dataset.turn;
  const dock = document.getElementById("dock");
  const asked = document.getElementById("question");
  const isOther = (asked ? asked.textContent : "") !== question;
  if (isOther && asked && asked.getBoundingClientRect().top < 0) dock.scrollIntoView();
  question = asked ? asked.textContent : "";
  show();
  offerCalls();
}

document.addEventListener("htmx:after:swap", changed);

/* A call when it is one's turn and the page is hidden. */

function offerCalls() {
  const button = document.getElementById("call-me");
  if (button) button.hidden = !("Notification" in window) || Notification.permission !== "default";
}

function call(text) {
  if (document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification(text, { tag: location.pathname, icon: document.querySelector("link[rel=icon]").href });
  }
}

document.addEventListener("click", (event) => {
  if (event.target.id === "call-me") Notification.requestPermission().then(offerCalls);
});

/* The view of the board: a centre and a zoom, kept when the board changes. */

/* At a real table a line half typed stays about the question at which it was begun. */
function isOfTypedLine(element) {
  const typed = page().classList.contains("kept") && element.name === "v" && element.form.elements.typed;
  return asking && typed && typed.value;
}

htmx.registerExtension("view", {
  htmx_before_morph_attr: (element, change) =>
    !isOfTypedLine(element) && (element.id !== "drawing" || change.attrName !== "viewBox"),
});

const view = { zoom: 1, x: 0, y: 0 };
const svg = () => document.getElementById("drawing");

function whole() {
  const [x, y, width, height] = svg().dataset.box.split(" ").map(Number);
  return { x, y, width, height };
}

/* Units of the drawing in a pixel when the whole board is shown. */
function unit() {
  const box = svg().getBoundingClientRect(), all = whole();
  return Math.max(all.width / box.width, all.height / box.height);
}

function show() {
  if (!svg()) return;
  const all = whole();
  if (view.zoom <= 1) { view.zoom = 1; view.x = all.x + all.width / 2; view.y = all.y + all.height / 2; }
  const width = all.width / view.zoom, height = all.height / view.zoom;
  view.x = Math.min(Math.max(view.x, all.x), all.x + all.width);
  view.y = Math.min(Math.max(view.y, all.y), all.y + all.height);
  svg().setAttribute("viewBox", [view.x - width / 2, view.y - height / 2, width, height].map((n) => n.toFixed(2)).join(" "));
  document.getElementById("map").classList.toggle("is-zoomed", view.zoom > 1);
}

/* Keep a point of the drawing under the same pixel while the zoom changes. */
function zoomAt(factor, clientX, clientY) {
  const box = svg().getBoundingClientRect();
  const before = unit() / view.zoom;
  const zoom = Math.min(Math.max(view.zoom * factor, 1), 8);
  const dx = clientX - (box.left + box.width / 2), dy = clientY - (box.top + box.height / 2);
  const after = unit() / zoom;
  view.x += dx * (before - after);
  view.y += dy * (before - after);
  view.zoom = zoom;
  show();
}

/* Open on what must be decided, if it would be too small for a finger. */
function frame() {
  const targets = document.getElementById("targets");
  if (!svg() || !targets || !targets.children.length) return;
  const box = svg().getBoundingClientRect();
  const sizes = [...targets.children].map((one) => one.getBBox());
  const small = Math.min(...sizes.map((one) => Math.max(one.width, one.height))) / unit();
  if (small >= 40) { view.zoom = 1; show(); return; }
  const left = Math.min(...sizes.map((one) => one.x)), right = Math.max(...sizes.map((one) => one.x + one.width));
  const top = Math.min(...sizes.map((one) => one.y)), bottom = Math.max(...sizes.map((one) => one.y + one.height));
  const fit = Math.min(box.width / (right - left), box.height / (bottom - top)) * unit() * 0.92;
  view.zoom = Math.min(Math.max(1, fit), 44 / small, 6);
  view.x = (left + right) / 2;
  view.y = (top + bottom) / 2;
  show();
}

const fingers = new Map();
let dragged = false;

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#map")) return;
  if (!fingers.size) dragged = false;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});
document.addEventListener("pointermove", (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, one]) => one);
  const dx = event.clientX - finger.x, dy = event.clientY - finger.y;
  if (others.length) {
    const other = others[0];
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (before > 0) zoomAt(after / before, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
    dragged = true;
  } else if (dragged || Math.hypot(dx, dy) > 6) {
    dragged = true;
    if (view.zoom > 1) {
      const scale = unit() / view.zoom;
      view.x -= dx * scale;
      view.y -= dy * scale;
      show();
    }
  } else {
    return;
  }
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, (event) => fingers.delete(event.pointerId));
}
document.addEventListener("click", (event) => {
  if (dragged && event.target.closest("#map")) { event.preventDefault(); event.stopImmediatePropagation(); dragged = false; }
  const button = event.target.closest("[data-zoom]");
  if (button) {
    const box = svg().getBoundingClientRect();
    zoomAt(button.dataset.zoom === "in" ? 1.6 : 1 / 1.6, box.left + box.width / 2, box.top + box.height / 2);
  }
}, true);
document.addEventListener("wheel", (event) => {
  if (!event.target.closest("#map")) return;
  event.preventDefault();
  zoomAt(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
}, { passive: false });
addEventListener("resize", show);

/* The head of a fact begins a typed line. */

document.addEventListener("click", (event) => {
  const head = event.target.closest("[data-typed]");
  if (!head) return;
  const typed = document.getElementById("typed");
  typed.value = head.dataset.typed;
  typed.focus();
});

/* Keys: digits take choices, + and - zoom, arrows move the board, / goes to the typed line. */

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && event.target.matches("input")) { event.target.blur(); return; }
  if (event.target.matches("input, select, textarea")) return;
  if (/^[1-9]$/.test(event.key)) {
    const choice = document.getElementById("choice-" + event.key);
    if (choice) { event.preventDefault(); choice.focus(); choice.click(); }
    return;
  }
  if (event.key === "/") {
    const typed = document.getElementById("typed");
    if (typed) { event.preventDefault(); typed.focus(); }
    return;
  }
  if (!svg() || !event.target.closest("#board")) return;
  const box = svg().getBoundingClientRect();
  const step = 0.2 * whole().width / view.zoom;
  const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (event.key === "+" || event.key === "-") {
    zoomAt(event.key === "+" ? 1.6 : 1 / 1.6, box.left + box.width / 2, box.top + box.height / 2);
  } else if (moves[event.key] && view.zoom > 1) {
    view.x += moves[event.key][0] * step;
    view.y += moves[event.key][1] * step;
    show();
  } else {
    return;
  }
  event.preventDefault();
});

show();
if (turn === "mine") frame();
offerCalls();
