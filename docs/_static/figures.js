// A figure is played by a click: its scenes on one stage, one after the other. Without this script
// they are beside each other.
for (const figure of document.querySelectorAll("figure.played")) {
  const scenes = [...figure.querySelectorAll(".scene")];
  const copied = figure.querySelector("details.open pre");
  const [play, before, after, both, copy] = figure.dataset.words.split("|");
  const button = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };
  if (navigator.clipboard) {
    copied.before(button(copy, () => navigator.clipboard.writeText(copied.textContent + "\n")));
  }
  if (scenes.length < 2) continue;
  const bar = document.createElement("p");
  bar.className = "bar";
  const show = (place) => {
    figure.classList.toggle("staged", place !== null);
    scenes.forEach((scene, at) => scene.classList.toggle("off", place !== null && place !== at));
    buttons.forEach((one, at) => one.setAttribute("aria-pressed", place === (at < 2 ? at : null)));
  };
  const buttons = [
    button(before, () => show(0)),
    button(after, () => show(1)),
    button(both, () => show(null)),
  ];
  const run = () => {
    show(0);
    setTimeout(() => show(1), 900);
  };
  bar.append(button(`▶ ${play}`, run), ...buttons);
  bar.firstChild.className = "strong";
  figure.querySelector(".scenes").before(bar);
  show(null);
}
