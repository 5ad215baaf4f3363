import {
  appendFileSync,
  mkdirSync,
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

const path = temporaryFolder();
const dataFile = () => path("platform.data");

const kept = (run: (platform: RunningPlatform) => Promise<void>, options: PlatformOptions = {}) =>
  withPlatform({ dataFile: dataFile(), ...options }, run);

const names = (platform: RunningPlatform, plural = "spacetemplates") =>
  platform.store.list(plural).map(({ metadata }) => metadata.name);

const create = async (platform: RunningPlatform, name: string) =>
  expect((await send(platform, post(template(name)))).status).toBe(201);

const starting = (options: PlatformOptions = {}) => kept(async () => {}, options);

test("what was stored is the same after a restart, to the last byte", async () => {
  const before: string[] = [];
  const paths = ["/spacetemplates/held", "/ownedaccesskeys/k", "/virtualclusterinstances", "/projects/web"];
  const read = (platform: RunningPlatform) =>
    Promise.all(paths.map(async (one) => (await send(platform, get(one))).text));
  await kept(async (platform) => {
    await send(platform, post(template("held", {}, { finalizers: ["x.test/a"] })));
    await send(platform, remove("held"));
    await send(platform, postKeyText("k", '{"ttl":9223372036854775807}'));
    const source = { name: "v", namespace: "n", cluster: "c" };
    const body = { apiVersion, kind: "ProjectImportVirtualCluster", sourceVirtualCluster: source };
    await send(platform, { method: "POST", path: "/projects/web/importvirtualcluster", body });
    before.push(...(await read(platform)));
  });
  expect(before[0]).toContain('"deletionTimestamp"');
  expect(before[1]).toContain('"ttl":9223372036854775807');
  await kept(async (platform) => expect(await read(platform)).toEqual(before));
});

test("resourceVersion goes on counting, also after the newest object was removed", async () => {
  let last = "";
  await kept(async (platform) => {
    await create(platform, "a");
    await send(platform, remove("a"));
    last = platform.store.resourceVersion;
  });
  // The second start finds the file as the first wrote it anew, without the removed object.
  await starting();
  await kept(async (platform) => {
    expect(names(platform)).toEqual([]);
    expect(platform.store.resourceVersion).toBe(last);
    await create(platform, "b");
    expect(platform.store.get("spacetemplates", "b")?.metadata.resourceVersion).toBe(String(Number(last) + 1));
  });
});

test("stored keys open the API after a restart; the bootstrap key is not in the file, which only its owner can read", async () => {
  const options = { accessKey: "first-bootstrap" };
  await kept(async (platform) => void (await send(platform, postKey("k", { key: "stored-key" }))), options);
  expect(readFileSync(dataFile(), "utf8")).not.toContain("first-bootstrap");
  expect(statSync(dataFile()).mode & 0o777).toBe(0o600);
  await kept(async (platform) => {
    const status = async (token: string) =>
      (await send(platform, { ...get("/projects"), authorization: `Bearer ${token}` })).status;
    expect([await status("stored-key"), await status("first-bootstrap")]).toEqual([200, 401]);
  });
});

test("the default project is made once, and projects that are asked for are left alone if they are there", async () => {
  const base = { dataFile: dataFile() };
  await withPlatform({ ...base, projects: ["a", "b"] }, async (platform) => {
    await send(platform, { method: "DELETE", path: "/projects/a" });
  });
  const plain = await startPlatform(base);
  expect(names(plain, "projects")).toEqual(["b"]);
  const uid = plain.store.get("projects", "b")?.metadata.uid;
  await plain.close();
  await withPlatform({ ...base, projects: ["b", "c"] }, async (platform) => {
    expect(names(platform, "projects")).toEqual(["b", "c"]);
    expect(platform.store.get("projects", "b")?.metadata.uid).toBe(uid);
  });
});

test("a last line that was being written when the process was killed is dropped", async () => {
  await kept(async (platform) => {
    await create(platform, "a");
    await create(platform, "b");
  });
  truncateSync(dataFile(), statSync(dataFile()).size - 5);
  await kept(async (platform) => {
    expect(names(platform)).toEqual(["a"]);
    await create(platform, "c");
  });
  await kept(async (platform) => expect(names(platform)).toEqual(["a", "c"]));
});

const damages: [string, (line: string) => string | Buffer][] = [
  ["half of it is missing", (line) => line.slice(0, line.length / 2)],
  ["it is empty", () => ""],
  [
    "it is no UTF-8",
    (line) =>
      Buffer.concat(
        line.split(/(?<="uid":")/).flatMap((part, at) => [Buffer.from(at === 0 ? [] : [0xff]), Buffer.from(part)]),
      ),
  ],
  ["its kind is unknown", (line) => line.replace("spacetemplates", "pods")],
  ["it has no resourceVersion", (line) => line.replace(/"resourceVersion":"\d+",/, "")],
  ["it has no uid", (line) => line.replace('"uid":', '"uyd":')],
];

test.each(damages)(
  "a line before the end is an error that names it, and the file is left as it is: %s",
  async (_, damage) => {
    await kept(async (platform) => {
      await create(platform, "a");
      await create(platform, "b");
    });
    const lines = readFileSync(dataFile(), "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes('"name":"a"'));
    const bytes = lines
      .map((line, index) => Buffer.from(index === at ? damage(line) : line))
      .flatMap((line) => [line, Buffer.from("\n")]);
    const damaged = Buffer.concat(bytes.slice(0, -1));
    writeFileSync(dataFile(), damaged);
    await expect(starting()).rejects.toThrow(`line ${at + 1} of the data file ${dataFile()} is damaged`);
    expect(readFileSync(dataFile())).toEqual(damaged);
  },
);

test.each(["hello\n", "[1]", '{"format":"another"}\n', '{"apiVersion":"v1"}'])(
  "a file of another program is refused and left as it is: %p",
  async (text) => {
    writeFileSync(dataFile(), text);
    await expect(starting()).rejects.toThrow(`${dataFile()} is no data file of pulumi-platform serve`);
    expect(readFileSync(dataFile(), "utf8")).toBe(text);
  },
);

test("a file of another vendor is refused with the option that opens it", async () => {
  await starting({ vendor: "example.org" });
  await expect(starting()).rejects.toThrow(
    /holds objects of management\.example\.org.*Start with --vendor example\.org\./,
  );
});

test("an empty file is a new one", async () => {
  writeFileSync(dataFile(), "", { mode: 0o644 });
  await kept(async (platform) => create(platform, "a"));
  expect(statSync(dataFile()).mode & 0o777).toBe(0o600);
  await kept(async (platform) => expect(names(platform)).toEqual(["a"]));
});

const places: [string, () => string, RegExp][] = [
  [
    "in a folder that does not exist",
    () => path("none/data"),
    /data file .*none\/data: its folder does not exist \(ENOENT\)\. Make the folder/,
  ],
  ["that leads through a file", () => path("file/data"), /its path leads through a file \(ENOTDIR\)/],
  ["that is a folder", () => path("folder"), /folder: it is no regular file\. Name another one/],
  ["that is a device", () => "/dev/null", /\/dev\/null: it is no regular file/],
  ["in a place where no file can be made", () => "/proc/data", /cannot write the data file \/proc\/data: /],
];

test.each(places)("a path %s is an error that says what to do", async (_, place, message) => {
  writeFileSync(path("file"), "");
  mkdirSync(path("folder"));
  await expect(starting({ dataFile: place() })).rejects.toThrow(message);
});

test("a file belongs to one platform at a time, by whatever path it is reached", async () => {
  symlinkSync(dataFile(), path("link"));
  await kept(async (platform) => {
    await create(platform, "a");
    await expect(starting()).rejects.toThrow(
      /is in use by another running platform\. Stop that one, or name another file/,
    );
    await expect(starting({ dataFile: path("link") })).rejects.toThrow(/is in use by another running platform/);
    await create(platform, "b");
  });
  await kept(async (platform) => expect(names(platform)).toEqual(["a", "b"]), { dataFile: path("link") });
});

test("a start that fails later gives the file back", async () => {
  await kept(async (platform) => {
    const port = Number(new URL(platform.baseUrl).port);
    await expect(withPlatform({ dataFile: path("other"), port }, async () => {})).rejects.toThrow();
  });
  await withPlatform({ dataFile: path("other") }, async () => {});
});

test("the file is written anew when it has grown far beyond the objects", async () => {
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
      expect.stringMatching(/was removed or replaced while the platform ran/),
    ]);
    expect([names(platform), platform.store.resourceVersion]).toEqual([["a"], version]);
    expect((await send(platform, get("/spacetemplates/a"))).status).toBe(200);
    writeFileSync(path("copy"), text);
  });
  await kept(async (platform) => expect(names(platform)).toEqual(["a"]), { dataFile: path("copy") });
});

test("watches and lists that go on from before the restart are answered 410 Expired", async () => {
  let version = "";
  let token = "";
  await kept(async (platform) => {
    for (const name of ["a", "b", "c"]) await create(platform, name);
    const page = await send(platform, get("/spacetemplates?limit=1"));
    version = String(page.body.metadata.resourceVersion);
    token = String(page.body.metadata.continue);
    await create(platform, "d");
  });
  await kept(async (platform) => {
    const list = await send(platform, get(`/spacetemplates?limit=1&continue=${token}`));
    expect([list.status, list.body.reason]).toEqual([410, "Expired"]);
    const watch = await send(platform, get(`/spacetemplates?watch=1&resourceVersion=${version}`));
    expect([watch.status, watch.body]).toMatchObject([
      200,
      { type: "ERROR", object: { code: 410, reason: "Expired" } },
    ]);
    const newest = platform.store.resourceVersion;
    const again = send(platform, get(`/spacetemplates?watch=1&resourceVersion=${newest}&timeoutSeconds=1`));
    await create(platform, "e");
    expect((await again).body).toMatchObject({ type: "ADDED", object: { metadata: { name: "e" } } });
  });
});

test("clean-up after a delete goes on after a restart", async () => {
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
