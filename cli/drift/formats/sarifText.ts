/** Text in which a SARIF viewer finds no link of its own: `[words](target)` would be one, and the words may be those of others. */
export function sarifText(text: string): string {
  return text.replaceAll("](", "] (");
}
