// What the Share menus offer, the same everywhere: link, saved page, notebook cell, Python code, picture and data.

import { copyText, saveFile } from "../shared/clipboard.js";
import { PictureError, pngPicture, svgPicture } from "../shared/picture.js";

// A subclass has `engine`, `place`, `page` ({name, picture, code, say(text), warn(text)}), ask(verb) and copyLink().
export class Sharer {
  // What all offer, and what is special to this one.
  shareItems() {
    const item = (label, act, title) => ({ label, act, title });
    const { page } = this;
    const live = this.engine.isLive;
    return [
      this.place.isServed && this.engine.canAsk && item("Copy link", () => this.copyLink(), "A link that opens this page as it is now"),
      live && item("Save page", () => this.save("page", `${this.fileName}.html`, "text/html"), "One HTML file that works without a kernel"),
      live && this.hasCell && item("Copy notebook cell", () => this.copyCell(), "The cell that shows this view in a notebook"),
      page.code && item("Copy Python code", () => this.copy(page.code.textContent, "Python code copied")),
      item("Save picture as PNG", () => this.savePicture("png")),
      item("Save picture as SVG", () => this.savePicture("svg")),
      ...this.dataItems(item),
    ].filter(Boolean);
  }

  // Overridden by those that have data to copy or save. item(label, act, title)
  dataItems() {
    return [];
  }

  // Whether a notebook cell can show it.
  get hasCell() {
    return true;
  }

  // The name of saved files, without an ending.
  get fileName() {
    return this.page.name;
  }

  async copy(text, said) {
    try {
      await copyText(text);
      this.page.say(said);
    } catch (error) {
      this.page.say(`Could not copy: ${error.message}`);
    }
  }

  async copyCell() {
    const { cell } = await this.ask("cell");
    if (cell) this.copy(cell, "Notebook cell copied");
  }

  // Have the kernel write a file (verb: "json" or "page"), and save it as `name`. type: its MIME type
  async save(verb, name, type) {
    const { [verb]: contents } = await this.ask(verb);
    if (contents) saveFile(name, contents, type);
  }

  async savePicture(kind) {
    const { picture } = this.page;
    if (!picture?.isConnected || !picture.getClientRects().length) {
      this.page.warn("There is no picture to save yet.");
      return;
    }
    try {
      if (kind === "svg") saveFile(`${this.fileName}.svg`, svgPicture(picture), "image/svg+xml");
      else saveFile(`${this.fileName}.png`, await pngPicture(picture), "image/png");
    } catch (error) {
      this.page.warn(error instanceof PictureError ? error.message : `The picture could not be made: ${error.message}`);
    }
  }
}
