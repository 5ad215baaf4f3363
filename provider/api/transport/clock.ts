/** Milliseconds for deadlines. This clock stands still while the machine sleeps. */
export const now = (): number => performance.timeOrigin + performance.now();

/** The longest that a timer of Node.js waits, in milliseconds; one for longer would end at once. */
export const longestMs = 2 ** 31 - 1;

/** Calls back after milliseconds (at most {@link longestMs}) or an abort; returns a cancel. */
export function after(ms: number, callBack: () => void, signal?: AbortSignal): () => void {
  const timer = setTimeout(callBack, Math.max(0, Math.min(ms, longestMs)));
  signal?.addEventListener("abort", callBack);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", callBack);
  };
}
