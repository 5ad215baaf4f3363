// docs/performance.md and its chart, from the samples in docs/performance.json.
import { pictureTag, themes } from "../pictures/themes.js";
import { type Bars, chart } from "./chart.js";
import { isMet, median, type Published, type Row, written } from "./results.js";

const ratio = "ours to the no-op provider and the loop together";

/** Lines of the table: title and row of the samples, and the row with the bound if another. */
const lines: readonly [what: string, title: string, row: string, bounded?: string][] = [
  ["start of the plugin", "Start of the plugin", "ours, until the port is printed", "ours to the no-op plugin"],
  ["`up`, 4,000 creates", "Commands: up (create) of 4000 objects", "ours", ratio],
  ["`refresh` of 4,000", "Commands: refresh (refresh) of 4000 objects", "ours", ratio],
  ["`up`, 4,000 updates", "Commands: up (update) of 4000 objects", "ours", ratio],
  ["`destroy` of 4,000", "Commands: destroy (delete) of 4000 objects", "ours", ratio],
  ["`up`, 400 creates, dynamic resources", "Dynamic: up (create) of 400 objects", "ours", ratio],
  [
    "`up`, 400 updates, responses after 50 ms",
    "Latency of the platform, 400 objects",
    "update at 50 ms",
    "update at 50 ms to that at 0 ms and 1250 ms",
  ],
  [
    "`destroy` of 400, responses after 50 ms",
    "Latency of the platform, 400 objects",
    "delete at 50 ms",
    "delete at 50 ms to that at 0 ms and 1250 ms",
  ],
  ["requests of a refresh of 4,000", "Requests for 4000 objects", "refresh"],
  ["CPU time of the plugin, refresh of 1,000", "CPU time: refresh of 1000 objects", "ours", ratio],
  [
    "memory for each further object of a refresh",
    "Peak memory during a refresh, 5000 objects",
    "our part of each object from 500 to 5000",
  ],
  ["inputs and outputs of a template in the state", "State of a resource", "plugin: inputs and outputs"],
  ["`exec -- true`, a key for one command", "A key for one command", "exec", "exec to the bare requests"],
];

const charted: readonly [what: string, title: string][] = [
  ["up, creates", "Commands: up (create) of 4000 objects"],
  ["refresh", "Commands: refresh (refresh) of 4000 objects"],
  ["up, updates", "Commands: up (update) of 4000 objects"],
  ["destroy", "Commands: destroy (delete) of 4000 objects"],
];

/** Why aims are missed, by the beginning of the titles. */
const reasons: readonly [start: string, what: string, reason: string][] = [
  [
    "Commands:",
    "Commands on the plugin",
    `Engine, plugin and platform share two cores. A command keeps 1.6 of them busy. The bare loop has the machine to itself.
  A new process compiles: in 1,600 creates, V8's optimizing compiler took 35 % of the plugin's CPU time.`,
  ],
  [
    "Refresh of",
    "Refreshes of keys",
    `Keys have no list, so each is a request. The aim is 1.5 times the least wait for as many at once as the engine asks for.`,
  ],
  [
    "State",
    "States of dynamic resources",
    "The outputs hold the declared inputs again: the protocol of dynamic resources hands only outputs to an update.",
  ],
  [
    "Dynamic:",
    "Commands with dynamic resources",
    `Ours have 20 properties in the state, the no-op provider's six. The host of dynamic resources makes a
  message object of each in every call. Without those that are null a refresh of 1,600 takes 1.62×, but previews need them.`,
  ],
];

const alt =
  "Bar chart: seconds of up, refresh, update and destroy of 4,000 objects, each beside a provider that does nothing.";

