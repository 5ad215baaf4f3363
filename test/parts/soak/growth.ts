/** A measurement while no call runs. */
export interface Sample {
  seconds: number;
  operations: number;
  heapBytes: number;
  rssBytes: number;
  timers: number;
  handles: number;
  /** Open files and sockets of the process; undefined where the system does not show them. */
  files: number | undefined;
  temporaryFiles: number;
}

type Measure = Exclude<keyof Sample, "seconds" | "operations">;

/** Growth that is no leak. */
interface Allowance {
  measure: Measure;
  shown: string;
  /** A fraction of the first median. */
  relative: number;
  absolute: number;
}

const mebibyte = 1024 * 1024;
/** A connection pool may be open at one measurement and closed at the next. */
const pool = 16;

// The heap is measured after a collection, so only caches that still fill change it: compiled code and protobuf.
// Resident memory follows the load and falls late, so it gets more. One temporary file is a leak.
const allowances: readonly Allowance[] = [
  { measure: "heapBytes", shown: "heap", relative: 0.05, absolute: mebibyte },
  { measure: "rssBytes", shown: "resident memory", relative: 0.25, absolute: 16 * mebibyte },
  { measure: "timers", shown: "timers", relative: 0, absolute: pool },
  { measure: "handles", shown: "handles", relative: 0, absolute: pool },
  { measure: "files", shown: "open files", relative: 0, absolute: pool },
  { measure: "temporaryFiles", shown: "temporary files", relative: 0, absolute: 0 },
];

/**
 * The measures that grew, in words. The first quarter is the warm-up. Of the rest, the median of the last third is compared with
 * that of the first: a single peak does not change a median, a leak does, however slow.
 */
export function growth(samples: readonly Sample[]): string[] {
  const measured = samples.slice(Math.ceil(samples.length / 4));
  const third = Math.ceil(measured.length / 3);
  const [early, late] = [measured.slice(0, third), measured.slice(-third)];
  return allowances.flatMap(({ measure, shown, relative, absolute }) => {
    const [before, after] = [median(early, measure), median(late, measure)];
    const allowed = Math.max(absolute, relative * before);
    return after - before > allowed ? [`${shown} grew from ${before} to ${after}, allowed are ${allowed} more`] : [];
  });
}

function median(samples: readonly Sample[], measure: Measure): number {
  const values = samples.map((sample) => sample[measure] ?? 0).sort((a, b) => a - b);
  const middle = (values.length - 1) / 2;
  return ((values[Math.floor(middle)] ?? 0) + (values[Math.ceil(middle)] ?? 0)) / 2;
}

/** The samples as a table. */
export function tableOf(samples: readonly Sample[]): string {
  const head = ["s", "operations", "heap MiB", "rss MiB", "timers", "handles", "files", "temp files"];
  const rows = samples.map((each) => [
    each.seconds.toFixed(0),
    each.operations,
    (each.heapBytes / mebibyte).toFixed(2),
    (each.rssBytes / mebibyte).toFixed(1),
    each.timers,
    each.handles,
    each.files ?? "-",
    each.temporaryFiles,
  ]);
  return [head, ...rows].map((row) => row.map((cell) => String(cell).padStart(11)).join("")).join("\n");
}
