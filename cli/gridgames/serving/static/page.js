// What the page does around the terminal, which is in terminal.js: it says why it was closed, comes
// back after a break of the connection, and makes fingers do what a mouse does.
"use strict";

const LOST = 1006; // the code of a connection that broke
const AGAIN = 2000; // milliseconds between two attempts to come back
const COLUMNS = 45; // a narrow screen has at least so many, if its letters stay large enough
const LETTER = 0.602; // width of a letter, in sizes of the font
const SMALLEST = 10; // size of the font
const fingers = window.matchMedia("(pointer: coarse)");

window.WebSocket = class extends window.WebSocket {
  constructor(...address) {
    super(...address);
    this.addEventListener("close", (event) => {
      const reason = document.querySelector("#reason");
      reason.textContent = event.code === LOST ? reason.dataset.lost : event.reason;
      if (event.code === LOST) comeBack(reason);
    });
  }
};

// Load the page again as soon as the server answers; the game goes on there.
async function comeBack(reason) {
  try {
    const answer = await fetch(window.location.href);
    if (answer.ok) window.location.reload();
    else reason.textContent = reason.dataset.gone;
  } catch {
    setTimeout(comeBack, AGAIN, reason);
  }
}

// Let a finger that is drawn over the screen scroll as a wheel does.
function scrollWithFingers(screen) {
  let from = null;
  screen.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? event.touches[0] : null;
  });
  screen.addEventListener(
    "touchmove",
    (event) => {
      if (!from) return;
      event.preventDefault();
      const now = event.touches[0];
      const line = parseFloat(screen.dataset.fontSize);
      const deltaY = from.clientY - now.clientY;
      if (Math.abs(deltaY) < line) return;
      const { clientX, clientY } = from;
      const wheel = { deltaY, clientX, clientY, bubbles: true, cancelable: true };
      screen.querySelector(".xterm-screen").dispatchEvent(new WheelEvent("wheel", wheel));
      from = now;
    },
    { passive: false },
  );
}

// A touch would open the keyboard each time: it opens by its button.
function keepKeyboardAway(typing) {
  const button = document.querySelector("#keyboard");
  typing.inputMode = "none";
  button.addEventListener("click", () => {
    typing.inputMode = typing.inputMode === "none" ? "text" : "none";
    typing.blur();
    typing.focus();
  });
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelector("#again").addEventListener("click", () => window.location.reload());
  const screen = document.querySelector("#terminal");
  if (!new URLSearchParams(window.location.search).has("fontsize")) {
    const fitting = Math.floor(window.innerWidth / COLUMNS / LETTER);
    screen.dataset.fontSize = Math.max(SMALLEST, Math.min(fitting, screen.dataset.fontSize));
  }
  scrollWithFingers(screen);
});

// Once the terminal is there it gets the keys, as far as there are any.
function giveKeys() {
  const typing = document.querySelector(".xterm-helper-textarea");
  if (fingers.matches) keepKeyboardAway(typing);
  else typing.focus();
}

window.addEventListener("load", () => setTimeout(giveKeys));
