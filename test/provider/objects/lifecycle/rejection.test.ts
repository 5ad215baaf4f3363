import fc from "fast-check";
import { describeWrite, explainRejection, fieldPath } from "../../../../provider/objects/lifecycle/rejection";
import { isRecord, type Path, parsePath } from "../../../../provider/objects/values";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";
import { against, closeAll, rejection, status } from "../../api/scriptedServer";
import { contextOf, operationOn } from "../contextOf";

afterEach(closeAll);

describe("a field that a Status names", () => {
  const object = {
    metadata: { labels: { "a.b/c": "1", a: "2" }, ownerReferences: [{ uid: "u" }] },
    spec: { access: [{ users: ["x", "y"] }], template: { metadata: { labels: { "p.q": "1", "p.q.r": "2" } } } },
  };
  const labels = "spec.template.metadata.labels";

  test.each([
    ["spec.access[0].users[1]", "spec.access[0].users[1]"],
    ["metadata.labels.a.b/c", 'metadata.labels["a.b/c"]'],
    [`${labels}.p.q.r`, `${labels}["p.q.r"]`],
    [`${labels}.p.q.deep`, `${labels}["p.q"].deep`],
    ["metadata.labels[0]", 'metadata.labels["0"]'],
    [".a.b", '[".a.b"]'],
    ["spec.access[10]", "spec.access[10]"],
    ["spec.access[a1]", "spec.access.a1"],
    ["spec.access[1a]", 'spec.access["1a"]'],
  ])("%j has the path %s", (field, path) => {
    expect(fieldPath(field, object)).toEqual(parsePath(path));
  });

  test("does not begin with a member without a name", () => {
    expect(fieldPath(".a", { "": { a: 1 } })).toEqual([".a"]);
  });

  test("has a path, whatever its text", () => {
    fc.assert(fc.property(fc.string(), (field) => expect(fieldPath(field, object).length <= field.length).toBe(true)));
  });

  const bracketed = ([first, ...rest]: Path) => String(first) + rest.map((each) => `[${each}]`).join("");

  function pathsIn(value: unknown, path: Path): Path[] {
    const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
    return members.flatMap(([key, member]) => [[...path, key], ...pathsIn(member, [...path, key])]);
  }

  test("in brackets has the path of its member, whatever the keys", () => {
    const key = fc.stringMatching(/^[a-z][a-z./]{0,4}$/);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constant(1), fc.dictionary(key, tie("value")), fc.array(tie("value"))),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, value), (tree) => {
        for (const path of pathsIn(tree, [])) expect(fieldPath(bracketed(path), tree)).toEqual(path);
      }),
    );
  });
});

describe("a rejected write", () => {
  const shape = { type: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };
  const spec = { displayName: "d", access: [{ users: ["a"] }], template: { objects: "o" }, more: { deep: 1 } };
  const object = { kind: "SpaceTemplate", metadata: { name: "dev", labels: { a: "1" } }, spec };
  const no = (field: string) => ({ field, message: "no" });

  /** The error of a write that the platform rejects with these causes. */
  async function refusalOf(causes: readonly object[], secretPaths: readonly Path[] = [], code = 422): Promise<Error> {
    const { client } = await against([status(code, "Invalid", "it is invalid", { causes })]);
    const { context } = contextOf(client);
    const write = describeWrite(operationOn({ ...context, secretPaths }, shape, { id: "dev" }), {
      verb: "create",
      object,
    });
    return rejection(explainRejection(write, () => client.create(["spacetemplates"], object, {})));
  }

  const hidden = "the reason is not shown, because it may quote a secret";
  const correctable = "Correct it in the program and try again.";
  const external =
    "The program does not set that: correct it on the platform, for example with kubectl edit, and try again.";

  test.each<[string, object[], words: string, remedy: string]>([
    ["a property", [no("spec.access[0].users")], 'property "access[0].users": no', correctable],
    ["a property that is not set", [no("spec.description")], 'property "description": no', correctable],
    ["a field of extraSpec", [no("spec.more.deep")], 'property "extraSpec.more.deep": no', correctable],
    ["no field", [{ message: "no" }], "no", correctable],
    ["nothing", [{}], "no reason given", correctable],
    ["a padded message", [{ message: " no " }], "no", correctable],
    ["a blank message", [{ message: " ", reason: " FieldValueInvalid " }], "FieldValueInvalid", correctable],
    ["a blank message and reason", [{ message: " ", reason: " " }], "no reason given", correctable],
    ["one reason twice", [{ message: "no" }, { message: "no" }, { message: "never" }], "no; never", correctable],
    ["an undeclared field", [no("spec.others")], 'field "spec.others": no', external],
    ["a field of status", [no("status.phase")], 'field "status.phase": no', external],
    [
      "one property among other fields",
      [no("spec.others"), no("spec.displayName")],
      'field "spec.others": no; property "displayName": no',
      correctable,
    ],
  ])("for %s names the reason and where to correct it", async (_, causes, words, remedy) => {
    const { message } = await refusalOf(causes);
    expect(message).toBe(`Cannot create SpaceTemplate "dev": the platform refuses ${words}. ${remedy}`);
  });

  test.each<[string, number, object[], error: object]>([
    ["without causes", 422, [], { name: "ApiError", status: 422 }],
    ["with another status", 403, [no("spec.displayName")], { name: "ApiError", status: 403 }],
    ["with causes and status 400", 400, [no("spec.displayName")], { name: "ResourceError", cause: { status: 400 } }],
  ])("%s is an error with the platform's status", async (_, code, causes, error) => {
    expect(await refusalOf(causes, [], code)).toMatchObject(error);
  });

  test.each<[string, Path[], field: string, isHidden: boolean]>([
    ["a parent of the secret", [["template", "objects"]], "spec.template", true],
    ["a part of a secret text", [["template", "objects"]], "spec.template.objects.data", true],
    ["a secret item", [["access", 0]], "spec.access[0]", true],
    ["another property", [["template", "objects"]], "spec.displayName", false],
    ["a property where none is secret", [], "spec.displayName", false],
    ["a field where only the empty path is secret", [[]], "spec.others", false],
  ])("of %s, with the secret paths %j, hides the reason at %s: %p", async (_, secretPaths, field, isHidden) => {
    const reason = 'Invalid value: "s3cr3t": no';
    const { message } = await refusalOf([{ field, message: reason, reason }], secretPaths);
    expect(message).toContain(`: ${isHidden ? hidden : reason}. `);
    expect(message.includes("s3cr3t")).toBe(!isHidden);
  });

  test("hides the reason of a field whose name contains a secret", async () => {
    const causes = [{ field: "spec.others[s3cr3t-access-key]", message: 'Invalid value: "x": no' }];
    const masked = `field "spec.others[[secret]]": ${hidden}. Correct it in the program`;
    expect((await refusalOf(causes)).message).toContain(masked);
  });
});
