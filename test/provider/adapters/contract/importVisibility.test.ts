import type { FaultAction } from "../../../../emulator/faults/fault";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import { readUnfinished, refreshed, unfinishedOf, withoutOutputs } from "../../../support/contract";
import { importInputs, placeVirtualCluster } from "../../../support/importInputs";
import { statusBody } from "../../../support/statusBody";

const type = "VirtualClusterImport";
const kind = "VirtualClusterInstance";
const pageOfProxy = { status: 404, body: "<html>404</html>" };
const unknownPath = { status: 404, body: "404 page not found\n" };
const nameOf = (what: string) => what.toLowerCase().replace(/[^a-z]/g, "");

/** Responses that say nothing about one namespace, while the API finds nothing in the others. */
const doubts: [what: string, action: FaultAction, words: RegExp][] = [
  ["a proxy's page", pageOfProxy, /404: returned HTML/],
  ["a proxy's JSON", { status: 404, body: "{}" }, /404: returned "\{\}", not a Status/],
  ["an unknown path", unknownPath, /404: returned "404 page not found"/],
  ["no such verb", { status: 405 }, /405/],
];

onBothAdapters((adapter) => {
  const failGets = (action: FaultAction, times = 1) =>
    adapter.platform.faults.add({ verb: "get", kind, times, action });
  const hide = () => failGets(unknownPath, 1000);
  const posts = () => adapter.sent().filter((each) => each.startsWith("POST"));

  test.each([...doubts, ["a refusal", { status: 403 }, /403/] as const])(
    "neither nothing nor a namesake in other namespaces makes ours gone after %s",
    async (what, action, words) => {
      const kept = await adapter.create(type, importInputs(nameOf(what)));
      for (const hasNamesake of [false, true]) {
        if (hasNamesake) placeVirtualCluster(adapter, nameOf(what), "c2", { namespace: "loft-p-web" });
        for (const operation of ["read", "delete"] as const) {
          failGets(action);
          await expect(adapter.driver[operation](type, kept)).rejects.toThrow(words);
        }
      }
      expect(adapter.sent()).not.toContainEqual(expect.stringContaining("DELETE"));
      expect((await refreshed(adapter, type, kept)).state.uid).toBe(kept.state.uid);
    },
  );

  test.each<[what: string, action: FaultAction, code: number]>([
    ["unknown path", unknownPath, 404],
    ["no such method", { status: 405 }, 405],
    // A server may answer an unknown path below an object as if the object were missing.
    [
      "missing project",
      { status: 404, body: statusBody(404, "NotFound", 'projects.management.loft.sh "web" not found') },
      404,
    ],
  ])("a platform without an endpoint for imports is named: %s", async (what, action, code) => {
    adapter.platform.faults.add({ kind: "ProjectImportVirtualCluster", times: 1, action });
    await expect(adapter.create(type, importInputs(nameOf(what)))).rejects.toThrow(
      `has no endpoint for importing virtual clusters (POST projects/web/importvirtualcluster returned ${code})`,
    );
  });

  test("an import into a project that is not there names the project", async () => {
    const inputs = { ...importInputs("nowhere"), project: "nowhere" };
    await expect(adapter.create(type, inputs)).rejects.toThrow('projects.management.loft.sh "nowhere" not found');
  });

  test("a forbidden namespace does not hide a virtual cluster in the next one", async () => {
    placeVirtualCluster(adapter, "behind", "c1", { namespace: "loft-p-web" });
    failGets({ status: 403 });
    const { state } = await adapter.create(type, importInputs("behind"));
    expect(state).toMatchObject({ uid: "theirs-behind", namespace: "loft-p-web" });
  });

  test("a proxy's page does not show that the platform has no virtual clusters, so nothing is imported", async () => {
    failGets(pageOfProxy, 4);
    await expect(adapter.create(type, importInputs("behind-proxy"))).rejects.toThrow("returned HTML");
    expect(adapter.sent()).toEqual(["GET 404"]);
  });

  describe("a platform that hides virtual clusters", () => {
    test("the state of an import is that of its request", async () => {
      hide();
      const kept = await adapter.create(type, importInputs("first"));
      const shown = Object.entries(kept.state).filter(
        ([name, value]) => !name.startsWith("__") && name !== "connection" && value !== null,
      );
      expect(Object.fromEntries(shown)).toEqual({ ...importInputs("first"), virtualCluster: "first" });
      expect((await refreshed(adapter, type, kept)).state).toEqual(kept.state);
    });

    test("an import whose response is lost is requested again, and a conflict then means that it was accepted", async () => {
      hide();
      const { inputs } = await adapter.driver.check(type, importInputs("twice"));
      adapter.platform.faults.add({ kind: "ProjectImportVirtualCluster", times: 1, action: "reset-after" });
      const failed = { ...(await unfinishedOf(adapter.driver.create(type, inputs))), inputs };
      expect(failed).toMatchObject({ id: "web/twice", state: importInputs("twice") });
      const read = await readUnfinished(adapter, type, failed);
      expect(read.state.externalChange).toBe("its create did not come to an end.");
      const resumed = await adapter.driver.update(type, { ...failed, ...read }, inputs);
      expect(resumed.state).toMatchObject({ ...importInputs("twice"), virtualCluster: "twice" });
      // Status 0: the request arrived, its response was lost.
      expect(posts()).toEqual(["POST 0", "POST 409"]);
    });

    test("a name that is taken before the first request is an error that explains importName", async () => {
      hide();
      await adapter.create(type, importInputs("taken"));
      await expect(adapter.create(type, importInputs("taken"))).rejects.toThrow(
        /already, whose source the platform does not show\. Set sourceVirtualCluster\.importName/,
      );
    });
  });

  describe("a read of an unfinished import", () => {
    const unfinished = (name: string) => withoutOutputs(adapter, type, `web/${name}`, importInputs(name));

    test("finishes it if its virtual cluster is there", async () => {
      await adapter.create(type, importInputs("late-read"));
      const { state } = await refreshed(adapter, type, await unfinished("late-read"));
      expect(state).toMatchObject({ virtualCluster: "late-read", uid: expect.any(String) });
    });

    test("is gone if the platform has no such virtual cluster", async () => {
      expect(await adapter.driver.read(type, await unfinished("nothing-read"))).toBeUndefined();
    });

    test("fails if a proxy says that there is none", async () => {
      failGets(pageOfProxy, 9);
      await expect(adapter.driver.read(type, await unfinished("proxy-read"))).rejects.toThrow("returned HTML");
      adapter.platform.faults.clear();
    });

    test("leaves it unfinished if its virtual cluster does not show a source yet", async () => {
      placeVirtualCluster(adapter, "unplaced-read", undefined);
      const { state } = await readUnfinished(adapter, type, await unfinished("unplaced-read"));
      expect(state.externalChange).toBe("its create did not come to an end.");
    });
  });
});
