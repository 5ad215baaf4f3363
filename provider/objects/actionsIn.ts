/** The actions of Go's templates in a text, `{{ … }}`, in their order; the platform fills them in before it reads what the text says. */
export const actionsIn = (text: string): string[] => {
  // Behind the last end none is closed; without an end, what is left is too short for a beginning.
  const closed = text.slice(0, text.lastIndexOf("}}") + 2);
  // Cut and not searched by a pattern, which would begin anew at each brace of a long text.
  const [, ...begun] = closed.split("{{");
  return begun.map((piece) => piece.split("}}", 1)[0] as string);
};
