const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How long ago a time was, in its largest unit: `3 days ago`. */
export function ageInWords(timestamp: string | null, now: Date): string {
  const time = Date.parse(timestamp ?? "");
  if (Number.isNaN(time)) return "unknown age";
  const seconds = Math.max(0, Math.floor((now.getTime() - time) / 1000));
  const [word, size] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
  const count = Math.floor(seconds / size);
  return `${count} ${word}${count === 1 ? "" : "s"} ago`;
}
