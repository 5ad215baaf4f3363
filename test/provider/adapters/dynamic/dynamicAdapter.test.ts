import { selfSigned } from "../../../../emulator/http/certificate";
import { dynamicAdapter } from "../../../../provider/adapters/dynamic/dynamicAdapter.js";
import { contextKey, inputsKey } from "../../../../provider/adapters/dynamic/dynamicContext.js";
import { startDynamicDriver } from "../../../support/dynamicDriver";
import { secretOnWire, unknownOnWire } from "../../../support/pluginDriver";
import { startRecorded } from "../../../support/startRecorded";

const settings: Record<string, string> = {
  "vcluster-platform:baseUrl": "http://127.0.0.1:9",
  "vcluster-platform:accessKey": "k",
};
const configOf = (more: Record<string, string> = {}) => ({ get: (key: string) => ({ ...settings, ...more })[key] });

let write: jest.SpyInstance;
beforeEach(() => {
  write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => write.mockRestore());
const linesWith = (words: string) =>
  write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(words));

test("a bad setting of the stack is named with its problem and remedy, but without its value", async () => {
  const driver = await startDynamicDriver({ baseUrl: "https://me:hunter22@platform.test", accessKey: "k" });
  const { failures } = await driver.check("SpaceTemplate", {});
  const problem = "baseUrl, from the stack's configuration, cannot be used: it holds credentials. Run ";
  expect(failures).toEqual([expect.stringContaining(problem)]);
  expect(failures.join()).not.toContain("hunter22");
});

test("a warning says once that refreshKeys has no effect, if it is set", () => {
  const setting = "refreshKeys";
  dynamicAdapter("SpaceTemplate", configOf()).check({}, {});
  dynamicAdapter("SpaceTemplate", configOf({ [`vcluster-platform:${setting}`]: "false" })).check({}, {});
  expect(linesWith(setting)).toEqual([]);
  const on = configOf({ [`vcluster-platform:${setting}`]: "true" });
  for (const type of ["SpaceTemplate", "SpaceTemplate", "OwnedAccessKey"]) dynamicAdapter(type, on).check({}, {});
  expect(linesWith(setting)).toEqual([expect.stringContaining("Use pulumi up --refresh, or the plugin")]);
});

test("resources are distinguished by type, parent and name, so a delete keeps only objects of others", async () => {
  const platform = await startRecorded({});
  const { baseUrl, accessKey } = platform;
  const config = configOf({ "vcluster-platform:baseUrl": baseUrl, "vcluster-platform:accessKey": accessKey });
  const adapter = dynamicAdapter("SpaceTemplate", config);
  const declaredAs = (more: object) => ({
    name: "shared",
    __resource: { project: "p", stack: "s", name: "x", ...more },
  });
  try {
    const { id, outs } = await adapter.create(declaredAs({}));
    await adapter.check({}, declaredAs({}));
    await adapter.diff(id, outs, declaredAs({}));
    await adapter.check({}, declaredAs({ parent: "urn:pulumi:s::p::c:C::c" }));
    await dynamicAdapter("OwnedAccessKey", config).check({}, declaredAs({}));
    await adapter.delete(id, outs);
    expect(platform.store.get("spacetemplates", id)).toBeDefined();
    expect(linesWith('SpaceTemplate "shared" stays: the resource "x" of the program also has it.')).toHaveLength(1);
    await adapter.check({}, declaredAs({}));
    await adapter.delete(id, outs);
    expect(platform.store.get("spacetemplates", id)).toBeUndefined();
  } finally {
    await platform.close();
  }
});

test("a get of an absent object fails, and a refresh of one finds it gone", async () => {
  const platform = await startRecorded({});
  const { baseUrl, accessKey } = platform;
  const config = configOf({ "vcluster-platform:baseUrl": baseUrl, "vcluster-platform:accessKey": accessKey });
  const adapter = dynamicAdapter("SpaceTemplate", config);
  const declared = { [contextKey]: { project: "p", stack: "s", name: "base" } };
  const get = () => adapter.read("base", declared);
  try {
    await expect(get()).rejects.toThrow("resource 'base' does not exist");
    expect(linesWith('There is no SpaceTemplate "base" on the platform at')).toHaveLength(1);
    const { id } = await adapter.create({ ...declared, name: "base" });
    const found = await get();
    await adapter.delete(id, found.props);
    expect(await adapter.read(id, found.props)).toMatchObject({ id: "" });
    await expect(get()).rejects.toThrow("resource 'base' does not exist");
  } finally {
    await platform.close();
  }
});

test("a failure of Check shows nothing that the program marks secret", () => {
  const adapter = dynamicAdapter("SpaceTemplate", configOf());
  const labels = { "canary of a label": "x" };
  const failuresWith = (secrets: string[] | string, preview?: object) =>
    JSON.stringify(
      adapter.check({}, { labels, __resource: { project: "p", stack: "s", name: "n", secrets, preview } }).failures,
    );
  expect(failuresWith([])).toContain("canary of a label");
  for (const shown of [failuresWith(["labels"]), failuresWith(unknownOnWire, { secrets: ["labels"] })]) {
    expect(shown).toContain("labels");
    expect(shown).not.toContain("canary");
  }
});

