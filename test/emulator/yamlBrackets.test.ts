import { apiVersion, postYaml } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const head = `apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata:\n  name: a\n`;

test.each([
  ["a map", "spec: {\n  displayName: x,\ndescription: z\n}\n", { displayName: "x", description: "z" }],
  [
    "a list",
    "spec:\n  access: [\n{users: [a]}\n]\n  displayName: x\n",
    { access: [{ users: ["a"] }], displayName: "x" },
  ],
  ["a text in quotes", 'spec: {displayName: "x\ny"}\n', { displayName: "x y" }],
])("inside brackets and quotes lines may begin anywhere: %s", (_, spec, expected) =>
  withPlatform({}, async (platform) => {
    const { status, body } = await send(platform, postYaml(head + spec));
    expect([status, body.spec]).toEqual([201, expected]);
  }),
);

test("a key given twice after such a line is told with the line on which it was sent", () =>
  withPlatform({}, async (platform) => {
    const { headers } = await send(platform, postYaml(`${head}spec: {\ndisplayName: x,\ndisplayName: y\n}\n`));
    expect(headers.get("warning")).toBe('299 - "line 7: key \\"displayName\\" already set in map"');
  }));

test("thousands of such lines are refused soon", () =>
  withPlatform({}, async (platform) => {
    const { status, body } = await send(platform, postYaml(`${head}spec: {\n${"a: b,\n".repeat(100_000)}}\n`));
    expect([status, body.message]).toEqual([400, expect.stringContaining("yaml: line ")]);
  }));
