// Progress as plain lines: a long step when it begins, every step when it is done.

/** A duration such as `0.4 s`, `12 s` or `3 min 05 s`. */
export function duration(ms: number) {
  const seconds = Math.round(ms / 1000);
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/**
 * Runs one step of work and prints its result.
 * @param usual how long a long step usually takes, such as `4 min`
 */
export async function step<T>(title: string, work: () => Promise<T>, usual?: string): Promise<T> {
  const started = Date.now();
  if (usual) console.log(`  ${title} (usually ${usual})`);
  let mark = "✖";
  try {
    const value = await work();
    mark = "✔";
    return value;
  } finally {
    console.log(`${mark} ${title} (${duration(Date.now() - started)})`);
  }
}
