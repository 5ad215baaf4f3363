import { startMutator } from "../../parts/hostile/server/startMutator";
import type { FaceUnderTest } from "../../support/faceUnderTest";
import { onBothFaces } from "../../support/faceUnderTest";
import type { Kept } from "../../support/pluginDriver";

const type = "OwnedAccessKey";
const own = "supplied-key-canary-0123456789";
const next = "supplied-key-canary-9876543210";

/** A driver of a platform that shows these in place of its secrets, but for the answers to creates. */
async function masking(face: FaceUnderTest, shown: object) {
  const mutator = await startMutator(face.platform.baseUrl);
  mutator.change = ({ method, status, body }) => {
    const { spec } = body as { spec?: object };
    return status < 300 && method !== "POST" && spec ? { ...(body as object), spec: { ...spec, ...shown } } : body;
  };
  const driver = await face.configured({ baseUrl: mutator.baseUrl });
  const close = async () => {
    await driver.close();
    mutator.close();
  };
  return { driver, close };
}

onBothFaces((face) => {
  const keyOf = (name: string) => face.stored("ownedaccesskeys", name).spec.key;
  const plain = (value: unknown) => (typeof value === "object" ? (value as { value: unknown }).value : value);

  test.each<[string, unknown]>([
    ["asterisks", "****"],
    ["nothing", ""],
    ["null", null],
  ])("a declared key that reads show as %s stays what it is", async (what, key) => {
    const name = `masked-${what}`;
    const { driver, close } = await masking(face, { key });
    try {
      const { inputs } = await driver.check(type, { name, user: "ci", ttl: 60, key: own });
      const created = await driver.create(type, inputs);
      const read = { ...created, ...(await driver.read(type, created)) } as Kept;
      expect([plain(read.inputs.key), plain(read.state.key)]).toEqual([own, own]);
      const patched = await driver.update(type, read, { ...read.inputs, displayName: "b" });
      expect([plain(patched.state.key), keyOf(name)]).toEqual([own, own]);
      face.platform.faults.add({ method: "PATCH", name, times: 1, action: { status: 415 } });
      const replaced = await driver.update(type, patched, { ...patched.inputs, displayName: "c" });
      expect([plain(replaced.state.key), keyOf(name)]).toEqual([own, own]);
      const changed = await driver.update(type, replaced, { ...replaced.inputs, key: next });
      expect([plain(changed.state.key), keyOf(name)]).toEqual([next, next]);
    } finally {
      await close();
    }
  });

  test("tokens of a login that are masked in part are written back as they were", async () => {
    const login = { idToken: "an-id-token-0123456789", accessToken: "a-token-0123456789", refreshToken: "" };
    const { driver, close } = await masking(face, { oidcLogin: { ...login, accessToken: "***" } });
    try {
      const { inputs } = await driver.check(type, { name: "login", user: "ci", ttl: 60, oidcLogin: login });
      const created = await driver.create(type, inputs);
      face.platform.faults.add({ method: "PATCH", name: "login", times: 1, action: { status: 415 } });
      await driver.update(type, created, { ...created.inputs, displayName: "b" });
      expect(face.stored("ownedaccesskeys", "login").spec.oidcLogin).toMatchObject({ accessToken: login.accessToken });
    } finally {
      await close();
    }
  });
});
