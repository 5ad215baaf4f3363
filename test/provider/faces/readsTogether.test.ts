import "../../support/allOptimisations";
import type { FaultAction } from "../../../emulator/faults/fault";
import type { FaceUnderTest } from "../../support/faceUnderTest";
import { onBothFaces, onServerThatHidesKeys } from "../../support/faceUnderTest";
import { deleteAsColleague } from "../../support/http";
import type { Kept } from "../../support/pluginDriver";

/** As many as a list is worth. */
const many = 8;

/** Creates so many resources of a kind, and forgets that anything was sent. */
async function created(face: FaceUnderTest, type: string, prefix: string, count = many): Promise<Kept[]> {
  const names = Array.from({ length: count }, (_none, index) => `${prefix}-${index}`);
  const inputs = (name: string) => ({ name, displayName: "ours", ...(type === "OwnedAccessKey" && { user: "ci" }) });
  const kept = await Promise.all(names.map((name) => face.create(type, inputs(name))));
  face.platform.requests.length = 0;
  return kept;
}

const readAll = (face: FaceUnderTest, type: string, kept: Kept[]) =>
  Promise.all(kept.map((each) => face.driver.read(type, each)));

onBothFaces((face) => {
  test("many reads at once are one list of what the stack made, and show what each read by itself shows", async () => {
    for (const type of ["SpaceTemplate", "OwnedAccessKey"]) {
      const kept = await created(face, type, "together");
      const together = await readAll(face, type, kept);
      expect(
        face.platform.requests.map(({ method, path }) => `${method} ${path.split("?")[0]?.split("/").at(-1)}`),
      ).toEqual([`GET ${type.toLowerCase()}s`]);
      // A write, so that nobody is answered from the list.
      await face.create(type, { name: "between" });
      for (const [index, each] of kept.entries()) {
        expect(together[index]).toEqual(await face.driver.read(type, each));
      }
    }
  });

  test("fewer reads at once are a request each", async () => {
    const kept = await created(face, "SpaceTemplate", "few", many - 1);
    expect((await readAll(face, "SpaceTemplate", kept)).map((each) => each?.id)).toEqual(kept.map(({ id }) => id));
    expect(face.platform.requests.map(({ path }) => path)).toEqual(
      expect.not.arrayContaining([expect.stringContaining("labelSelector")]),
    );
    expect(face.sent()).toEqual(Array(many - 1).fill("GET 200"));
  });

  test("reads that come a few at a time are a list as soon as they are many", async () => {
    const kept = await created(face, "SpaceTemplate", "slow", 3 * many);
    for (let from = 0; from < kept.length; from += 4) await readAll(face, "SpaceTemplate", kept.slice(from, from + 4));
    expect(face.sent()).toEqual(Array(5).fill("GET 200"));
  });

  test("what others did shows as in a read by itself", async () => {
    const kept = await created(face, "SpaceTemplate", "changed");
    await face.merge("spacetemplates/changed-0", { spec: { displayName: "theirs" } });
    await deleteAsColleague(face.platform, "spacetemplates/changed-1");
    await face.merge("spacetemplates/changed-2", { metadata: { labels: null } });
    const read = await readAll(face, "SpaceTemplate", kept);
    expect(read[0]?.inputs.displayName).toBe("theirs");
    expect(read[1]).toBeUndefined();
    expect(read[2]?.id).toBe("changed-2");
  });

  test("an own write makes what was read before old", async () => {
    const kept = await created(face, "SpaceTemplate", "written");
    await readAll(face, "SpaceTemplate", kept);
    const [first] = kept as [Kept];
    await face.driver.update("SpaceTemplate", first, { ...first.inputs, displayName: "new" });
    expect((await face.driver.read("SpaceTemplate", first))?.state.displayName).toBe("new");
  });

  test("where the platform never answers a list, each is read by itself in time", async () => {
    const again = await face.configured({});
    const kept = await created(face, "SpaceTemplate", "stalled");
    try {
      face.platform.faults.add({ verb: "list", action: { delayMs: 600_000 } });
      const read = await Promise.all(kept.map((each) => again.read("SpaceTemplate", each, 4)));
      expect(read.map((each) => each?.id)).toEqual(kept.map(({ id }) => id));
    } finally {
      await again.close();
    }
  });

  test.each<[string, FaultAction]>([
    ["forbids", { status: 403 }],
    ["does not know", { status: 404, body: "404 page not found" }],
    ["has no", { status: 405 }],
    ["keeps no", { status: 410 }],
    ["limits", { status: 429, retryAfter: 60 }],
    ["fails at", { status: 500 }],
    ["is out of order for", { status: 503, retryAfter: 60 }],
    ["cuts", "reset-before"],
    ["breaks off", "truncate"],
    ["has a page of HTML for", "html"],
  ])("where the platform %s lists, each is read by itself", async (words, action) => {
    const again = await face.configured({});
    const kept = await created(face, "SpaceTemplate", `listless-${words.length}-${words.slice(0, 1)}`);
    try {
      face.platform.faults.add({ verb: "list", times: 100, action });
      for (let round = 0; round < 2; round++) {
        const read = await Promise.all(kept.map((each) => again.read("SpaceTemplate", each)));
        expect(read.map((each) => each?.id)).toEqual(kept.map(({ id }) => id));
      }
      const lists = face.platform.requests.filter(({ path }) => path.includes("labelSelector"));
      // One begun anew is expired again, four times in all.
      expect(lists).toHaveLength(words === "keeps no" ? 4 : 1);
      expect(face.platform.requests).toHaveLength(lists.length + 2 * many);
    } finally {
      await again.close();
    }
  });
});

onServerThatHidesKeys((plugin) => {
  test("a key that no list shows is looked for in its own object, and the state keeps it", async () => {
    const kept = await created(plugin, "OwnedAccessKey", "hidden");
    const read = await readAll(plugin, "OwnedAccessKey", kept);
    expect(read.map((each) => each?.state)).toEqual(kept.map(({ state }) => state));
    expect(plugin.sent()).toHaveLength(1 + many);
  });
});
