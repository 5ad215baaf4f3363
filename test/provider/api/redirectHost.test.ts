import { redirectHost } from "../../../provider/api/redirectHost";

const key = "AbCdEf0123456789/GhIjKl+Mn";

const rows: [string, string, string, string | undefined][] = [
  ["the login page of somebody", "https://Login.example.com/auth?code=abc", key, "login.example.com"],
  ["a port is a part of the host", "https://login.example.com:8443/", key, "login.example.com:8443"],
  ["the key up to its slash", `https://${key}`, key, undefined],
  ["the key in a label", `https://x.${key}.example.com`, key, undefined],
  ["the end of the key", "https://9.GhIjKl.0123456789.example.com", key, undefined],
  ["a piece of a long key", "https://cdef0123.example.com", key, undefined],
  ["a piece of a long key at the end", "https://example.cdef0123", key, undefined],
  ["a short key, cut", "https://ab/cd", "Ab/Cd", undefined],
  ["a short key, whole", "https://abcd.example.com", "AbCd", undefined],
  ["the key in percents in the path", `https://login.example.com/${encodeURIComponent(key)}`, key, undefined],
  ["a word that is too short to be looked for", "https://abc.example.com", "abc", "abc.example.com"],
  ["the key in hex", `https://${Buffer.from(key).toString("hex").slice(3, 40)}.example.com`, key, undefined],
  [
    "the key in base64",
    `https://${Buffer.from(`x${key}`).toString("base64url").slice(0, 30)}.example.com`,
    key,
    undefined,
  ],
  ["no address", "/login", key, undefined],
];

test.each(rows)("%s", (_, location, secret, host) => {
  expect(redirectHost(location, ["", secret])).toBe(host);
});
