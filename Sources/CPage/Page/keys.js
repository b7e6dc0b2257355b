// The keys of the page, and the dialog that lists them.
const { make } = Page;

const keys = [
  ["Space", "play or pause", (app) => app.player.toggle()],
  ["→", "next fix", (app) => app.stepFix(1), "ArrowRight"],
  ["←", "fix before", (app) => app.stepFix(-1), "ArrowLeft"],
  ["Shift →", "next event", (app) => app.stepEvent(1), "Shift+ArrowRight"],
  ["Shift ←", "event before", (app) => app.stepEvent(-1), "Shift+ArrowLeft"],
  ["]", "next day", (app) => app.stepDay(1)],
  ["[", "day before", (app) => app.stepDay(-1)],
  ["Home", "begin", (app) => app.seek(app.timeLine.first)],
  ["End", "end", (app) => app.seek(app.timeLine.last)],
  [">", "play faster", (app) => app.player.faster(1)],
  ["<", "play slower", (app) => app.player.faster(-1)],
  ["L", "loop", (app) => (app.player.loop.checked = !app.player.loop.checked), "l"],
  ["F", "follow the device", (app) => app.setFollow(!app.isFollowing), "f"],
  ["M", "show the script's map", (app) => app.screen.toggle("screen"), "m"],
  ["0", "show everything", (app) => app.map?.fit(null)],
  ["Esc", "choose nothing", (app) => app.clear(), "Escape"],
  ["?", "these keys", (app) => app.help.open()],
];

Page.Help = class {
  constructor(app) {
    this.dialog = document.getElementById("help");
    this.dialog.append(make("h2", { id: "help-title" }, "Keys"),
      make("dl", {}, ...keys.flatMap(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)])),
      make("p", { class: "faint" }, "Wheel over the timeline: more or less time, with Shift along it. Click a lane, a fix or a region: why."),
      make("form", { method: "dialog" }, make("button", { type: "submit" }, "Close")));
    document.getElementById("help-open").addEventListener("click", () => this.open());
    addEventListener("keydown", (event) => this.press(event, app));
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
  }

  press(event, app) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const { target } = event;
    if (target.closest("input, select, [role=tablist]") && event.key !== "Escape") return;
    // The map has arrow keys of its own, and a focused button is pressed with the space bar.
    if (target.closest("#map") && event.key.startsWith("Arrow")) return;
    if (event.key === " " && target.closest("button, summary")) return;
    const name = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const full = event.shiftKey && name.startsWith("Arrow") ? `Shift+${name}` : name;
    const found = keys.find(([key, , , code]) => (code ?? key) === full);
    if (!found) return;
    event.preventDefault();
    found[2](app);
  }
};
