// The Share menus of the two pages that are not screens: the home page and the chart of languages.

import { saveFile } from "../shared/clipboard.js";
import { element } from "../shared/dom.js";
import { Menu } from "../shared/menu.js";
import { Sharer } from "../engine/sharing.js";
import { csvOf } from "./language_rows.js";

const SHOWN = 4000; // milliseconds for which a confirmation is shown

// The Share menu with what it says, for a place of the Lab that is no screen.
class PlaceSharer extends Sharer {
  // lab: the LabSession, which has the engine and the address; name: of saved files
  constructor(lab, name, about) {
    super();
    Object.assign(this, { lab, engine: lab.engine, place: lab.place });
    this.menu = new Menu("Share", about);
    this.said = element("span", { class: "wcl-said", role: "status", "aria-live": "polite" });
    this.notice = element("p", { class: "wcl-notice", role: "alert", hidden: true });
    this.node = element("div", { class: "wcl-page-tools wcl-controls" }, this.said, this.menu.node);
    this.page = { name, picture: null, say: (text) => this.say(text), warn: (text) => this.warn(text) };
  }

  // shown: what has the `picture`
  offer(shown) {
    Object.defineProperty(this.page, "picture", { get: () => shown.picture });
    this.shown = shown;
    this.menu.offer(this.shareItems());
  }

  say(text) {
    this.said.textContent = text;
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { this.said.textContent = ""; }, SHOWN);
  }

  warn(text) {
    this.notice.hidden = !text;
    this.notice.textContent = text ?? "";
  }

  async ask(verb, fields) {
    this.warn(null);
    const answer = await this.engine.ask(verb, fields);
    if (answer.problem) this.warn(answer.problem);
    return answer;
  }

  async copyLink() {
    const address = await this.lab.linkTo(this.lab.shown);
    if (address) this.copy(address, "Link copied");
    else this.warn("This is too long for a link that travels safely: shorten it, or save the picture instead.");
  }

  destroy() {
    this.menu.destroy();
    clearTimeout(this.forget);
  }
}

export class HomeSharer extends PlaceSharer {
  constructor(lab) {
    super(lab, "tokens", "Link, page, notebook cell and picture of what is shown");
  }

  dataItems(item) {
    return [item("Copy ids", () => this.copy(this.shown.idList, "Ids copied"))];
  }
}

export class ChartSharer extends PlaceSharer {
  constructor(lab) {
    super(lab, "languages", "Link, page, picture and data of what is shown");
  }

  get hasCell() {
    return false;
  }

  ask(verb) {
    return super.ask(verb, { chart: this.shown.linked });
  }

  dataItems(item) {
    return [item("Save data as CSV", () => saveFile("languages.csv", csvOf(this.shown.costs), "text/csv"))];
  }
}
