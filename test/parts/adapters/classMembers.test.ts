import { createAsColleague, deleteAsColleague } from "../../support/http";
import { stackUnderTest } from "../../support/stackUnderTest";

const program = `
import * as pulumi from "@pulumi/pulumi";
import { getOwnedAccessKeyOutput, getSpaceTemplateOutput, OwnedAccessKey, SpaceTemplate } from "pulumi-vcluster-platform";

const made = new SpaceTemplate("made", { name: "made", displayName: "One" });
const key = new OwnedAccessKey("key", { name: "key", user: "ci", ttl: 3600, displayName: pulumi.secret("hidden-words") });
const found = SpaceTemplate.get("found", made.id);
export const read = found.displayName;
export const looked = getSpaceTemplateOutput({ name: made.name }).displayName;
export const user = getOwnedAccessKeyOutput({ name: key.name }).user;
export const instances = [made, found, key, {}, undefined].map((each) => SpaceTemplate.isInstance(each));
`;

describe("an object that a program gets", () => {
  const scoped = `
import { OwnedAccessKey, SpaceTemplate } from "pulumi-vcluster-platform";
const base = SpaceTemplate.get("base", "base");
const project = base.displayName.apply((name) => name as string);
new OwnedAccessKey("key", { name: "scoped", user: "ci", ttl: 3600, scope: { projects: [{ project }] } });
`;
  const read = stackUnderTest(() => ({
    program: "typescript",
    source: scoped,
    platform: { projects: ["default", "web"] },
  }));
  const scope = () => read.platform.store.get("ownedaccesskeys", "scoped")?.spec?.scope;

  test.each(["preview", "up"] as const)("fails %s if it is absent, on every run", async (verb) => {
    const { platform, stack } = read;
    if (!scope()) {
      const base = { kind: "SpaceTemplate", metadata: { name: "base" }, spec: { displayName: "web" } };
      await createAsColleague(platform, "spacetemplates", base);
      await stack.up(["--skip-preview"]);
      await deleteAsColleague(platform, "spacetemplates/base");
    }
    for (const _ of [1, 2]) {
      const { exitCode, stdout, stderr } = await stack[verb]([], { expectSuccess: false });
      expect([exitCode === 0, stdout + stderr]).toEqual([
        false,
        expect.stringContaining("resource 'base' does not exist"),
      ]);
      expect(stdout + stderr).toContain('There is no SpaceTemplate "base" on the platform at');
    }
    expect(scope()).toEqual({ projects: [{ project: "web" }] });
  });

  test("leaves the state with a refresh, and fails the next run", async () => {
    await read.stack.refresh(["--skip-preview"]);
    const { stdout, exitCode } = await read.stack.up([], { expectSuccess: false });
    expect([exitCode === 0, stdout]).toEqual([false, expect.stringContaining("resource 'base' does not exist")]);
  });
});

const given = stackUnderTest(() => ({ program: "typescript", source: program }));

test("dynamic classes have get and isInstance, and functions take outputs", async () => {
  await given.stack.up(["--skip-preview"]);
  expect(await given.stack.outputs()).toEqual({
    read: "One",
    looked: "One",
    user: "ci",
    instances: [true, true, false, false, false],
  });
  await given.stack.pulumi(["preview", "--expect-no-changes"]);
  await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
  await given.stack.pulumi(["preview", "--expect-no-changes"]);
  await given.stack.destroy(["--skip-preview"]);
  expect(given.platform.store.list("spacetemplates")).toEqual([]);
});
