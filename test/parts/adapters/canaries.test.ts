import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { canariesIn, canary, filesBelow } from "../../support/canaries";
import { canaryProgram, isCanaryProgram } from "../../support/canaryPrograms";
import type { CommandResult } from "../../support/command";
import { describeCanaries } from "../../support/describeCanaries";
import { keepOutput } from "../../support/keepOutput";
import { stackUnderTest } from "../../support/stackUnderTest";

describeCanaries("yaml", { hideKeys: true });

type Found = Record<string, string[]>;

const all = ["access key", "generated", "supplied"];
const ofProgram = ["generated", "supplied"];

/** Debug switches, and where the engine writes secrets in clear text (docs/security.md). */
const rows: [switches: string, yaml: Found, typescript?: Found][] = [
  ["", {}],
  ["-v=9 --logtostderr", { stderr: all }],
  ["PULUMI_DEBUG_GRPC=FILE", { FILE: all }],
  // The engine has --event-log only with this variable.
  ["PULUMI_DEBUG_COMMANDS=true --event-log FILE", {}, { FILE: ofProgram }],
  ["-v=9 --logtostderr --logflow", { stderr: all }],
  ["-v=9", { temporary: all }],
  ["-v=3 --logtostderr", {}, { stderr: ofProgram }],
  ["--debug", {}, { stdout: ofProgram }],
  ["PULUMI_DEBUG_COMMANDS=true", {}],
  ["PULUMI_DEBUG_PROMISE_LEAKS=true", {}],
  ["--tracing file:FILE", { FILE: all }],
  ["PULUMI_TRACING_NO_PAYLOADS=true --tracing file:FILE", {}],
  // It samples calls, and none of these held a secret. Others may.
  ["--otel-traces file://FILE", {}],
  ["PULUMI_TRACING_NO_PAYLOADS=true --otel-traces file://FILE", {}],
  ["--profiling FILE", {}],
  ["NODE_DEBUG=http,http2,net,tls,undici,fetch,stream", {}],
  ["GRPC_TRACE=all GRPC_VERBOSITY=DEBUG", {}],
  ["--show-secrets", { stdout: ofProgram }],
];

const fileName = "debug-file";

/** The arguments and the environment of switches that write to this file. */
function parseSwitches(switches: string, file: string) {
  const words = switches.split(" ").filter(Boolean);
  const isVariable = (word: string) => /^[A-Z_]+=/.test(word);
  const named = words.map((word) => word.replace("FILE", file));
  const env = Object.fromEntries(named.filter(isVariable).map((word) => word.split(/=(.*)/s, 2)));
  return { args: named.filter((word) => !isVariable(word)), env };
}

describe.each(["yaml", "typescript"] as const)("debugging a %s program", (kind) => {
  let version = 1;
  const given = stackUnderTest(() => ({
    program: kind,
    source: canaryProgram(kind, { version }),
    platform: { accessKey: canary("provider", 0) },
    settingsIn: "configuration",
  }));

  beforeAll(() => given.stack.up(["--skip-preview"]));

  const debugFiles = () => [...filesBelow(given.stack.dir).keys()].filter((name) => name.includes(fileName));
  afterEach(() => {
    for (const file of debugFiles()) rmSync(path.join(given.stack.dir, file));
  });

  /** Secrets in clear text in the files and output of this run, by place. */
  const found = ({ stdout, stderr }: CommandResult, earlier: ReadonlySet<string>) => {
    const files = [...filesBelow(given.stack.folder)].filter(
      ([name]) => !earlier.has(name) && !isCanaryProgram(kind, name),
    );
    const [generated] = given.platform.store
      .list("ownedaccesskeys")
      .filter(({ metadata }) => metadata.name !== "supplied");
    const secrets = {
      "access key": given.platform.accessKey,
      generated: String((generated?.spec as { key?: string } | undefined)?.key),
      supplied: canary("key", version),
    };
    const places = new Map<string, Set<string>>();
    for (const [name, text] of [...files, ["stdout", stdout], ["stderr", stderr]] as const) {
      for (const [what, secret] of Object.entries(secrets)) {
        if (!text.includes(secret)) continue;
        const place = name.includes(fileName) ? "FILE" : (name.split(path.sep)[0] ?? name);
        places.set(place, (places.get(place) ?? new Set()).add(what));
      }
    }
    return Object.fromEntries([...places].map(([place, what]) => [place, [...what].sort()]));
  };

  test.each(rows)("with %p the engine writes only the documented secrets, and the provider none", async (...row) => {
    const [switches, yaml, typescript = yaml] = row;
    version++;
    given.stack.write(canaryProgram(kind, { version }));
    const earlier = new Set(filesBelow(given.stack.folder).keys());
    const output = path.join(given.stack.folder, `output-${version}`);
    const { args, env } = parseSwitches(switches, path.join(given.stack.dir, fileName));
    const result = await given.stack.up(["--skip-preview", ...args], { env: { ...keepOutput(output), ...env } });
    expect(result.stdout).toMatch(/1 updated|updated \(/);
    expect(found(result, earlier)).toEqual(kind === "yaml" ? yaml : typescript);
    expect(debugFiles().length > 0).toBe(switches.includes("FILE"));
    const spoken = [...filesBelow(output)];
    expect(spoken.length).toBeGreaterThan(0);
    expect(spoken.flatMap(([, text]) => canariesIn(text))).toEqual([]);
  });
});

describe.each(["yaml", "typescript"] as const)("the access key in the environment of a %s program", (kind) => {
  const platform = { accessKey: canary("provider", 0) };
  const given = stackUnderTest(() => ({ program: kind, source: canaryProgram(kind, { version: 1 }), platform }));

  test("is written by no switch", async () => {
    const { stack } = given;
    const args = ["-v=9", "--logtostderr", "--logflow", "--debug", "--tracing", `file:${fileName}`];
    await stack.up(["--skip-preview", ...args], { env: { PULUMI_DEBUG_GRPC: `${fileName}-of-calls` } });
    const written = [...filesBelow(stack.folder), ["what was printed", stack.allOutput()] as const];
    const where = (secret: string) => written.flatMap(([name, text]) => (text.includes(secret) ? [name] : []));
    expect(where(canary("key", 1))).toContain("what was printed");
    expect(where(platform.accessKey)).toEqual([]);
  });
});

test("the search for canaries finds parts and encodings of secrets in every file", () => {
  const secret = canary("key", 1);
  const generated = "4f1c9a0b7d3e5f6182736455a6b7c8d9";
  const encoded = [
    secret.slice(0, 13),
    secret.slice(-13),
    secret.toUpperCase(),
    Buffer.from(`{"key":"${secret}"}`).toString("hex"),
    ...["", '"', '{"'].map((before) => Buffer.from(before + secret).toString("base64url")),
    [...secret].reverse().join(""),
  ];
  for (const text of encoded) expect(canariesIn(`before ${text} after`)).toHaveLength(1);
  expect(canariesIn(`a ${generated.slice(0, 20)} b`, [generated])).toHaveLength(1);
  expect(canariesIn(Buffer.from(`a${generated}`).toString("base64"), [generated])).toHaveLength(2);
  expect(canariesIn("a key, a Kanarien and a vogel", [generated])).toEqual([]);
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
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
