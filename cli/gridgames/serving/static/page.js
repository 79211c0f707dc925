// Says why a page was closed, and begins again. The terminal is in terminal.js.
"use strict";

window.WebSocket = class extends window.WebSocket {
  constructor(...address) {
    super(...address);
    this.addEventListener("close", (event) => {
      document.querySelector("#reason").textContent = event.reason;
    });
  }
};

document.addEventListener("DOMContentLoaded", () => {
  document.querySelector("#again").addEventListener("click", () => window.location.reload());
});
