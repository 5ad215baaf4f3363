/** The token of a type of this package. */
export const typeToken = (name: string) => `platform:index:${name}`;
