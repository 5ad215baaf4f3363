import { mkdirSync, writeFileSync } from "node:fs";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { createFor, exported, type Printed, runOn, type StateEntry } from "../stackOfTest";

const path = temporaryFolder();
const prod = ["web", "prod"] as const;
const keys = { east: "key-of-the-east-0123456789", west: "key-of-the-west-0123456789" };
const type = "pulumi:providers:vcluster-platform";
const urnOf = (name: string) => `urn:pulumi:prod::web::${type}::${name}`;
const signature = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const shown = (text: string) => ({ ...signature, plaintext: JSON.stringify(text) });
const hidden = { ...signature, ciphertext: "v1:abc:def" };

let east: RecordedPlatform;
let west: RecordedPlatform;
beforeEach(async () => {
  east = await startRecorded({ accessKey: keys.east });
  west = await startRecorded({ accessKey: keys.west });
});
afterEach(() => Promise.all([east.close(), west.close()]));

const provider = (name: string, inputs: object): StateEntry => ({
  urn: urnOf(name),
  type,
  id: "1",
  inputs: { ...inputs },
});
const eastern = () => provider("east", { baseUrl: east.baseUrl, accessKey: shown(keys.east) });
const western = (accessKey: unknown = shown(keys.west)) => provider("we=st", { baseUrl: west.baseUrl, accessKey });
const template = (platform: RecordedPlatform, name: string) => createFor(platform, prod, "SpaceTemplate", { name });
const of = (entry: StateEntry, { urn, id }: StateEntry) => ({ ...entry, provider: `${urn}::${id}` });

function stateFile(...resources: StateEntry[]): string {
  writeFileSync(path("state.json"), exported(resources));
  return path("state.json");
}

const nowhere = { baseUrl: "", accessKey: "" } as RecordedPlatform;
/** Runs `orphans`, by default without settings in the environment. No key may be printed. */
async function orphans(args: string[], environment = nowhere): Promise<Printed> {
  const printed = await runOn(environment, "orphans", ...args);
  for (const key of Object.values(keys)) expect(JSON.stringify(printed)).not.toContain(key);
  return printed;
}
const namesIn = ({ out }: Printed) => [...out.matchAll(/^(\w+ ".*" on .*)$/gm)].map(([, name]) => name);
const requestsOf = (...platforms: RecordedPlatform[]) => platforms.map(({ requests }) => requests.length);

test("the platform of each provider is searched with its own key, and its orphans name it", async () => {
  const held = of(await template(east, "same"), eastern());
  await template(west, "same");
  const printed = await orphans(["--state", stateFile(eastern(), western(), held)]);
  expect(printed).toMatchObject({ code: 7, err: "" });
  expect(namesIn(printed)).toEqual([`SpaceTemplate "same" on ${west.baseUrl}`]);
  const server = `--server ${west.baseUrl}/kubernetes/management`;
  expect(printed.out).toContain(`kubectl delete spacetemplates.management.loft.sh ${server} same\n`);
  const option = `--provider we_st=${urnOf("we=st")}`;
  expect(printed.out).toContain(`pulumi import vcluster-platform:index:SpaceTemplate ${option} same same\n`);
});

test("a provider gets its key from the variable that envVarMappings names, and never another one's", async () => {
  await template(west, "lost");
  const envVarMappings = { WEST_KEY: "VCLUSTER_PLATFORM_ACCESS_KEY" };
  const mapped = provider("west", { baseUrl: west.baseUrl, __internal: { envVarMappings } });
  process.env.WEST_KEY = keys.west;
  try {
    const printed = await orphans(["--state", stateFile(mapped)], east);
    expect([printed.code, namesIn(printed)]).toEqual([7, [`SpaceTemplate "lost" on ${west.baseUrl}`]]);
  } finally {
    delete process.env.WEST_KEY;
  }
});

test("the report names every platform that has no orphans", async () => {
  const { code, out } = await orphans(["--state", stateFile(eastern(), western())]);
  expect([code, out]).toEqual([0, expect.stringMatching(`^No orphans found on ${east.baseUrl}, ${west.baseUrl}\\.\n`)]);
  // Each has its own sentence.
  expect(out).toContain(`${west.baseUrl}: The platform does not list access keys.`);
});

