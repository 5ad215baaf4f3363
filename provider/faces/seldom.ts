const firstMs = 10_000;

/** Of the passing remarks of one operation, shows few, ever more seldom: those of a long wait. For an audience that keeps each line for good. */
export function seldom(show: (message: string) => void): (message: string) => void {
  const started = Date.now();
  let next = firstMs;
  return (message) => {
    const elapsed = Date.now() - started;
    if (elapsed < next) return;
    next = 2 * elapsed;
    show(message);
  };
}
