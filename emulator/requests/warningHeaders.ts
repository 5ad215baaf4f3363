// As on real servers: beyond the first number of letters in all, each warning is cut to the second.
const maxLetters = 4096;
const maxLettersOfOne = 256;

/** The Warning headers of an answer; many or long warnings are cut, since clients refuse long heads. */
export function warningHeaders(warnings: readonly string[]): string[] {
  const texts = [...new Set(warnings)];
  const isTooLong = texts.reduce((sum, text) => sum + text.length, 0) > maxLetters;
  return (isTooLong ? cut(texts) : texts).map((text) => `299 - ${JSON.stringify(headerText(text))}`);
}

function cut(texts: readonly string[]): string[] {
  const kept: string[] = [];
  let letters = 0;
  for (const text of texts) {
    if (letters >= maxLetters) break;
    kept.push(text.slice(0, maxLettersOfOne));
    letters += Math.min(text.length, maxLettersOfOne);
  }
  return kept;
}

// A header holds no line breaks and no letters beyond Latin-1.
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}
