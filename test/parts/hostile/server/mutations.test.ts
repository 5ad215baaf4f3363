import fc from "fast-check";
import type { Kept, Wire } from "../../../support/pluginDriver";
import { type Mutator, startMutator } from "../../../support/startMutator";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { type Adapter, startDynamicAdapter, startPluginAdapter } from "../../faults/matrix/startAdapter";
import { anyMutation, markers, mutated } from "./mutation";

/** Changed responses on each adapter. */
const runs = 1500;
/** Timeout of an operation in seconds. */
const seconds = 1;

const plurals = {
  SpaceTemplate: "spacetemplates",
  OwnedAccessKey: "ownedaccesskeys",
  VirtualClusterImport: "virtualclusterinstances",
};
type Type = keyof typeof plurals;

/** Inputs of each type. No field of an import can change in place on the platform. */
const inputsOf: Record<Type, (name: string) => Wire> = {
  SpaceTemplate: (name) => {
    const access = [{ users: ["x"], verbs: ["get"] }];
    return {
      name,
      displayName: "a",
      labels: { team: "web" },
      finalizers: [],
      access,
      extraSpec: { future: { team: "t" } },
    };
  },
  OwnedAccessKey: (name) => {
    return { name, displayName: "a", user: "ci", ttl: 3600, scope: { projects: [{ project: "web" }] } };
  },
  VirtualClusterImport: (name) => {
    const sourceVirtualCluster = { cluster: "c1", namespace: "ns", name };
    return { project: "web", sourceVirtualCluster, deletionPolicy: "delete" };
  },
};

const operations = ["create", "read", "update", "delete", "list", "import"] as const;
type Operation = (typeof operations)[number];

/** One response, or all to one method, changed in one place; important ones are listed twice. */
const cases = fc.record({
  type: fc.constantFrom(...(Object.keys(plurals) as Type[])),
  target: fc.constantFrom<(readonly [Operation, string])[]>(
    ...[...operations, "create" as const].map((operation) => [operation, "GET"] as const),
    ...["POST", "POST", "DELETE"].map((method) => ["create", method] as const),
    ["update", "PATCH"],
    ["delete", "DELETE"],
  ),
  times: fc.constantFrom(1, 1, 1000),
  mutation: anyMutation,
});
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

interface Outcome {
  kept: Kept | undefined;
  error: Error | undefined;
  /** The number of changed responses. */
  hits: number;
  /** A response had another uid or source. */
  isAnother: boolean;
}

