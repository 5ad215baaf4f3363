import { callFunction } from "../../../../provider/adapters/dynamic/functionCalls.js";
import "../../../support/withoutLogin";

const failureOf = (settings: Record<string, string>): Promise<string> =>
  callFunction("getSpaceTemplate", { name: "a" }, { get: (key) => settings[key] }).then(
    () => "It did not fail",
    ({ message }: Error) => message,
  );

test("a missing setting names the environment of functions, once, and the remedy for inline programs", async () => {
  const failure = await failureOf({});
  expect(failure).toMatch(/^baseUrl is not set\. .*\naccessKey is not set\. .*\nA function .*stack\.setConfig\.$/);
  expect(failure.split("envVars")).toHaveLength(2);
  expect(await failureOf({ "vcluster-platform:baseUrl": "http://127.0.0.1:9" })).toContain("envVars");
});

test("a setting with a wrong value does not", async () => {
  const settings = { "vcluster-platform:baseUrl": "none", "vcluster-platform:accessKey": "k" };
  expect(await failureOf(settings)).toMatch(/^baseUrl, from the stack's configuration, cannot be used:(?!.*envVars)/);
});
