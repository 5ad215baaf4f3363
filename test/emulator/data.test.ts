import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import { apiVersion, get, merge, post, postKey, postKeyText, remove, template } from "./conformance/row";
import { create, keptPlatform, names } from "./keptPlatform";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

// Bodies of megabytes take their time on a machine that has much to do.
jest.setTimeout(60_000);

const { path, dataFile, kept, starting } = keptPlatform();

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

test("a whole last line is kept also without its line break", async () => {
  await kept(async (platform) => create(platform, "a"));
  truncateSync(dataFile(), statSync(dataFile()).size - 1);
  await kept(async (platform) => {
    expect(names(platform)).toEqual(["a"]);
    await create(platform, "b");
  });
  await kept(async (platform) => expect(names(platform)).toEqual(["a", "b"]));
});

test("an empty file is a new one", async () => {
  writeFileSync(dataFile(), "", { mode: 0o644 });
  await kept(async (platform) => create(platform, "a"));
  expect(statSync(dataFile()).mode & 0o777).toBe(0o600);
  await kept(async (platform) => expect(names(platform)).toEqual(["a"]));
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
