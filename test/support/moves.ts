import type { PlatformOptions } from "../../emulator/options";
import { type DeclaredResource, everyResource, markedCanaries } from "./everyResource";
import { editAsColleague, writesOf } from "./http";
import { dynamicProgram, pluginProgram } from "./movePrograms";
import { writeProgram } from "./project";
import type { ExportedResource, Stack } from "./stack";
import { stackUnderTest } from "./stackUnderTest";

/** An exported value without secret marks, which only one adapter sets on whole properties. */
function inClearText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inClearText);
  if (typeof value !== "object" || value === null) return value;
  if ("plaintext" in value) return inClearText(JSON.parse(String(value.plaintext)));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inClearText(member)]));
}

/** The resources of the platform in the state, secrets in clear text, by name. */
export async function resourcesOf(stack: Stack): Promise<Record<string, ExportedResource>> {
  const { stdout } = await stack.pulumi(["stack", "export", "--show-secrets"]);
  const all = inClearText(JSON.parse(stdout).deployment.resources) as ExportedResource[];
  const own = all.filter(({ type }) => /vcluster-platform:(index:)?\w+$/.test(type) && !type.startsWith("pulumi:"));
  return Object.fromEntries(own.map((each) => [each.urn.split("::").at(-1), each]));
}

/** Properties of the engine or the classes. Others are needed by later deletes and updates. */
const isReserved = (key: string) => key.startsWith("__") && !["__exact", "__platform", "__address"].includes(key);
const reserved = (properties: object = {}) => Object.keys(properties).filter(isReserved);
const ownPart = (properties: object = {}) =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => !isReserved(key)));

/** The types of the resources that are not on the plugin. */
export const dynamicTypes = (resources: Record<string, ExportedResource>) =>
  Object.values(resources)
    .map(({ type }) => type)
    .filter((type) => !type.startsWith("vcluster-platform:index:"));

/** The value of a key in an export with secrets. */
export const exportedKeyOf = (resource: ExportedResource | undefined) => String(resource?.outputs?.key);

/** Moves a stack of every resource from dynamic resources to the plugin, step by step. */
export function describeMove(server: PlatformOptions): void {
  describe(`a stack that moves to the plugin, on a server with ${JSON.stringify(server)}`, () => {
    const given = stackUnderTest(() => ({
      program: "typescript",
      source: "",
      platform: { ...server, projects: ["default", "web"] },
    }));
    let resources: DeclaredResource[];
    let before: Record<string, ExportedResource>;

    beforeAll(async () => {
      resources = everyResource(given.platform, "typescript");
      given.stack.write(dynamicProgram(resources));
      await given.stack.up(["--skip-preview"]);
      before = await resourcesOf(given.stack);
      writeProgram(given.stack.dir, "yaml", pluginProgram(resources));
    });
    beforeEach(() => {
      given.platform.requests.length = 0;
    });

    test("moves by one alias per resource, in place, without a request", async () => {
      const { stdout } = await given.stack.up(["--expect-no-changes"]);
      expect(stdout).toContain(`${resources.length + 1} unchanged`);
      expect(given.platform.requests).toEqual([]);
    });

    test("keeps every id and every value; only outputs keep the entries of dynamic resources", async () => {
      const after = await resourcesOf(given.stack);
      expect(Object.keys(after).sort()).toEqual(resources.map(({ name }) => name).sort());
      expect(dynamicTypes(after)).toEqual([]);
      for (const [name, { id, inputs, outputs }] of Object.entries(after)) {
        expect({ name, id }).toEqual({ name, id: before[name]?.id });
        expect(ownPart(outputs)).toEqual(ownPart(before[name]?.outputs));
        expect(reserved(outputs).sort()).toEqual(["__inputs", "__provider"]);
        // The one note is of a name that was made up.
        expect(reserved(inputs)).toEqual(name.startsWith("made") || name === "marked" ? ["__defaults"] : []);
      }
      expect(after["made-key"]?.outputs?.uid).toBeDefined();
      const state = given.stack.rawStateFile();
      const secrets = ["full-key", "made-key"].map((name) => exportedKeyOf(after[name]));
      for (const secret of [...markedCanaries, ...secrets, "connector-data-0123456789"])
        expect(state).not.toContain(secret);
    });

    test("needs the aliases only once", async () => {
      writeProgram(given.stack.dir, "yaml", pluginProgram(resources, { hasAliases: false }));
      await given.stack.preview(["--expect-no-changes"]);
      expect(given.platform.requests).toEqual([]);
    });

    test("is refreshed without drift, which removes the entries of dynamic resources", async () => {
      await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
      expect(writesOf(given.platform)).toEqual([]);
      const after = await resourcesOf(given.stack);
      for (const [name, { outputs }] of Object.entries(after)) {
        expect(outputs).toEqual(ownPart(before[name]?.outputs));
      }
    });

    test("is updated and destroyed by the plugin", async () => {
      const next = resources.map((each) =>
        each.name === "made" ? { ...each, inputs: { ...each.inputs, displayName: "two" } } : each,
      );
      writeProgram(given.stack.dir, "yaml", pluginProgram(next, { hasAliases: false }));
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
      for (const plural of Object.values(plurals)) expect(given.platform.store.list(plural)).toEqual([]);
      // An import never deletes a virtual cluster.
      expect(given.platform.store.list("virtualclusterinstances")).not.toEqual([]);
      const printed = given.stack.allOutput().replace(/"plaintext": .*/g, "");
      for (const canary of markedCanaries) expect(printed).not.toContain(canary);
    });
  });
}
