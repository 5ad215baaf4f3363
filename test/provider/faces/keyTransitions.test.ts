import type { FaceUnderTest } from "../../support/faceUnderTest";
import { onBothFaces } from "../../support/faceUnderTest";
import { statusWithKey } from "../../support/http";
import type { Kept, Wire } from "../../support/pluginDriver";

const type = "OwnedAccessKey";
const [supplied, other] = ["supplied-key-0123456789", "another-supplied-key-0123456789"];

type Way = "nothing" | "in place" | "replaced";
type Value = "as before" | "as supplied" | "generated anew";

/** What becomes of a key, and of its value, when the program says something else. */
const transitions: [what: string, before: Wire, after: Wire, way: Way, value: Value][] = [
  ["supplied, the same again", { key: supplied }, { key: supplied }, "nothing", "as before"],
  ["supplied to other supplied", { key: supplied }, { key: other }, "in place", "as supplied"],
  ["supplied to generated", { key: supplied }, {}, "replaced", "generated anew"],
  ["generated to supplied", {}, { key: supplied }, "in place", "as supplied"],
  ["generated, the same again", {}, {}, "nothing", "as before"],
  ["generated, with another name in the UI", {}, { displayName: "Other" }, "in place", "as before"],
  [
    "supplied, with another name in the UI",
    { key: supplied },
    { key: supplied, displayName: "x" },
    "in place",
    "as before",
  ],
  ["generated, with another lifetime", { ttl: 3600 }, { ttl: 7200 }, "in place", "as before"],
  ["another user", { user: "a" }, { user: "b" }, "replaced", "generated anew"],
  ["a user for the first time", {}, { user: "b" }, "replaced", "generated anew"],
  ["no user any more", { user: "a" }, {}, "replaced", "generated anew"],
  ["another user, supplied", { user: "a", key: supplied }, { user: "b", key: supplied }, "replaced", "as before"],
  ["another team", { team: "a" }, { team: "b" }, "replaced", "generated anew"],
  ["a team in place of a user", { user: "a" }, { team: "a" }, "replaced", "generated anew"],
  ["another subject", { subject: "a" }, { subject: "b" }, "replaced", "generated anew"],
  ["a subject in place of a team", { team: "a" }, { subject: "a" }, "replaced", "generated anew"],
  ["triggers for the first time", {}, { rotationTriggers: { on: "1" } }, "replaced", "generated anew"],
  ["empty triggers", {}, { rotationTriggers: {} }, "nothing", "as before"],
  [
    "another trigger",
    { rotationTriggers: { on: "1" } },
    { rotationTriggers: { on: "2" } },
    "replaced",
    "generated anew",
  ],
  ["no triggers any more", { rotationTriggers: { on: "1" } }, {}, "replaced", "generated anew"],
];

const servers = [{ omitEmpty: false }, { omitEmpty: true }, { hideKeys: true }];

const shownKey = ({ state }: Kept) => {
  const key = state.key as string | { value: string };
  return typeof key === "string" ? key : key.value;
};

onBothFaces((face) => {
  /** What the engine does when the program says this now. */
  const turn = async (kept: Kept, inputs: Wire, prefix: string): Promise<[Way, Kept]> => {
    const checked = await face.driver.check(type, { generateName: prefix, ...inputs }, kept.inputs);
    const { changes, replaces, deleteBeforeReplace } = await face.driver.diff(type, kept, checked.inputs);
    if (!changes) return ["nothing", kept];
    if (!replaces) return ["in place", await face.driver.update(type, kept, checked.inputs)];
    expect(deleteBeforeReplace).toBe(false);
    const created = await face.create(type, { ...inputs, generateName: `new-${prefix}` });
    await face.driver.delete(type, kept);
    return ["replaced", created];
  };

  test.each(transitions)("%s", async (what, before, after, way, value) => {
    const prefix = `${what.toLowerCase().replaceAll(/[^a-z]+/g, "-")}-`;
    const kept = await face.create(type, { generateName: prefix, ...before });
    const [taken, now] = await turn(kept, after, prefix);
    expect(taken).toBe(way);
    const [old, current] = [shownKey(kept), shownKey(now)];
    if (value === "as supplied") expect(current).toBe(after.key);
    expect(current === old).toBe(value === "as before");
    expect(await statusWithKey(face.platform, current)).toBe(200);
    expect(await statusWithKey(face.platform, old)).toBe(value === "as before" ? 200 : 401);

    const read = await face.driver.read(type, now);
    const refreshed = { ...now, ...read };
    expect(shownKey(refreshed)).toBe(current);
    expect((await face.driver.diff(type, refreshed, now.inputs)).changes).toBe(false);
    await face.driver.delete(type, now);
  });
}, servers);

onBothFaces((face) => {
  test("disabling the replaced key needs a name of its own for the new one, and the plugin", async () => {
    const { failures } = await face.driver.check(type, { name: "fixed", replacedKey: "disable", ttl: 60 });
    expect(failures.join()).toMatch(
      /property "replacedKey" cannot be `disable` for a key with a fixed `name`: the new key needs/,
    );
    const generated = await face.driver.check(type, { replacedKey: "disable", ttl: 60 });
    const isPlugin = "plugin" in face.driver;
    expect(generated.failures).toEqual(
      isPlugin
        ? []
        : [expect.stringMatching(/replacedKey.* works with the plugin only, since dynamic resources are not/)],
    );
  });
});

/** A generated key after a colleague chose another value for it, and what a refresh makes of it. */
const chosenByOthers = async (face: FaceUnderTest) => {
  const kept = await face.create(type, { name: "chosen", user: "ci" });
  await face.merge("ownedaccesskeys/chosen", { spec: { key: other } });
  return { kept, refreshed: { ...kept, ...(await face.driver.read(type, kept)) } };
};

onBothFaces(
  (face) => {
    test("a value that somebody else chose is told", async () => {
      const { refreshed } = await chosenByOthers(face);
      expect(shownKey(refreshed)).toBe(other);
      expect(refreshed.state.externalChange).toMatch(/rotated outside/);
    });
  },
  [{ omitEmpty: false }, { omitEmpty: true }],
);

onBothFaces(
  (face) => {
    test("a value that the server does not show is never blanked", async () => {
      const { kept, refreshed } = await chosenByOthers(face);
      expect(shownKey(refreshed)).toBe(shownKey(kept));
      const updated = await face.driver.update(type, refreshed, { ...kept.inputs, description: "d" });
      expect(shownKey(updated)).toBe(shownKey(kept));
    });
  },
  [{ hideKeys: true }],
);
