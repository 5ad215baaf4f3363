import { preflight } from "../../scripts/conformance/preflight.js";
import { withPlatform } from "../emulator/withPlatform";

const target = { vendor: "loft.sh", goTypes: false };

test("a server that knows the key can be used", () =>
  withPlatform({}, ({ baseUrl, accessKey }) => preflight({ ...target, baseUrl, accessKey })));

test.each([
  ["another key", { accessKey: "other" }, "answered 401 to GET /kubernetes/", "does not know the access key"],
  ["another vendor", { vendor: "example.org" }, "answered 404 to GET /kubernetes/", "no such API group"],
])("a server that cannot be used is told of before the first row: %s", (_, more, status, why) =>
  withPlatform({}, async ({ baseUrl, accessKey }) => {
    const failure = await preflight({ ...target, baseUrl, accessKey, ...more }).catch((error: Error) => error.message);
    expect(failure).toContain(`${baseUrl} ${status}`);
    expect(failure).toContain(why);
    expect(failure).not.toContain(accessKey);
  }),
);

test("a server that is not there is told of", async () => {
  let gone = "";
  await withPlatform({}, async ({ baseUrl }) => {
    gone = baseUrl;
  });
  await expect(preflight({ ...target, baseUrl: gone, accessKey: "k" })).rejects.toThrow(`Cannot reach ${gone}:`);
});
