/** Maximum bytes of a response body, before and after decompression. */
export const maxResponseBytes = 8 * 1024 * 1024;

/** Levels of nesting of a response. Responses of this API have far fewer. */
export const maxJsonDepth = 200;

/** Maximum length of a name, uid or version. Those of Kubernetes are shorter. */
export const maxNameLength = 1000;

/** Maximum characters of a continue token: a name and a version, which fit into a URL. */
export const maxTokenLength = 4096;

/** Maximum characters of a manifest text. Platforms store less. */
export const maxStoredCharacters = 1_500_000;

/** Maximum characters of all secrets of one object. Platforms store less. */
export const maxSecretCharacters = 2_000_000;

/** Maximum characters of all secrets of one operation. Each response can have other secrets. */
export const maxOperationSecretCharacters = 4 * maxSecretCharacters;

/** Maximum characters of all secrets that a process remembers. More would exhaust its memory. */
export const maxSeenSecretCharacters = 4 * maxOperationSecretCharacters;

/** Limits of one list: more than any platform has, but within the memory of a process. */
export const listLimits = { pages: 10_000, objects: 100_000, characters: 128 * 1024 * 1024, restarts: 3 } as const;

/** Maximum estimated memory of a shared list in bytes: tens of thousands of typical objects. */
export const maxListBytes = 96 * 1024 * 1024;
