/** Texts that an HTTP header can carry as an access key, and what is wrong with others. */
export const accessKeyText = {
  longest: 16_384,
  tooLong: "is longer than 16384 characters, which no server takes",
  pattern: /^[\x21-\x7e]+$/,
  wrongCharacters: "has characters that no access key has, such as a space or a line break",
} as const;
