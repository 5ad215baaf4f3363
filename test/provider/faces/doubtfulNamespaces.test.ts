import type { FaultAction } from "../../../emulator/faults/fault";
import { onBothFaces } from "../../support/faceUnderTest";
import { startDriver } from "../../support/pluginDriver";
import { startRecorded } from "../../support/startRecorded";

const type = "VirtualClusterImport";
const plural = "virtualclusterinstances";
const kind = "VirtualClusterInstance";
const sourceOf = (importName: string) => ({ cluster: "c1", namespace: "vc-ns", name: "vc1", importName });
const inputsOf = (importName: string) => ({
  project: "web",
  sourceVirtualCluster: sourceOf(importName),
  deletionPolicy: "delete",
});

const pageOfProxy = { status: 404, body: "<html>404</html>" };
const wordOf = (what: string) => what.toLowerCase().replace(/[^a-z]/g, "");
/** What says nothing of the one namespace, while the API itself says of the other that nothing is there. */
const doubts: [what: string, action: FaultAction, words: RegExp][] = [
  ["a proxy's page", pageOfProxy, /404: answered HTML/],
  ["a proxy's JSON", { status: 404, body: "{}" }, /404: answered "\{\}", not a Status/],
  ["an unknown path", { status: 404, body: "404 page not found\n" }, /404: answered "404 page not found"/],
  ["no such verb", { status: 405 }, /405/],
];

onBothFaces((face) => {
  const answerOnce = (action: FaultAction) => face.platform.faults.add({ verb: "get", kind, times: 1, action });

  test.each(doubts)(
    "nothing is gone where one namespace answers with %s and the others are empty",
    async (what, action, words) => {
      const importName = wordOf(what);
      const kept = await face.create(type, inputsOf(importName));
      answerOnce(action);
      await expect(face.driver.read(type, kept)).rejects.toThrow(words);
      answerOnce(action);
      await expect(face.driver.delete(type, kept)).rejects.toThrow(words);
      expect(face.sent()).not.toContainEqual(expect.stringContaining("DELETE"));
      await face.driver.delete(type, kept);
      expect(face.platform.store.get(plural, importName, "p-web")).toBeUndefined();
    },
  );

  test.each([...doubts, ["a refusal", { status: 403 }, /403/] as const])(
    "what has the name in another namespace is nobody's end while the known one answers with %s",
    async (what, action, words) => {
      const importName = `namesake-${wordOf(what)}`;
      const kept = await face.create(type, inputsOf(importName));
      const theirs = {
        ...(face.platform.store.get(plural, importName, "p-web") as object),
        metadata: {
          name: importName,
          namespace: "loft-p-web",
          uid: "theirs",
          creationTimestamp: "2026-01-01T00:00:00Z",
        },
        spec: { clusterRef: { cluster: "c2", namespace: "theirs", virtualCluster: "vc1" } },
      };
      face.platform.store.write(plural, theirs as never);
      answerOnce(action);
      await expect(face.driver.read(type, kept)).rejects.toThrow(words);
      answerOnce(action);
      await expect(face.driver.delete(type, kept)).rejects.toThrow(words);
    },
  );

  test("a proxy's page is not the word of a platform that shows no virtual clusters, so nothing is imported unseen", async () => {
    face.platform.faults.add({ verb: "get", kind, times: 4, action: pageOfProxy });
    await expect(face.create(type, inputsOf("unseen"))).rejects.toThrow("answered HTML");
    expect(face.sent()).toEqual(["GET 404"]);
  });
});

test("a lookup behind a proxy's 404 is an error and not an absence", async () => {
  const platform = await startRecorded({ projects: ["web"] });
  const driver = await startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
  try {
    platform.faults.add({ verb: "get", kind, times: 1, action: pageOfProxy });
    await expect(driver.invoke("getVirtualCluster", { project: "web", name: "any" })).rejects.toThrow("answered HTML");
  } finally {
    await driver.close();
    await platform.close();
  }
});
