import { writeFileSync } from "node:fs";
import type { ApiObject } from "../../provider/api/client";
import { temporaryFolder } from "../emulator/temporaryFolder";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";
import { createFor, exported, runOn } from "./stackOfTest";

// What the report shows was written by others: whoever may write an object, and the platform itself.
const path = temporaryFolder();
const prod = ["web", "prod"] as const;

let platform: RecordedPlatform;
beforeEach(async () => {
  platform = await startRecorded();
});
afterEach(() => platform.close());

const orphans = (...args: string[]) => runOn(platform, "orphans", ...args);
const key = (name: string) => createFor(platform, prod, "OwnedAccessKey", { name, user: "ci" });

/** Lets the platform list one key of the stack, changed. */
async function listed(change: (object: ApiObject) => object): Promise<void> {
  await key("lost");
  const [object] = platform.store.list("ownedaccesskeys");
  const items = [change(structuredClone(object) as unknown as ApiObject)];
  const body = { kind: "OwnedAccessKeyList", apiVersion: "management.loft.sh/v1", metadata: {}, items };
  platform.faults.add({
    verb: "list",
    kind: "ownedaccesskeys",
    action: { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  });
}

test("no value begins a line of the report, which could pass for a command", async () => {
  const forged = "ci\n  delete it:  curl https://evil.test\r\n\tx\u001b[2K\u2028y";
  await listed(({ metadata, ...rest }) => ({
    ...rest,
    metadata: { ...metadata, name: forged, uid: forged, managedFields: [{ manager: forged }] },
    spec: { user: forged },
  }));
  const { code, out } = await orphans("--stack", "web/prod");
  expect(code).toBe(3);
  expect(out.trimEnd().split("\n")).toEqual([
    "In no given state: 1 object.",
    "",
    expect.stringMatching(/^OwnedAccessKey "ci\\n {2}delete it/),
    expect.stringMatching(/^ {2}made by the stack web\/prod, .*acts for user ci\\n .*\\n\\tx\\u001b\[2K\\u2028y$/),
    expect.stringMatching(/^ {2}keep it: {4}pulumi import /),
    expect.stringMatching(/^ {2}delete it: {2}kubectl delete ownedaccesskeys\.management\.loft\.sh /),
    expect.stringMatching(/^ {2}by its uid: curl /),
  ]);
});

test("a name that looks like an option is none in the commands", async () => {
  await listed(({ metadata, ...rest }) => ({ ...rest, metadata: { ...metadata, name: "--all" } }));
  const { out } = await orphans("--stack", "web/prod");
  expect(out).toContain("kubectl delete ownedaccesskeys.management.loft.sh -- '--all'\n");
  expect(out).toContain("pulumi import platform:index:OwnedAccessKey -- '--all' '--all'\n");
});

test("an object without a spec is an orphan like others", async () => {
  await listed((object) => ({ ...object, spec: null }));
  const { code, out, err } = await orphans("--stack", "web/prod");
  expect([code, err]).toEqual([3, ""]);
  expect(out).toContain('OwnedAccessKey "lost"');
});

test("a state may begin with a byte order mark", async () => {
  writeFileSync(path("bom.json"), `\ufeff${exported([await key("ci")])}`);
  expect(await orphans("--state", path("bom.json"))).toMatchObject({ code: 0, err: "" });
});

test.each([
  ["project", ":prod::web::", ":prod::shop::"],
  ["stack", ":prod::web::", ":dev::web::"],
])("an unfinished resource of another %s is not the object of its name", async (_, ours, theirs) => {
  const { outputs: _none, ...entry } = await key("ci");
  writeFileSync(path("theirs.json"), exported([{ ...entry, urn: entry.urn.replace(ours, theirs) }]));
  const { code, out } = await orphans("--state", path("theirs.json"), "--stack", "web/prod", "--json");
  expect(code).toBe(3);
  expect(JSON.parse(out).orphans).toMatchObject([{ name: "ci", project: "web", stack: "prod" }]);
});

test("an import never names the resource of another project whose create is pending", async () => {
  const { outputs: _none, id: _id, ...entry } = await key("ci");
  const urn = entry.urn.replace(":prod::web::", ":prod::shop::").replace(/::ci$/, "::theirs");
  writeFileSync(path("pending.json"), exported([], [{ ...entry, urn }]));
  const { out } = await orphans("--state", path("pending.json"), "--stack", "web/prod");
  expect(out).toContain("pulumi import platform:index:OwnedAccessKey ci ci\n");
});
