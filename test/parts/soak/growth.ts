/** A measurement while no call runs. */
export interface Sample {
  seconds: number;
  operations: number;
  heapMiB: number;
  residentMiB: number;
  timers: number;
  handles: number;
  /** Open files and sockets of the process; 0 where the system does not show them. */
  files: number;
  temporaryFiles: number;
}

/** A connection pool may be open at one measurement and closed at the next. */
const pool = 16;

// Growth that is no leak. The heap is measured after GC, so only caches that still fill change it.
// Resident memory follows the load and falls late, so it gets more. One temporary file is a leak.
const allowances: [measure: keyof Sample, relative: number, absolute: number][] = [
  ["heapMiB", 0.05, 1],
  ["residentMiB", 0.25, 16],
  ["timers", 0, pool],
  ["handles", 0, pool],
  ["files", 0, pool],
  ["temporaryFiles", 0, 0],
];

/**
 * The measures that grew. The first quarter is the warm-up. Of the rest, it compares the medians
 * of the first and the last third: one peak does not change a median, but a slow leak does.
 */
export function growth(samples: readonly Sample[]): string[] {
  const measured = samples.slice(Math.ceil(samples.length / 4));
  const third = Math.ceil(measured.length / 3);
  return allowances.flatMap(([measure, relative, absolute]) => {
    const before = median(measured.slice(0, third).map((each) => each[measure]));
    const after = median(measured.slice(-third).map((each) => each[measure]));
    const allowed = Math.max(absolute, relative * before);
    return after - before > allowed ? [`${measure} grew from ${before} to ${after}, allowed are ${allowed} more`] : [];
  });
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  const middle = (values.length - 1) / 2;
  return ((values[Math.floor(middle)] ?? 0) + (values[Math.ceil(middle)] ?? 0)) / 2;
}
