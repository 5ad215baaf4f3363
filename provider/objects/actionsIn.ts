/** The actions of Go's templates in a text, `{{ … }}`, in their order; the platform fills them in before it reads what the text says. */
export const actionsIn = (text: string): string[] => {
  const ends = text.lastIndexOf("}}");
  // Cut and not searched by a pattern, which would begin anew at each brace of a long text.
  const [, ...begun] = ends < 0 ? [] : text.slice(0, ends + 2).split("{{");
  return begun.map((piece) => piece.split("}}", 1)[0] as string);
};
