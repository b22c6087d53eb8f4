// How much room the ranks below a row of boxes have: which are written, which are only a dot.

export const DOT = 10; // pixels of a dot
const GAP = 2; // pixels between two ranks

// For each box, whether it ends its line while more boxes follow on the next one. room: pixels of a line
export function lineEnds(widths, room) {
  let used = 0;
  const ends = widths.map(() => false);
  widths.forEach((width, at) => {
    const wide = Math.min(width, room);
    if (at && used + wide > room + 0.5) {
      ends[at - 1] = true;
      used = 0;
    }
    used += wide;
  });
  return ends;
}

// ends: see `lineEnds`; sizes: pixels of the rank of each box's pair with the next box, 0 for none. winner: the pair whose
// rank is always written. Returns "full", "dot", "covered" or "none" for each box: no two ranks overlap, and a dot that the
// winner would half cover is left out. The rank of a pair that goes on in the next line stands at the end of the first line.
export function placeRanks(widths, ends, sizes, winner, room) {
  const borders = [];
  let [x, line] = [0, 0];
  widths.forEach((width, at) => {
    x += Math.min(width, room);
    borders.push({ x, line });
    if (ends[at]) [x, line] = [0, line + 1];
  });
  const extent = (at, size) => [borders[at].x - size / 2, borders[at].x + size / 2];
  const won = winner >= 0 ? extent(winner, sizes[winner]) : null;
  const overlapsWinner = (at, [from, to]) => Boolean(won) && borders[at].line === borders[winner].line && to > won[0] - GAP && from < won[1] + GAP;
  let taken = { line: -1, to: 0 };
  return widths.map((_, at) => {
    if (!sizes[at]) return "none";
    const [from, to] = extent(at, sizes[at]);
    const free = taken.line === borders[at].line ? taken.to + GAP : -Infinity;
    const follows = at + 1 < widths.length && sizes[at + 1] && borders[at + 1].line === borders[at].line;
    const limit = follows ? extent(at + 1, at + 1 === winner ? sizes[at + 1] : DOT)[0] - GAP : Infinity;
    let how = "dot";
    if (at === winner || (from >= free && to <= limit && !overlapsWinner(at, [from, to]))) how = "full";
    else if (overlapsWinner(at, extent(at, DOT))) how = "covered";
    if (how !== "covered") taken = { line: borders[at].line, to: how === "full" ? to : extent(at, DOT)[1] };
    return how;
  });
}

const CELL = { least: 26, readable: 40, roomy: 44, most: 110 }; // pixels of a byte; a rank of five digits needs the roomy one
const MOST_LINES = 4;
const HANGING = 28; // pixels by which the rank at the end of a line may hang over

// How a span of `size` bytes is laid out: {cell: pixels of a byte, room: pixels of a line, hang: pixels kept free after it}. All
// bytes are on one line if their ranks can be read there; a short span takes several lines, a long one is drawn small.
// width: pixels there are
export function layOut(size, width, scale = 1) {
  const onOneLine = Math.floor(width / Math.max(size, 1));
  const hang = HANGING * scale;
  const room = width - hang;
  const inALine = Math.max(1, Math.floor(room / (CELL.roomy * scale)));
  if (onOneLine < CELL.readable * scale && size <= inALine * MOST_LINES) return { cell: Math.floor(room / inALine), room, hang };
  if (onOneLine < CELL.least) return { cell: CELL.least, room, hang };
  return { cell: Math.min(CELL.most * scale, onOneLine), room: width, hang: 0 };
}
