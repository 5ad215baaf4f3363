import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { linkPackages } from "../../../scripts/setup/links.js";
import { productInputs } from "../../support/productTypes";
import { stackUnderTest } from "../../support/stackUnderTest";

/** Policies by class, in each form that Pulumi's library has. */
const policies = `
const policy = require("@pulumi/policy");
const platform = require("pulumi-vcluster-platform");
const { OwnedAccessKey, SpaceTemplate } = platform;

const named = (name, rule) => ({ name, description: name, enforcementLevel: "mandatory", ...rule });
const names = (resources) => resources.map(({ displayName }) => displayName).sort().join();

new policy.PolicyPack("classes", {
  policies: [
    ...${JSON.stringify(Object.keys(productInputs))}.map((type) =>
      named(type, {
        validateResource: policy.validateResourceOfType(platform[type], ({ displayName, spec }, _, report) => {
          report("FOUND of class " + type + ": " + (displayName ?? spec.displayName));
        }),
      }),
    ),
    named("resource-of-type", {
      validateResource: policy.validateResourceOfType(OwnedAccessKey, (key, _, report) => {
        if (!key.ttl) report("FOUND an endless key " + key.displayName);
      }),
    }),
    named("resource", {
      validateResource: (args, report) => {
        const template = args.asType(SpaceTemplate);
        if (template && !args.isType(OwnedAccessKey)) report("FOUND a template " + template.displayName);
      },
    }),
    named("stack-of-type", {
      validateStack: policy.validateStackResourcesOfType(OwnedAccessKey, (keys, _, report) => {
        report("FOUND keys " + names(keys));
      }),
    }),
    named("stack", {
      validateStack: ({ resources }, report) => {
        report("FOUND templates " + names(resources.flatMap((resource) => resource.asType(SpaceTemplate) ?? [])));
      },
    }),
  ],
});
`;

/** Writes a policy pack, which runs the code of this clone. */
function writePolicies(folder: string): string {
  const pack = path.join(folder, "policies");
  mkdirSync(pack, { recursive: true });
  const files = {
    "PulumiPolicy.yaml": "runtime: { name: nodejs, options: { typescript: false } }\n",
    "package.json": JSON.stringify({ name: "classes", version: "1.0.0", main: "index.js" }),
    "index.js": policies,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(pack, name), text);
  linkPackages(pack);
  return pack;
}

const program = `
import * as platform from "pulumi-vcluster-platform";
const { OwnedAccessKey, SpaceTemplate } = platform;
new OwnedAccessKey("endless", { displayName: "Endless", user: "ci" });
new OwnedAccessKey("short", { displayName: "Short", user: "ci", ttl: 60 });
new SpaceTemplate("web", { displayName: "Web" });
for (const [type, inputs] of Object.entries(${JSON.stringify(productInputs)})) new (platform as any)[type](type, inputs);
`;

describe("a policy for a class", () => {
  const given = stackUnderTest(() => ({ program: "typescript", source: program, platform: { api: 4 } }));
  let pack: string;
  beforeAll(() => {
    pack = writePolicies(given.stack.folder);
  });
  const found = async (verb: "preview" | "up", ...args: string[]) => {
    const { exitCode, stdout } = await given.stack[verb](["--policy-pack", pack, ...args], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    return [...stdout.matchAll(/^ +FOUND (.*)$/gm)].map(([, words]) => words).sort();
  };

  test("applies to the resources of that class, in resource and stack policies", async () => {
    const ofClass = Object.keys(productInputs).map((type) => `of class ${type}: ${type}`);
    expect(await found("preview")).toEqual(
      ["a template Web", "an endless key Endless", "keys Endless,Short", ...ofClass, "templates Web"].sort(),
    );
  });

  test("keeps pulumi up from creates that it forbids", async () => {
    // The first violation ends the command, whichever it is.
    expect(await found("up", "--skip-preview")).not.toEqual([]);
    const stored = ["ownedaccesskeys", "spacetemplates"].flatMap((plural) => given.platform.store.list(plural));
    const names = stored.map(({ spec }) => spec?.displayName);
    expect(names.filter((name) => name === "Endless" || name === "Web")).toEqual([]);
  });
});
