import { stackUnderTest } from "../../support/stackUnderTest";

/** Both adapters, and how a TypeScript program makes a key on each without a generated SDK. */
const adapters: [adapter: string, newKey: string][] = [
  ["the plugin", 'new pulumi.CustomResource("vcluster-platform:index:OwnedAccessKey", name, args, options)'],
  ["dynamic resources", "new platform.OwnedAccessKey(name, args, options)"],
];

const mechanisms = ["transformation", "transform"] as const;
const operations = ["add", "change", "remove"] as const;
type Operation = (typeof operations)[number];

const few = { labels: { team: "web" } };
/** A field of each kind: a map, a list, a nested object, a scalar and a secret. */
const full = (key: string) => ({
  labels: { team: "web", tier: "gold" },
  groups: ["a", "b"],
  scope: { projects: [{ project: "web" }] },
  displayName: "Declared",
  key,
});

const declaredKey = (name: string) => `declared-key-of-${name}`;
const editedKey = (name: string) => `edited-key-of-${name}`;

/** What the program declares, and what the edits make of it. */
const declared: Record<Operation, (name: string) => object> = {
  add: () => few,
  change: (name) => full(declaredKey(name)),
  remove: (name) => full(declaredKey(name)),
};
const edited: Record<Operation, (name: string) => object> = {
  add: (name) => full(editedKey(name)),
  change: (name) => ({
    labels: { team: "web", tier: "silver" },
    groups: ["a", "b", "c"],
    scope: { projects: [{ project: "web" }, { project: "api" }] },
    displayName: "Declared and edited",
    key: editedKey(name),
  }),
  remove: () => few,
};

const edits = `
const edits: Record<string, (name: string, props: any) => object> = {
  add: (name, props) => ({ ...props, ...${JSON.stringify(full(""))}, key: "edited-key-of-" + name }),
  change: (name, { labels, groups, scope, displayName, ...props }) => ({
    ...props,
    labels: { ...labels, tier: "silver" },
    groups: [...groups, "c"],
    scope: { ...scope, projects: [...scope.projects, { project: "api" }] },
    displayName: displayName + " and edited",
    key: "edited-key-of-" + name,
  }),
  remove: (_, { labels: { tier, ...labels }, groups, scope, displayName, key, ...props }) => ({ ...props, labels }),
};
const editBy = (mechanism: string) => ({ name, props, opts }: any) => {
  const [operation, by] = name.split("-by-");
  return by === mechanism ? { props: edits[operation]!(name, props), opts } : undefined;
};
pulumi.runtime.registerStackTransformation(editBy("transformation"));
// Not registered for the stack, which older language hosts cannot do.
const options = { transforms: [editBy("transform")] };`;

const all = mechanisms.flatMap((mechanism) =>
  operations.map((operation) => ({ operation, name: `${operation}-by-${mechanism}` })),
);

const program = (newKey: string, isEdited: boolean) => `
import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-vcluster-platform";
void platform;
${isEdited ? edits : "const options = {};"}
const create = (name: string, args: any) => ${newKey};
${all
  .map(({ operation, name }) => {
    const args = { name, user: "ci", ttl: 3600, ...declared[operation](name) };
    return `create("${name}", ${JSON.stringify(args)});`;
  })
  .join("\n")}`;

describe.each(adapters)("with %s", (_adapter, newKey) => {
  const given = stackUnderTest(() => ({ program: "typescript", source: program(newKey, true) }));

  /** The fields of a stored key; a generated value is absent. */
  const stored = (name: string) => {
    const { metadata, spec = {} } = given.platform.store.get("ownedaccesskeys", name) ?? {};
    const labels = Object.entries(metadata?.labels ?? {}).filter(
      ([label]) => !label.startsWith("pulumi-vcluster-platform/"),
    );
    const { groups, scope, displayName, key } = spec;
    const isChosen = [declaredKey(name), editedKey(name)].includes(String(key));
    const fields = { groups, scope, displayName, ...(isChosen && { key }) };
    return JSON.parse(JSON.stringify({ labels: Object.fromEntries(labels), ...fields }));
  };
  const expectStored = (expected: Record<Operation, (name: string) => object>) => {
    const found = all.map(({ name }) => [name, stored(name)]);
    expect(found).toEqual(all.map(({ name, operation }) => [name, expected[operation](name)]));
  };

  test("transformations and transforms add, change and remove fields of each kind", async () => {
    await given.stack.up(["--skip-preview", "--diff"]);
    expectStored(edited);
    await given.stack.preview(["--expect-no-changes", "--diff"]);
  });

  test("without them, the next update writes what the program declares", async () => {
    given.stack.write(program(newKey, false));
    await given.stack.up(["--diff"]);
    expectStored(declared);
  });

  test("no key is in clear text in the state or in the output", () => {
    const everywhere = given.stack.rawStateFile() + given.stack.allOutput();
    for (const { name } of all)
      for (const key of [declaredKey(name), editedKey(name)]) expect(everywhere).not.toContain(key);
  });
});
