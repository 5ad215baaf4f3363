/** Runs tasks, so many at a time; the results in the order of the tasks. */
export async function inTurns<T>(tasks: readonly (() => Promise<T>)[], atATime: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < tasks.length) {
      const index = next++;
      results[index] = await (tasks[index] as () => Promise<T>)();
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}

/** Where so many wait for each other: all go on when the last has come. The last one does something before. */
export function meeting(count: number, act: () => Promise<void>): () => Promise<void> {
  let missing = count;
  let open: (done: Promise<void>) => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    missing--;
    if (missing === 0) open(act());
    return opened;
  };
}
