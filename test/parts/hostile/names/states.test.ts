import { onBothFaces } from "../../../support/faceUnderTest";
import { groupPath } from "../../../support/http";
import { badTexts } from "./badTexts";
import { expectSafe } from "./safeWords";

/** A resource whose id somebody wrote into the state; dynamic resources keep their inputs there, too. */
const kept = (id: string, inputs: object, state: object) => ({
  id,
  inputs: { ...inputs },
  state: {
    ...{ ...inputs, ...state, uid: "u", resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" },
    __inputs: { ...inputs, __resource: { project: "test", stack: "dev", name: "res" } },
  },
});

/** What became of it: the message of the failure, or "". */
const outcomeOf = (done: Promise<unknown>) =>
  done.then(
    () => "",
    (error: Error) => error.message,
  );

onBothFaces(
  (face) => {
    /** Each once: a key is read before it is deleted. */
    const paths = () => [...new Set(face.platform.requests.map(({ path }) => path.replace(/\?.*/, "")))];

    describe.each(["read", "delete"] as const)("a %s", (method) => {
      test.each([
        ["SpaceTemplate", "spacetemplates", {}],
        ["OwnedAccessKey", "ownedaccesskeys", { user: "ci" }],
      ])("of a %s with a bad id in the state asks for that name or sends nothing", async (type, plural, inputs) => {
        for (const { label, text, isTaken } of badTexts) {
          face.platform.requests.length = 0;
          const message = await outcomeOf(face.driver[method](type, kept(text, { ...inputs, name: "a" }, {})));
          const path = `${groupPath}/${plural}/${encodeURIComponent(text)}`;
          expect({ label, paths: paths() }).toEqual({ label, paths: isTaken("segment") ? [path] : [] });
          expect({ label, isRefused: message.includes("Cannot build a URL") }).toEqual({
            label,
            isRefused: !isTaken("segment"),
          });
          expectSafe(message);
        }
      });

      const aboutTheId = /(in the id|The id) .* of a VirtualClusterImport m/s;
      const source = { cluster: "c", namespace: "n", name: "s" };
      test.each([
        ["project", (text: string) => `${text}/team`, "project"],
        ["name", (text: string) => `web/${text}`, "name"],
      ] as const)("of a VirtualClusterImport with a bad %s in its id sends nothing", async (_, idOf, place) => {
        for (const { label, text, isTaken } of badTexts) {
          face.platform.requests.length = 0;
          const inputs = { project: "web", sourceVirtualCluster: source, deletionPolicy: "delete" };
          const message = await outcomeOf(
            face.driver[method]("VirtualClusterImport", kept(idOf(text), inputs, { virtualCluster: "s" })),
          );
          expect({ label, isSent: paths().length > 0 }).toEqual({ label, isSent: isTaken(place) });
          expect({ label, isRefused: aboutTheId.test(message) }).toEqual({
            label,
            isRefused: !isTaken(place),
          });
          expectSafe(message);
        }
      });
    });

    test("a bad namespace in the state of a VirtualClusterImport sends nothing", async () => {
      const inputs = { project: "web", sourceVirtualCluster: { cluster: "c", namespace: "n", name: "s" } };
      for (const { label, text: namespace, isTaken } of badTexts.filter(({ text }) => text !== "")) {
        face.platform.requests.length = 0;
        const state = { virtualCluster: "s", namespace };
        const message = await outcomeOf(face.driver.read("VirtualClusterImport", kept("web/s", inputs, state)));
        expect({ label, isSent: paths().length > 0 }).toEqual({ label, isSent: isTaken("segment") });
        expectSafe(message);
      }
    });
  },
  [{ omitEmpty: false }],
);
