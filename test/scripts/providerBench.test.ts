import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { providerBenches } from "../../scripts/testing/effort";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { testIf } from "../support/needs";

// `npm test` compiles first; a single test run without that has nothing to measure.
const compiled = testIf(existsSync(join(root, "dist", "cli", "index.js")), "compiled program");
const env = { PATH: process.env.PATH ?? "" };
const benchWith = (more: Record<string, string>, only: string, ...args: string[]) => {
  const all = [join(root, "scripts", "bench.mjs"), "--no-build", "--only", only, ...args];
  return runCommand(process.execPath, all, { cwd: root, env: { ...env, ...more } });
};
const bench = (only: string, ...args: string[]) => benchWith({}, only, ...args);
const folder = mkdtempSync(join(tmpdir(), "bench-"));
afterAll(() => rmSync(folder, { recursive: true }));

// Some engines, one after the other, on a machine that may have much to do.
jest.setTimeout(900_000);

interface Judged {
  title: string;
  figures: { what: string; samples: number[]; median: number }[];
  verdicts: { what: string; samples: number[]; isGate: boolean; isMet: boolean }[];
}

/** What each bench says at least, with as many samples as there were rounds. */
const said: Record<"process" | "engine", Record<string, string[]>> = {
  process: {
    "Plugin start to port printed": ["ours", "no-op plugin", "ours without lateLoading"],
    "Plugin start to the answer of Configure": ["ours", "no-op plugin", "ours without bundle"],
    "CPU time: create of 2 objects": ["ours", "no-op provider", "bare undici loop"],
    "CPU time: refresh of 2 objects": ["ours", "no-op provider", "bare undici loop"],
    "CPU time: update of 2 objects": ["ours", "no-op provider", "bare undici loop"],
    "CPU time: delete of 2 objects": ["ours", "no-op provider", "bare undici loop"],
    "Memory at most while objects are refreshed": ["ours, 2 objects", "no-op plugin, 2 objects"],
  },
  engine: {
    "up creating, 2 objects": ["ours", "no-op provider", "bare undici loop"],
    "refresh, 2 objects": ["ours", "ours without bulkReads", "ours without bundle", "ours without keepAlive"],
    "up changing one field of each, 2 objects": ["ours"],
    "destroy, 2 objects": ["ours"],
    "refresh, 2 objects, 50 ms latency": ["at 0 ms", "at 50 ms"],
    "up creating, 2 objects, 10 ms latency": ["at 0 ms", "at 10 ms", "no-op plugin"],
    "Growth of up creating": ["our part, 2 objects", "the engine's part, 2 objects"],
    "Growth of refresh": ["our part, 2 objects"],
    "Dynamic resources: up creating, 2 objects": ["ours", "no-op provider", "bare undici loop"],
    "Dynamic resources: refresh, 2 objects": ["ours"],
    "Dynamic resources: up changing one field of each, 2 objects": ["ours"],
    "Dynamic resources: destroy, 2 objects": ["ours"],
  },
};

/** How many requests two objects take; a list in place of two reads is none the worse. */
const requests = { create: 2, "preview without a change": 0, update: 4, delete: 4 };