test.each<[string, Record<string, unknown>, unknown]>([
  ["the resource's name", {}, unknownOnWire],
  ["a prefix", { generateName: "web-" }, unknownOnWire],
  ["the program's own", { name: "web" }, "web"],
])("a preview leaves a made-up name open: %s", (_, given, name) => {
  const check = (resource: object) =>
    dynamicAdapter("SpaceTemplate", configOf()).check({}, { ...given, [contextKey]: resource });
  const told = { project: "p", stack: "s", name: "web" };
  const { inputs } = check({ ...told, secrets: unknownOnWire, preview: {} });
  expect(inputs).toMatchObject({ name, [contextKey]: { ...told, secrets: unknownOnWire } });
  expect(inputs[contextKey]).not.toHaveProperty("preview");
  expect(check(told).inputs).toMatchObject({ name: expect.stringMatching(/^web(-[0-9a-f]{7})?$/) });
});

test("a preview compares inputs while it does not know which of them are secret", () => {
  const resource = { project: "p", stack: "s", name: "n", secrets: unknownOnWire };
  const news = { name: "dev", displayName: unknownOnWire, [contextKey]: resource };
  const olds = { name: "dev", displayName: "a", uid: "u", __inputs: { name: "dev", displayName: "a" } };
  expect(dynamicAdapter("SpaceTemplate", configOf()).diff("dev", olds, news).changes).toBe(true);
});

test.each<[string, object, string[] | string]>([
  ["as secret, by name", { secrets: ["extraSpec"] }, ["extraSpec", "displayName"]],
  ["once", { secrets: ["extraSpec", "displayName"] }, ["extraSpec", "displayName"]],
  [
    "in a preview that does not know all secrets",
    { secrets: unknownOnWire, preview: { secrets: ["extraSpec"] } },
    unknownOnWire,
  ],
])("Check notes what it moves out of a secret extraSpec: %s", (_, given, secrets) => {
  const resource = { project: "p", stack: "s", name: "n", ...given };
  const news = { extraSpec: { displayName: "secret-name", future: 1 }, [contextKey]: resource };
  const { inputs } = dynamicAdapter("SpaceTemplate", configOf()).check({}, news);
  expect(inputs).toMatchObject({
    displayName: secretOnWire("secret-name"),
    extraSpec: secretOnWire({ future: 1 }),
    [contextKey]: { secrets },
  });
});

test("Check marks secret inputs, since a transformation may add them in clear text", () => {
  const adapter = dynamicAdapter("OwnedAccessKey", configOf());
  const [key, displayName] = ["key-of-a-transformation", "shown"];
  const { inputs } = adapter.check({}, { key, displayName, ttl: 60 });
  expect(inputs).toMatchObject({ key: secretOnWire(key), displayName });
});

test("a warning about a replaced resource is shown once, although it is checked twice", () => {
  const declared = { ttl: 0, __resource: { project: "p", stack: "s", name: "replaced" } };
  for (const olds of [declared, {}]) dynamicAdapter("OwnedAccessKey", configOf()).check(olds, declared);
  expect(linesWith('"replaced": property "ttl" is 0')).toHaveLength(1);
});

test("an access key that is a word of ours is masked in the platform's words only", async () => {
  const platform = await startRecorded();
  const driver = await startDynamicDriver({ baseUrl: platform.baseUrl, accessKey: "expired" });
  const body = {
    kind: "Status",
    status: "Failure",
    message: "no such token: expired",
    reason: "Unauthorized",
    code: 401,
  };
  platform.faults.add({ method: "POST", times: 1, action: { status: 401, body } });
  try {
    const created = driver.create("SpaceTemplate", { name: "template" });
    await expect(created).rejects.toThrow(/no such token: \[secret\]\. .* wrong, disabled or expired\./);
  } finally {
    await platform.close();
  }
});

test("a warning names the parent of the resource, which tells two children of the same name apart", () => {
  const adapter = dynamicAdapter("OwnedAccessKey", configOf());
  const check = (parent?: string) =>
    adapter.check({}, { user: "u", __resource: { project: "p", stack: "s", name: "ci", ...(parent && { parent }) } });
  check();
  for (const team of ["web", "shop"]) check(`urn:pulumi:s::p::my:index:Team::${team}`);
  expect(linesWith('OwnedAccessKey "ci": property "ttl"')).toHaveLength(1);
  expect(linesWith('OwnedAccessKey "ci" of "web": property "ttl"')).toHaveLength(1);
  expect(linesWith('OwnedAccessKey "ci" of "shop": property "ttl"')).toHaveLength(1);
});

