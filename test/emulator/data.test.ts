import fs from "node:fs";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import type { PlatformOptions } from "../../emulator/platformOptions";
import { temporaryFolder } from "../support/temporaryFolder";
import { apiVersion, get, post, postKey, postKeyText, remove, template } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const path = temporaryFolder();
const dataFile = () => path("platform.data");
const read = () => fs.readFileSync(dataFile(), "utf8");
/** Runs with a platform that keeps its objects in the data file; the next call starts with them. */
const kept = (run: (platform: RunningPlatform) => Promise<void>, options: PlatformOptions = {}) =>
  withPlatform({ dataFile: dataFile(), ...options }, run);
const starting = (options: PlatformOptions = {}) => kept(async () => {}, options);
const names = (platform: RunningPlatform) => platform.store.list("spacetemplates").map(({ metadata }) => metadata.name);
const keeps = (expected: string[], options: PlatformOptions = {}) =>
  kept(async (platform) => expect(names(platform)).toEqual(expected), options);

async function create(platform: RunningPlatform, ...created: string[]): Promise<void> {
  for (const name of created) expect((await send(platform, post(template(name)))).status).toBe(201);
}

test("what was stored is the same after a restart, to the last byte", async () => {
  let before: string[] = [];
  const paths = ["/spacetemplates/held", "/ownedaccesskeys/k", "/virtualclusterinstances", "/projects/web"];
  const texts = (platform: RunningPlatform) =>
    Promise.all(paths.map(async (one) => (await send(platform, get(one))).text));
  await kept(async (platform) => {
    await send(platform, post(template("held", {}, { finalizers: ["x.test/a"] })));
    await send(platform, remove("held"));
    await send(platform, postKeyText("k", '{"ttl":9223372036854775807}'));
    const source = { name: "v", namespace: "n", cluster: "c" };
    const body = { apiVersion, kind: "ProjectImportVirtualCluster", sourceVirtualCluster: source };
    await send(platform, { method: "POST", path: "/projects/web/importvirtualcluster", body });
    before = await texts(platform);
  });
  expect(before[0]).toContain('"deletionTimestamp"');
  expect(before[1]).toContain('"ttl":9223372036854775807');
  await kept(async (platform) => expect(await texts(platform)).toEqual(before));
});

test("the resourceVersion keeps counting, also after the newest object was removed", async () => {
  let last = "";
  await kept(async (platform) => {
    await create(platform, "a");
    await send(platform, remove("a"));
    last = platform.store.resourceVersion;
  });
  // The second start finds the file as the first rewrote it, without the removed object.
  await starting();
  await kept(async (platform) => {
    expect([names(platform), platform.store.resourceVersion]).toEqual([[], last]);
    await create(platform, "b");
    expect(platform.store.get("spacetemplates", "b")?.metadata.resourceVersion).toBe(String(Number(last) + 1));
  });
});

test("stored keys open the API after a restart; the file, which only its owner can read, has no bootstrap key", async () => {
  const options = { accessKey: "first-bootstrap" };
  fs.writeFileSync(dataFile(), "", { mode: 0o644 });
  await kept(async (platform) => void (await send(platform, postKey("k", { key: "stored-key" }))), options);
  expect(read()).not.toContain("first-bootstrap");
  expect(fs.statSync(dataFile()).mode & 0o777).toBe(0o600);
  await kept(async (platform) => {
    const status = async (token: string) =>
      (await send(platform, { ...get("/projects"), authorization: `Bearer ${token}` })).status;
    expect([await status("stored-key"), await status("first-bootstrap")]).toEqual([200, 401]);
  });
});

test("the default project is made once, and an existing project is left alone", async () => {
  const projects: unknown[] = [];
  const run = async (platform: RunningPlatform) =>
    void projects.push(...platform.store.list("projects").map(({ metadata: { name, uid } }) => ({ name, uid })));
  await kept(async (platform) => void (await send(platform, { method: "DELETE", path: "/projects/a" })), {
    projects: ["a", "b"],
  });
  const plain = await startPlatform({ dataFile: dataFile() });
  await run(plain);
  await plain.close();
  await kept(run, { projects: ["b", "c"] });
  expect(projects).toMatchObject([{ name: "b" }, projects[0], { name: "c" }]);
});

test.each([
  ["an incomplete last line is dropped", 5, ["a"]],
  ["a last line without its line break is kept", 1, ["a", "b"]],
])("%s", async (_, missing, remaining) => {
  await kept((platform) => create(platform, "a", "b"));
  fs.truncateSync(dataFile(), fs.statSync(dataFile()).size - missing);
  await kept((platform) => create(platform, "c"));
  await keeps([...remaining, "c"]);
});

test("a write that cannot be kept is answered 500 and changes nothing", async () => {
  await kept(async (platform) => {
    await create(platform, "a");
    const version = platform.store.resourceVersion;
    const text = fs.readFileSync(dataFile());
    fs.rmSync(dataFile());
    const { status, body } = await send(platform, post(template("b")));
    expect([status, body.message]).toEqual([
      500,
      expect.stringContaining("was removed or replaced while the platform"),
    ]);
    expect([names(platform), platform.store.resourceVersion]).toEqual([["a"], version]);
    expect((await send(platform, get("/spacetemplates/a"))).status).toBe(200);
    fs.writeFileSync(path("copy"), text);
  });
  await keeps(["a"], { dataFile: path("copy") });
});

