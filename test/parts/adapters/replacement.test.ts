import { editAsColleague, writesOf } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import { type ResourceDeclaration, type ResourceDeclarations, resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";
import { templatesInState } from "../../support/templatesInState";

type Inputs = Record<string, unknown>;
type Case = [before: Inputs, after: Inputs, replaceOnChanges: string, expected: "replace" | "update" | "nothing"];

const label = (key: string, value: string) => ({ labels: { [key]: value, other: "a" } });
const nested = (value: string) => ({ template: { metadata: { labels: { "x.test/y": value } } } });
const rule = (user: string, verb: string) => ({ access: [{ users: [user], verbs: [verb] }] });
const quoted = 'labels["x.test/y"]';

const cases: Record<string, Case> = {
  "top-level": [{ displayName: "a" }, { displayName: "b" }, "displayName", "replace"],
  elsewhere: [{ displayName: "a", description: "a" }, { displayName: "a", description: "b" }, "displayName", "update"],
  "any-property": [{ description: "a" }, {}, "*", "replace"],
  "map-key": [label("team", "a"), label("team", "b"), "labels.team", "replace"],
  "other-map-key": [label("third", "a"), label("third", "b"), "labels.team", "update"],
  "quoted-map-key": [label("x.test/y", "a"), label("x.test/y", "b"), quoted, "replace"],
  "added-with-its-map": [{}, label("x.test/y", "a"), quoted, "replace"],
  "removed-with-its-map": [label("team", "a"), {}, "labels.team", "replace"],
  "nested-map-key": [nested("a"), nested("b"), 'template.metadata.labels["x.test/y"]', "replace"],
  "inside-any-item": [rule("a", "get"), rule("b", "get"), "access[*].users", "replace"],
  "beside-it-in-the-item": [rule("a", "get"), rule("a", "list"), "access[*].users", "update"],
  "ignored-as-well": [{ displayName: "a" }, { displayName: "b" }, "displayName", "nothing"],
};
const ignored = (name: string) => name === "ignored-as-well" && { ignoreChanges: ["displayName"] };

describe.each(programAdapters)("replaceOnChanges by %s", (_, kind) => {
  const source = (version: 0 | 1) => {
    const resources = Object.entries(cases).map(([name, each]) => [
      name,
      { inputs: { name, ...each[version] }, options: { replaceOnChanges: [each[2]], ...ignored(name) } },
    ]);
    return resourcePrograms[kind](Object.fromEntries(resources));
  };
  const given = stackUnderTest(() => ({ program: kind, source: source(0) }));

  test("replaces only when a property at or below one of its paths changes", async () => {
    await given.stack.up(["--skip-preview"]);
    given.stack.write(source(1));
    const { steps } = JSON.parse((await given.stack.preview(["--json"])).stdout);
    const done = (name: string) => {
      const ops = steps.filter((step: { urn: string }) => step.urn.endsWith(`::${name}`));
      return ops.map(({ op }: { op: string }) => (op.includes("replace") ? "replace" : op));
    };
    const seen = Object.keys(cases).map((name) => [name, [...new Set(done(name))].join() || "nothing"]);
    const expected = Object.entries(cases).map(([name, each]) => [name, each[3]]);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
  });
});

/** A template whose displayName replaces it; its name is made up unless the inputs name one. */
const replaced = (displayName: string, inputs: object = {}, options: object = {}): ResourceDeclaration => ({
  inputs: { displayName, ...inputs },
  options: { replaceOnChanges: ["displayName"], ...options },
});
const kept = (name: string, options: object = {}): ResourceDeclaration => ({
  inputs: { name },
  options: { ...options },
});

const replacedOnes = (displayName: string, fixedOptions: object = {}) => ({
  fixed: replaced(displayName, { name: "fixed" }, fixedOptions),
  made: replaced(displayName),
  prefixed: replaced(displayName, { generateName: "pre-" }),
  early: replaced(displayName, {}, { deleteBeforeReplace: true }),
  slow: replaced(displayName, {}, { customTimeouts: { delete: "1s" } }),
});
const others = {
  retained: kept("retained", { retainOnDelete: true }),
  parent: kept("parent"),
  child: kept("child", { deletedWith: `\${parent}` }),
  guarded: kept("guarded", { protect: true }),
};

/** How an object is replaced: which comes first, and whether the name stays. */
const orders: readonly [resource: string, writes: string[], keepsName: boolean][] = [
  ["fixed", ["DELETE", "POST"], true],
  ["made", ["POST", "DELETE"], false],
  ["prefixed", ["POST", "DELETE"], false],
  ["early", ["DELETE", "POST"], false],
  ["slow", ["POST", "DELETE"], false],
];

describe.each(programAdapters)("replacement and the options of deletion by %s", (_, kind) => {
  const text: (resources: ResourceDeclarations) => string = resourcePrograms[kind];
  const given = stackUnderTest(() => ({
    program: kind,
    source: text({ ...replacedOnes("a"), ...others }),
  }));
  const forced = ["made", "prefixed", "early"];
  /** The object of the first `slow`, which is held when it is replaced. */
  let slow: string;

  beforeAll(() => given.stack.up(["--skip-preview"]));
  beforeEach(() => {
    given.platform.requests.length = 0;
  });

  const resources = () => templatesInState(given.stack);
  const onPlatform = () => given.platform.store.list("spacetemplates").map(({ metadata }) => metadata.name);
  /** The methods of the writes that an object of these names has seen, in their order. */
  const writesFor = (...names: unknown[]) =>
    given.platform.requests
      .filter(({ method, path, body }) => {
        const name = method === "POST" ? JSON.parse(body).metadata.name : path.replace(/\?.*/, "").split("/").at(-1);
        return method !== "GET" && names.includes(name);
      })
      .map(({ method }) => method);
  const force = (...names: string[]) => {
    const urns = resources();
    const args = names.flatMap((name) => ["--replace", String(urns.get(name)?.urn)]);
    return given.stack.up(["--skip-preview", "--continue-on-error", ...args], { expectSuccess: false });
  };

  test("a fixed name is deleted first; a made-up one is created first, unless deleteBeforeReplace is set", async () => {
    const before = resources();
    slow = String(before.get("slow")?.id);
    await editAsColleague(given.platform, `spacetemplates/${slow}`, {
      metadata: { finalizers: ["example.com/backup"] },
    });
    given.stack.write(text({ ...replacedOnes("b"), ...others }));
    const { stdout, stderr } = await given.stack.up(["--skip-preview", "--continue-on-error"], {
      expectSuccess: false,
    });
    expect(stdout + stderr).toContain(`Cannot delete SpaceTemplate "${slow}" in time`);
    const after = resources();
    for (const [resource, writes, keepsName] of orders) {
      const ids = [before, after].map((state) => state.get(resource)?.id);
      expect([resource, writesFor(...ids), ids[0] === ids[1]]).toEqual([resource, writes, keepsName]);
    }
    expect(onPlatform().sort()).toEqual([slow, ...[...after.values()].map(({ id }) => id)].sort());
  });

  test("a forced replacement of a fixed name fails, changes nothing and names deleteBeforeReplace", async () => {
    const before = resources();
    await editAsColleague(given.platform, `spacetemplates/${slow}`, { metadata: { finalizers: null } });
    const result = await force("fixed", ...forced);
    expect(result.exitCode).not.toBe(0);
    expect(result.stdout + result.stderr).toContain(
      'Cannot create SpaceTemplate "fixed": this stack made an object of this name before',
    );
    expect(result.stdout + result.stderr).toContain("set deleteBeforeReplace");
    // The YAML host ends at the first failure; the engine then leaves deletions to the next up.
    await given.stack.up(["--skip-preview"]);
    const after = resources();
    const { id, outputs } = before.get("fixed") ?? {};
    expect(after.get("fixed")).toMatchObject({ id, outputs: { uid: outputs?.uid } });
    expect(writesFor("fixed")).toEqual(["POST"]);
    for (const [resource, writes] of orders.filter(([resource]) => forced.includes(resource))) {
      const ids = [before, after].map((state) => state.get(resource)?.id);
      expect([resource, writesFor(...ids)]).toEqual([resource, writes]);
    }
    await given.stack.preview(["--expect-no-changes"]);
  });

  test("the next up retries the deletion of a replaced object after a timeout", () => {
    expect(onPlatform()).not.toContain(slow);
    expect(onPlatform()).toHaveLength(resources().size);
  });

  test("a forced replacement works with deleteBeforeReplace", async () => {
    given.stack.write(text({ ...replacedOnes("b", { deleteBeforeReplace: true }), ...others }));
    const { exitCode } = await force("fixed");
    expect([exitCode, writesFor("fixed")]).toEqual([0, ["DELETE", "POST"]]);
  });

  test("retainOnDelete keeps the object, deletedWith sends no request, and protect refuses the deletion", async () => {
    given.stack.write(text({}));
    const refused = await given.stack.up(["--skip-preview"], { expectSuccess: false });
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stdout + refused.stderr).toMatch(/guarded.*(protect)/s);
    expect(onPlatform()).toContain("guarded");
    await given.stack.pulumi(["state", "unprotect", "--all", "--yes"]);
    await given.stack.destroy(["--skip-preview"]);
    const writes = writesOf(given.platform);
    for (const name of ["guarded", "parent", "fixed"])
      expect(writes.filter((write) => write === `DELETE spacetemplates/${name}`)).toHaveLength(1);
    // The platform does not delete a child with its parent.
    expect(onPlatform().sort()).toEqual(["child", "retained"]);
    expect([...resources().keys()]).toEqual([]);
  });
});
