import { selfSigned } from "../../../../emulator/http/selfSigned";
import { inputsKey } from "../../../../provider/faces/declaredCopy.js";
import { contextKey, dynamicFace } from "../../../../provider/faces/dynamic.js";
import { startDynamicDriver } from "../../../support/dynamicDriver";
import { startRecorded } from "../../../support/startRecorded";

const settings: Record<string, string> = { "platform:baseUrl": "http://127.0.0.1:9", "platform:accessKey": "k" };
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
  const problem = "baseUrl, from the stack's configuration, cannot be used: the URL holds credentials. Run ";
  expect(failures).toEqual([expect.stringContaining(problem)]);
  expect(failures.join()).not.toContain("hunter22");
});

test.each([
  ["serverSideDryRun", "Use the plugin for checked previews"],
  ["refreshKeys", "Use pulumi up --refresh, or the plugin"],
])("a warning says once that %s has no effect, if it is set", (setting, advice) => {
  dynamicFace("SpaceTemplate", configOf()).check({}, {});
  dynamicFace("SpaceTemplate", configOf({ [`platform:${setting}`]: "false" })).check({}, {});
  expect(linesWith(setting)).toEqual([]);
  const on = configOf({ [`platform:${setting}`]: "true" });
  for (const type of ["SpaceTemplate", "SpaceTemplate", "OwnedAccessKey"]) dynamicFace(type, on).check({}, {});
  expect(linesWith(setting)).toEqual([expect.stringContaining(advice)]);
});

test("a warning shows no value that the program marks secret", () => {
  const face = dynamicFace("OwnedAccessKey", configOf());
  const rules = [{ virtualClusters: [{ name: "canary-cluster", namespace: "p-web" }] }];
  const check = (secrets: string[]) =>
    face.check({}, { ttl: 60, rules, __resource: { project: "p", stack: "s", name: "n", secrets } });
  check([]);
  expect(linesWith("canary-cluster")).toHaveLength(1);
  check(["rules"]);
  expect(linesWith("canary-cluster")).toHaveLength(1);
  expect(linesWith("as a scope would be")).toHaveLength(2);
});

test("a warning names the parent of the resource, which tells two children of the same name apart", () => {
  const face = dynamicFace("OwnedAccessKey", configOf());
  const check = (parent?: string) =>
    face.check({}, { user: "u", __resource: { project: "p", stack: "s", name: "ci", ...(parent && { parent }) } });
  check();
  for (const team of ["web", "shop"]) check(`urn:pulumi:s::p::my:index:Team::${team}`);
  expect(linesWith('OwnedAccessKey "ci": property "ttl"')).toHaveLength(1);
  expect(linesWith('OwnedAccessKey "ci" of "web": property "ttl"')).toHaveLength(1);
  expect(linesWith('OwnedAccessKey "ci" of "shop": property "ttl"')).toHaveLength(1);
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
    const warning = /platform:insecureSkipTlsVerify is set, .* set platform:certificateAuthority/;
    expect(linesWith("insecureSkipTlsVerify")).toEqual([expect.stringMatching(warning)]);
  } finally {
    await platform.close();
  }
});

test.each([
  ["10m", "1h", true],
  ["60m", "1h", false],
  [undefined, "1h", true],
  ["1h", undefined, true],
  [undefined, undefined, false],
])("a different delete timeout is a change: from %p to %p: %p", (before, after, changes) => {
  const face = dynamicFace("SpaceTemplate", configOf());
  const declared = (time: string | undefined) => ({
    name: "held",
    [contextKey]: { project: "p", stack: "s", name: "held", ...(time && { timeouts: { delete: time } }) },
  });
  const olds = { name: "held", uid: "u", [inputsKey]: declared(before) };
  expect(face.diff("held", olds, declared(after)).changes).toBe(changes);
});
