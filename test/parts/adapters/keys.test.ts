import { deleteAsColleague, editAsColleague, statusWithKey, writesOf } from "../../support/http";
import { keyPrograms } from "../../support/keyPrograms";
import type { ResourceDeclaration } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

describe("refreshKeys", () => {
  const names = ["rotated", "gone", "stopped"];
  const program = (stopped: object) => {
    const keys = names.map((name) => [name, { inputs: { name, user: "bot", ttl: 3600 } }] as const);
    const all = Object.fromEntries(keys);
    return keyPrograms.yaml({ ...all, stopped: { inputs: { ...all.stopped?.inputs, ...stopped } } });
  };
  const given = stackUnderTest(() => ({
    program: "yaml",
    source: program({}),
    env: { VCLUSTER_PLATFORM_REFRESH_KEYS: "true" },
  }));

  beforeAll(() => given.stack.up(["--skip-preview"]));
  beforeEach(() => {
    given.platform.requests.length = 0;
  });

  const reads = () => given.platform.requests.filter(({ method }) => method === "GET").length;

  test("a preview reads each key once, and the update after it once more", async () => {
    await given.stack.preview(["--expect-no-changes"]);
    expect([reads(), writesOf(given.platform)]).toEqual([names.length, []]);
    await given.stack.up(["--refresh"]);
    expect([reads(), writesOf(given.platform)]).toEqual([names.length * 3, []]);
  });

  test("a plain up sees changes by other clients", async () => {
    await editAsColleague(given.platform, "ownedaccesskeys/rotated", { spec: { key: "chosen-by-a-colleague" } });
    await deleteAsColleague(given.platform, "ownedaccesskeys/gone");
    await editAsColleague(given.platform, "ownedaccesskeys/stopped", { spec: { disabled: true } });
    const failed = await given.stack.up(["--skip-preview", "--continue-on-error"], { expectSuccess: false });
    const words = failed.stdout + failed.stderr;
    expect(words).toContain('OwnedAccessKey "gone" is not on the platform any more: somebody deleted it.');
    expect(words).toContain('Cannot update OwnedAccessKey "stopped": the key was disabled outside by "kubectl-edit"');
    expect(writesOf(given.platform)).toEqual(["POST ownedaccesskeys"]);
    const preview = await given.stack.preview([], { expectSuccess: false });
    expect(preview.exitCode).not.toBe(0);
    expect(preview.stdout + preview.stderr).toContain('Cannot update OwnedAccessKey "stopped": the key was disabled');
  });

  test("a declared value resolves the conflict, and the key that was created again works", async () => {
    given.stack.write(program({ disabled: false }));
    await given.stack.up(["--skip-preview"]);
    expect(writesOf(given.platform)).toEqual(["PATCH ownedaccesskeys/stopped"]);
    const outputs = await given.stack.outputs({ showSecrets: true });
    expect(outputs).toMatchObject({ rotated: "chosen-by-a-colleague" });
    for (const name of names) expect(await statusWithKey(given.platform, String(outputs[name]))).toBe(200);
    given.platform.requests.length = 0;
    await given.stack.preview(["--expect-no-changes"]);
    expect(reads()).toBe(names.length);
  });

  test("keys are no longer read after one refresh without the setting", async () => {
    await given.stack.refresh(["--skip-preview"], { env: { VCLUSTER_PLATFORM_REFRESH_KEYS: "false" } });
    given.platform.requests.length = 0;
    await given.stack.preview(["--expect-no-changes"], { env: { VCLUSTER_PLATFORM_REFRESH_KEYS: "false" } });
    expect(given.platform.requests).toEqual([]);
  });
});

