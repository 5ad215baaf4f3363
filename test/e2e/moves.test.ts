import type { PlatformOptions } from "../../emulator/platformOptions";
import { type DeclaredResource, everyResource, markedCanaries } from "../support/everyResource";
import { editAsColleague, statusWithKey, writesOf } from "../support/http";
import { dynamicProgram, pluginProgram } from "../support/movePrograms";
import { writeProgram } from "../support/project";
import type { ExportedResource, Stack } from "../support/stack";
import { stackUnderTest } from "../support/stackUnderTest";

/** What an export with secrets says, without the marks of secrets, which stand on whole properties in one face only. */
function inClearText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inClearText);
  if (typeof value !== "object" || value === null) return value;
  if ("plaintext" in value) return inClearText(JSON.parse(String(value.plaintext)));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inClearText(member)]));
}

/** The resources of the platform in the state, secrets in clear text, by name. */
async function resourcesOf(stack: Stack): Promise<Record<string, ExportedResource>> {
  const { stdout } = await stack.pulumi(["stack", "export", "--show-secrets"]);
  const all = inClearText(JSON.parse(stdout).deployment.resources) as ExportedResource[];
  const own = all.filter(({ type }) => /platform:(index:)?\w+$/.test(type) && !type.startsWith("pulumi:"));
  return Object.fromEntries(own.map((each) => [each.urn.split("::").at(-1), each]));
}

/** What the engine or the classes keep among the properties. */
const reserved = (properties: object = {}) => Object.keys(properties).filter((key) => key.startsWith("__"));
const ownPart = (properties: object = {}) =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => !key.startsWith("__")));
const unlike = (type: string) => !type.startsWith("platform:index:");
const keyOf = (resource: ExportedResource | undefined) => String(resource?.outputs?.key);

const servers: PlatformOptions[] = [{ omitEmpty: false }, { omitEmpty: true, hideKeys: true }];

describe.each(servers)("a stack that moves to the plugin, on a server with %p", (mode) => {
  const given = stackUnderTest(() => ({
    program: "typescript",
    source: "",
    typecheck: false,
    platform: { ...mode, projects: ["web"] },
  }));
  let resources: DeclaredResource[];
  let before: Record<string, ExportedResource>;

  beforeAll(async () => {
    resources = everyResource(given.platform, "typescript");
    given.stack.write(dynamicProgram(resources));
    await given.stack.up(["--skip-preview"]);
    before = await resourcesOf(given.stack);
    given.stack.write(pluginProgram(resources));
  });
  beforeEach(() => {
    given.platform.requests.length = 0;
  });

  test("does so by one alias per resource, in place, without a request", async () => {
    const { stdout } = await given.stack.up(["--expect-no-changes"]);
    expect(stdout).toContain(`${resources.length + 1} unchanged`);
    expect(given.platform.requests).toEqual([]);
  });

  test("keeps every id and everything that is known, and only outputs hold what dynamic resources left", async () => {
    const after = await resourcesOf(given.stack);
    expect(Object.keys(after).sort()).toEqual(resources.map(({ name }) => name).sort());
    expect(Object.values(after).filter(({ type }) => unlike(type))).toEqual([]);
    for (const [name, { id, inputs, outputs }] of Object.entries(after)) {
      expect({ name, id }).toEqual({ name, id: before[name]?.id });
      expect(ownPart(outputs)).toEqual(ownPart(before[name]?.outputs));
      expect(reserved(outputs).sort()).toEqual(["__inputs", "__provider"]);
      // The one note is of a name that was made up.
      expect(reserved(inputs)).toEqual(name.startsWith("made") || name === "marked" ? ["__defaults"] : []);
    }
    expect(after["made-key"]?.outputs?.uid).toBeDefined();
    const state = given.stack.rawStateFile();
    const secrets = ["full-key", "made-key"].map((name) => keyOf(after[name]));
    for (const secret of [...markedCanaries, ...secrets, "connector-data-0123456789"])
      expect(state).not.toContain(secret);
  });

  test("needs the aliases only once", async () => {
    given.stack.write(pluginProgram(resources, { aliases: "none" }));
    await given.stack.preview(["--expect-no-changes"]);
    expect(given.platform.requests).toEqual([]);
  });

  test("is refreshed without drift, which takes away what dynamic resources left", async () => {
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    expect(writesOf(given.platform)).toEqual([]);
    const after = await resourcesOf(given.stack);
    for (const [name, { outputs }] of Object.entries(after)) {
      expect(outputs).toEqual(ownPart(before[name]?.outputs));
    }
    await given.stack.up(["--expect-no-changes"]);
    expect(writesOf(given.platform)).toEqual([]);
  });

  test("is updated and destroyed by the plugin", async () => {
    const next = resources.map((each) =>
      each.name === "made" ? { ...each, inputs: { ...each.inputs, displayName: "two" } } : each,
    );
    given.stack.write(pluginProgram(next, { aliases: "none" }));
    await given.stack.up(["--skip-preview"]);
    expect(writesOf(given.platform)).toEqual([`PATCH spacetemplates/${before.made?.id}`]);
    const plurals = { SpaceTemplate: "spacetemplates", OwnedAccessKey: "ownedaccesskeys" };
    for (const [type, plural] of Object.entries(plurals)) {
      const full = resources.filter((each) => each.type === type && each.inputs.finalizers);
      for (const { name } of full) {
        await editAsColleague(given.platform, `${plural}/${name}`, { metadata: { finalizers: null } });
      }
    }
    await given.stack.destroy(["--skip-preview"]);
    for (const plural of [...Object.values(plurals), "virtualclusterinstances"]) {
      expect(given.platform.store.list(plural)).toEqual([]);
    }
    const printed = given.stack.allOutput().replace(/"plaintext": .*/g, "");
    for (const canary of markedCanaries) expect(printed).not.toContain(canary);
  });
});