compiled("npm run bench tells everything that is asked of the provider, and writes it down", async () => {
  writeFileSync(
    join(folder, "performance.md"),
    "Before\n<!-- measured: begin -->\nOld\n<!-- measured: end -->\nAfter\n",
  );
  const only = providerBenches(process.env);
  const result = await bench(only, "--sizes", "2", "--times", "2", "--publish", folder);
  expect(result).toMatchObject({ exitCode: 0, stderr: "" });
  const { findings } = JSON.parse(readFileSync(join(folder, "performance.json"), "utf8")) as { findings: Judged[] };
  const isWhole = only === "provider";
  for (const [title, figures] of Object.entries({ ...said.process, ...(isWhole ? said.engine : {}) })) {
    const found = findings.find((each) => each.title === title);
    const samples = found?.figures.filter(({ what }) => figures.includes(what)).map(({ samples }) => samples.length);
    expect({ title, samples }).toEqual({ title, samples: figures.map(() => 2) });
    expect(found?.figures.flatMap((figure) => figure.samples).every(Number.isFinite)).toBe(true);
  }
  if (isWhole) expectRequests(findings);
  const page = readFileSync(join(folder, "performance.md"), "utf8");
  expect(page).toMatch(
    /^Before\n<!-- measured: begin -->[\s\S]*\n### Plugin start[\s\S]*\n<!-- measured: end -->\nAfter\n$/,
  );
  expect(page).not.toContain("Old");
  expect(readFileSync(join(folder, "performance.svg"), "utf8")).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
});

compiled("a gate that is missed ends the bench with 1, and is named", async () => {
  const less = { PULUMI_PLATFORM_WITHOUT: "bulkReads" };
  const { exitCode, stdout, stderr } = await benchWith(less, "provider requests", "--sizes", "8");
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: "Gates that were missed:\n  Requests for 8 objects: refresh\n",
  });
  expect(stdout).toMatch(/refresh +8 +gate: at most 3, MISSED, 8 GET/);
});

test.each([
  { what: "is met as far as memory was measured", sizes: [500, 5000], leak: 0, found: { isGate: true, isMet: true } },
  {
    what: "is met where Node.js leaves 15 MB unused",
    sizes: [500, 1000],
    more: 15,
    found: { isGate: true, isMet: true },
  },
  {
    what: "is missed by a leak of 15 kB an object",
    sizes: [500, 5000],
    leak: 15,
    found: { isGate: true, isMet: false },
  },
  { what: "is missed by a larger one of fewer", sizes: [500, 1000], leak: 60, found: { isGate: true, isMet: false } },
  { what: "is an aim for fewer than 500 more", sizes: [500, 999], leak: 60, found: { isGate: false, isMet: false } },
])("the gate on memory $what", async ({ sizes: [least, most], leak = 0, more = 0, found }) => {
  const program = `
    import { isMet } from "./scripts/bench/provider/figures.mjs";
    import { memoryGrowth } from "./scripts/bench/provider/memoryGrowth.mjs";
    const peaks = (who, size) => who === "noop" ? [100 + size / 200] : [125 + size * ${0.014 + leak / 1000} + (size === ${most} ? ${more} : 0)];
    const verdict = memoryGrowth(${least}, ${most}, peaks);
    console.log(JSON.stringify({ isGate: verdict.isGate, isMet: isMet(verdict) }));`;
  const args = ["--input-type=module", "--eval", program];
  const { stdout, stderr } = await runCommand(process.execPath, args, { cwd: root, env });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(found);
});

test.each([
  ["--json", "report.json", /report\.json cannot be written: ENOENT/],
  ["--publish", ".", /There is no .*performance\.md to write the tables into/],
])("where %s cannot write is told before anything is measured", async (option, file, said) => {
  const { exitCode, stdout, stderr } = await bench("provider requests", option, join(folder, "nowhere", file));
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(said) });
  expect(stdout).not.toContain("Requests");
});

test.each(["--json", "--publish"])(
  "%s of nothing of the provider is refused before anything is measured",
  async (option) => {
    const { exitCode, stdout, stderr } = await bench("platform start", option, folder);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(/no bench of the provider is named "platform start"\. There are: Process start, /);
  },
);

function expectRequests(findings: Judged[]): void {
  const counted = findings.find(({ title }) => title === "Requests for 2 objects")?.verdicts ?? [];
  const exact = counted.filter(({ what }) => what in requests).map(({ what, samples }) => [what, samples[0]]);
  expect(Object.fromEntries(exact)).toEqual(requests);
  expect(counted.every(({ isGate, isMet }) => isGate && isMet)).toBe(true);
}
