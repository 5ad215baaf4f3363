import { writesOf } from "../../support/http";
import type { ProgramKind } from "../../support/project";
import { stackUnderTest } from "../../support/stackUnderTest";

type Inputs = Record<string, unknown>;

/** One template of the program: what changes in it, and what the program says of changes. */
interface Case {
  readonly before: Inputs;
  readonly after: Inputs;
  readonly replaceOnChanges: readonly string[];
  readonly ignoreChanges?: readonly string[];
  readonly expected: "replace" | "update" | "nothing";
}

const labels = (of: Inputs) => ({ template: { metadata: { labels: of } } });

const cases: Record<string, Case> = {
  "top-level": {
    before: { displayName: "a" },
    after: { displayName: "b" },
    replaceOnChanges: ["displayName"],
    expected: "replace",
  },
  elsewhere: {
    before: { displayName: "a", description: "a" },
    after: { displayName: "a", description: "b" },
    replaceOnChanges: ["displayName"],
    expected: "update",
  },
  "any-property": { before: { description: "a" }, after: {}, replaceOnChanges: ["*"], expected: "replace" },
  "map-key": {
    before: { labels: { team: "a", other: "a" } },
    after: { labels: { team: "b", other: "a" } },
    replaceOnChanges: ["labels.team"],
    expected: "replace",
  },
  "other-map-key": {
    before: { labels: { team: "a", other: "a" } },
    after: { labels: { team: "a", other: "b" } },
    replaceOnChanges: ["labels.team"],
    expected: "update",
  },
  "quoted-map-key": {
    before: { labels: { "x.test/y": "a" } },
    after: { labels: { "x.test/y": "b" } },
    replaceOnChanges: ['labels["x.test/y"]'],
    expected: "replace",
  },
  "map-key-that-comes-with-its-map": {
    before: {},
    after: { labels: { "x.test/y": "a" } },
    replaceOnChanges: ['labels["x.test/y"]'],
    expected: "replace",
  },
  "map-key-that-goes-with-its-map": {
    before: { labels: { team: "a" } },
    after: {},
    replaceOnChanges: ["labels.team"],
    expected: "replace",
  },
  "nested-map-key": {
    before: labels({ "x.test/y": "a" }),
    after: labels({ "x.test/y": "b" }),
    replaceOnChanges: ['template.metadata.labels["x.test/y"]'],
    expected: "replace",
  },
  "inside-any-item": {
    before: { access: [{ users: ["a"], verbs: ["get"] }] },
    after: { access: [{ users: ["b"], verbs: ["get"] }] },
    replaceOnChanges: ["access[*].users"],
    expected: "replace",
  },
  "beside-it-in-the-item": {
    before: { access: [{ users: ["a"], verbs: ["get"] }] },
    after: { access: [{ users: ["a"], verbs: ["list"] }] },
    replaceOnChanges: ["access[*].users"],
    expected: "update",
  },
  "ignored-as-well": {
    before: { displayName: "a" },
    after: { displayName: "b" },
    replaceOnChanges: ["displayName"],
    ignoreChanges: ["displayName"],
    expected: "nothing",
  },
};

const optionsOf = ({ replaceOnChanges, ignoreChanges }: Case) => ({
  replaceOnChanges,
  ...(ignoreChanges && { ignoreChanges }),
});

const programs: Record<ProgramKind, (version: "before" | "after") => string> = {
  yaml: (version) => {
    const resources = Object.entries(cases).map(([name, each]) => [
      name,
      { type: "platform:index:SpaceTemplate", properties: { name, ...each[version] }, options: optionsOf(each) },
    ]);
    return `resources: ${JSON.stringify(Object.fromEntries(resources))}`;
  },
  typescript: (version) => {
    const resources = Object.entries(cases).map(
      ([name, each]) =>
        `new SpaceTemplate("${name}", ${JSON.stringify({ name, ...each[version] })}, ${JSON.stringify(optionsOf(each))});`,
    );
    return ['import { SpaceTemplate } from "pulumi-platform";', ...resources].join("\n");
  },
};

describe.each(["yaml", "typescript"] as const)("replaceOnChanges in a %s program", (kind) => {
  const given = stackUnderTest(() => ({ program: kind, source: programs[kind]("before"), typecheck: false }));

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    given.stack.write(programs[kind]("after"));
  });

  test("replaces when a property at or below one of its paths changes, and then only", async () => {
    const { steps } = JSON.parse((await given.stack.preview(["--json"])).stdout);
    const done = (name: string) => {
      const ops = steps.filter((step: { urn: string }) => step.urn.endsWith(`::${name}`));
      return ops.map(({ op }: { op: string }) => (op.includes("replace") ? "replace" : op));
    };
    const seen = Object.keys(cases).map((name) => [name, [...new Set(done(name))].join() || "nothing"]);
    const expected = Object.entries(cases).map(([name, each]) => [name, each.expected]);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
  });

  test("deletes an object of a fixed name first", async () => {
    given.platform.requests.length = 0;
    await given.stack.up(["--skip-preview"]);
    const writes = writesOf(given.platform);
    const replaced = Object.keys(cases).filter((name) => cases[name]?.expected === "replace");
    expect(writes.filter((write) => write.startsWith("POST"))).toHaveLength(replaced.length);
    expect(writes.filter((write) => write.startsWith("DELETE")).sort()).toEqual(
      replaced.map((name) => `DELETE spacetemplates/${name}`).sort(),
    );
  });
});
