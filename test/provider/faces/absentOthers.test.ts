import { onBothFaces } from "../../support/faceUnderTest";

const missing = (message: string, details: object = {}) => ({
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  reason: "NotFound",
  code: 404,
  message,
  details,
});

/** What a platform says when it misses something that it needs itself. */
const aboutOthers: [what: string, body: ReturnType<typeof missing>][] = [
  ["a cluster", missing('clusters.management.loft.sh "main" not found', { kind: "clusters", name: "main" })],
  ["a service", missing('services "gateway" not found')],
  ["its own namespace", missing('namespaces "loft" not found', { kind: "namespaces", name: "loft" })],
  ["nothing that it names", missing("")],
];

let count = 0;
const said = "does not say that this one is gone";

onBothFaces((face) => {
  describe.each(aboutOthers)("a 404 of the API about %s", (_what, body) => {
    const action = { status: 404, body };
    const add = (verb: string) => face.platform.faults.add({ verb, kind: "SpaceTemplate", times: 1, action } as never);

    test("is no sign that an object is gone: not for a refresh, an update or a delete", async () => {
      const kept = await face.create("SpaceTemplate", { name: `kept-${++count}`, displayName: "a" });
      add("get");
      await expect(face.driver.read("SpaceTemplate", kept)).rejects.toThrow(said);
      for (const verb of ["get", "patch"]) {
        add(verb);
        await expect(face.driver.update("SpaceTemplate", kept, { ...kept.inputs, displayName: "b" })).rejects.toThrow(
          said,
        );
      }
      add("delete");
      await expect(face.driver.delete("SpaceTemplate", kept)).rejects.toThrow(said);
      expect(face.stored("spacetemplates", kept.id).metadata.uid).toBe(kept.state.uid);
    });

    test("does not end the wait for a deletion", async () => {
      const kept = await face.create("SpaceTemplate", { name: `held-${++count}`, finalizers: ["example.com/hold"] });
      add("get");
      await expect(face.driver.delete("SpaceTemplate", kept)).rejects.toThrow(said);
      expect(face.stored("spacetemplates", kept.id).metadata.finalizers).toEqual(["example.com/hold"]);
      await face.merge(`spacetemplates/${kept.id}`, { metadata: { finalizers: [] } });
    });
  });
});
