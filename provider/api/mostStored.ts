/** Characters of one object: more than any platform stores, and as many as are looked through in bounded time and memory. */
export const mostStoredCharacters = 1_500_000;
