// How many bytes of a GGUF file come before the description of its tensors: of a model's gigabytes, its tokenizer is in
// the first few million. Source: docs/gguf.md of ggml-org/ggml; vocab/formats/gguf_values.py reads what is sent.

const MOST_READ = 64 << 20;
const SIZES = [1, 1, 2, 2, 4, 4, 4, 1, null, null, 8, 8, 8]; // of the values of each type; a string and an array say theirs
const [STRING, ARRAY] = [8, 9];

// The head of `file`, with its name; the file itself if that is as short, or is damaged in a way that Python can name.
export async function headOfGguf(file) {
  const view = new DataView(await file.slice(0, MOST_READ).arrayBuffer());
  let end = Math.min(file.size, 1 << 20);
  try {
    end = endOfPairs(view);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // beyond the end, or no such type
  }
  return end < file.size ? Object.assign(file.slice(0, end), { name: file.name }) : file;
}

function endOfPairs(view) {
  const isLittle = view.getUint32(4, true) < 65536;
  let at = 16;
  const u32 = () => view.getUint32((at += 4) - 4, isLittle);
  const u64 = () => Number(view.getBigUint64((at += 8) - 8, isLittle));
  const skip = (type, n) => {
    if (type === STRING) {
      for (let i = 0; i < n; i += 1) {
        const size = u64(); // moves `at` itself
        at += size;
      }
    }
    else if (SIZES[type] && n <= view.byteLength) at += n * SIZES[type];
    else throw new RangeError(`type ${type}`);
  };
  for (let left = u64(); left > 0; left -= 1) {
    skip(STRING, 1);
    const type = u32();
    if (type === ARRAY) skip(u32(), u64());
    else skip(type, 1);
    if (at > view.byteLength) throw new RangeError("the pairs go on");
  }
  return at;
}
