// Columns, in lines.

// As many columns to a line as there is room for, in pixels; widthOf(column) is what one takes.
export function linesOf(columns, room, widthOf) {
  const lines = [];
  let left = 0;
  for (const column of columns) {
    const wide = widthOf(column);
    if (!lines.length || wide > left) {
      lines.push([]);
      left = room;
    }
    lines.at(-1).push(column);
    left -= wide;
  }
  return lines;
}