describe("replacedKey", () => {
  let first: Record<string, unknown>;

  const names = ["kept", "ahead", "revoked", "missing", "stopped", "removed"];
  const program = (round: string, replacedKey: "expire" | undefined, without: readonly string[] = []) => {
    const inputs = { user: "bot", ttl: 3600, rotationTriggers: { round } };
    const keys: Record<string, ResourceDeclaration> = Object.fromEntries(
      names.map((name) => [name, { inputs: { ...inputs, ...(name !== "revoked" && { replacedKey }) } }]),
    );
    keys.ahead = { inputs: { ...keys.ahead?.inputs }, options: { deleteBeforeReplace: true } };
    return keyPrograms.yaml(Object.fromEntries(Object.entries(keys).filter(([name]) => !without.includes(name))));
  };
  const nameOf = (key: string) => String(first[`${key}Name`]);
  const stored = (key: string) =>
    JSON.parse(JSON.stringify(given.platform.store.get("ownedaccesskeys", nameOf(key)) ?? null));
  const isMarked = (key: string) => "pulumi-vcluster-platform/replaced-at" in (stored(key).metadata.annotations ?? {});
  const left = () => given.platform.store.list("ownedaccesskeys").map(({ metadata }) => metadata.name);

  const given = stackUnderTest(() => ({
    program: "yaml",
    source: program("1", undefined),
    platform: { hideKeys: true },
  }));

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    first = await given.stack.outputs({ showSecrets: true });
  });
  beforeEach(() => {
    given.platform.requests.length = 0;
  });

  test("keeps replaced keys until their end, also with deleteBeforeReplace", async () => {
    await deleteAsColleague(given.platform, `ownedaccesskeys/${nameOf("missing")}`);
    await editAsColleague(given.platform, `ownedaccesskeys/${nameOf("stopped")}`, { spec: { disabled: true } });
    given.stack.write(program("2", "expire", ["removed"]));
    const { stdout, stderr } = await given.stack.up(["--skip-preview"]);
    for (const key of ["kept", "ahead", "stopped"]) expect(isMarked(key)).toBe(true);
    for (const key of ["revoked", "missing"]) expect(stored(key)).toBeNull();
    // The state does not hold the value; only the platform does.
    expect(stored("kept").spec.key).toBe(first.kept);
    expect(stdout + stderr).toContain(
      `OwnedAccessKey "${nameOf("stopped")}" is replaced by a new key, but the key was disabled outside by "kubectl-edit"`,
    );
    const writes = writesOf(given.platform);
    expect(writes.filter((write) => write.startsWith("POST"))).toHaveLength(5);
    expect(writes).toContain(`PATCH ownedaccesskeys/${nameOf("kept")}`);
    const now = await given.stack.outputs({ showSecrets: true });
    for (const key of ["kept", "ahead", "revoked", "missing", "stopped"]) {
      expect(await statusWithKey(given.platform, String(now[key]))).toBe(200);
      const isKept = key === "kept" || key === "ahead";
      expect(await statusWithKey(given.platform, String(first[key]))).toBe(isKept ? 200 : 401);
    }
  });

  test("a key that was removed from the program is deleted", () => {
    expect(stored("removed")).toBeNull();
    expect(left()).toHaveLength(5 + 3);
  });

  test.each([[[]], [["--run-program"]]])(
    "destroy %p deletes the current keys and keeps the replaced ones",
    async (args) => {
      await given.stack.up(["--skip-preview"]);
      await given.stack.destroy(["--skip-preview", ...args]);
      expect(left().sort()).toEqual(["kept", "ahead", "stopped"].map(nameOf).sort());
    },
  );

  test("a key that one up renames by an alias and replaces is kept, too", async () => {
    const inputs = { user: "bot", ttl: 3600, replacedKey: "expire" };
    const key = (round: string) => ({ inputs: { ...inputs, rotationTriggers: { round } } });
    given.stack.write(keyPrograms.yaml({ before: key("1"), removed: key("1") }));
    await given.stack.up(["--skip-preview"]);
    first = await given.stack.outputs({ showSecrets: true });
    const { deployment } = await given.stack.exportState();
    const { urn } = deployment.resources?.find((each) => each.urn.endsWith("::before")) ?? {};
    given.stack.write(keyPrograms.yaml({ after: { ...key("2"), options: { aliases: [urn] } } }));
    // The refresh calls Diff for the removed key, too.
    await given.stack.up(["--skip-preview", "--refresh"]);
    expect(isMarked("before")).toBe(true);
    expect(stored("removed")).toBeNull();
    const { after } = await given.stack.outputs({ showSecrets: true });
    expect(await statusWithKey(given.platform, String(after))).toBe(200);
  });
});
