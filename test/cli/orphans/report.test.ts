import { writeFileSync } from "node:fs";
import type { ApiObject } from "../../../provider/api/client";
import { createAsColleague } from "../../support/http";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { createFor, exported, runOn } from "../stackOfTest";

// The report shows values that other clients and the platform wrote.
const path = temporaryFolder();

let platform: RecordedPlatform;
beforeEach(async () => {
  platform = await startRecorded();
});
afterEach(() => platform.close());

const orphans = (...args: string[]) => runOn(platform, "orphans", "--user", "ci", ...args);
const key = (name: string, stack = "prod") =>
  createFor(platform, ["web", stack], "OwnedAccessKey", { name, user: "ci" });

/** Lets the platform list a key of the stack in each of these ways. */
async function listed(...changes: ((object: ApiObject) => object)[]): Promise<void> {
  await key("lost");
  const [object] = platform.store.list("ownedaccesskeys");
  const items = changes.map((change) => change(structuredClone(object) as unknown as ApiObject));
  keysOfUser(items);
}

/** Lets the platform answer with these keys of the user. */
function keysOfUser(accessKeys: object[]): void {
  const body = { kind: "UserAccessKeys", apiVersion: "management.loft.sh/v1", metadata: {}, accessKeys };
  const action = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  platform.faults.add({ verb: "get", kind: "accesskeys", action });
}

function listOf(kind: string, list: object): void {
  const action = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(list) };
  platform.faults.add({ verb: "list", kind, action });
}

