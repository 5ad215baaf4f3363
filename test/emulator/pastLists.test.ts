import type { RunningPlatform } from "../../emulator/platform";
import { type Body, get, post, remove, template } from "./conformance/row";
import { send } from "./request";
import { WatchClient } from "./watchClient";
import { platformTest, withPlatform } from "./withPlatform";

jest.setTimeout(60_000);

const plural = "/spacetemplates";
const namesOf = ({ items }: Body) => (items as Body[]).map(({ metadata }) => metadata.name);
const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const page = (platform: RunningPlatform, continued: unknown) =>
  send(platform, get(`${plural}?limit=2&continue=${encodeURIComponent(String(continued))}`));

/** Makes more changes than the history keeps. */
function outlive(platform: RunningPlatform): void {
  const object = platform.store.get("projects", "web");
  if (object === undefined) throw new Error("there is no project");
  for (let count = 0; count <= 10_000; count++) platform.store.write("projects", object);
}

async function createAll(platform: RunningPlatform, names: string): Promise<void> {
  for (const name of names) await send(platform, post(template(name)));
}

platformTest("every page of a list shows the version of the first, whatever happens meanwhile", async (platform) => {
  await createAll(platform, "acegi");
  const first = (await send(platform, get(`${plural}?limit=2`))).body;
  await createAll(platform, "bdfh");
  await send(platform, remove("e"));
  await send(platform, remove("g"));
  await createAll(platform, "g");
  const second = (await page(platform, first.metadata.continue)).body;
  const third = (await page(platform, second.metadata.continue)).body;
  expect([first, second, third].map(namesOf)).toEqual([["a", "c"], ["e", "g"], ["i"]]);
  expect([second, third].map(({ metadata }) => metadata.resourceVersion)).toEqual([
    first.metadata.resourceVersion,
    first.metadata.resourceVersion,
  ]);
  expect([first, second, third].map(({ metadata }) => metadata.remainingItemCount)).toEqual([3, 1, undefined]);
});

platformTest("a token that is too old is answered with one that goes on with what is there now", async (platform) => {
  await createAll(platform, "abde");
  const first = (await send(platform, get(`${plural}?limit=2`))).body;
  await createAll(platform, "c");
  outlive(platform);
  const refused = await page(platform, first.metadata.continue);
  expect(refused.status).toBe(410);
  expect(refused.body).toMatchObject({ kind: "Status", reason: "Expired", code: 410 });
  expect(refused.body.message).toMatch(
    /^The provided continue parameter is too old to display a consistent list result\. You can start a new list without the continue parameter, or use the continue token in this response /,
  );
  const next = (await page(platform, refused.body.metadata.continue)).body;
  expect(namesOf(next)).toEqual(["c", "d"]);
  expect(next.metadata.resourceVersion).toBe(platform.store.resourceVersion);
  expect(namesOf((await page(platform, next.metadata.continue)).body)).toEqual(["e"]);
});

platformTest("a version that is forgotten can neither be listed nor watched from", async (platform) => {
  const { resourceVersion } = (await send(platform, post(template("a")))).body.metadata;
  outlive(platform);
  const listed = await send(platform, get(`${plural}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`));
  expect(listed.body).toMatchObject({
    code: 410,
    reason: "Expired",
    message: "The resourceVersion for the provided list is too old.",
  });
  const watch = await WatchClient.open(platform, `resourceVersion=${resourceVersion}`);
  expect(watch.response.status).toBe(200);
  expect(await watch.rest()).toMatchObject([{ type: "ERROR", object: { code: 410, reason: "Expired" } }]);
});

test.each([
  ["a letter that is none of base64url", "a+b", "illegal base64 data at input byte 1"],
  ["another layout", token({ v: "v9", rv: 1, start: "/a" }), "server does not recognize this encoded version v9"],
  [
    "no version",
    token({ v: "meta.k8s.io/v1", start: "/a" }),
    "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
  ],
  ["no place", token({ v: "meta.k8s.io/v1", rv: 1 }), "encoded start key empty (version meta.k8s.io/v1)"],
])("a continue token with %s is refused", (_, continued, why) =>
  withPlatform({}, async (platform) => {
    expect((await page(platform, continued)).body).toMatchObject({
      code: 400,
      reason: "BadRequest",
      message: `invalid continue token: continue key is not valid: ${why}`,
    });
  }),
);
