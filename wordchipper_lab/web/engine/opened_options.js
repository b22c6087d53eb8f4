// What a screen has to choose from, with the tokenizers that were opened in a page without a kernel. Twin: `options` of
// screens/offered_tokenizers.py and of screens/divergence/offered_lexers.py.

const GROUP = "Opened tokenizers";

// options: of the screen when it was saved; offered: records of opened_tokenizers.js, the newest first
export function withOpened(options, offered) {
  const found = { ...options };
  if (options.models && options.own) {
    const { own, models } = options;
    found.models = [...own, ...offered.map(({ name }) => name), ...models.filter((name) => !own.includes(name))];
    found.suiting = { ...options.suiting, ...Object.fromEntries(offered.map(({ name, lexers, encoders, refused }) => [name, { lexers, encoders, refused }])) };
  }
  if (options.lexers?.[0]?.lexers) {
    const lexers = offered.map(({ name, word, pattern }) => ({ word, label: labelOf(name, word, pattern), story: "", pattern }));
    found.lexers = [...(lexers.length ? [{ label: GROUP, lexers }] : []), ...options.lexers];
  }
  return found;
}

// A pattern without a name is too long to be read.
const labelOf = (name, word, pattern) => (word.endsWith(`:${pattern}`) ? name : `${name} = ${word.replaceAll(":", " · ")}`);
