/** Milliseconds for deadlines. This clock stands still while the machine sleeps. */
export const now = (): number => performance.timeOrigin + performance.now();

/** The longest that a timer of Node.js waits, in milliseconds; one for longer would end at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** Calls back after milliseconds (at most {@link maxTimerMs}) or an abort; returns a cancel. */
export function startTimer(ms: number, callback: () => void, signal?: AbortSignal): () => void {
  const timer = setTimeout(callback, Math.max(0, Math.min(ms, maxTimerMs)));
  signal?.addEventListener("abort", callback);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", callback);
  };
}
