/** What no message may hold: what a terminal obeys or reorders, and more of a value than helps. */
export function expectSafe(message: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for.
  expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  expect(message.length).toBeLessThan(1500);
}
