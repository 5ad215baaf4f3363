import { get } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const plural = "/spacetemplates";

test.each([
  ["9223372036854775807", 200],
  ["-9223372036854775808", 200],
  ["9223372036854775808", 400],
  ["-9223372036854775809", 400],
])("a limit has to fit into 64 bits: %s is answered %p", (limit, status) =>
  withPlatform({}, async (platform) => {
    const answer = await send(platform, get(`${plural}?limit=${limit}`));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.message).toBe(`strconv.ParseInt: parsing "${limit}": value out of range`);
  }),
);

test("a watch is JSON, and 406 for those who want YAML only", () =>
  withPlatform({}, async (platform) => {
    const watch = (accept: string) => send(platform, get(`${plural}?watch=1&timeoutSeconds=1`, { accept }));
    expect((await watch("application/yaml")).status).toBe(406);
    const { status, headers } = await watch("text/html, application/json;stream=watch");
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
  }));
