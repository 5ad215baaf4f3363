/** Whether a version, such as `v3.259.0-dev`, comes before another by its three numbers. */
export function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)];
  const differing = ours.findIndex((number, at) => number !== theirs[at]);
  return differing >= 0 && (ours[differing] ?? 0) < (theirs[differing] ?? 0);
}

const numbersOf = (version: string): number[] => (/(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []).map(Number);
