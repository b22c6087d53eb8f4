/**
 * NFC as Hugging Face's `tokenizers` computes it: by Unicode 9, whatever later version the browser knows.
 *
 * Characters that Unicode 9 does not have neither decompose nor combine there, so they divide the text; all
 * others keep their decompositions and combining classes in later versions. Twin:
 * wordchipper_lab/pipeline/normal_forms.py.
 */

import { once } from "./patterns/once.js";
import { unpackNumbers } from "./patterns/packed_numbers.js";

/**
 * Stretches of characters that nothing happens to in Unicode 9, among them all that it does not have: the
 * distance from the end of the one before, and the length, of each. A test makes it.
 */
const DIVIDERS =
  "4FBSc%EC$DR%WECIBFHBBBUB#OB#JJ(bB#ICC'B#XBBIbFFbMFaF'Y#D#ADb'KJ#EEBJBDBF#ND&AOBdF#XCSCFDZ#EWBHLBBHCC" +
  "CDJBECBF#RWBHBCBCBCCBODLEBB%DKFD$JWTIDCCDICEC#WE#KFDDBEJB%UDBEHC%LBBHBDBEHC%NGCDBEJB%YBEGDI#D#cEd$VN" +
  "OG#U$MB#EGbEIB#GBP$aFEHDF$WB%Y%AF$IF$W-ZD]MHLX$N%E'M#M&XD)JC$LBUICB#SO$LKCC#DCEL#IJ#YC#cBLC$HB'CDBNB" +
  "HEBGBDC(S#YF'LE%AGWCGC#ICGCIBBBBBBB#BC#XBPBOCGBTCDBJB$X&F#DP#d$Z5FeH=E2PD&VB%G#C3C$EB$aC%N;S%iM$O-fW" +
  "{bBEK#CC$UC+GB(JBbS#bD#HB%FBMB)dBBDCCFCBB#WB*GBS(.M%C&wYC%Q$HaBFBBBCBCB%S6W#J]UB)QB&dFzCBBB#KDEB'PCo" +
  "ZB#aBZEIBFBNC$JD#GBGCBE$CB$QBJB%QC'cC$VBBBIBDDJBOHDF(ZBDB%PBIGDC)ZBIEDC&GB%cC%ZBmJB--OF#dH-`TB$yJ(A%" +
  "KD#{FHBRCHBCBF#/XH%TH%/X9mV-^R4C*[_U";

/**
 * More marks than any writing puts on one character: ordering so many takes browsers time quadratic in their
 * number.
 */
const MANY_MARKS = /\p{M}{64,}/gu;
const LOWEST = "\u0334"; // of combining class 1
const HIGHEST = "\u0345"; // of combining class 240

/** @type {() => RegExp} */
const dividers = once(() => {
  const numbers = unpackNumbers(DIVIDERS);
  const stretches = [];
  for (let i = 0, end = 0; i < numbers.length; i += 2) {
    const start = end + numbers[i];
    end = start + numbers[i + 1];
    stretches.push(`\\u{${start.toString(16)}}-\\u{${(end - 1).toString(16)}}`);
  }
  return new RegExp(`([${stretches.join("")}]+)`, "u");
});

/**
 * The text in normal form C; the same string if it is in it.
 * @param {string} text
 * @returns {string}
 */
export function normalFormC(text) {
  const hasManyMarks = text.search(MANY_MARKS) >= 0;
  // What later versions leave as it is, Unicode 9 does, too.
  if (!hasManyMarks && text.normalize("NFC") === text) return text;
  const parts = text.split(dividers());
  for (let i = 0; i < parts.length; i += 2) {
    const part = hasManyMarks ? parts[i].replace(MANY_MARKS, inOrder) : parts[i];
    parts[i] = part.normalize("NFC");
  }
  return parts.join("");
}

/** Marks, decomposed and in canonical order. @param {string} marks */
function inOrder(marks) {
  const decomposed = [...marks].flatMap((mark) => [...mark.normalize("NFD")]);
  const classes = classesOf(new Set(decomposed));
  const ordered = [];
  for (let start = 0; start < decomposed.length; ) {
    let end = start;
    while (end < decomposed.length && classes.has(decomposed[end])) end++;
    const run = decomposed.slice(start, end);
    run.sort((a, b) => Number(classes.get(a)) - Number(classes.get(b)));
    for (const mark of run) ordered.push(mark);
    if (end < decomposed.length) ordered.push(decomposed[end]);
    start = end + 1;
  }
  return ordered.join("");
}

/**
 * The place of each mark's combining class among all of them; none for a mark that no other changes places
 * with.
 * @param {ReadonlySet<string>} marks decomposed
 */
function classesOf(marks) {
  const moving = [...marks].filter((mark) => isAbove(mark, LOWEST) || isAbove(HIGHEST, mark));
  /** One mark of each class, ascending. @type {string[]} */
  const known = [];
  for (const mark of moving) {
    const at = known.findIndex((other) => !isAbove(mark, other));
    if (at < 0) known.push(mark);
    else if (isAbove(known[at], mark)) known.splice(at, 0, mark);
  }
  return new Map(moving.map((mark) => [mark, known.findIndex((other) => !isAbove(mark, other))]));
}

/**
 * Whether the combining class of `one` is above that of `other`, so that they change places.
 * @param {string} one
 * @param {string} other
 */
const isAbove = (one, other) => (one + other).normalize("NFD") !== one + other;
