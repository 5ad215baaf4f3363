/** Every secret value of the objects of others, and what kubectl wrote of them. */
export const foreignSecrets = [
  "chart-password-0123456789",
  "version-password-0123456789",
  "full-key-0123456789abcdef",
  "subject-key-0123456789abcdef",
  "connector-data-0123456789",
  "nonce-0123456789abcdef",
  "id-token-0123456789",
  "access-token-0123456789",
  "refresh-token-0123456789",
  "last-applied",
];
