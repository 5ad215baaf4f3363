/** What colleagues write into secret fields; the prefix of every declared key is the last. */
export const secretTexts: readonly string[] = [
  "a-key-that-somebody-else-chose",
  "another-nonce-0123456789",
  "another-id-token-0123456789",
  "another-access-token-0123456789",
  "other-connector-data",
  "-0123456789abcdef",
];
