import fs from "node:fs";
import type { PlatformOptions } from "../../emulator/options";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";
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

test("a write that cannot be kept is answered 500 and changes nothing", async () => {
  await kept(async (platform) => {
    await create(platform, "a");
    const version = platform.store.resourceVersion;
    fs.mkdirSync(`${dataFile()}.new`);
    const { status, body } = await send(platform, post(template("b")));
    expect([status, body.message]).toEqual([500, expect.stringContaining(`cannot write the data file ${dataFile()}`)]);
    expect((await send(platform, remove("a"))).status).toBe(500);
    expect([names(platform), platform.store.resourceVersion]).toEqual([["a"], version]);
    expect((await send(platform, get("/spacetemplates/a"))).status).toBe(200);
    fs.rmdirSync(`${dataFile()}.new`);
    await create(platform, "b");
  });
  await keeps(["a", "b"]);
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
  fs.writeFileSync(
    dataFile(),
    read()
      .replace(/^.*"name":"owner","resourceVersion".*\n/m, "")
      .replace(",\n]", "\n]"),
  );
  await kept(async (platform) => {
    expect((await send(platform, get("/spacetemplates/dependent"))).status).toBe(404);
    expect(names(platform)).toEqual([]);
  });
});

test("a damaged file and one of another program, vendor or API are refused and left unchanged", async () => {
  await kept((platform) => create(platform, "a"));
  for (const text of ["hello\n", '{"format":"another"}\n', read().slice(0, -9)]) {
    fs.writeFileSync(dataFile(), text);
    await expect(starting()).rejects.toThrow(`${dataFile()} is no data file of the embedded platform`);
    expect(read()).toBe(text);
  }
  fs.rmSync(dataFile());
  await starting({ vendor: "example.org" });
  const message = /holds objects of management\.example\.org, API 3.*Start with --vendor example\.org --api 3\./;
  await expect(starting()).rejects.toThrow(message);
  await expect(starting({ vendor: "example.org", api: 4 })).rejects.toThrow(message);
});

test.each<[string, () => string, RegExp]>([
  [
    "in a missing folder",
    () => path("none/data"),
    /none\/data: its folder does not exist \(ENOENT\)\. Make the folder/,
  ],
  ["of a device", () => "/dev/null", /\/dev\/null: it is no regular file\. Name another one/],
  ["that cannot be written", () => "/proc/data", /cannot write the data file \/proc\/data: /],
  ["of a link to nothing", () => path("link"), /link: there is no such file \(ENOENT\)\. Name one/],
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
