// Work that several connections share.
import { connections } from "./platform.mjs";

/**
 * Does something a number of times, on all connections at once, and tells how many milliseconds it took.
 * @param {number} times
 * @param {(index: number) => Promise<unknown>} work
 */
export async function together(times, work) {
  let next = 0;
  const started = performance.now();
  const oneConnection = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: connections }, oneConnection));
  return performance.now() - started;
}
