/** Characters of one object: more than any platform stores, and as many as are looked through in bounded time and memory. */
export const mostStoredCharacters = 1_500_000;

/** Characters of all secrets of one object: more than what a program may declare and a platform stores, which is 1.5 MiB in all. */
export const mostSecretCharacters = 2_000_000;
