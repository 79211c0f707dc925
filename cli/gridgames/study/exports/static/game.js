/* The slider: each place of the game is put together from pieces. Without this file the last one stands. */
"use strict";

document.documentElement.classList.add("script");
const find = (id) => document.getElementById(id);
const { pieces, changes, rounds } = JSON.parse(find("game").textContent);
const last = rounds.length - 1;
const slider = find("slider");
const stories = [...document.querySelectorAll("#log li")];
const frames = Object.entries(changes).map(([part, all]) => {
  let numbers = [];
  const places = all.map((splices) => {
    if (splices.length) numbers = numbers.slice();
    for (const [start, removed, ...put] of splices) numbers.splice(start, removed, ...put);
    return numbers;
  });
  return { element: find(part), places, shown: places[last] };
});
let here = last;

function go(place, isTold = true) {
  here = Math.max(0, Math.min(last, place));
  for (const frame of frames) {
    const numbers = frame.places[here];
    if (frame.element && frame.shown !== numbers) {
      frame.element.innerHTML = numbers.map((number) => pieces[number]).join("");
      frame.shown = numbers;
    }
  }
  slider.value = here;
  slider.setAttribute("aria-valuetext", `${here}/${last}, ${find("moment").textContent}`);
  find("counter").textContent = `${here}/${last}`;
  const story = here ? stories.find((one) => Number(one.id.slice(5)) >= here) : undefined;
  document.querySelector("#log [aria-current]")?.removeAttribute("aria-current");
  if (story) {
    story.setAttribute("aria-current", "true");
    const list = story.parentElement;
    list.scrollTop = story.offsetTop - list.offsetTop - list.clientHeight / 3;
  }
  if (isTold) history.replaceState(null, "", `#move-${here}`);
}

function step(what) {
  if (!what.endsWith("round")) return go(here + Number(what));
  const isBack = what.startsWith("-");
  const from = isBack ? Math.max(0, here - 1) : here;
  if (!isBack) {
    const next = rounds.findIndex((round, place) => place > from && round !== rounds[from]);
    return go(next < 0 ? last : next);
  }
  return go(rounds.indexOf(rounds[from]));
}

slider.addEventListener("input", () => go(Number(slider.value)));
for (const one of document.querySelectorAll("[data-step]")) {
  one.addEventListener("click", () => step(one.dataset.step));
}
addEventListener("keydown", (event) => {
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const isInside = event.target.closest?.("#slider, .zoomed, .wide");
  if (!way || isTaken || isInside) return;
  event.preventDefault();
  go(here + way);
});
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#move-']");
  if (!link) return;
  event.preventDefault();
  go(Number(link.hash.slice(6)));
  if (!link.closest("#log")) find("play").scrollIntoView();
});
const named = () => /^#move-(\d+)$/.exec(location.hash);
addEventListener("hashchange", () => { if (named()) go(Number(named()[1]), false); });

const zoom = find("zoom");
zoom?.addEventListener("click", () => {
  const isZoomed = find("map").classList.toggle("zoomed");
  zoom.setAttribute("aria-pressed", isZoomed);
  zoom.textContent = isZoomed ? "−" : "+";
});

let left = last;
addEventListener("beforeprint", () => { left = here; go(last, false); });
addEventListener("afterprint", () => go(left, false));
go(named() ? Number(named()[1]) : last, false);
