const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How long ago a time was, in its largest unit: `3 days`. */
export function ageInWords(timestamp: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / 1000));
  const [word, size] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
  const count = Math.floor(seconds / size);
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