/** The texts of the page and its pictures by path. */
export function performanceFiles(published: Published): Record<string, string> {
  const find = (title: string, what: string) =>
    published.results.find((result) => result.title === title)?.rows.find((row) => row.what === what);
  const rows = lines.flatMap(([what, title, shown, bounded = shown]) =>
    tableRow(what, find(title, shown), find(title, bounded)),
  );
  const seconds = (title: string, what: string) => median(find(title, what)?.samples ?? []) / 1000;
  const groups: Bars[] = charted
    .filter(([, title]) => find(title, "ours"))
    .map(([what, title]) => ({
      what,
      ours: seconds(title, "ours"),
      noop: seconds(title, "no-op provider"),
      loop: seconds(title, "bare HTTP loop"),
    }));
  const pictures = themes.map((theme) => [
    `docs/pictures/performance-${theme.name}.svg`,
    chart(groups, "Seconds of commands for 4,000 objects", theme),
  ]);
  return { "docs/performance.md": page(published, rows), ...Object.fromEntries(pictures) };
}

function tableRow(what: string, shown: Row | undefined, bounded: Row | undefined): string[] {
  if (!shown || !bounded) return [];
  const { unit, limit = Number.NaN, isGate } = bounded;
  const amount = written(median(shown.samples), shown.unit);
  const beside = unit === "×" ? written(median(bounded.samples), unit) : "";
  const bound = `${isGate ? "gate" : "aim"}: ${written(limit, unit)}`;
  return [`| ${[what, amount, beside, bound, isMet(bounded) ? "met" : "**missed**"].join(" | ")} |`];
}

/** The aims that a group of results misses, with the reason. */
function missedIn(published: Published, [start, what, reason]: (typeof reasons)[number]): string[] {
  const aims = published.results
    .filter(({ title }) => title.startsWith(start))
    .flatMap(({ rows }) => rows.filter(({ limit }) => limit !== undefined));
  const missed = aims.filter((row) => !isMet(row));
  if (missed.length === 0) return [];
  const sorted = missed
    .toSorted((a, b) => median(a.samples) - median(b.samples))
    .map(({ samples, unit }) => written(median(samples), unit));
  const range = [...new Set([sorted[0], sorted.at(-1)])].join(" to ");
  return [`- **${what}** miss ${missed.length} of ${aims.length} aims, with ${range}. ${reason}`];
}

function page(published: Published, rows: readonly string[]) {
  const { date, node, system, processor, results } = published;
  const bounds = results.flatMap((result) => result.rows.filter(({ limit }) => limit !== undefined));
  const gates = bounds.filter(({ isGate }) => isGate);
  return `<!-- Generated by \`npm run generate\` from performance.json. Do not edit. -->

# Performance

How much time, CPU and memory the provider needs, beside a provider that does nothing.

${pictureTag("pictures", "performance", alt)}

Commands for 4,000 space templates on the plugin. Gray is the time that no provider can save: the engine with a provider that does nothing, and the
same requests from a bare loop.

| | median | ratio | bound | |
|---|--:|--:|---|---|
${rows.join("\n")}

Measured on ${date} with Node.js ${node} on ${system}, ${processor}.

## Bounds

A missed gate fails the run; a missed aim is only reported. ${gates.filter(isMet).length} of ${gates.length} gates are met. These aims are missed:

${reasons.flatMap((each) => missedIn(published, each)).join("\n")}

Gates for requests: 1 for each create and 1 in all, 0 for a preview without changes, 1 for an update, 1 for a delete, ⌈N/500⌉ + 2 for a refresh of N
objects of a kind. They are for templates, and hold without drift and with 16 operations at once. Each changed object costs a \`GET\` more.

## How it is measured

\`\`\`sh
npm run bench                              # everything, 20 to 40 minutes
npm run bench -- --only Requests           # one bench; --help lists them
npm run bench -- --publish docs            # also writes docs/performance.json; npm run generate makes this page
\`\`\`

- All contenders run in each round, three by default, and each round begins with another one. A ratio is taken within each round, then its median.
- The **no-op provider** has the same libraries, protocol, name and program. The **bare HTTP loop** sends the same requests with undici, as many at
  once as the engine.
- Objects have 359 bytes of inputs. Commands run a YAML program on the real engine with \`--parallel 16\` and \`PULUMI_SKIP_CHECKPOINTS\`.
- CPU time and memory are those of the plugin's process alone, called over gRPC, on Linux.
- A difference of less than 15 % says nothing on a machine with other work. Node.js leaves up to 20 MB more unused in one run than in another.

All samples: [performance.json](performance.json).
`;
}
