import { mkdirSync, writeFileSync } from "node:fs";
import type { Properties } from "../../../provider/objects/values.js";
import { runCommand } from "../../support/command";
import { temporaryFolder } from "../../support/temporaryFolder";
import { program } from "../program";
import { runOn, type StateEntry } from "../stackOfTest";
import { canary, keysOfStack } from "./keysOfStack";

const file = temporaryFolder();
const { platform, make, keys, listed } = keysOfStack();

/** Control characters that a terminal or a pipeline may obey. */
const control = /(?!\n)\p{Cc}|[\u202e\u2028]|^::/mu;

const badNames = [
  "a/b",
  "..",
  ".",
  "%2e%2e",
  "a?b",
  "CI",
  "é",
  "a\u001b[31m",
  "a\u202eb",
  "a\n::error::b",
  "a".repeat(254),
];

test.each(["", " ", ...badNames])("the name %j is refused, and no request is sent", async (name) => {
  const { code, out, err } = await runOn(platform(), "keys", "disable", "--yes", name);
  expect([code, out, err]).toEqual([2, "", expect.stringMatching(/^The name of the key must /)]);
  expect(err).not.toMatch(control);
  expect(platform().requests).toEqual([]);
});

const state = (...resources: unknown[]) => JSON.stringify({ deployment: { resources } });
const noState = /state\.json holds no state of a stack\. Give what `pulumi stack export` printed\.\n?$/;
const isEmpty = /^The state is empty and names no stack/;

describe.each([["list"], ["disable", "ci", "--yes"]])("keys %s", (...words) => {
  test.each<[string, number, RegExp]>([
    ["", 1, noState],
    ["no JSON", 1, noState],
    ["\u0000\u0001", 1, noState],
    ["[]", 1, noState],
    ["null", 1, noState],
    ['{"deployment":[]}', 1, noState],
    [state({ urn: 1, type: "x" }), 1, noState],
    ["[".repeat(100_000), 1, noState],
    [state(), 2, isEmpty],
    ['{"deployment":{}}', 2, isEmpty],
  ])("refuses the state %.30j", async (text, expected, message) => {
    writeFileSync(file("state.json"), text);
    const { code, out, err } = await runOn(platform(), "keys", ...words, "--state", file("state.json"));
    expect([code, out, err]).toEqual([expected, "", expect.stringMatching(message)]);
    expect(platform().requests).toEqual([]);
  });

  test.each(["absent", "folder"])("names a state file that is %s", async (name) => {
    mkdirSync(file("folder"), { recursive: true });
    const { code, err } = await runOn(platform(), "keys", ...words, "--state", file(name));
    expect([code, err]).toEqual([1, expect.stringContaining(file(name))]);
  });

  test("writes no report into the state", async () => {
    writeFileSync(file("state.json"), state());
    const args = ["--state", file("state.json"), "--json", file("state.json")];
    expect(await runOn(platform(), "keys", ...words, ...args)).toMatchObject({ code: 2 });
  });
});

test.each(badNames.filter((name) => !["CI", "é"].includes(name)))(
  "an id %j of a state is unknown, and leads to no other path",
  async (id) => {
    const entry = await make("ci");
    platform().requests.length = 0;
    const { code, out, err } = await keys([{ ...entry, id }], "list");
    expect([code, out]).toEqual([1, expect.stringMatching(/ +unknown +- +- +- +ci +/)]);
    expect(out + err).not.toMatch(control);
    expect(platform().requests.map(({ path }) => path)).not.toContainEqual(
      expect.stringMatching(/ownedaccesskeys\/[^?]/),
    );
  },
);

test.each<[string, (entry: StateEntry) => Properties]>([
  ["a uid that is no text", () => ({ uid: 7 })],
  ["replaced keys that are no list", ({ outputs }) => ({ ...outputs, replacedKeys: "x" })],
  ["replaced keys that are no objects", ({ outputs }) => ({ ...outputs, replacedKeys: [null, 1, { name: {} }] })],
  ["no outputs", () => ({})],
])("a state with %s is read", async (_, outputsOf) => {
  const entry = await make("ci");
  const changed = { ...entry, outputs: outputsOf(entry) };
  expect((await listed([changed])).keys).toMatchObject([{ name: "ci", status: "works", replacedBy: null }]);
  expect(await keys([changed], "disable", "ci", "--yes")).toMatchObject({ code: 0, err: "" });
});

test.each<[string, RegExp]>([
  ["", /^stdin is empty/],
  ["\r\n", /^stdin is empty/],
  [`${canary}\n${canary}`, /has characters that no access key has/],
  [`${canary}\n\n`, /has characters that no access key has/],
  [` ${canary}`, /has characters that no access key has/],
  [`${canary}\u0000`, /has characters that no access key has/],
  [`\ufeff${canary}`, /has characters that no access key has/],
  [`${canary}é`, /has characters that no access key has/],
])("keys test refuses %j on stdin, and does not print it", async (input, message) => {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: file("."),
    VCLUSTER_PLATFORM_BASE_URL: platform().baseUrl,
    VCLUSTER_PLATFORM_ACCESS_KEY: platform().accessKey,
  };
  const command = [program, "keys", "test"];
  const { exitCode, stdout, stderr } = await runCommand(process.execPath, command, { cwd: file("."), env, input });
  expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringMatching(message)]);
  expect(stderr).not.toContain(canary);
  expect(platform().requests).toEqual([]);
});

test.each([[[]], [["nonsense"]], [["list", "extra"]], [["disable"]], [["disable", "a", "b"]]])(
  "keys %j is a usage error",
  async (words) => {
    expect(await runOn(platform(), "keys", ...words)).toMatchObject({ code: 2, out: "" });
  },
);
