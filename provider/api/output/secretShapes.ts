/** Replaces a secret. */
export const mask = "[secret]";

// Fields whose values are secrets.
const keyNames = "(?:access_?)?key|(?:id|access|refresh)?token|nonce|connectorData|password|clientSecret|authorization";

// A value up to a quote with the same number of backslashes as the opening one, or to the end.
const toQuote = (level: number): string => `[\\s\\S]*?(?:(?<!\\\\)\\${level}"|$)`;

// A quoted or truncated value. No part matches in two ways, so matching is linear.
const goValue = `"[^"\\\\]*(?:\\\\[\\s\\S][^"\\\\]*)*(?:"|\\\\?$)`;

/** A JSON web token. It also consumes texts that only start like one, so matching is linear. */
export const jsonWebToken = /\beyJ[\w-]+(\.[\w-]+\.[\w-]*)?/g;

const shapes: readonly (readonly [RegExp, string])[] = [
  // A member of a JSON object, quoted any number of times.
  [new RegExp(`(?<!\\\\)(\\\\*)"(${keyNames})\\1"\\s*:\\s*\\1"${toQuote(1)}`, "gi"), `$1"$2$1": $1"${mask}$1"`],
  // A JSON Patch operation on such a member.
  [
    new RegExp(
      `(?<!\\\\)(\\\\*)"path\\1"\\s*:\\s*\\1"([^"\\\\]*/(?:${keyNames}))\\1"\\s*,\\s*\\1"value\\1"\\s*:\\s*\\1"${toQuote(1)}`,
      "gi",
    ),
    `$1"path$1": $1"$2$1", $1"value$1": $1"${mask}$1"`,
  ],
  // A field error: spec.key: Invalid value: "…".
  [new RegExp(`\\b((?:${keyNames}): \\w+ value: )${goValue}`, "gi"), `$1"${mask}"`],
  // A Go value: {Key:"…" or AccessKey:….
  [new RegExp(`\\b(${keyNames}):${goValue}`, "gi"), `$1:"${mask}"`],
  // A Go value without quotes: {Name:a Password:… or map[password:….
  [new RegExp(`(?<=[{[\\s])(${keyNames}):(?!:)[^\\s,;})\\]"'[]+`, "gi"), `$1:${mask}`],
  [/\b(accessKey|idToken|accessToken|refreshToken|connectorData)([:=]\s*)[^\s,;})\]"'[]+/gi, `$1$2${mask}`],
  [/\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${mask}`],
  // The password in a URL, which may contain an @.
  [/(:\/\/[^\s/:@]*:)[^\s/]+@/g, `$1${mask}@`],
];

/** Masks values that look like secrets, even if they are unknown. */
export const maskShapes = (text: string): string =>
  shapes
    .reduce((masked, [shape, replacement]) => masked.replace(shape, replacement), text)
    .replace(jsonWebToken, (found, rest) => (rest ? mask : found));
