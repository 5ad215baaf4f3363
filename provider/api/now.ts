/** Milliseconds for deadlines. This clock stands still while the machine sleeps. */
export const now = (): number => performance.timeOrigin + performance.now();

/** The longest that a timer of Node.js waits, in milliseconds; one for longer would end at once. */
export const longestMs = 2 ** 31 - 1;

/** Calls back after so many milliseconds, at most {@link longestMs}; the result prevents it. */
export function after(ms: number, callBack: () => void): () => void {
  const timer = setTimeout(callBack, Math.max(0, Math.min(ms, longestMs)));
  return () => clearTimeout(timer);
}
