import { clockedStack } from "../support/clockedStack";
import { statusWithKey, writesOf } from "../support/http";
import { keyPrograms } from "../support/keyPrograms";
import { programAdapters } from "../support/programAdapters";

describe.each(programAdapters)("keys that expire, on %s", (_, kind) => {
  let outputs: Record<string, unknown>;

  const limits = { user: "bot", ttl: 3600, rotateBeforeExpiry: 600 };
  // Dynamic resources cannot keep a replaced key.
  const isKept = kind === "yaml";
  const endOfCi = isKept ? "PATCH" : "DELETE";
  const keys = {
    ci: { inputs: { ...limits, ...(isKept && { replacedKey: "expire" }) } },
    busy: { inputs: { ...limits, ttlAfterLastActivity: true } },
  };
  const given = clockedStack({ program: kind, source: keyPrograms[kind](keys, "ci") });

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    outputs = await given.stack.outputs({ showSecrets: true });
  });

  const stored = (name: unknown) =>
    JSON.parse(JSON.stringify(given.platform.store.get("ownedaccesskeys", String(name))));
  const status = (key: unknown) => statusWithKey(given.platform, String(key));
  const expiry = (name: unknown) =>
    new Date(Date.parse(stored(name).metadata.creationTimestamp) + 3_600_000).toISOString().replace(".000Z", "Z");
  const replacedKeysOf = (name: string) =>
    JSON.parse(given.stack.rawStateFile()).checkpoint.latest.resources.find(({ urn }: { urn: string }) =>
      urn.endsWith(`OwnedAccessKey::${name}`),
    ).outputs.replacedKeys;
  /** The outputs before and now. */
  const turned = async () => {
    const before = outputs;
    outputs = await given.stack.outputs({ showSecrets: true });
    return [before, outputs] as const;
  };

  test("a preview in the last ten minutes shows the replacement, the reason and the expiry, and sends no request", async () => {
    given.clock.setAhead(3001);
    const { stdout, stderr } = await given.stack.preview();
    expect(stdout).toMatch(/\+-2 to replace/);
    const reason = `The key expires at ${expiry(outputs.ciName)}: it is replaced by a new one (rotateBeforeExpiry).`;
    expect(stdout + stderr).toContain(reason);
    expect(given.platform.requests).toEqual([]);
  });

  test("a refresh updates the last activity, so only the unused key is replaced", async () => {
    expect(await status(outputs.busy)).toBe(200);
    given.platform.requests.length = 0;
    await given.stack.up(["--skip-preview", "--refresh"]);
    const [before, after] = await turned();
    expect(after.busyName).toBe(before.busyName);
    expect(after.ciName).not.toBe(before.ciName);
    expect(writesOf(given.platform)).toEqual([
      "POST ownedaccesskeys",
      "PATCH spacetemplates/consumer",
      `${endOfCi} ownedaccesskeys/${before.ciName}`,
    ]);
    expect(JSON.stringify(given.platform.store.get("spacetemplates", "consumer"))).toContain(String(after.ci));
    expect([await status(before.ci), await status(after.ci)]).toEqual([isKept ? 200 : 401, 200]);
    const kept = isKept ? [{ expiresAt: expiry(before.ciName), name: before.ciName }] : [];
    expect(replacedKeysOf("ci")).toEqual(kept);
  });

  test("a plain up replaces expired keys, with the reason", async () => {
    given.clock.setAhead(40_000);
    expect([await status(outputs.ci), await status(outputs.busy)]).toEqual([401, 401]);
    given.platform.requests.length = 0;
    const expired = expiry(outputs.ciName);
    const { stdout, stderr } = await given.stack.up(["--skip-preview"]);
    expect(stdout + stderr).toContain(`The key expired at ${expired}: it is replaced by a new one`);
    const [before, after] = await turned();
    const writes = writesOf(given.platform);
    expect(writes.slice(0, 2)).toEqual(["POST ownedaccesskeys", "POST ownedaccesskeys"]);
    expect(writes.slice(-2).sort()).toEqual(
      [`DELETE ownedaccesskeys/${before.busyName}`, `${endOfCi} ownedaccesskeys/${before.ciName}`].sort(),
    );
    expect([await status(after.ci), await status(after.busy)]).toEqual([200, 200]);
  });

  test("no key was written to the state or printed", () => {
    const everywhere = given.stack.rawStateFile() + given.stack.allOutput().replaceAll(/"(ci|busy)": "[^"]+"/g, "");
    for (const key of [outputs.ci, outputs.busy]) expect(everywhere).not.toContain(String(key));
  });
});
