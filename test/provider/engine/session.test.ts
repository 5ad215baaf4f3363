import type { ApiObject } from "../../../provider/api/input/apiObject";
import { maxOperationSecretCharacters, maxSecretCharacters } from "../../../provider/api/input/sizeLimits";
import { resolveConfig } from "../../../provider/config/resolveConfig";
import { lookupContext } from "../../../provider/engine/lookups";
import { Session } from "../../../provider/engine/session";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey/ownedAccessKey";

const diagnostics = { warn: () => {}, inform: () => {}, status: () => {} };

function session() {
  const settings = { baseUrl: "https://platform.example.com", accessKey: "k" };
  const resolved = resolveConfig(settings, {
    env: {},
    files: { homedir: "/", readFile: () => ({ text: "", isWritableByOthers: false }) },
  });
  if (!("config" in resolved)) throw new Error("The settings are not complete.");
  return new Session(resolved.config);
}

/** The call of an operation on access keys. */
function callOnKeys() {
  const owner = { project: "p", stack: "s", type: "t", name: "n" };
  const values = { resource: ownedAccessKey, secrets: [], secretPaths: [["key"], ["identity", "connectorData"]] };
  return session().context({ method: "delete", owner, ...values, diagnostics }).call;
}

const withBytes = (text: string) =>
  ({ spec: { identity: { connectorData: Buffer.from(text).toString("base64") } } }) as unknown as ApiObject;

const lookUpKeys = () =>
  lookupContext(session(), { resources: [ownedAccessKey], args: { properties: {}, secrets: [] }, diagnostics }).call;

test.each([
  ["an operation", callOnKeys],
  ["a lookup", lookUpKeys],
])("the text of bytes in an object of %s is masked", (place, start) => {
  const { onObject, secrets } = start();
  const text = `upstream-token-of-${place}`;
  onObject?.(withBytes(text));
  expect(secrets?.redact(`no ${text} here`)).toBe("no [secret] here");
});

test("the text of bytes counts to the limit of an object", () => {
  // In base64 alone it is within the limit.
  const object = withBytes("a".repeat(maxSecretCharacters / 2));
  expect(callOnKeys().validate?.(object)).toBe(
    `an object whose secrets have more than ${maxSecretCharacters} characters`,
  );
});

test("the secrets of all objects of an operation have a limit, and known ones do not count again", () => {
  const call = callOnKeys();
  const size = maxOperationSecretCharacters / 4;
  const objects = "abcde".split("").map((letter) => ({ spec: { key: letter.repeat(size) } }) as unknown as ApiObject);
  const problems = [...objects.slice(0, 4), ...objects].map((object) => {
    const problem = call.validate?.(object);
    if (problem === undefined) call.onObject?.(object);
    return problem;
  });
  const last = `secrets of more than ${maxOperationSecretCharacters} characters in the objects of one operation`;
  expect(problems).toEqual([...Array.from({ length: 8 }, () => undefined), last]);
});
