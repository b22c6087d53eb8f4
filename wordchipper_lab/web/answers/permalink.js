// The state of a screen as a link. Twin: lab/permalink.py, `pack_state`.

import { count } from "../shared/dom.js";
import { MOST_LINK, packState } from "../shared/page_link.js";

const MOST_STATE = 1 << 20; // bytes

// {link, link_problem}: the one or, in words, why there is none.
export async function linkOf(state) {
  const size = new TextEncoder().encode(JSON.stringify(state)).length;
  if (size > MOST_STATE) return refusal(`hold ${count(size)} bytes`, `${count(MOST_STATE)} can be read back`);
  const word = await packState(state);
  const { length } = word;
  if (length > MOST_LINK) return refusal(`have ${count(length)} characters`, `${count(MOST_LINK)} are safe`);
  return { link: word, link_problem: null };
}

function refusal(much, most) {
  const advice = "shorten the text, or export it instead";
  return { link: null, link_problem: `a link for this text would ${much}, but at most ${most}: ${advice}` };
}
