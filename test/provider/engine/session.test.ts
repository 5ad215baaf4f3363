import type { ApiObject } from "../../../provider/api/input/apiObject";
import { maxOperationSecretCharacters } from "../../../provider/api/input/sizeLimits";
import { resolveConfig } from "../../../provider/config/resolveConfig";
import { Session } from "../../../provider/engine/session";

test("the secrets of all objects of an operation have a limit, and known ones do not count again", () => {
  const settings = { baseUrl: "https://platform.example.com", accessKey: "k" };
  const resolved = resolveConfig(settings, {
    env: {},
    files: { homedir: "/", readFile: () => ({ text: "", isShared: false }) },
  });
  if (!("config" in resolved)) throw new Error("The settings are not complete.");
  const diagnostics = { warn: () => {}, inform: () => {}, status: () => {} };
  const owner = { project: "p", stack: "s", type: "t", name: "n" };
  const request = { method: "delete", owner, secrets: [], secretPaths: [["key"]], diagnostics } as const;
  const { call } = new Session(resolved.config).context(request);
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
