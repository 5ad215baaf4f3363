import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { canariesIn, canary, filesBelow } from "../../support/canaries";
import { canaryPrograms, isCanaryProgram } from "../../support/canaryPrograms";
import type { CommandResult } from "../../support/command";
import { describeCanaries } from "../../support/describeCanaries";
import { keepOutput } from "../../support/keepOutput";
import type { ProgramKind } from "../../support/project";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

describeCanaries("yaml", { hideKeys: true });

/** A file that a switch names. */
const named = "debug-file";
const all = ["access key", "generated", "supplied"];
const ofProgram = ["generated", "supplied"];

interface Row {
  title: string;
  args?: string[];
  env?: Record<string, string>;
  /** Secrets that the engine itself writes in clear text, by place, as docs/secrets.md says. */
  engine: Record<ProgramKind, Record<string, string[]>>;
}

const nothing = { yaml: {}, typescript: {} };
const both = (where: string, what: string[]) => ({ yaml: { [where]: what }, typescript: { [where]: what } });

const rows: Row[] = [
  { title: "no switch", engine: nothing },
  { title: "-v=9 --logtostderr", args: ["-v=9", "--logtostderr"], engine: both("stderr", all) },
  { title: "PULUMI_DEBUG_GRPC", env: { PULUMI_DEBUG_GRPC: named }, engine: both(named, all) },
  {
    title: "--event-log",
    args: ["--event-log", named],
    // Without this the engine has no --event-log.
    env: { PULUMI_DEBUG_COMMANDS: "true" },
    engine: { yaml: {}, typescript: { [named]: ofProgram } },
  },
  {
    title: "-v=9 --logtostderr --logflow",
    args: ["-v=9", "--logtostderr", "--logflow"],
    // Pulumi's YAML host logs twice.
    engine: { yaml: { stderr: all, stdout: ofProgram }, typescript: { stderr: all } },
  },
  { title: "-v=9", args: ["-v=9"], engine: both("temporary", all) },
  {
    title: "-v=3 --logtostderr",
    args: ["-v=3", "--logtostderr"],
    engine: { yaml: {}, typescript: { stderr: ofProgram } },
  },
  { title: "--debug", args: ["--debug"], engine: { yaml: {}, typescript: { stdout: ofProgram } } },
  { title: "PULUMI_DEBUG_COMMANDS", env: { PULUMI_DEBUG_COMMANDS: "true" }, engine: nothing },
  { title: "PULUMI_DEBUG_PROMISE_LEAKS", env: { PULUMI_DEBUG_PROMISE_LEAKS: "true" }, engine: nothing },
  { title: "--tracing", args: ["--tracing", `file:${named}`], engine: both(named, all) },
  {
    title: "--tracing with PULUMI_TRACING_NO_PAYLOADS",
    args: ["--tracing", `file:${named}`],
    env: { PULUMI_TRACING_NO_PAYLOADS: "true" },
    engine: nothing,
  },
  // It samples the calls.
  {
    title: "--otel-traces",
    args: ["--otel-traces", `file://${named}`],
    engine: both(named, expect.arrayContaining(["access key"])),
  },
  {
    title: "--otel-traces with PULUMI_TRACING_NO_PAYLOADS",
    args: ["--otel-traces", `file://${named}`],
    env: { PULUMI_TRACING_NO_PAYLOADS: "true" },
    engine: nothing,
  },
  { title: "--profiling", args: ["--profiling", named], engine: nothing },
  { title: "NODE_DEBUG", env: { NODE_DEBUG: "http,http2,net,tls,undici,fetch,stream" }, engine: nothing },
  { title: "GRPC_TRACE", env: { GRPC_TRACE: "all", GRPC_VERBOSITY: "DEBUG" }, engine: nothing },
  { title: "--show-secrets", args: ["--show-secrets"], engine: both("stdout", ofProgram) },
];

