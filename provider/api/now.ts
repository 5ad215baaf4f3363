/** Milliseconds for deadlines. This clock stands still while the machine sleeps. */
export const now = (): number => performance.timeOrigin + performance.now();
