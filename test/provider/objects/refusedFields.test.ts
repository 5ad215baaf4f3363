import type { ApiClient } from "../../../provider/api/client.js";
import { explained, writeOf } from "../../../provider/objects/refusal.js";
import { storedInputs } from "../../../provider/objects/storedInputs.js";
import type { Path } from "../../../provider/objects/values.js";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate.js";
import { against, closeAll, rejection, status } from "../api/scriptedServer.js";
import { contextOf } from "./contextOf.js";

afterEach(closeAll);

const shape = { kind: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };
const spec = { displayName: "d", access: [{ users: ["a"] }], template: { objects: "o" }, more: { deep: 1 } };
const object = { kind: "SpaceTemplate", metadata: { name: "dev", labels: { a: "1" } }, spec };

interface Cause {
  readonly field?: string;
  readonly message?: string;
  readonly reason?: string;
}

/** The failure of a write that the platform refuses with these causes, where values at these paths are secret. */
async function refusalOf(causes: readonly Cause[], secretPaths: readonly Path[] = [], code = 422): Promise<Error> {
  const { client } = await against([status(code, "Invalid", "it is invalid", { causes })]);
  const { context } = contextOf(client);
  const write = writeOf(shape, { ...context, secretPaths }, "create", object);
  return rejection(explained(write, () => client.create(["spacetemplates"], object, {})));
}

const sorry = 'Cannot create SpaceTemplate "dev": the platform refuses ';

test.each<[string, Cause[], string]>([
  ["of the program's properties", [{ field: "spec.access[0].users", message: "no" }], 'property "access[0].users": no'],
  ["of metadata", [{ field: "metadata.labels.a", message: "no" }], 'property "labels.a": no'],
  ["of a property that is not set", [{ field: "spec.description", message: "no" }], 'property "description": no'],
  ["of what only extraSpec sets", [{ field: "spec.more.deep", message: "no" }], 'property "extraSpec.more.deep": no'],
  ["without a field", [{ message: "no" }], "no"],
  ["without words", [{ field: "spec.displayName", reason: "Bad" }], 'property "displayName": Bad'],
  ["without anything", [{}], "no reason given"],
  ["that say the same", [{ message: "no" }, { message: "no" }, { message: "never" }], "no; never"],
])("reasons %s are told, to be corrected in the program", async (_, causes, words) => {
  expect((await refusalOf(causes)).message).toBe(`${sorry}${words}. Correct it in the program and try again.`);
});

test.each<[string, string]>([
  ["spec.others", 'field "spec.others": no'],
  ["status.phase", 'field "status.phase": no'],
  ["metadata.managedFields", 'field "metadata.managedFields": no'],
])("a reason of %s, which no program sets, is corrected elsewhere", async (field, words) => {
  expect((await refusalOf([{ field, message: "no" }])).message).toContain(
    `${sorry}${words}. The program does not set that`,
  );
});

test("one reason of the program's own is enough to correct the program", async () => {
  const causes = [
    { field: "spec.others", message: "no" },
    { field: "spec.displayName", message: "no" },
  ];
  expect((await refusalOf(causes)).message).toContain("Correct it in the program");
});

test.each<[string, number, Cause[]]>([
  ["without causes", 422, []],
  ["for other reasons", 403, [{ field: "spec.displayName", message: "no" }]],
])("a failure %s is told in the platform's words", async (_, code, causes) => {
  expect(await refusalOf(causes, [], code)).toMatchObject({ name: "ApiError", status: code });
});

test("a 400 with causes is a refusal as a 422 is, and its error is the cause", async () => {
  const error = await refusalOf([{ field: "spec.displayName", message: "no" }], [], 400);
  expect(error).toMatchObject({ name: "ResourceError", cause: { status: 400 } });
});

test("what is written without a failure is handed on", async () => {
  const write = writeOf(shape, contextOf({} as ApiClient).context, "create", object);
  expect(await explained(write, async () => "written")).toBe("written");
});

test.each<[string, Path[], field: string, isHidden: boolean]>([
  ["the secret itself", [["template", "objects"]], "spec.template.objects", true],
  ["what holds the secret", [["template", "objects"]], "spec.template", true],
  ["what stands inside of it, which is a text", [["template", "objects"]], "spec.template.objects.data", true],
  ["an entry of a secret list", [["access"]], "spec.access[0].users", true],
  ["an entry of a list that is secret by itself", [["access", 0]], "spec.access[0]", true],
  ["another entry of that list", [["access", 1]], "spec.access[0]", false],
  ["another property", [["template", "objects"]], "spec.displayName", false],
  ["any property where none is secret", [], "spec.displayName", false],
  ["any property where only a path without steps is secret", [[]], "spec.others", false],
  ["what has no property", [["template", "objects"]], "spec.others", false],
])("of %s the values are left out: secret is %j, refused is %s: %p", async (_, secretPaths, field, isHidden) => {
  const { message } = await refusalOf([{ field, message: 'Invalid value: "s3cr3t": no' }], secretPaths);
  expect(message).toContain(isHidden ? 'Invalid value: "[secret]": no' : 'Invalid value: "s3cr3t": no');
});

test("a field whose name holds a secret may be any, so its values are left out", async () => {
  const causes = [{ field: "spec.others[s3cr3t-access-key]", message: 'Invalid value: "x": no' }];
  const { message } = await refusalOf(causes);
  expect(message).toContain('field "spec.others[[secret]]": Invalid value: "[secret]": no. Correct it in the program');
});

test("the local inputs of a resource are no fields that a platform may refuse", async () => {
  expect(Object.keys(storedInputs.shape)).toContain("conflictPolicy");
  const { message } = await refusalOf([{ field: "spec.conflictPolicy", message: "no" }]);
  expect(message).toContain('field "spec.conflictPolicy": no. The program does not set that');
});