test("no foreign value begins a line of the report", async () => {
  const forged = "ci\n  delete it:  curl https://evil.test\r\n\tx\u001b[2K\u2028y";
  await listed(({ metadata, ...rest }) => ({
    ...rest,
    metadata: { ...metadata, name: forged, uid: forged, managedFields: [{ manager: forged }] },
    spec: { user: forged },
  }));
  const { code, out } = await orphans("--made-by", "web/prod");
  expect(code).toBe(7);
  expect(out.trimEnd().split("\n")).toEqual([
    "Orphans, which no given state has: 1 object.",
    expect.stringMatching(/^Does another stack hold any of them/),
    "",
    expect.stringMatching(/^OwnedAccessKey "ci\\n {2}delete it/),
    expect.stringMatching(
      /^ {2}made by the stack web\/prod, .*acts for user ci\\n .*\\n\\tx\\u001b\[2K\\u2028y, grants access without an end$/,
    ),
    expect.stringMatching(/^ {2}keep it: {4}pulumi import /),
    expect.stringMatching(/^ {2}delete it: {2}printf /),
    expect.stringMatching(/^ {2}by name: {4}kubectl delete ownedaccesskeys\.management\.loft\.sh --server /),
    "",
    expect.stringMatching(/^The platform does not list access keys\. Searched: keys of user ci\./),
  ]);
});

test("a key that acts for nobody shows whether it grants access", async () => {
  await listed(({ metadata }) => ({ metadata, spec: { disabled: true } }));
  expect((await orphans("--made-by", "web/prod")).out).toMatch(/^ {2}made by the stack web\/prod, .*, disabled$/m);
});

test("an access key that is a word of ours is masked in the values of the platform only", async () => {
  await key("lost");
  const [object] = platform.store.list("ownedaccesskeys");
  const keys = [renamed("delete")(structuredClone(object) as unknown as ApiObject)];
  keysOfUser(keys);
  const ours = { kind: "OwnedAccessKey", metadata: { name: "ours" }, spec: { user: "admin", key: "delete" } };
  await createAsColleague(platform, "ownedaccesskeys", ours);
  const args = ["orphans", "--made-by", "web/prod", "--user", "ci"];
  const { code, out } = await runOn({ ...platform, accessKey: "delete" }, ...args);
  expect([code, out]).toEqual([7, expect.stringContaining('OwnedAccessKey "[secret]"')]);
  expect(out).toMatch(
    /^ {2}by name: {4}kubectl delete ownedaccesskeys\.management\.loft\.sh --server \S+ '\[secret\]'$/m,
  );
});

test("only metadata of templates are requested, and complete objects are accepted", async () => {
  await createFor(platform, ["web", "prod"], "SpaceTemplate", { name: "base" });
  const [object] = platform.store.list("spacetemplates");
  await key("ci");
  platform.requests.length = 0;
  const asked = await orphans("--made-by", "web/prod");
  const kindOf = (path: string) => path.split("?")[0]?.split("/").at(-1);
  const accepted = Object.fromEntries(platform.requests.map(({ path, headers }) => [kindOf(path), headers.accept]));
  expect(accepted).toEqual({
    spacetemplates: expect.stringMatching(/^application\/json;as=PartialObjectMetadataList;.*,application\/json$/),
    v1: "application/json",
    accesskeys: "application/json",
  });
  listOf("spacetemplates", { kind: "SpaceTemplateList", metadata: {}, items: [object] });
  const withoutAges = (text: string) => text.replace(/\d+ seconds?/g, "");
  expect(withoutAges((await orphans("--made-by", "web/prod")).out)).toBe(withoutAges(asked.out));
  expect(asked.out).toContain('SpaceTemplate "base"');
});

const renamed = (name: string) => (object: ApiObject) => ({ ...object, metadata: { ...object.metadata, name } });
const movedTo = (namespace: string) => (object: ApiObject) => ({
  ...object,
  metadata: { ...object.metadata, namespace },
});
const createdAt = (creationTimestamp?: string) => (object: ApiObject) => {
  return { ...object, metadata: { ...object.metadata, creationTimestamp } };
};
const madeBy = "made by the stack web/prod, ";

test.each([
  ["name .", renamed(".")],
  ["name ..", renamed("..")],
  ["namespace ..", movedTo("..")],
])("an object with the %s is refused, since a command would mean others", async (_, changed) => {
  await listed(changed);
  const { code, out, err } = await orphans("--made-by", "web/prod");
  expect([code, out, err]).toEqual([1, "", expect.stringContaining("lead a command to other objects")]);
});

const imports = "pulumi import vcluster-platform:index:OwnedAccessKey -- '--all' '--all'\n";

test.each<[string, (object: ApiObject) => object, line: string]>([
  ["quotes a name like an option in the commands", renamed("--all"), imports],
  ["has an object without a creation time", createdAt(), `${madeBy}unknown age, written by`],
  ["has an invalid creation time", createdAt("soon"), `${madeBy}unknown age (soon), written by`],
  ["has a creation time in the future", createdAt("2999-01-01T00:00:00Z"), `${madeBy}0 seconds ago (2999-`],
  ["has an object without a spec", (object) => ({ ...object, spec: null }), 'OwnedAccessKey "lost"'],
])("the report %s", async (_, change, line) => {
  await listed(change);
  const { code, out, err } = await orphans("--made-by", "web/prod");
  expect([code, err]).toEqual([7, ""]);
  expect(out).toContain(line);
});

test("JSON has no control characters and the same values for a parser", async () => {
  const forged = "a\u009b2K\u202e\\\u2066b\u2028\u007f";
  await listed(renamed(forged));
  const { out } = await orphans("--made-by", "web/prod", "--json");
  expect(out).toContain('"name":"a\\u009b2K\\u202e\\\\\\u2066b\\u2028\\u007f"');
  expect(out).toMatch(/^[ -~]+\n$/);
  expect(JSON.parse(out).orphans[0].name).toBe(forged);
});

test("objects of another owner or without one are not reported even if the platform lists them", async () => {
  const labelledAs =
    (name: string, labels?: Record<string, string>) =>
    ({ metadata, ...rest }: ApiObject) => ({ ...rest, metadata: { ...metadata, name, uid: name, labels } });
  const theirs = labelledAs("theirs", { "pulumi-vcluster-platform/owner": "0".repeat(40) });
  await listed((object) => object, theirs, labelledAs("nobodys"));
  const { orphans: found, kept } = JSON.parse((await orphans("--made-by", "web/prod", "--json")).out);
  expect([found.map(({ name }: { name: string }) => name), kept]).toEqual([["lost"], []]);
});

const mark = "\ufeff";

test.each<[string, (text: string) => Buffer]>([
  ["UTF-8 with a byte order mark", (text) => Buffer.from(mark + text)],
  ["UTF-16, as PowerShell writes it", (text) => Buffer.from(mark + text, "utf16le")],
  ["big-endian UTF-16", (text) => Buffer.from(mark + text, "utf16le").swap16()],
  ["UTF-16 without a byte order mark", (text) => Buffer.from(text, "utf16le")],
  ["big-endian UTF-16 without one", (text) => Buffer.from(text, "utf16le").swap16()],
])("a state may be written in %s", async (_, encoded) => {
  const [, known] = [await key("lost", "übung"), await key("ci", "übung")];
  writeFileSync(path("encoded.json"), encoded(exported([known])));
  const { code, out, err } = await orphans("--state", path("encoded.json"), "--json");
  expect([code, err]).toEqual([7, ""]);
  expect(JSON.parse(out).orphans).toMatchObject([{ name: "lost", stack: "übung" }]);
});

test.each([
  ["project", ":prod::web::", ":prod::shop::"],
  ["stack", ":prod::web::", ":dev::web::"],
])("an unfinished resource of another %s is not the object of its name", async (_, ours, theirs) => {
  const { outputs: _none, ...entry } = await key("ci");
  writeFileSync(path("theirs.json"), exported([{ ...entry, urn: entry.urn.replace(ours, theirs) }]));
  const { code, out } = await orphans("--state", path("theirs.json"), "--made-by", "web/prod", "--json");
  expect(code).toBe(7);
  expect(JSON.parse(out).orphans).toMatchObject([{ name: "ci", project: "web", stack: "prod" }]);
});

test("an import never names a resource of another project with a pending create", async () => {
  const { outputs: _none, id: _id, ...entry } = await key("ci");
  const urn = entry.urn.replace(":prod::web::", ":prod::shop::").replace(/::ci$/, "::theirs");
  writeFileSync(path("pending.json"), exported([], [{ ...entry, urn }]));
  const { out } = await orphans("--state", path("pending.json"), "--made-by", "web/prod");
  expect(out).toContain("pulumi import vcluster-platform:index:OwnedAccessKey ci ci\n");
});
