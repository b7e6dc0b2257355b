// Links to one device: made, copied, listed and ended on a served page.
const { make } = Page;
const element = (id) => document.getElementById(`share-${id}`);
/** Hours. */
const spans = [[1, "1 hour"], [4, "4 hours"], [12, "12 hours"], [24, "1 day"], [168, "1 week"]];
const isOwn = (host) => /^(localhost|127\.|\[::1\])/.test(host);

/** A button that copies a text. */
Page.copyButton = (text) => make("button", {
  type: "button",
  onclick: async ({ target }) => {
    // Only pages of https and of this machine may.
    const done = await navigator.clipboard?.writeText(text()).then(() => true, () => false);
    target.textContent = done ? "Copied" : "Mark the text and copy it";
    setTimeout(() => (target.textContent = "Copy"), 2500);
  },
}, "Copy");

Page.Share = class {
  constructor(tools) {
    [this.tools, this.app] = [tools, tools.app];
    this.dialog = document.getElementById("share-dialog");
    element("span").replaceChildren(...spans.map(([hours, name]) => make("option", { value: String(hours * 3600) }, name)));
    document.getElementById("share").addEventListener("click", () => this.open());
    element("form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.ask({ share: element("device").value, until: Date.now() / 1000 + Number(element("span").value) });
    });
    element("close").addEventListener("click", () => this.dialog.close());
    element("link").replaceWith(this.link = make("input", { type: "text", id: "share-link", readOnly: true, "aria-label": "Link", onfocus: ({ target }) => target.select() }));
    this.link.after(Page.copyButton(() => this.link.value));
  }

  open() {
    const { app } = this;
    element("device").replaceChildren(...app.model.tracked.map(({ name }) => make("option", { value: name }, name)));
    if (app.device) element("device").value = app.device.name;
    element("made").hidden = true;
    this.dialog.showModal();
    void this.ask({});
  }

  async ask(wish) {
    const { json, fault } = await this.tools.request("/shares", JSON.stringify(wish));
    element("note").textContent = fault ?? "";
    if (!json) return;
    this.list(json.links);
    if (wish.end) element("made").hidden = true;
    if (!json.path) return;
    this.link.value = this.address(json) + json.path;
    element("made").hidden = false;
    this.link.focus();
    if (isOwn(new URL(this.link.value).host)) element("note").textContent = "This address works on this machine only: serve the page under a name with --page-host.";
  }

  /** How others reach the page: as its reader does, unless that is this machine. */
  address({ hosts }) {
    const other = hosts.find((name) => !isOwn(name));
    if (!isOwn(location.host) || !other) return location.origin;
    return `${location.protocol}//${/:\d+$/.test(other) || !location.port ? other : `${other}:${location.port}`}`;
  }

  list(links) {
    const { clock } = this.app;
    const items = links.map(({ device, until }) => make("li", {}, make("span", { class: "name" }, device),
      make("span", { class: "faint small" }, `until ${clock.full(until * 1000 - this.app.model.start)}`),
      make("button", { type: "button", "aria-label": `End the links to ${device}`, onclick: () => this.ask({ end: device }) }, "End")));
    element("list").replaceChildren(...(items.length > 0 ? items : [make("li", { class: "faint" }, "Nothing is shared now.")]));
  }
};
