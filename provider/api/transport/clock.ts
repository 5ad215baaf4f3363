/** Monotonic milliseconds for deadlines. The clock stops while the machine sleeps. */
export const now = (): number => performance.timeOrigin + performance.now();

/** The longest timer of Node.js, in milliseconds. A longer one would fire immediately. */
export const maxTimerMs = 2 ** 31 - 1;

/** Calls back after a delay (at most {@link maxTimerMs}) or an abort; returns a cancel function. */
export function startTimer(ms: number, callback: () => void, signal?: AbortSignal): () => void {
  const timer = setTimeout(callback, Math.max(0, Math.min(ms, maxTimerMs)));
  signal?.addEventListener("abort", callback);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", callback);
  };
}