test("a platform of several providers is searched once, with the first key that may", async () => {
  const limited = { ...eastern(), urn: urnOf("limited") };
  limited.inputs = { ...limited.inputs, accessKey: shown("another-key-0123456789") };
  await template(east, "lost");
  const printed = await orphans(["--state", stateFile(limited, eastern(), { ...eastern(), urn: urnOf("more") })]);
  expect([printed.code, namesIn(printed)]).toEqual([7, [`SpaceTemplate "lost" on ${east.baseUrl}`]]);
  const lists = east.requests.filter(({ path: sent, status }) => sent.includes("labelSelector") && status === 200);
  expect(lists).toHaveLength(1);
});

test("a pending create names the provider of its platform", async () => {
  const { outputs: _none, id: _id, ...pending } = await template(west, "lost");
  const creating = of({ ...pending, urn: pending.urn.replace(/lost$/, "web") }, western());
  await template(east, "lost");
  writeFileSync(path("state.json"), exported([eastern(), western()], [creating]));
  const { out } = await orphans(["--state", path("state.json")]);
  expect(out).toContain(`--provider we_st=${urnOf("we=st")} web lost\n`);
  expect(out).toContain(`--provider east=${urnOf("east")} lost lost\n`);
});

describe("a provider whose key is encrypted in the state", () => {
  const unsearched = () =>
    `${west.baseUrl} of the provider "we=st" was not searched: accessKey is encrypted in the state. Set PULUMI_CONFIG_PASSPHRASE`;

  test("fails the run, also without orphans elsewhere, and its platform gets no other key", async () => {
    const { code, out, err } = await orphans(["--state", stateFile(eastern(), western(hidden))], east);
    expect([code, out]).toEqual([1, expect.stringContaining(`No orphans found on ${east.baseUrl}.`)]);
    expect(err).toContain(unsearched());
    expect(requestsOf(west)).toEqual([0]);
    const json = await orphans(["--state", stateFile(eastern(), western(hidden)), "--json"], east);
    expect(JSON.parse(json.out).unsearched).toMatchObject([{ platform: west.baseUrl }]);
  });

  test("fails the run that finds orphans elsewhere, which are reported", async () => {
    await template(east, "lost");
    const printed = await orphans(["--state", stateFile(eastern(), western(hidden))]);
    expect([printed.code, namesIn(printed)]).toEqual([1, [`SpaceTemplate "lost" on ${east.baseUrl}`]]);
  });

  test("fails the run alone, without a report", async () => {
    const { code, out, err } = await orphans(["--state", stateFile(western(hidden))]);
    expect([code, out, err]).toEqual([1, "", expect.stringContaining(unsearched())]);
  });

  test("is no failure if the settings of the environment are for the same platform", async () => {
    await template(west, "lost");
    const printed = await orphans(["--state", stateFile(western(hidden))], west);
    expect([printed.code, printed.err, namesIn(printed)]).toEqual([7, "", [`SpaceTemplate "lost" on ${west.baseUrl}`]]);
  });

  test("is no failure if another key searches the same platform", async () => {
    const other = { ...western(), urn: urnOf("other") };
    expect(await orphans(["--state", stateFile(western(hidden), other)])).toMatchObject({ code: 0, err: "" });
  });
});

test("a platform that refuses its key fails the run with 3, and the others are searched", async () => {
  await template(east, "lost");
  const printed = await orphans(["--state", stateFile(eastern(), western(shown("wrong-key-0123456789")))]);
  expect([printed.code, namesIn(printed)]).toEqual([3, [`SpaceTemplate "lost" on ${east.baseUrl}`]]);
  expect(printed.err).toMatch(`${west.baseUrl} was not searched: `);
});

test("--base-url chooses one platform and its provider, with the key of the environment", async () => {
  const file = stateFile(eastern(), western(hidden));
  await template(west, "lost");
  east.requests.length = 0;
  const printed = await orphans(["--state", file, "--base-url", west.baseUrl], { ...east, accessKey: keys.west });
  expect([printed.code, namesIn(printed)]).toEqual([7, [`SpaceTemplate "lost" on ${west.baseUrl}`]]);
  expect(printed.out).toContain(`--provider we_st=${urnOf("we=st")} `);
  expect(requestsOf(east)).toEqual([0]);
});

