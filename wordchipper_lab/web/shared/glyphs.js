// Visible signs for invisible characters, and words for reading text aloud.

// Drawn over the character itself, which keeps its width.
const OVERLAYS = { " ": "·", "\t": "→", "\u00a0": "°", "\u3000": "□" };

// Drawn instead of the character, which has no width or would affect the text around it.
const LABELS = {
  "\n": "↵", "\r": "CR", "\u00ad": "SHY", "\u061c": "ALM", "\u200b": "ZWSP", "\u200c": "ZWNJ", "\u200d": "ZWJ",
  "\u200e": "LRM", "\u200f": "RLM", "\u2028": "LSEP", "\u2029": "PSEP", "\u202a": "LRE", "\u202b": "RLE",
  "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO", "\u2060": "WJ", "\u2066": "LRI", "\u2067": "RLI",
  "\u2068": "FSI", "\u2069": "PDI", "\ufe0e": "VS15", "\ufe0f": "VS16", "\ufeff": "BOM", "\u0085": "NEL",
};

const SPOKEN = {
  " ": "space", "\t": "tab", "\n": "newline", "\r": "carriage return", "\u00a0": "no-break space",
  "\u200b": "zero width space", "\u200d": "zero width joiner", "\ufe0f": "variation selector 16",
};

export const INVISIBLE = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;

export function codePointName(character) {
  return "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
}

// Returns {overlay} to draw over a character, {label} to draw before it, or null for an ordinary character.
export function glyphOf(character) {
  if (OVERLAYS[character]) return { overlay: OVERLAYS[character] };
  if (LABELS[character]) return { label: LABELS[character] };
  if (!INVISIBLE.test(character)) return null;
  const code = character.codePointAt(0);
  if (code < 0x20) return { label: String.fromCharCode(0x2400 + code) };
  if (code === 0x7f) return { label: "␡" };
  if (/\p{Zs}/u.test(character)) return { overlay: "␣" };
  return { label: codePointName(character) };
}

// Text with a sign for each invisible character.
export function visibleText(text) {
  return Array.from(text, (character) => {
    const glyph = glyphOf(character);
    return glyph ? glyph.overlay ?? glyph.label : character;
  }).join("");
}

// Text as a screen reader should read it: " world" is "space world".
export function spoken(text) {
  const words = [];
  let plain = "";
  for (const character of text) {
    const name = SPOKEN[character] ?? (INVISIBLE.test(character) ? codePointName(character) : null);
    if (name === null) {
      plain += character;
    } else {
      if (plain) words.push(plain);
      plain = "";
      words.push(name);
    }
  }
  if (plain) words.push(plain);
  return words.length > 8 ? [...words.slice(0, 8), "and more"].join(" ") : words.join(" ");
}