describe.each(["yaml", "typescript"] as const)("debugging a %s program", (kind) => {
  let platform: RecordedPlatform;
  let stack: Stack;
  let version = 1;

  beforeAll(async () => {
    platform = await startRecorded({ accessKey: canary("provider", 0) });
    stack = await createStack({
      program: kind,
      source: canaryPrograms[kind]({ version }),
      config: { "platform:baseUrl": platform.baseUrl },
      secretConfig: { "platform:accessKey": platform.accessKey },
      typecheck: false,
    });
    await stack.up(["--skip-preview"]);
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
  });

  // The next row uses the same file.
  afterEach(() => {
    const files = [...filesBelow(stack.dir).keys()].filter((name) => name.includes(named));
    for (const file of files) rmSync(path.join(stack.dir, file));
  });

  /** Secrets in clear text in the files and output of this run, by place. */
  const found = ({ stdout, stderr }: CommandResult, earlier: ReadonlySet<string>) => {
    const files = [...filesBelow(stack.folder)].filter(([name]) => !earlier.has(name) && !isCanaryProgram(kind, name));
    const [generated] = platform.store.list("ownedaccesskeys").filter(({ metadata }) => metadata.name !== "supplied");
    const secrets = {
      "access key": platform.accessKey,
      generated: String((generated?.spec as { key?: string } | undefined)?.key),
      supplied: canary("key", version),
    };
    const places = new Map<string, Set<string>>();
    for (const [name, text] of [...files, ["stdout", stdout], ["stderr", stderr]] as const) {
      for (const [what, secret] of Object.entries(secrets)) {
        if (!text.includes(secret)) continue;
        const place = name.includes(named) ? named : (name.split(path.sep)[0] ?? name);
        places.set(place, (places.get(place) ?? new Set()).add(what));
      }
    }
    return Object.fromEntries([...places].map(([place, what]) => [place, [...what].sort()]));
  };

  test.each(rows)("with $title: the engine writes only the documented secrets, and the provider none", async (row) => {
    version++;
    stack.write(canaryPrograms[kind]({ version }));
    const earlier = new Set(filesBelow(stack.folder).keys());
    const output = `output-${version}`;
    const { args = [], env = {} } = row;
    const inFolder = (text: string) => text.replace(named, path.join(stack.dir, named));
    const switches = Object.entries(env).map(([name, value]) => [name, inFolder(value)]);
    const result = await stack.up(["--skip-preview", ...args.map(inFolder)], {
      env: { ...keepOutput(path.join(stack.folder, output)), ...Object.fromEntries(switches) },
    });
    expect(result.stdout).toMatch(/1 updated|updated \(/);
    expect(found(result, earlier)).toEqual(row.engine[kind]);
    const isNamed = [...args, ...Object.values(env)].some((each) => each.includes(named));
    expect([...filesBelow(stack.dir).keys()].some((name) => name.includes(named))).toBe(isNamed);
    const spoken = [...filesBelow(path.join(stack.folder, output))];
    expect(spoken.length).toBeGreaterThan(0);
    expect(spoken.flatMap(([, text]) => canariesIn(text))).toEqual([]);
  });
});

test.each(["yaml", "typescript"] as const)(
  "no switch writes the access key of a %s program when it is in the environment",
  async (kind) => {
    const platform = await startRecorded({ accessKey: canary("provider", 0) });
    const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
    const stack = await createStack({
      program: kind,
      source: canaryPrograms[kind]({ version: 1 }),
      env,
      typecheck: false,
    });
    try {
      const args = ["-v=9", "--logtostderr", "--logflow", "--debug", "--tracing", `file:${named}`];
      await stack.up(["--skip-preview", ...args], { env: { PULUMI_DEBUG_GRPC: `${named}-of-calls` } });
      const written = [...filesBelow(stack.folder), ["what was printed", stack.allOutput()] as const];
      const where = (secret: string) => written.flatMap(([name, text]) => (text.includes(secret) ? [name] : []));
      expect(where(canary("key", 1))).toContain("what was printed");
      expect(where(platform.accessKey)).toEqual([]);
    } finally {
      stack.dispose();
      await platform.close();
    }
  },
);

const secret = canary("key", 1);
const generated = "4f1c9a0b7d3e5f6182736455a6b7c8d9";

describe("the search for canaries", () => {
  test.each<[string, string]>([
    ["as it is", `a ${secret} b`],
    ["its beginning", secret.slice(0, 13)],
    ["its end", secret.slice(-13)],
    ["in capitals", secret.toUpperCase()],
    ["in hex", Buffer.from(`{"key":"${secret}"}`).toString("hex")],
    ["in hex with capitals", Buffer.from(secret).toString("hex").toUpperCase()],
    ["in base64", Buffer.from(secret).toString("base64")],
    ["in base64 after one byte", Buffer.from(`"${secret}`).toString("base64")],
    ["in base64 after two bytes", Buffer.from(`{"${secret}`).toString("base64url")],
    ["in JSON in JSON", JSON.stringify(JSON.stringify({ key: secret }))],
    ["backwards", [...secret].reverse().join("")],
  ])("finds one %s", (_, text) => {
    expect(canariesIn(`before ${text} after`)).toHaveLength(1);
  });

  test("finds other secrets, by their beginning and their end", () => {
    expect(canariesIn(`a ${generated} b`, [generated])).toHaveLength(2);
    expect(canariesIn(`a ${generated.slice(0, 20)} b`, [generated])).toHaveLength(1);
    expect(canariesIn(Buffer.from(`a${generated}`).toString("base64"), [generated])).toHaveLength(2);
  });

  test("finds nothing where nothing is", () => {
    expect(canariesIn("a key, a Kanarien and a vogel", [generated])).toEqual([]);
  });

  test("looks into every file, also a packed one", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
    try {
      mkdirSync(path.join(folder, ".hidden", "deep"), { recursive: true });
      writeFileSync(path.join(folder, ".hidden", "deep", "plain.json.bak"), secret);
      writeFileSync(path.join(folder, "packed"), gzipSync(secret));
      const found = [...filesBelow(folder)].flatMap(([name, text]) => (canariesIn(text).length ? [name] : []));
      expect(found.sort()).toEqual([path.join(".hidden", "deep", "plain.json.bak"), "packed"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
