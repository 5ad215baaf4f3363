import { type RunningPlatform, startPlatform } from "../../../../emulator/platform";
import { get, post, put, template } from "../../../emulator/conformance/row";
import { send } from "../../../emulator/request";
import { lists, victim } from "./attack";
import { jsonAttacks } from "./jsonAttacks";
import { urlAttacks } from "./urlAttacks";
import { yamlAttacks } from "./yamlAttacks";

// Bodies of megabytes take their time on a machine that has much to do.
jest.setTimeout(60_000);

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  platform.store.remove("spacetemplates", victim);
  await send(platform, post(template(victim, {})));
});
afterEach(async () => {
  expect((await send(platform, get(`/spacetemplates/${victim}`))).status).toBe(200);
});

describe.each([
  ["JSON", jsonAttacks],
  ["YAML", yamlAttacks],
  ["paths and queries", urlAttacks],
])("%s", (_, attacks) => {
  test.each(Object.entries(attacks))("%s", async (_what, [request, status, says = /^/]) => {
    const answer = await send(platform, request());
    expect(`${answer.status} ${answer.text.slice(0, 500)}`).toMatch(new RegExp(`^${status} `));
    expect(says.test(answer.text) || answer.text.slice(0, 1000)).toBe(true);
  });
});

test("warnings are cut before a client refuses the head of the answer", async () => {
  const finalizers = Array.from({ length: 500 }, (_, index) => `plain-${index}`);
  const { headers } = await send(platform, post(template("many", {}, { finalizers }), "?dryRun=All"));
  const warning = headers.get("warning") ?? "";
  expect(warning).toContain('metadata.finalizers: \\"plain-0\\"');
  expect(warning.length).toBeLessThan(8_000);
});

test("an object of many deep items is no larger in YAML than in JSON, and the same", async () => {
  const spec = { a: JSON.parse(lists(450, Array(10_000).fill('"a, [b]: {c} #d"').join(","))) };
  await send(platform, post(template("deep", spec)));
  const asked = get("/spacetemplates/deep");
  const inJson = await send(platform, asked);
  const inYaml = await send(platform, { ...asked, headers: { accept: "application/yaml" } });
  expect(inYaml.text.length).toBeLessThan(inJson.text.length * 1.5);
  const back = { ...put("deep", inYaml.text), type: "application/yaml" };
  expect((await send(platform, back)).body).toEqual(inJson.body);
});

test("no request has changed the prototype of all objects", () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { a?: unknown }).a).toBeUndefined();
});
