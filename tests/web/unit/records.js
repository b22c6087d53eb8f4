// Records as they travel from the kernel, written by the test in Python: bytes as {"$hex": hexadecimal digits}.

import { readFileSync } from "node:fs";

function revive(_, value) {
  if (!value || typeof value.$hex !== "string") return value;
  const bytes = Uint8Array.from(Buffer.from(value.$hex, "hex")); // in a separate buffer, at offset 0
  return new DataView(bytes.buffer);
}

export function readRecord(name) {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8"), revive);
}

// `value` with checked names: reading one that its description (screens/records.py) lacks is an error, not
// undefined.
export function strict(value, kind, place) {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  if (kind.any) return strict(value, { fields: Object.assign({}, ...kind.any.map(({ fields }) => fields)) }, place);
  if (kind.each && Array.isArray(value)) return value.map((item, at) => strict(item, kind.each, `${place}[${at}]`));
  if (kind.each) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, strict(item, kind.each, `${place}[${name}]`)]));
  if (!kind.fields) return value;
  const kept = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, strict(item, kind.fields[name], `${place}.${name}`)]));
  return new Proxy(kept, {
    get(record, name) {
      if (typeof name === "string" && name !== "toJSON" && !(name in kind.fields)) throw new TypeError(`${place} has no ${name}: see its record in Python`);
      return record[name];
    },
  });
}

// All records that a screen sends, by name, wrapped by `strict`.
export function strictRecords(screen) {
  const { kinds, records } = readRecord(`${screen}_records`);
  return Object.fromEntries(Object.entries(records).map(([name, record]) => [name, strict(record, kinds[name], name)]));
}