test("watches and lists that continue from before the restart are answered 410 Expired", async () => {
  let old: Record<string, string> = {};
  await kept(async (platform) => {
    await create(platform, "a", "b");
    old = (await send(platform, get("/spacetemplates?limit=1"))).body.metadata as never;
    await create(platform, "d");
  });
  await kept(async (platform) => {
    const expired = { code: 410, reason: "Expired" };
    const list = await send(platform, get(`/spacetemplates?limit=1&continue=${old.continue}`));
    expect(list.body).toMatchObject(expired);
    const watchFrom = (version: string | undefined) =>
      send(platform, get(`/spacetemplates?watch=1&resourceVersion=${version}&timeoutSeconds=1`));
    expect((await watchFrom(old.resourceVersion)).body).toMatchObject({ type: "ERROR", object: expired });
    const newest = watchFrom(platform.store.resourceVersion);
    await create(platform, "e");
    expect((await newest).body).toMatchObject({ type: "ADDED", object: { metadata: { name: "e" } } });
  });
});

test("clean-up after a delete continues after a restart", async () => {
  await kept(async (platform) => {
    const { body } = await send(platform, post(template("owner")));
    const owner = { apiVersion, kind: "SpaceTemplate", name: "owner", uid: String(body.metadata.uid) };
    await send(platform, post(template("dependent", {}, { ownerReferences: [owner] })));
  });
  const remaining = { plural: "spacetemplates", remove: { name: "owner" }, resourceVersion: "99" };
  fs.appendFileSync(dataFile(), `${JSON.stringify(remaining)}\n`);
  await kept(async (platform) => {
    expect((await send(platform, get("/spacetemplates/dependent"))).status).toBe(404);
    expect(names(platform)).toEqual([]);
  });
});

test.each<[string, string | RegExp, string, string]>([
  ["a cut line", /.{9}$/, "", "is damaged"],
  ["a line that is not UTF-8", '"key":"', '"key":"\xff', "is damaged"],
  ["metadata of a wrong type", '"name":"a"', '"name":"a","labels":[]', "ObjectMeta.labels: expected map"],
  ["no creation time", /"creationTimestamp":"[^"]*",/, "", "metadata.creationTimestamp: Required value"],
  ["another kind", '"kind":"OwnedAccessKey"', '"kind":"Project"', "its kind is not OwnedAccessKey"],
  ["a spec of a wrong type", '"spec":{', '"spec":{"ttl":"x",', "spec.ttl in body must be of type integer"],
])("%s is an error that names the line and the reason, and the file is left unchanged", async (_, part, other, why) => {
  await kept(async (platform) => {
    await send(platform, postKey("a", { key: "k" }));
    await create(platform, "b");
  });
  const lines = read().split("\n");
  const at = lines.findIndex((line) => line.includes('"name":"a"'));
  // As Latin-1, so that a byte can be invalid UTF-8.
  const damaged = lines.map((line, index) => (index === at ? line.replace(part, other) : line)).join("\n");
  expect(damaged).not.toBe(read());
  fs.writeFileSync(dataFile(), damaged, "latin1");
  const starts = starting();
  await expect(starts).rejects.toThrow(`line ${at + 1} of the data file ${dataFile()}`);
  await expect(starts).rejects.toThrow(why);
  expect(fs.readFileSync(dataFile(), "latin1")).toBe(damaged);
});

test("a file of another program or vendor is refused and left unchanged", async () => {
  for (const text of ["hello\n", '{"format":"another"}\n']) {
    fs.writeFileSync(dataFile(), text);
    await expect(starting()).rejects.toThrow(`${dataFile()} is no data file of the embedded platform`);
    expect(read()).toBe(text);
  }
  fs.rmSync(dataFile());
  await starting({ vendor: "example.org" });
  const message = /holds objects of management\.example\.org.*Start with --vendor example\.org\./;
  await expect(starting()).rejects.toThrow(message);
});

test.each<[string, () => string, RegExp]>([
  [
    "in a missing folder",
    () => path("none/data"),
    /none\/data: its folder does not exist \(ENOENT\)\. Make the folder/,
  ],
  ["of a device", () => "/dev/null", /\/dev\/null: it is no regular file\. Name another one/],
  ["that cannot be written", () => "/proc/data", /cannot write the data file \/proc\/data: /],
  ["of a link to nothing", () => path("link"), /it is a link to nothing\. Make an empty file/],
])("a path %s is an error with the remedy", async (_, place, message) => {
  fs.symlinkSync(path("nothing"), path("link"));
  await expect(starting({ dataFile: place() })).rejects.toThrow(message);
  expect(fs.lstatSync(path("link")).isSymbolicLink()).toBe(true);
});

test("a file belongs to one platform at a time, by every path", async () => {
  const inUse = /is in use by another running platform\. Stop that one, or name another file/;
  fs.symlinkSync(dataFile(), path("link"));
  await kept(async (platform) => {
    await create(platform, "a");
    await expect(starting()).rejects.toThrow(inUse);
    await expect(starting({ dataFile: path("link") })).rejects.toThrow(inUse);
    await create(platform, "b");
  });
  await keeps(["a", "b"], { dataFile: path("link") });
  await expect(starting({ host: "192.0.2.1" })).rejects.toThrow("EADDRNOTAVAIL");
  // A start that fails later releases the file.
  await keeps(["a", "b"]);
});
