// Of more characters than that nothing is kept: they would be in memory several times over.
const longestKept = 10_000;

/** The same function of texts, of which each counts once; it keeps what it made last, since what follows is mostly about the same ones. */
export function rememberedLast<Made>(make: (texts: readonly string[]) => Made): (texts: readonly string[]) => Made {
  let last: { readonly texts: readonly string[]; readonly made: Made } | undefined;
  return (given) => {
    const texts = [...new Set(given)];
    if (last && isSame(last.texts, texts)) return last.made;
    const made = make(texts);
    if (texts.reduce((sum, { length }) => sum + length, 0) <= longestKept) last = { texts, made };
    return made;
  };
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, index) => text === others[index]);
