import { writeFileSync } from "node:fs";
import { oneLine } from "../../../cli/orphans/oneLine";
import { shortLine } from "../../../cli/orphans/shortLine";
import type { ApiObject } from "../../../provider/api/client";
import { temporaryFolder } from "../../emulator/temporaryFolder";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { createFor, exported, runOn } from "../stackOfTest";

// The report shows values that other clients and the platform wrote.
const path = temporaryFolder();
const prod = ["web", "prod"] as const;

let platform: RecordedPlatform;
beforeEach(async () => {
  platform = await startRecorded();
});
afterEach(() => platform.close());

const orphans = (...args: string[]) => runOn(platform, "orphans", ...args);
const key = (name: string) => createFor(platform, prod, "OwnedAccessKey", { name, user: "ci" });

/** Lets the platform list a key of the stack in each of these ways. */
async function listed(...changes: ((object: ApiObject) => object)[]): Promise<void> {
  await key("lost");
  const [object] = platform.store.list("ownedaccesskeys");
  const items = changes.map((change) => change(structuredClone(object) as unknown as ApiObject));
  listOf("ownedaccesskeys", { kind: "OwnedAccessKeyList", apiVersion: "management.loft.sh/v1", metadata: {}, items });
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
  const { code, out } = await orphans("--stack", "web/prod");
  expect(code).toBe(7);
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

test("only metadata of templates are requested, and complete objects are accepted", async () => {
  await createFor(platform, prod, "SpaceTemplate", { name: "base" });
  const [object] = platform.store.list("spacetemplates");
  await key("ci");
  platform.requests.length = 0;
  const asked = await orphans("--stack", "web/prod");
  const kindOf = (path: string) => /(\w+)\?/.exec(path)?.[1];
  const accepted = Object.fromEntries(platform.requests.map(({ path, headers }) => [kindOf(path), headers.accept]));
  expect(accepted).toEqual({
    spacetemplates: expect.stringMatching(/^application\/json;as=PartialObjectMetadataList;.*,application\/json$/),
    ownedaccesskeys: "application/json",
  });
  listOf("spacetemplates", { kind: "SpaceTemplateList", metadata: {}, items: [object] });
  const withoutAges = (text: string) => text.replace(/\d+ seconds?/g, "");
  expect(withoutAges((await orphans("--stack", "web/prod")).out)).toBe(withoutAges(asked.out));
  expect(asked.out).toContain('SpaceTemplate "base"');
});

test("a name that looks like an option is quoted in the commands", async () => {
  await listed(({ metadata, ...rest }) => ({ ...rest, metadata: { ...metadata, name: "--all" } }));
  const { out } = await orphans("--stack", "web/prod");
  expect(out).toContain("kubectl delete ownedaccesskeys.management.loft.sh -- '--all'\n");
  expect(out).toContain("pulumi import platform:index:OwnedAccessKey -- '--all' '--all'\n");
});

test("JSON has no control characters and the same values for a parser", async () => {
  const forged = "a\u009b2K\u202e\\\u2066b\u2028\u007f";
  await listed(({ metadata, ...rest }) => ({ ...rest, metadata: { ...metadata, name: forged } }));
  const { out } = await orphans("--stack", "web/prod", "--json");
  expect(out).toContain('"name":"a\\u009b2K\\u202e\\\\\\u2066b\\u2028\\u007f"');
  expect(out).toMatch(/^[ -~]+\n$/);
  expect(JSON.parse(out).orphans[0].name).toBe(forged);
});

test("objects of another owner or without one are not reported even if the platform lists them", async () => {
  const labelledAs =
    (name: string, labels?: Record<string, string>) =>
    ({ metadata, ...rest }: ApiObject) => ({ ...rest, metadata: { ...metadata, name, uid: name, labels } });
  await listed(
    (object) => object,
    labelledAs("theirs", { "pulumi-platform/owner": "0".repeat(40) }),
    labelledAs("elsewhere", { "example.test/owner": "0".repeat(40) }),
    labelledAs("nobodys"),
  );
  const { out } = await orphans("--stack", "web/prod", "--json");
  const { orphans: found, kept } = JSON.parse(out);
  expect([found.map(({ name }: { name: string }) => name), kept]).toEqual([["lost"], []]);
});

test.each([
  ["no time", undefined, "unknown age, "],
  ["words", "soon", "unknown age (soon), "],
  ["a time to come", "2999-01-01T00:00:00Z", "0 seconds ago (2999-01-01T00:00:00Z), "],
])("an object with the creationTimestamp %s is reported", async (_, creationTimestamp, age) => {
  await listed(({ metadata, ...rest }) => ({ ...rest, metadata: { ...metadata, creationTimestamp } }));
  const { out } = await orphans("--stack", "web/prod");
  expect(out).toContain(`made by the stack web/prod, ${age}written by`);
});

test("an object without a spec is an orphan like others", async () => {
  await listed((object) => ({ ...object, spec: null }));
  const { code, out, err } = await orphans("--stack", "web/prod");
  expect([code, err]).toEqual([7, ""]);
  expect(out).toContain('OwnedAccessKey "lost"');
});

const mark = "\ufeff";
const encodings: [string, (text: string) => Buffer][] = [
  ["UTF-8 with a byte order mark", (text) => Buffer.from(mark + text)],
  ["UTF-16, as PowerShell redirects it", (text) => Buffer.from(mark + text, "utf16le")],
  ["UTF-16 with the high byte first", (text) => Buffer.from(mark + text, "utf16le").swap16()],
];

test.each(encodings)("a state may be written in %s", async (_, encoded) => {
  const stack = ["web", "übung"] as const;
  await createFor(platform, stack, "OwnedAccessKey", { name: "lost", user: "ci" });
  const known = await createFor(platform, stack, "OwnedAccessKey", { name: "ci", user: "ci" });
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
  const { code, out } = await orphans("--state", path("theirs.json"), "--stack", "web/prod", "--json");
  expect(code).toBe(7);
  expect(JSON.parse(out).orphans).toMatchObject([{ name: "ci", project: "web", stack: "prod" }]);
});

test("an import never names a resource of another project with a pending create", async () => {
  const { outputs: _none, id: _id, ...entry } = await key("ci");
  const urn = entry.urn.replace(":prod::web::", ":prod::shop::").replace(/::ci$/, "::theirs");
  writeFileSync(path("pending.json"), exported([], [{ ...entry, urn }]));
  const { out } = await orphans("--state", path("pending.json"), "--stack", "web/prod");
  expect(out).toContain("pulumi import platform:index:OwnedAccessKey ci ci\n");
});

/** Foreign texts, and how a line of the report shows them. */
const lines: [string, string][] = [
  ["plain ## words [x] #[y] ##", "plain ## words [x] #[y] ##"],
  ["a\n::error::b\r\nc\td\re", "a\\n::error::b\\nc\\td\\u000de"],
  ["a\u001b[2Kb\u0085\u2028\u202e", "a\\u001b[2Kb\\u0085\\u2028\\u202e"],
  ["a ##[error]b", "a #\\u0023[error]b"],
  ["a ##vso[task.setvariable variable=x]b", "a #\\u0023vso[task.setvariable variable=x]b"],
  ["###[error] ##teamcity[x]", "##\\u0023[error] #\\u0023teamcity[x]"],
];

test.each(lines)("%j is shown in one line without control characters and commands", (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test("shortLine truncates a long text", () => {
  expect(shortLine("a".repeat(100), 10)).toBe("aaaaaaaaaa… (90 more characters)");
});
