/** What was measured at one moment, when nothing was under way. */
export interface Sample {
  seconds: number;
  operations: number;
  heapBytes: number;
  rssBytes: number;
  timers: number;
  handles: number;
  /** Open files of the process, undefined where the system does not show them. */
  files: number | undefined;
  /** What the server counts. */
  connections: number;
  temporaryFiles: number;
}

type Measure = Exclude<keyof Sample, "seconds" | "operations">;

/** What may come and go without a leak. */
interface Allowance {
  measure: Measure;
  shown: string;
  /** Part of what there was at first. */
  relative: number;
  absolute: number;
}

const mebibyte = 1024 * 1024;
/** One pool of connections, which may be open at one measurement and closed at the next. */
const pool = 16;

// The heap is measured after a collection, so only caches that still fill may move it: those of compiled code and of protobuf. What
// the process occupies follows the load and comes back late, so it gets more. Handles and files move by a pool; a file counts at once.
const allowances: readonly Allowance[] = [
  { measure: "heapBytes", shown: "heap", relative: 0.05, absolute: mebibyte },
  { measure: "rssBytes", shown: "resident memory", relative: 0.25, absolute: 16 * mebibyte },
  { measure: "timers", shown: "timers", relative: 0, absolute: pool },
  { measure: "handles", shown: "handles", relative: 0, absolute: pool },
  { measure: "files", shown: "open files", relative: 0, absolute: pool },
  { measure: "connections", shown: "connections", relative: 0, absolute: pool },
  { measure: "temporaryFiles", shown: "temporary files", relative: 0, absolute: 0 },
];

/**
 * What grew, in words; nothing where nothing did. The first quarter is the warm-up. Of what follows, the median of the last third
 * is held against that of the first: single peaks do not move a median, a leak moves it however slow it is, given time.
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
  const head = ["s", "operations", "heap MiB", "rss MiB", "timers", "handles", "files", "connections", "temp files"];
  const rows = samples.map((each) => [
    each.seconds.toFixed(0),
    each.operations,
    (each.heapBytes / mebibyte).toFixed(2),
    (each.rssBytes / mebibyte).toFixed(1),
    each.timers,
    each.handles,
    each.files ?? "-",
    each.connections,
    each.temporaryFiles,
  ]);
  return [head, ...rows].map((row) => row.map((cell) => String(cell).padStart(11)).join("")).join("\n");
}
