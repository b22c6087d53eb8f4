// The listed tokens as files, with the contents and order of the list.

export function listedIds(vocabulary, listing) {
  return Array.from({ length: listing.length }, (_, row) => vocabulary.ids[listing.place(row)]);
}

export function listedJson(vocabulary, listing, query) {
  const tokens = Array.from({ length: listing.length }, (_, row) => {
    const place = listing.place(row);
    return { id: vocabulary.ids[place], text: vocabulary.text(place), hex: vocabulary.hex(place) };
  });
  return JSON.stringify({ vocabulary: vocabulary.name, query, found: listing.length, of: listing.of, tokens });
}

function csvCell(value) {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

// RFC 4180. Text is empty if the bytes are not valid UTF-8.
export function listedCsv(vocabulary, listing) {
  const lines = ["id,text,hex,bytes,script,consists of"];
  for (let row = 0; row < listing.length; row++) {
    const place = listing.place(row);
    lines.push([String(vocabulary.ids[place]), vocabulary.text(place) ?? "", vocabulary.hex(place), String(vocabulary.size(place)),
      vocabulary.script(place), vocabulary.kind(place)].map(csvCell).join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}
