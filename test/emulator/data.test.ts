import {
  appendFileSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import type { PlatformOptions } from "../../emulator/platformOptions";
import { apiVersion, get, merge, post, postKey, postKeyText, remove, template } from "./conformance/row";
import { send } from "./request";
import { temporaryFolder } from "./temporaryFolder";
import { withPlatform } from "./withPlatform";

// Bodies of megabytes are slow on a busy machine.
jest.setTimeout(60_000);

const path = temporaryFolder();
const dataFile = () => path("platform.data");
const read = () => readFileSync(dataFile(), "utf8");
/** Runs with a platform that keeps its objects in the data file; the next call starts with them. */
const kept = (run: (platform: RunningPlatform) => Promise<void>, options: PlatformOptions = {}) =>
  withPlatform({ dataFile: dataFile(), ...options }, run);
const starting = (options: PlatformOptions = {}) => kept(async () => {}, options);
const names = (platform: RunningPlatform, plural = "spacetemplates") =>
  platform.store.list(plural).map(({ metadata }) => metadata.name);
const keeps = (expected: string[], options: PlatformOptions = {}) =>
  kept(async (platform) => expect(names(platform)).toEqual(expected), options);

async function create(platform: RunningPlatform, ...created: string[]): Promise<void> {
  for (const name of created) expect((await send(platform, post(template(name)))).status).toBe(201);
}

test("what was stored is the same after a restart, to the last byte", async () => {
  const before: string[] = [];
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
    before.push(...(await texts(platform)));
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
  writeFileSync(dataFile(), "", { mode: 0o644 });
  await kept(async (platform) => void (await send(platform, postKey("k", { key: "stored-key" }))), options);
  expect(read()).not.toContain("first-bootstrap");
  expect(statSync(dataFile()).mode & 0o777).toBe(0o600);
  await kept(async (platform) => {
    const status = async (token: string) =>
      (await send(platform, { ...get("/projects"), authorization: `Bearer ${token}` })).status;
    expect([await status("stored-key"), await status("first-bootstrap")]).toEqual([200, 401]);
  });
});

test("the default project is made once, and an existing project is left alone", async () => {
  const uidOf = (platform: RunningPlatform) => platform.store.get("projects", "b")?.metadata.uid;
  await kept(async (platform) => void (await send(platform, { method: "DELETE", path: "/projects/a" })), {
    projects: ["a", "b"],
  });
  const plain = await startPlatform({ dataFile: dataFile() });
  expect(names(plain, "projects")).toEqual(["b"]);
  const uid = uidOf(plain);
  await plain.close();
  await kept(async (platform) => expect([names(platform, "projects"), uidOf(platform)]).toEqual([["b", "c"], uid]), {
    projects: ["b", "c"],
  });
});

test.each([
  ["an incomplete last line is dropped", 5, ["a"]],
  ["a last line without its line break is kept", 1, ["a", "b"]],
])("%s", async (_, missing, remaining) => {
  await kept((platform) => create(platform, "a", "b"));
  truncateSync(dataFile(), statSync(dataFile()).size - missing);
  await kept((platform) => create(platform, "c"));
  await keeps([...remaining, "c"]);
});

test("the file is rewritten when it is much larger than the objects", async () => {
  const large = (index: number) => template("a", { description: String(index % 10).repeat(1_200_000) });
  await kept(async (platform) => {
    await send(platform, post(large(0)));
    let largest = 0;
    for (let index = 1; index < 10; index++) {
      expect((await send(platform, merge("a", large(index)))).status).toBe(200);
      largest = Math.max(largest, statSync(dataFile()).size);
    }
    expect(largest).toBeGreaterThan(4 * 1024 * 1024);
    expect(largest).toBeLessThan(6.5 * 1024 * 1024);
  });
  await kept(async (platform) =>
    expect(platform.store.get("spacetemplates", "a")?.spec.description).toBe("9".repeat(1_200_000)),
  );
});

test("a write that cannot be kept is answered 500 and changes nothing", async () => {
  await kept(async (platform) => {
    await create(platform, "a");
    const version = platform.store.resourceVersion;
    const text = readFileSync(dataFile());
    rmSync(dataFile());
    const { status, body } = await send(platform, post(template("b")));
    expect([status, body.message]).toEqual([
      500,
      expect.stringContaining("was removed or replaced while the platform"),
    ]);
    expect([names(platform), platform.store.resourceVersion]).toEqual([["a"], version]);
    expect((await send(platform, get("/spacetemplates/a"))).status).toBe(200);
    writeFileSync(path("copy"), text);
  });
  await keeps(["a"], { dataFile: path("copy") });
});

test("watches and lists that continue from before the restart are answered 410 Expired", async () => {
  let old: Record<string, string> = {};
  await kept(async (platform) => {
    await create(platform, "a", "b", "c");
    old = (await send(platform, get("/spacetemplates?limit=1"))).body.metadata as never;
    await create(platform, "d");
  });
  await kept(async (platform) => {
    const list = await send(platform, get(`/spacetemplates?limit=1&continue=${old.continue}`));
    expect([list.status, list.body.reason]).toEqual([410, "Expired"]);
    const watch = await send(platform, get(`/spacetemplates?watch=1&resourceVersion=${old.resourceVersion}`));
    const expired = { type: "ERROR", object: { code: 410, reason: "Expired" } };
    expect([watch.status, watch.body]).toMatchObject([200, expired]);
    const newest = platform.store.resourceVersion;
    const again = send(platform, get(`/spacetemplates?watch=1&resourceVersion=${newest}&timeoutSeconds=1`));
    await create(platform, "e");
    expect((await again).body).toMatchObject({ type: "ADDED", object: { metadata: { name: "e" } } });
  });
});

test("clean-up after a delete continues after a restart", async () => {
  await kept(async (platform) => {
    const { body } = await send(platform, post(template("owner")));
    const owner = { apiVersion, kind: "SpaceTemplate", name: "owner", uid: String(body.metadata.uid) };
    await send(platform, post(template("dependent", {}, { ownerReferences: [owner] })));
  });
  const remaining = { plural: "spacetemplates", remove: { name: "owner" }, resourceVersion: "99" };
  appendFileSync(dataFile(), `${JSON.stringify(remaining)}\n`);
  await kept(async (platform) => {
    expect((await send(platform, get("/spacetemplates/dependent"))).status).toBe(404);
    expect(names(platform)).toEqual([]);
  });
});

test.each<[string, string | RegExp, string, string]>([
  ["a cut line", /.{9}$/, "", "is damaged"],
  ["an empty line", /.*/, "", "is damaged"],
  ["a line that is not UTF-8", '"key":"', '"key":"\xff', "is damaged"],
  ["an unknown kind", "ownedaccesskeys", "pods", "is damaged"],
  ["no uid", '"uid":', '"uyd":', "is damaged"],
  ["metadata of a wrong type", '"name":"a"', '"name":"a","labels":[]', "ObjectMeta.labels of type map[string]string"],
  ["no creation time", /"creationTimestamp":"[^"]*",/, "", "metadata.creationTimestamp: Required value"],
  ["a namespace", '"name":"a"', '"name":"a","namespace":"b"', "metadata.namespace: Forbidden"],
  ["an invalid name", '"name":"a"', '"name":"Bad Name"', 'metadata.name: Invalid value: "Bad Name"'],
  ["another kind", '"kind":"OwnedAccessKey"', '"kind":"Project"', "its kind is not OwnedAccessKey"],
  ["another apiVersion", '"apiVersion":"management.loft.sh/v1",', "", "its apiVersion is not management.loft.sh/v1"],
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
  writeFileSync(dataFile(), damaged, "latin1");
  const starts = starting();
  await expect(starts).rejects.toThrow(`line ${at + 1} of the data file ${dataFile()}`);
  await expect(starts).rejects.toThrow(why);
  expect(readFileSync(dataFile(), "latin1")).toBe(damaged);
});

test("a link to nothing is refused and stays a link", async () => {
  const link = path("dangling");
  symlinkSync(path("nothing"), link);
  await expect(starting({ dataFile: link })).rejects.toThrow(/it is a link to nothing\. Make an empty file/);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test.each(["hello\n", '{"format":"another"}\n'])(
  "a file of another program is refused and left unchanged: %p",
  async (text) => {
    writeFileSync(dataFile(), text);
    await expect(starting()).rejects.toThrow(`${dataFile()} is no data file of pulumi-platform serve`);
    expect(read()).toBe(text);
  },
);

test("a file of another vendor is refused with the option that opens it", async () => {
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
])("a path %s is an error with the remedy", async (_, place, message) => {
  await expect(starting({ dataFile: place() })).rejects.toThrow(message);
});

test("a file belongs to one platform at a time, by every path", async () => {
  const inUse = /is in use by another running platform\. Stop that one, or name another file/;
  symlinkSync(dataFile(), path("link"));
  await kept(async (platform) => {
    await create(platform, "a");
    await expect(starting()).rejects.toThrow(inUse);
    await expect(starting({ dataFile: path("link") })).rejects.toThrow(inUse);
    await create(platform, "b");
  });
  await keeps(["a", "b"], { dataFile: path("link") });
});

test("a start that fails later releases the file", async () => {
  await kept(async (platform) => {
    const port = Number(new URL(platform.baseUrl).port);
    await expect(starting({ dataFile: path("other"), port })).rejects.toThrow();
  });
  await starting({ dataFile: path("other") });
});
