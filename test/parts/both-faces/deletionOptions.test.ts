import { editAsColleague, writesOf } from "../../support/http";
import { programFaces } from "../../support/programFaces";
import { stackUnderTest } from "../../support/stackUnderTest";
import { type DeclaredTemplate, templatePrograms } from "../../support/templatePrograms";
import { templatesInState } from "../../support/templatesInState";

/** A template whose displayName replaces it; its name is made up unless the inputs name one. */
const replaced = (displayName: string, inputs: object = {}, options: object = {}): DeclaredTemplate => ({
  inputs: { displayName, ...inputs },
  options: { replaceOnChanges: ["displayName"], ...options },
});
const kept = (name: string, options: object = {}): DeclaredTemplate => ({ inputs: { name }, options: { ...options } });

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
  child: { ...kept("child"), deletedWith: "parent" },
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

describe.each(programFaces)("replacement and the options of deletion by %s", (_, kind) => {
  const text = templatePrograms[kind];
  const given = stackUnderTest(() => ({
    program: kind,
    source: text({ ...replacedOnes("a"), ...others }),
    typecheck: false,
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

  test("a fixed name is deleted first, a made-up one is created first, unless the program says otherwise", async () => {
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

  test("a forced replacement of a fixed name says what it needs, and harms nothing", async () => {
    const before = resources();
    await editAsColleague(given.platform, `spacetemplates/${slow}`, { metadata: { finalizers: null } });
    const result = await force("fixed", ...forced);
    expect(result.exitCode).not.toBe(0);
    expect(result.stdout + result.stderr).toContain(
      'Cannot create SpaceTemplate "fixed": this stack made an object of this name before.',
    );
    expect(result.stdout + result.stderr).toContain("a forced replacement deleteBeforeReplace");
    // The host of YAML ends with the resource that failed, and the engine then leaves deletions to the next up.
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

  test("up also goes on with the deletion of a replaced object whose time was over", () => {
    expect(onPlatform()).not.toContain(slow);
    expect(onPlatform()).toHaveLength(resources().size);
  });

  test("it works with deleteBeforeReplace", async () => {
    given.stack.write(text({ ...replacedOnes("b", { deleteBeforeReplace: true }), ...others }));
    const { exitCode } = await force("fixed");
    expect([exitCode, writesFor("fixed")]).toEqual([0, ["DELETE", "POST"]]);
  });

  test("what is removed stays with retainOnDelete, goes without a request with deletedWith, and not at all with protect", async () => {
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
    // The platform knows nothing of deletedWith, so what was to go with its parent is still there.
    expect(onPlatform().sort()).toEqual(["child", "retained"]);
    expect([...resources().keys()]).toEqual([]);
  });
});
