/** The error of this kind among an error and its causes; undefined where there is none. */
export function causeOf<Wanted>(error: unknown, is: (each: unknown) => each is Wanted): Wanted | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (is(each)) return each;
  return undefined;
}