test("an address that differs from the one in the states is warned of once", () => {
  const declared = { name: "dev", __resource: { project: "p", stack: "s", name: "x" } };
  const stateAt = (__address: string) => ({ ...declared, __address, [inputsKey]: declared });
  const addresses = ["http://127.0.0.1:9", "https://old.test", "https://old.test"];
  for (const address of addresses) dynamicAdapter("SpaceTemplate", configOf()).diff("dev", stateAt(address), declared);
  const warning = /^warning: The address of the platform changes from https:\/\/old\.test to http:\/\/127\.0\.0\.1:9\./;
  expect(linesWith("address")).toEqual([expect.stringMatching(warning)]);
});

test.each<[id: string, what: string, change: object, state: object, words: string | undefined]>([
  ["a", "a replacement of the provider's own key", { user: "ops" }, { key: "k" }, "Cannot delete"],
  ["b", "a replacement that allows it too late", { user: "x", allowSelfLockout: true }, { key: "k" }, "Cannot delete"],
  ["c", "a disabling of the provider's own key", { disabled: true }, { key: "k" }, "Cannot update"],
  ["d", "a replacement of another key", { user: "ops" }, { key: "another" }, undefined],
  [
    "e",
    "a key that somebody disabled",
    {},
    { disabled: true, externalChange: "the key was disabled outside" },
    "Perhaps",
  ],
])("a preview warns why pulumi up would fail: %s, %s", (id, _, change, state, words) => {
  const declared = { name: id, user: "ci", ttl: 3600, __resource: { project: "p", stack: "s", name: "x" } };
  const olds = { ...declared, uid: "u1", ...state, [inputsKey]: declared };
  dynamicAdapter("OwnedAccessKey", configOf()).diff(id, olds, { ...declared, ...change });
  const expected = words === undefined ? [] : [expect.stringContaining(words)];
  expect(linesWith(`OwnedAccessKey "${id}": `)).toEqual(expected);
});

test("an insecure platform is warned of once by all resources, a verified one never", async () => {
  const { cert, key, ca } = await selfSigned();
  const platform = await startRecorded({ tls: { cert, key } });
  const use = async (prefix: string, trust: Record<string, string>) => {
    const driver = await startDynamicDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey, ...trust });
    for (const type of ["SpaceTemplate", "SpaceTemplate", "OwnedAccessKey"]) {
      const { inputs } = await driver.check(type, { generateName: `${prefix}-` });
      await driver.create(type, inputs);
    }
  };
  try {
    await use("trusted", { certificateAuthority: ca });
    expect(linesWith("insecureSkipTlsVerify")).toEqual([]);
    await use("insecure", { insecureSkipTlsVerify: "true" });
    const warning = /vcluster-platform:insecureSkipTlsVerify is set: .* set vcluster-platform:certificateAuthority/;
    expect(linesWith("insecureSkipTlsVerify")).toEqual([expect.stringMatching(warning)]);
  } finally {
    await platform.close();
  }
});

const timed = (time?: string) => ({ ...(time && { timeouts: { delete: time } }) });
test.each<[what: string, before: object, after: object, changes: boolean]>([
  ["another delete timeout", timed("10m"), timed("1h"), true],
  ["the same delete timeout in other words", timed("60m"), timed("1h"), false],
  ["a first delete timeout", timed(), timed("1h"), true],
  ["no delete timeout any more", timed("1h"), timed(), true],
  ["nothing else", {}, {}, false],
  ["another stack", {}, { stack: "renamed" }, true],
  ["another project", {}, { project: "renamed" }, true],
  ["a newly secret input", { secrets: ["labels"] }, { secrets: ["labels", "description"] }, true],
  ["a first secret input", {}, { secrets: ["description"] }, true],
  ["an input that is secret no more", { secrets: ["labels"] }, { secrets: [] }, false],
  ["names that a preview does not know", { secrets: ["labels"] }, { secrets: unknownOnWire }, false],
])("a change of the context alone, which the state keeps: %s: %j → %j: %p", (_, before, after, changes) => {
  const adapter = dynamicAdapter("SpaceTemplate", configOf());
  const declared = (more: object) => ({
    name: "held",
    [contextKey]: { project: "p", stack: "s", name: "held", ...more },
  });
  const olds = { name: "held", uid: "u", [inputsKey]: declared(before) };
  expect(adapter.diff("held", olds, declared(after)).changes).toBe(changes);
});

test("an update after a rename of the stack corrects the owner label, also with a secret input", async () => {
  const platform = await startRecorded();
  try {
    const settings = {
      "vcluster-platform:baseUrl": platform.baseUrl,
      "vcluster-platform:accessKey": platform.accessKey,
    };
    const adapter = dynamicAdapter("SpaceTemplate", configOf(settings));
    const declared = (stack: string) => ({
      ...{ name: "renamed", description: "of-a-secret" },
      [contextKey]: { project: "p", stack, name: "renamed", secrets: ["description"] },
    });
    const label = () => platform.store.get("spacetemplates", "renamed")?.metadata.labels;
    const { id, outs } = await adapter.create(declared("before"));
    const before = label();
    await adapter.update(id, outs, declared("after"));
    expect(label()).not.toEqual(before);
  } finally {
    await platform.close();
  }
});
