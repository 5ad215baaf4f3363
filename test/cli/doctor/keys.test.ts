import http from "node:http";
import { createAsColleague } from "../../support/http";
import { diagnosing, envOf, skippedBehind } from "./diagnosing";

const { diagnose, listening, start } = diagnosing();

test("a key that was disabled is refused, too", async () => {
  const platform = await start();
  const spec = { user: "ci", key: "key-of-ci", disabled: true };
  await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec });
  const { said, code } = await diagnose({ ...envOf(platform), PLATFORM_ACCESS_KEY: "key-of-ci" });
  expect([code, said.key]).toEqual([3, expect.stringMatching(/^problem: the platform refuses the access key/)]);
});

test("a key that stands in another setting, or in what a server says of itself, is not shown", async () => {
  const groups = [{ name: "management.canary-5" }];
  const server = http.createServer(({ url }, response) => {
    const isList = url?.endsWith("/apis");
    response.writeHead(isList ? 200 : 404).end(JSON.stringify({ groups }));
  });
  const env = {
    PLATFORM_BASE_URL: await listening(server),
    PLATFORM_ACCESS_KEY: "canary-5",
    PLATFORM_OWNER_ID: "canary-5",
  };
  const { said } = await diagnose(env);
  expect(said.platform).toMatch(/^problem: it does not serve management\.loft\.sh, but management\.\[secret\]/);
  expect(said["settings ownerId"]).toBe("ok: [secret], from PLATFORM_OWNER_ID");
  expect(JSON.stringify(said)).not.toContain("canary-5");
});

test("a key that is refused ends with 3, and nothing is asked with it any more", async () => {
  const platform = await start();
  const { said, code } = await diagnose({ ...envOf(platform), PLATFORM_ACCESS_KEY: "another-key" });
  expect(said).toMatchObject({
    platform: expect.stringMatching(/^warning: .*\(401\) \| See what is said of the key/),
    key: "problem: the platform refuses the access key: it is wrong, disabled or expired | Set a valid one as PLATFORM_ACCESS_KEY.",
    rights: 'skipped: because of "key"',
  });
  expect(platform.requests.every(({ method }) => method === "GET")).toBe(true);
  expect(code).toBe(3);
});

test("without a key everything up to the connection is looked at, and it ends with 3", async () => {
  const platform = await start();
  const { said, code } = await diagnose({ ...envOf(platform), PLATFORM_ACCESS_KEY: "" });
  expect(said).toMatchObject({
    "settings accessKey": expect.stringMatching(/^problem: accessKey is not set\. Set PLATFORM_ACCESS_KEY\.$/),
    "settings baseUrl": `ok: ${platform.baseUrl}, from PLATFORM_BASE_URL`,
    connection: expect.stringMatching(/^ok: connected/),
    platform: "skipped: there is no access key",
    ...skippedBehind("platform"),
  });
  expect([code, platform.requests]).toEqual([3, []]);
});