describe("a move together with something else", () => {
  const keys = ["unfinished", "finished"];
  const program = (displayName: string): DeclaredResource[] => [
    { type: "SpaceTemplate", name: "template", inputs: { name: "template", displayName } },
    { type: "SpaceTemplate", name: "untouched", inputs: { name: "untouched" } },
    ...keys.map((name) => ({ type: "OwnedAccessKey", name, inputs: { name, user: "ci", ttl: 3600, scope: {} } })),
  ];
  const given = stackUnderTest(() => ({
    program: "typescript",
    source: dynamicProgram(program("one")),
    typecheck: false,
    platform: { hideKeys: true },
  }));
  beforeAll(async () => {
    const { faults } = given.platform;
    faults.add({ method: "POST", name: "unfinished", action: "reset-after" });
    faults.add({ method: "GET", name: "unfinished", times: 100, action: { status: 403 } });
    const { exitCode } = await given.stack.up(["--skip-preview", "--continue-on-error"], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    faults.clear();
  });
  beforeEach(() => {
    given.platform.requests.length = 0;
  });

  test("writes what else changed, goes on with what was unfinished, and takes a provider of its own", async () => {
    const { uid } = given.platform.store.get("spacetemplates", "template")?.metadata ?? {};
    given.stack.write(pluginProgram(program("two"), { hasProvider: true }));
    const { stdout, stderr } = await given.stack.up(["--skip-preview"]);
    expect(stdout + stderr).not.toContain('"[secret]"');
    expect(stdout + stderr).toContain('OwnedAccessKey "unfinished": the answer to its create was lost');
    expect(writesOf(given.platform).sort()).toEqual([
      "DELETE ownedaccesskeys/unfinished",
      "PATCH spacetemplates/template",
      "POST ownedaccesskeys",
    ]);
    expect(given.platform.store.get("spacetemplates", "template")?.metadata.uid).toBe(uid);
    const after = await resourcesOf(given.stack);
    expect(
      Object.values(after)
        .map(({ type }) => type)
        .filter(unlike),
    ).toEqual([]);
    for (const name of keys) {
      expect(await statusWithKey(given.platform, keyOf(after[name]))).toBe(200);
    }
    await given.stack.up(["--expect-no-changes"]);
  });
});

describe("the way back", () => {
  const program: DeclaredResource[] = [
    { type: "SpaceTemplate", name: "template", inputs: { name: "template", displayName: "one" } },
    { type: "OwnedAccessKey", name: "key", inputs: { user: "ci", ttl: 3600, scope: {} } },
  ];
  const given = stackUnderTest(() => ({
    program: "typescript",
    source: dynamicProgram(program),
    typecheck: false,
  }));

  test("is the state from before the move, and from there it goes forth again, with a refresh too", async () => {
    const { stack, platform } = given;
    await stack.up(["--skip-preview"]);
    await stack.pulumi(["stack", "export", "--file", "before.json"]);
    stack.write(pluginProgram(program));
    await stack.up(["--skip-preview", "--expect-no-changes"]);
    platform.requests.length = 0;

    await stack.pulumi(["stack", "import", "--file", "before.json"]);
    stack.write(dynamicProgram(program));
    await stack.up(["--expect-no-changes"]);
    expect(platform.requests).toEqual([]);

    stack.write(pluginProgram(program, { aliases: "by transformation" }));
    await stack.up(["--skip-preview", "--refresh"]);
    expect(writesOf(platform)).toEqual([]);
    expect(
      Object.values(await resourcesOf(stack))
        .map(({ type }) => type)
        .filter(unlike),
    ).toEqual([]);
  });
});

describe("a move to YAML", () => {
  const inputs = { name: "template", displayName: "one" };
  const given = stackUnderTest(() => ({
    program: "typescript",
    source: dynamicProgram([{ type: "SpaceTemplate", name: "template", inputs }]),
    typecheck: false,
  }));

  test("names what the resource was by its URN", async () => {
    const { stack, platform } = given;
    await stack.up(["--skip-preview"]);
    const { urn } = (await resourcesOf(stack)).template ?? {};
    const resource = { type: "platform:index:SpaceTemplate", properties: inputs, options: { aliases: [urn] } };
    writeProgram(stack.dir, "yaml", `resources: ${JSON.stringify({ template: resource })}`);
    platform.requests.length = 0;
    await stack.up(["--expect-no-changes"]);
    expect(platform.requests).toEqual([]);
    expect((await resourcesOf(stack)).template?.type).toBe("platform:index:SpaceTemplate");
  });
});