const programmingError =
  /(Type|Range|Syntax|Reference)Error|Cannot (read|convert|destructure)|is not (a function|iterable)|call stack|\bundefined\b|\[object|INTERNAL/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: messages must not have them.
const control = /[\0-\x08\x0b-\x1f\x7f]/;

/** An error names the object or the request. */
function expectOurError(error: Error, type: Type, name: string): void {
  const words = [error.message, ...((error as { reasons?: string[] }).reasons ?? [])].join("\n");
  expect(words).not.toMatch(programmingError);
  expect(words).not.toMatch(control);
  expect(words).not.toMatch(/##vso\[|^::/m);
  expect(words.length).toBeLessThan(10_000);
  const request = /(GET|POST|PATCH|DELETE) \S*(spacetemplates|ownedacc|virtualclusterinst|importvirtualcluster)/;
  expect((words.includes(`${type} "`) && words.includes(name)) || request.test(words) || words).toBe(true);
}

/** What tells an object from another one, and the source of a virtual cluster. */
const identityIn = (text: string): string => {
  const { metadata, spec } = JSON.parse(text || "{}") ?? {};
  return JSON.stringify([metadata?.uid, spec?.clusterRef]);
};

describe.each<[string, typeof startDynamicAdapter]>([
  ["the plugin", (settings) => startPluginAdapter(settings, { process: true })],
  ["dynamic resources", startDynamicAdapter],
])("%s", (_, start) => {
  let platform: RecordedPlatform;
  let mutator: Mutator;
  let adapter: Adapter;
  let count = 0;

  beforeAll(async () => {
    platform = await startRecorded({ projects: ["default", "web"] });
    mutator = await startMutator(platform.baseUrl);
    adapter = await start({ baseUrl: mutator.baseUrl, accessKey: platform.accessKey });
  });
  afterAll(async () => {
    await adapter?.close();
    mutator?.close();
    await platform?.close();
  });

  const storedAt = (type: Type, name: string) => {
    const stored = platform.store.get(plurals[type], name, type === "VirtualClusterImport" ? "p-web" : "");
    // The platform keeps large integers as BigInt, which JSON does not know.
    const text = JSON.stringify(stored, (_key, value) => (typeof value === "bigint" ? Number(value) : value));
    return stored && (JSON.parse(text) as { metadata: { uid: string }; spec: Wire });
  };
  const nextOf = (type: Type, { inputs }: Kept): Wire =>
    type === "VirtualClusterImport" ? inputs : { ...inputs, displayName: "b" };

  /** Runs an operation as the engine does; the resource after it, if any. */
  async function run(operation: Operation, type: Type, before: Kept): Promise<Kept | undefined> {
    const { driver } = adapter;
    if (operation === "create") return driver.create(type, before.inputs, { timeout: seconds });
    if (operation === "read") return driver.read(type, before, seconds);
    if (operation === "delete") return void (await driver.delete(type, before, seconds));
    if (operation === "update") return driver.update(type, before, nextOf(type, before), { timeout: seconds });
    if (operation === "list") await adapter.list("team=web");
    // Only the plugin imports; the result goes into a program, not into this state.
    else if (adapter.name === "the plugin") await driver.read(type, { id: before.id, inputs: {}, state: {} }, seconds);
    return before;
  }

  /** Runs an operation while responses change. */
  async function attacked(
    { type, target: [operation, method], times, mutation }: Case,
    before: Kept,
  ): Promise<Outcome> {
    let [hits, isAnother] = [0, false];
    mutator.writes.length = 0;
    mutator.change = ({ status, method: sent, body }) => {
      if (status >= 300 || sent !== method || hits >= times) return body;
      hits++;
      const changed = mutated(body, mutation);
      isAnother ||= identityIn(changed) !== identityIn(JSON.stringify(body));
      return changed;
    };
    const outcome = await run(operation, type, before).then(
      (kept) => ({ kept, error: undefined }),
      (error: Error) => ({ kept: undefined, error }),
    );
    mutator.change = ({ body }) => body;
    platform.faults.clear();
    const texts = JSON.stringify([outcome.kept]);
    for (const marker of markers) expect(texts).not.toContain(marker.slice(1, -1));
    return { ...outcome, hits, isAnother };
  }

  /** The state after the next refresh. */
  async function refreshed(type: Type, left: Kept): Promise<Kept | undefined> {
    try {
      const read = await adapter.driver.read(type, left);
      return read && { ...left, ...read };
    } catch (error) {
      const unfinished = adapter.unfinished(error, left.inputs);
      if (!unfinished) throw error;
      return unfinished;
    }
  }

  const sent = (verb: string, code: number) =>
    platform.requests.filter(({ method, status }) => method === verb && status === code).length;

  /** After a plain error of a create, no object exists, or the error says how to remove it. */
  function expectReported(type: Type, name: string, error: Error): void {
    if (storedAt(type, name) === undefined) return;
    expect(error.message).toMatch(/kubectl delete|pulumi import|already in|has a virtual cluster/);
    if (type === "VirtualClusterImport") return;
    platform.store.remove(plurals[type], name);
    platform.requests.length = 0;
  }

  /** Refreshes and updates: one object as declared is in the state; then deletes it. */
  async function repair(type: Type, name: string, left: Kept | undefined, declared: Wire, isLost: boolean) {
    const state = left && !isLost ? await refreshed(type, left) : undefined;
    // A key disabled on the platform is updated only if the program declares `disabled`.
    const isDisabled = String(state?.state.externalChange).includes("the key was disabled");
    const answer = isDisabled ? { ...declared, disabled: false } : declared;
    const kept = state ? await adapter.driver.update(type, state, answer) : await adapter.driver.create(type, declared);
    const stored = storedAt(type, name);
    expect(stored?.metadata.uid).toBe(kept.state.uid);
    if (type !== "VirtualClusterImport") expect(stored?.spec).toMatchObject({ displayName: "b" });
    if (type === "OwnedAccessKey") expect(JSON.stringify(kept.state.key)).toContain(JSON.stringify(stored?.spec.key));
    expect(sent("POST", 201) - sent("DELETE", 200)).toBe(1);
    await adapter.driver.delete(type, kept);
    expect(storedAt(type, name) !== undefined).toBe(type === "VirtualClusterImport");
  }

  /** An object is deleted, or the next run repairs it. */
  async function settle({ type, target: [operation] }: Case, before: Kept, { kept, error, isAnother }: Outcome) {
    const name = before.id.replace("web/", "");
    // A recreated object stays, and so does every virtual cluster.
    const mayStay = isAnother || type === "VirtualClusterImport";
    if (operation === "delete" && !error) return expect(!storedAt(type, name) || mayStay).toBe(true);
    const unfinished = error && adapter.unfinished(error, before.inputs);
    const left = error ? (unfinished ?? before) : kept;
    expect(String(left?.state.externalChange ?? "")).not.toMatch(control);
    const mayBeDropped = type === "VirtualClusterImport" || operation === "create";
    expect(left !== undefined || mayBeDropped || operation).toBe(true);
    const isLost = operation === "create" && error !== undefined && !unfinished;
    if (isLost) expectReported(type, name, error);
    await repair(type, name, left, nextOf(type, before), isLost);
  }

  async function runCase(tried: Case): Promise<"ok" | "error" | "not hit"> {
    const { type } = tried;
    const [operation] = tried.target;
    const name = `m-${count++}`;
    platform.requests.length = 0;
    const { inputs } = await adapter.driver.check(type, inputsOf[type](name));
    const id = type === "VirtualClusterImport" ? `web/${name}` : name;
    const before = operation === "create" ? { id, inputs, state: {} } : await adapter.driver.create(type, inputs);
    const outcome = await attacked(tried, before);
    if (outcome.error) expectOurError(outcome.error, type, name);
    // A version is opaque: it is sent back, whatever it is.
    const writes = mutator.writes.map((write) =>
      write.replaceAll(/"\/metadata\/resourceVersion","value":"[^"]*"/g, ""),
    );
    expect(writes.filter((write) => /__proto__|polluted/.test(write))).toEqual([]);
    await settle(tried, before, outcome);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    if (outcome.hits === 0) return "not hit";
    return outcome.error ? "error" : "ok";
  }

  test("an operation on a changed response succeeds or fails with an error of ours, and the next run repairs it", async () => {
    const outcomes = { ok: 0, error: 0, "not hit": 0 };
    const property = fc.asyncProperty(cases, async (tried) => {
      outcomes[await runCase(tried)]++;
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true, timeout: 60_000 });
    process.stdout.write(`Changed responses: ${JSON.stringify(outcomes)}\n`);
    expect(outcomes.error).toBeGreaterThan(0);
  }, 1_800_000);
});
