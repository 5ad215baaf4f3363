import { now } from "../api/now.js";

const firstMs = 10_000;

/** Limits the progress messages of one operation, doubling the interval. */
export function seldom(show: (message: string) => void): (message: string) => void {
  const started = now();
  let next = firstMs;
  return (message) => {
    const elapsed = now() - started;
    if (elapsed < next) return;
    next = 2 * elapsed;
    show(message);
  };
}
