// Where a page is shown. In a notebook and in a saved page it has no address; served, its address is its state: reload,
// Back, a bookmark and a copied address give back what was there.

import { MOST_LINK, packState, pageAddress } from "../shared/page_link.js";

const AFTER = 300; // milliseconds without a further change before the address follows
const MOST_PACKED = 100000; // UTF-16 units: packing a longer text takes time, and it would not fit
const KEY = "wordchipper_lab"; // of the state in the history entry, which may be longer than an address

// A notebook cell, or a page saved as a file, which owns its window and so its keys.
export class Cell {
  isServed = false;
  opening = null;

  constructor(ownsKeys) {
    this.ownsKeys = ownsKeys;
  }

  follow() {}

  leave() {}
}

// A served page that shows one screen.
export class ServedPage {
  isServed = true;
  ownsKeys = true;

  // What the page was opened with: {state}, {link} (a packed state, lab/permalink.py), or null.
  get opening() {
    const state = window.history.state?.[KEY]?.state;
    const link = new URLSearchParams(window.location.search).get("state");
    return state ? { state } : link ? { link } : null;
  }

  addressOf(word) {
    const address = new URL(window.location.href);
    if (word) address.searchParams.set("state", word);
    else address.searchParams.delete("state");
    address.hash = "";
    return address.href;
  }

  // Let the address follow. read: returns {state, linked}; linked is null if no other page could show the state
  follow(read) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.write(read()), AFTER);
  }

  // Resolves to whether the state will be there after a reload.
  async write({ state, linked }) {
    clearTimeout(this.waiting);
    return keepEntry({ state: linked && state }, this.addressOf(await wordOf(linked)));
  }

  // Another screen in a given state.
  async open(screen, state) {
    const address = await pageAddress(screen, state);
    if (address) window.location.assign(address);
  }

  async restart(state) {
    const isKept = await this.write({ state, linked: state });
    if (isKept) window.location.reload();
    return isKept;
  }

  leave() {
    clearTimeout(this.waiting);
  }
}

// A page of files without a server behind them: the screen is part of the query.
export class SitePage extends ServedPage {
  inQuery = true;
}

// What a link has to say of a state: nothing of the `first` one, in which the screen opens; else what is not as `usual`.
export function linkedOf(state, usual, first) {
  if (!usual) return state;
  const isSame = (one, other, name) => JSON.stringify(one[name]) === JSON.stringify(other[name]);
  if (first && Object.keys(state).every((name) => isSame(state, first, name))) return {};
  const some = (isSaid) => Object.fromEntries(Object.entries(state).filter(([name]) => isSaid(name)));
  const linked = some((name) => !isSame(state, usual, name));
  // All is as usual, but the screen does not open so: say in what.
  return Object.keys(linked).length || !first ? linked : some((name) => !isSame(first, usual, name));
}

// The state as a word for an address; nothing if there is none, or if it would be too long.
export async function wordOf(linked) {
  if (!linked || !Object.keys(linked).length) return "";
  if (Object.values(linked).some((value) => value?.length > MOST_PACKED)) return "";
  const word = await packState(linked);
  return word.length > MOST_LINK ? "" : word;
}

// Returns false if the browser could not keep it, because it is too long.
export function keepEntry(entry, address, verb = "replaceState") {
  try {
    window.history[verb]({ ...window.history.state, [KEY]: entry }, "", address);
    return true;
  } catch (error) {
    console.warn(`The state was not kept: ${error.message}`);
    return false;
  }
}

export function keptEntry(historyState = window.history.state) {
  return historyState?.[KEY] ?? null;
}

export function placeOf(isLive) {
  if (document.body?.dataset?.site !== undefined) return new SitePage();
  return isLive && document.body.dataset.voila !== undefined ? new ServedPage() : new Cell(!isLive);
}
