import { deleteAsColleague, editAsColleague, statusWithKey, writesOf } from "./http";
import type { ProgramKind } from "./project";
import { createStack, type Stack } from "./stack";
import { type RecordedPlatform, startRecorded } from "./startRecorded";

/** Exit code of `--expect-no-changes` when there are some. */
const changesFound = 7;

/** What a step changes in the program that {@link ProgramText} writes. */
export interface Variation {
  displayName?: string;
  user?: string;
  /** Text of the template's object after its metadata, in YAML. */
  objects?: string;
}

/** The same program in some language: a template "dev", a key "ci" and the import of the virtual cluster "team". */
export type ProgramText = (variation: Variation) => string;

/** The main path of a user, step by step on the real engine; each step builds on the one before. */
export function describeLifecycle(
  title: string,
  kind: ProgramKind,
  text: ProgramText,
  mode: { omitEmpty: boolean },
): void {
  describe(`${title}, on a server with ${JSON.stringify(mode)}`, () => {
    let platform: RecordedPlatform;
    let stack: Stack;
    const keys: string[] = [];

    beforeAll(async () => {
      platform = await startRecorded({ ...mode, projects: ["web"] });
      stack = await createStack({
        program: kind,
        source: text({}),
        config: { "platform:baseUrl": platform.baseUrl },
        secretConfig: { "platform:accessKey": platform.accessKey },
        // One run with the compiler's checks is enough to prove the types.
        typecheck: !mode.omitEmpty,
      });
    });
    afterAll(async () => {
      stack?.dispose();
      await platform?.close();
    });
    beforeEach(() => {
      platform.requests.length = 0;
    });

    const findDrift = () =>
      stack.pulumi(["refresh", "--preview-only", "--expect-no-changes", "--diff"], { expectSuccess: false });
    const up = (args: string[] = []) => stack.up(["--skip-preview", ...args]);
    const currentKey = async () => {
      const { token } = await stack.outputs({ showSecrets: true });
      keys.push(String(token));
      return String(token);
    };

    test("a preview of the first up sends nothing", async () => {
      await stack.preview();
      expect(platform.requests).toEqual([]);
    });

    test("up creates the three resources, and the key authenticates", async () => {
      const { stdout } = await stack.up();
      expect(stdout).toContain("+ 4 created");
      expect(stdout).toMatch(/token\s*: \[secret\]/);
      expect(writesOf(platform).sort()).toEqual([
        "POST ownedaccesskeys",
        "POST projects/web/importvirtualcluster",
        "POST spacetemplates",
      ]);
      expect(await statusWithKey(platform, await currentKey())).toBe(200);
    });

    test("a preview without a change sends no request", async () => {
      const { stdout } = await stack.preview(["--expect-no-changes"]);
      expect(stdout).toContain("4 unchanged");
      expect(platform.requests).toEqual([]);
    });

    test("an equivalent text of the objects is no change", async () => {
      stack.write(text({ objects: 'spec:   { hard: { "pods": "20" } }  # as before' }));
      await stack.preview(["--expect-no-changes"]);
    });

    test("a refresh of what was written finds no drift", async () => {
      expect(await findDrift()).toMatchObject({ exitCode: 0 });
    });

    test("a changed field is updated in place with one patch", async () => {
      stack.write(text({ displayName: "Changed" }));
      const { stdout } = await up(["--diff"]);
      expect(stdout).toContain('~ displayName: "Development" => "Changed"');
      expect(writesOf(platform)).toEqual(["PATCH spacetemplates/dev"]);
    });

    test("what others added is no drift, what they changed is, and up repairs it", async () => {
      await editAsColleague(platform, "spacetemplates/dev", {
        metadata: { annotations: { note: "theirs" }, labels: { other: "x" } },
        spec: { owner: { user: "admin" } },
      });
      expect(await findDrift()).toMatchObject({ exitCode: 0 });
      await editAsColleague(platform, "spacetemplates/dev", { metadata: { labels: { team: "ops" } } });
      const drift = await findDrift();
      expect(drift.exitCode).toBe(changesFound);
      expect(drift.stdout).toMatch(/team\s*: "web" => "ops"/);
      await stack.refresh(["--skip-preview"]);
      await up();
      const { metadata, spec } = JSON.parse(JSON.stringify(platform.store.get("spacetemplates", "dev")));
      expect(metadata.labels).toMatchObject({ team: "web", other: "x" });
      expect(metadata.annotations.note).toBe("theirs");
      expect(spec.owner).toEqual({ user: "admin" });
      expect(await findDrift()).toMatchObject({ exitCode: 0 });
    });

    test("another principal replaces the key: the new one exists before the old one goes", async () => {
      const old = await stack.outputs();
      stack.write(text({ displayName: "Changed", user: "other" }));
      await up();
      const { keyName } = await stack.outputs();
      expect(keyName).not.toBe(old.keyName);
      expect(writesOf(platform)).toEqual(["POST ownedaccesskeys", `DELETE ownedaccesskeys/${old.keyName}`]);
      expect(await statusWithKey(platform, String(keys.at(-1)))).toBe(401);
      expect(await statusWithKey(platform, await currentKey())).toBe(200);
    });

    test("an object deleted by somebody else is created again after a refresh", async () => {
      await deleteAsColleague(platform, "spacetemplates/dev");
      const drift = await findDrift();
      expect(drift.exitCode).toBe(changesFound);
      await stack.refresh(["--skip-preview"]);
      await up();
      expect(platform.store.get("spacetemplates", "dev")).toBeDefined();
    });

    test("what a dynamic resource carries in its state is small", async () => {
      const carried = ((await stack.exportState()).deployment.resources ?? []).flatMap(({ inputs }) => {
        const provider = inputs?.__provider;
        return typeof provider === "string" ? [provider.length] : [];
      });
      expect(carried).toHaveLength(kind === "yaml" ? 0 : 3);
      expect(Math.max(0, ...carried)).toBeLessThanOrEqual(1500);
    });

    test("destroy deletes what it made and keeps the virtual cluster", async () => {
      const { stdout, stderr } = await stack.destroy(["--skip-preview"]);
      expect(stdout + stderr).toContain("the virtual cluster stays in the project");
      expect(platform.store.list("ownedaccesskeys")).toEqual([]);
      expect(platform.store.list("spacetemplates")).toEqual([]);
      expect(platform.store.get("virtualclusterinstances", "team", "p-web")).toBeDefined();
    });

    test("no secret was written to the state or printed", async () => {
      const everywhere = stack.rawStateFile() + stack.allOutput().replaceAll(/"token": "[^"]+"/g, "");
      expect(keys).toHaveLength(2);
      for (const secret of [...keys, platform.accessKey, "connector-canary"]) expect(everywhere).not.toContain(secret);
    });
  });
}
