// Of more than that nothing is kept: it would be in memory several times over.
const longestKept = 10_000;

/** The same function of texts, which keeps what it made last: one message after the other is about the same secrets. */
export function ofLast<Made>(make: (texts: readonly string[]) => Made): (texts: readonly string[]) => Made {
  let last: { readonly texts: readonly string[]; readonly made: Made } | undefined;
  return (texts) => {
    if (last && isSame(last.texts, texts)) return last.made;
    const made = make(texts);
    if (texts.reduce((sum, { length }) => sum + length, 0) <= longestKept) last = { texts: [...texts], made };
    return made;
  };
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, index) => text === others[index]);
