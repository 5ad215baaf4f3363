// Windows PowerShell writes what is redirected into a file in UTF-16.
const encodings = [
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;

/** The text of a file, without the byte order mark that some shells and editors begin it with; without a mark it is UTF-8. */
export function decodedText(bytes: Uint8Array): string {
  const [encoding] = encodings.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? ["utf-8"];
  return new TextDecoder(encoding).decode(bytes);
}
