// The address of a Lab: which screen is open, in which state. On our own server each screen has a path; on another one
// (Binder), where the page is a notebook, and on a site of files, the screen is part of the query.

import { keepEntry, keptEntry, wordOf } from "../engine/place.js";

const AFTER = 300; // milliseconds without a further change before the address follows

export const HOME = "home";
export const CHART = "languages"; // the chart of languages, a place like a screen

export class LabAddress {
  // screens: their names; inQuery: whether there are no paths; location and history: the window's
  constructor(screens, location = window.location, history = window.history, inQuery = false) {
    Object.assign(this, { screens, location, history });
    this.writing = Promise.resolve();
    this.arrivals = 0; // by Back and Forward
    this.inQuery = inQuery || /\.ipynb\/?$/.test(location.pathname);
    const path = location.pathname.replace(/\/$/, "");
    const last = path.split("/").pop();
    this.base = this.inQuery ? location.pathname : `${screens.includes(last) ? path.slice(0, -last.length - 1) : path}/`;
  }

  // {screen, link} of an address of this Lab; null for any other
  read(href = this.location.href) {
    const address = new URL(href, this.location.href);
    if (address.origin !== this.location.origin || !address.pathname.startsWith(this.base)) return null;
    const rest = this.inQuery ? address.searchParams.get("screen") ?? "" : address.pathname.slice(this.base.length).replace(/\/$/, "");
    const screen = rest || (address.searchParams.get("chart") === CHART ? CHART : HOME);
    if (screen !== HOME && screen !== CHART && !this.screens.includes(screen)) return null;
    const link = address.searchParams.get("state");
    return { screen, ...(link ? { link } : {}), story: address.searchParams.get("story"), step: Number(address.searchParams.get("step") ?? 0) };
  }

  // What the page is to open with: the entry of the history knows states that are too long for an address.
  get opening() {
    const { state, along } = keptEntry(this.history.state) ?? {};
    const read = this.read() ?? { screen: HOME };
    return { ...read, ...(state ? { state, link: undefined } : {}), along };
  }

  // word: a packed state, or nothing; story: {name, step}
  of(screen, word = "", story = null) {
    const address = new URL(this.base, this.location.href);
    if (screen === CHART) {
      address.searchParams.set("chart", CHART);
    } else if (this.inQuery) {
      if (screen !== HOME) address.searchParams.set("screen", screen);
    } else if (screen !== HOME) {
      address.pathname += screen;
    }
    if (word) address.searchParams.set("state", word);
    if (story) {
      address.searchParams.set("story", story.name);
      address.searchParams.set("step", story.step);
    }
    return address.href;
  }

  // A step in the history. shown: {screen, state, linked, story}, as engine/place.js has them; along: what goes along to
  // other screens
  push(shown) {
    return this.write(shown, "pushState");
  }

  replace(shown) {
    return this.write(shown, "replaceState");
  }

  // In the order of the calls, however long the packing of each takes. Resolves to whether it is in the history.
  write({ screen, state, linked, story, along }, verb) {
    clearTimeout(this.waiting);
    const packing = wordOf(linked);
    const { arrivals } = this;
    this.writing = this.writing.catch(() => {}).then(async () => {
      const address = this.of(screen, await packing, story);
      return arrivals === this.arrivals && keepEntry({ state: linked && state, along }, address, verb);
    });
    return this.writing;
  }

  // describe: returns what is shown at the time of writing
  follow(describe) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.replace(describe()), AFTER);
  }

  // Another entry of the history is shown: what is waiting or being packed belongs to the one before.
  leave() {
    clearTimeout(this.waiting);
    this.arrivals += 1;
  }

  close() {
    clearTimeout(this.waiting);
  }
}
