import { deleteAsColleague, editAsColleague, statusWithKey, writesOf } from "../../support/http";
import { type DeclaredKey, keyPrograms } from "../../support/keyPrograms";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

describe("replacedKey", () => {
  let platform: RecordedPlatform;
  let stack: Stack;
  let first: Record<string, unknown>;

  const names = ["kept", "ahead", "revoked", "missing", "stopped", "removed"];
  const program = (round: string, replacedKey: "disable" | undefined, without: readonly string[] = []) => {
    const inputs = { user: "bot", ttl: 3600, rotationTriggers: { round } };
    const keys: Record<string, DeclaredKey> = Object.fromEntries(
      names.map((name) => [name, { inputs: { ...inputs, ...(name !== "revoked" && { replacedKey }) } }]),
    );
    keys.ahead = { inputs: { ...keys.ahead?.inputs }, options: { deleteBeforeReplace: true } };
    return keyPrograms.yaml(Object.fromEntries(Object.entries(keys).filter(([name]) => !without.includes(name))));
  };
  const nameOf = (key: string) => String(first[`${key}Name`]);
  const stored = (key: string) =>
    JSON.parse(JSON.stringify(platform.store.get("ownedaccesskeys", nameOf(key)) ?? null));
  const left = () => platform.store.list("ownedaccesskeys").map(({ metadata }) => metadata.name);

  beforeAll(async () => {
    platform = await startRecorded({ hideKeys: true });
    const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
    stack = await createStack({ program: "yaml", source: program("1", undefined), env });
    await stack.up(["--skip-preview"]);
    first = await stack.outputs({ showSecrets: true });
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
  });
  beforeEach(() => {
    platform.requests.length = 0;
  });

  test("leaves replaced keys on the platform, disabled, also where the program deletes before it replaces", async () => {
    await deleteAsColleague(platform, `ownedaccesskeys/${nameOf("missing")}`);
    await editAsColleague(platform, `ownedaccesskeys/${nameOf("stopped")}`, { spec: { disabled: true } });
    stack.write(program("2", "disable", ["removed"]));
    const { stdout, stderr } = await stack.up(["--skip-preview"]);
    for (const key of ["kept", "ahead", "stopped"]) expect(stored(key).spec.disabled).toBe(true);
    for (const key of ["revoked", "missing"]) expect(stored(key)).toBeNull();
    // The value is left as it was, which only the platform knows.
    expect(stored("kept").spec.key).toBe(first.kept);
    expect(stdout + stderr).toContain(
      `OwnedAccessKey "${nameOf("stopped")}" is replaced by a new key, but the key was disabled outside by "kubectl-edit"`,
    );
    const writes = writesOf(platform);
    expect(writes.filter((write) => write.startsWith("POST"))).toHaveLength(5);
    expect(writes).toContain(`PATCH ownedaccesskeys/${nameOf("kept")}`);
    const now = await stack.outputs({ showSecrets: true });
    for (const key of ["kept", "ahead", "revoked", "missing", "stopped"]) {
      expect(await statusWithKey(platform, String(now[key]))).toBe(200);
      expect(await statusWithKey(platform, String(first[key]))).toBe(401);
    }
  });

  test("a key that left the program is revoked", () => {
    expect(stored("removed")).toBeNull();
    expect(left()).toHaveLength(5 + 3);
  });

  test.each([[[]], [["--run-program"]]])("destroy %p revokes, and leaves what was disabled before", async (args) => {
    await stack.up(["--skip-preview"]);
    await stack.destroy(["--skip-preview", ...args]);
    expect(left().sort()).toEqual(["kept", "ahead", "stopped"].map(nameOf).sort());
  });

  test("a key that is renamed by an alias in the very up that replaces it is disabled, too", async () => {
    const inputs = { user: "bot", ttl: 3600, replacedKey: "disable" };
    const key = (round: string) => ({ inputs: { ...inputs, rotationTriggers: { round } } });
    stack.write(keyPrograms.yaml({ before: key("1"), removed: key("1") }));
    await stack.up(["--skip-preview"]);
    first = await stack.outputs({ showSecrets: true });
    const { deployment } = await stack.exportState();
    const { urn } = deployment.resources?.find((each) => each.urn.endsWith("::before")) ?? {};
    stack.write(keyPrograms.yaml({ after: { ...key("2"), options: { aliases: [urn] } } }));
    // The refresh asks Diff about what is removed as well; that is no end of a replacement.
    await stack.up(["--skip-preview", "--refresh"]);
    expect(stored("before").spec.disabled).toBe(true);
    expect(stored("removed")).toBeNull();
    const { after } = await stack.outputs({ showSecrets: true });
    expect(await statusWithKey(platform, String(after))).toBe(200);
  });
});
