/** Milliseconds for deadlines. They stand still while the machine sleeps, or every operation would be late after it. */
export const now = (): number => performance.timeOrigin + performance.now();
