import type { Fault } from "../../../emulator/faults/fault";
import type { PlatformOptions } from "../../../emulator/options";
import { runCommand } from "../../support/command";
import { groupPath } from "../../support/http";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { statusBody } from "../../support/statusBody";
import { program } from "../program";
import { createFor, runOn } from "../stackOfTest";
import { canary, prod } from "./keysOfStack";

const unknown = `${canary}-unknown`;
const api4: PlatformOptions = { api: 4 };

interface Case {
  readonly platform?: PlatformOptions;
  /** The tested key; by default an unknown one. */
  readonly inputs?: object;
  readonly fault?: Fault;
  readonly input?: string;
  readonly args?: readonly string[];
  readonly code: number;
  readonly out?: RegExp;
  readonly err?: RegExp;
  /** Whether the key was used. */
  readonly used?: boolean;
}

const product: Readonly<Record<string, Case>> = {
  "a key that works is told with its user, end and name, and is not used": {
    inputs: { user: "viewer", ttl: 3600 },
    code: 0,
    out: /^The key works on http:\S+ for user viewer, as the access key "tested", until 20\d\d-\S+Z; not used yet\.\n$/,
  },
  "a key of a team without an end": { inputs: { team: "web" }, code: 0, out: / for team web, .*, without an end; / },
  "a disabled key does not work": {
    inputs: { user: "viewer", disabled: true },
    code: 7,
    out: /^The key does not work on http:\S+: it is unknown, disabled or expired\.\n$/,
  },
  "an unknown key does not work": { code: 7, out: /does not work/ },
  "a key whose object may not be read works": {
    inputs: { user: "viewer" },
    fault: { verb: "get", kind: "ownedaccesskeys", action: { status: 403 } },
    code: 0,
    out: / for user viewer, as the access key "tested"; its end is unknown\.\n$/,
  },
  "a refused key of the command itself is another failure": {
    fault: { kind: "selves", times: 9, action: { status: 401 } },
    code: 3,
    err: /^pulumi-vcluster-platform keys test: .*401/,
  },
  "a platform that may not be asked does not tell": {
    fault: { kind: "selves", action: { status: 403, body: statusBody(403, "Forbidden", `no ${unknown}`) } },
    code: 1,
    err: /POST selves.*403/,
  },
  "the JSON has no value of the key": {
    inputs: { user: "viewer" },
    args: ["--json"],
    code: 0,
    out: /^\{"platform":"http:[^"]*","works":true,"user":"viewer",.*"name":"tested","expiresAt":null,"lastActivity":null,"used":false\}\n$/,
  },
};

const specification: Readonly<Record<string, Case>> = {
  "a key that works is used, and the report says so": {
    inputs: { user: "ci" },
    code: 0,
    out: /^The key works on http:\S+; for whom is unknown; its end is unknown\. .*this test has used it\.\n$/,
    used: true,
  },
  "a key without rights works, too": {
    inputs: { user: "ci" },
    fault: { verb: "list", kind: "spacetemplates", action: { status: 403 } },
    code: 0,
    out: /^The key works/,
    used: true,
  },
  "an unknown key does not work": { code: 7, out: /does not work on/, used: true },
  "a failure of the platform tells nothing": {
    fault: {
      verb: "list",
      kind: "spacetemplates",
      action: { status: 400, body: statusBody(400, "BadRequest", `no ${unknown}`) },
    },
    code: 1,
    err: /GET spacetemplates.*400/,
    used: true,
  },
};

const stdin: Readonly<Record<string, Case>> = {
  "one line break at the end is no part of the key": { input: `${unknown}\r\n`, code: 7 },
  "an empty text is refused": { input: "\n", code: 2, err: /^stdin is empty\. It must be one access key\n/ },
  "two lines are refused": { input: `${unknown}\n${unknown}\n`, code: 2, err: /^The text on stdin has characters/ },
  "a longer text than any key is refused": { input: canary.repeat(1000), code: 2, err: /is longer than 16384/ },
  "an argument is refused": { args: [unknown], code: 2, err: /^too many arguments/ },
};

describe.each([
  ["vCluster Platform", product, api4],
  ["the specification", specification, {}],
  ["stdin", stdin, api4],
])("keys test: %s", (_, table, options) => {
  test.each(Object.entries(table))("%s", async (_name, { inputs, fault, args = [], used = false, ...expected }) => {
    const platform = await startRecorded(options);
    try {
      const key = `${canary}-tested`;
      const given = { name: "tested", key, ...inputs };
      if (inputs) await createFor(platform, prod, "OwnedAccessKey", given);
      if (fault) platform.faults.add(fault);
      platform.requests.length = 0;
      const env = {
        PATH: process.env.PATH ?? "",
        HOME: "/nowhere",
        VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl,
        VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey,
      };
      const input = expected.input ?? (inputs ? key : unknown);
      const command = [program, "keys", "test", ...args];
      const { exitCode, stdout, stderr } = await runCommand(process.execPath, command, { cwd: "/", env, input });
      expect([exitCode, stdout, stderr]).toEqual([
        expected.code,
        expect.stringMatching(expected.out ?? /^/),
        expect.stringMatching(expected.err ?? /^/),
      ]);
      for (const key of [canary, platform.accessKey]) expect(stdout + stderr).not.toContain(key);
      if (!used) expect(platform.store.get("ownedaccesskeys", "tested")?.status.lastActivity).toBeUndefined();
      const uses = platform.requests.filter(({ path }) => path.startsWith(`${groupPath}/spacetemplates`));
      expect(uses.length > 0).toBe(used);
    } finally {
      await platform.close();
    }
  });
});

test("keys test does not wait for a key on a terminal", async () => {
  const { isTTY } = process.stdin;
  process.stdin.isTTY = true;
  try {
    const { code, err } = await runOn({ baseUrl: "", accessKey: "" } as RecordedPlatform, "keys", "test");
    expect([code, err]).toEqual([2, expect.stringContaining("stdin: pulumi-vcluster-platform keys test < file\n")]);
  } finally {
    process.stdin.isTTY = isTTY;
  }
});