test("--owner-id is used on every platform", async () => {
  for (const platform of [east, west]) await createFor(platform, prod, "SpaceTemplate", { name: "old" }, "before");
  const printed = await orphans(["--state", stateFile(eastern(), western()), "--owner-id", "before"]);
  expect(namesIn(printed)).toEqual([east, west].map(({ baseUrl }) => `SpaceTemplate "old" on ${baseUrl}`));
});

test("the default provider of a file has the settings of the state, and needs no option", async () => {
  await template(east, "lost");
  const { out } = await orphans(["--state", stateFile({ ...eastern(), urn: urnOf("default_1_2_3") })], west);
  expect(out).toContain("pulumi import vcluster-platform:index:SpaceTemplate lost lost\n");
  expect(requestsOf(west)).toEqual([0]);
});

test("a secret of the state is masked", async () => {
  const canary = "secret-of-the-state-0123456789";
  const other = {
    urn: urnOf("x"),
    type: "random:index:Password",
    id: "x",
    inputs: {},
    outputs: { result: shown(canary) },
  };
  await template(east, canary);
  const { code, out } = await orphans(["--state", stateFile(eastern(), other)]);
  expect([code, out]).toEqual([7, expect.not.stringContaining(canary)]);
});

test("a provider of an older state does not replace the newer one", async () => {
  writeFileSync(path("older.json"), exported([western(hidden)]));
  const args = ["--state", stateFile(western()), "--state", path("older.json")];
  expect(await orphans(args)).toMatchObject({ code: 0, err: "" });
});

describe("in the folder of a project", () => {
  const given = process.env.PATH;
  afterEach(() => {
    process.env.PATH = given;
  });

  /** Puts a fake `pulumi` first on PATH. */
  function givenStack(state: StateEntry[], secrets: string, config: object = {}): string[] {
    const cases = [
      `*"--show-name "*)\necho organization/web/prod\n;;`,
      `*"config --json"*)\necho '${JSON.stringify(config)}'\n;;`,
      `"stack ls --json "*)\necho '[]'\n;;`,
      `"stack export "*"--show-secrets"*)\n${secrets}\n;;`,
      `"stack export "*)\ncat <<'END'\n${exported(state)}\nEND\n;;`,
    ];
    mkdirSync(path("project"), { recursive: true });
    writeFileSync(path("project/Pulumi.yaml"), "name: web\nruntime: yaml\n");
    writeFileSync(path("project/pulumi"), `#!/bin/sh\ncase "$* " in\n${cases.join("\n")}\nesac\n`, { mode: 0o755 });
    process.env.PATH = `${path("project")}:${given}`;
    return ["--cwd", path("project")];
  }

  test("the state is read with its secrets", async () => {
    await template(west, "lost");
    const secrets = `cat <<'END'\n${exported([western()])}\nEND`;
    const printed = await orphans(givenStack([western(hidden)], secrets));
    expect([printed.code, namesIn(printed)]).toEqual([7, [`SpaceTemplate "lost" on ${west.baseUrl}`]]);
  });

  test("secrets that cannot be decrypted fail the run with the reason", async () => {
    const failure = "echo 'error: passphrase must be set with PULUMI_CONFIG_PASSPHRASE' >&2; exit 1";
    const { code, err } = await orphans(givenStack([eastern(), western(hidden)], failure));
    expect([code, err]).toEqual([1, expect.stringContaining("note: The secrets of the state could not be decrypted")]);
    expect(err).toContain("passphrase must be set");
    expect(err).toContain(`${west.baseUrl} of the provider "we=st" was not searched`);
  });

  test("the default provider has the settings of the stack's configuration", async () => {
    const config = { "vcluster-platform:baseUrl": { value: west.baseUrl } };
    await template(west, "lost");
    const state = [{ ...eastern(), urn: urnOf("default"), inputs: { baseUrl: east.baseUrl, accessKey: hidden } }];
    const printed = await orphans(givenStack(state, "exit 1", config), { ...nowhere, accessKey: keys.west });
    expect([printed.code, printed.err, namesIn(printed)]).toEqual([7, "", [`SpaceTemplate "lost" on ${west.baseUrl}`]]);
  });
});
