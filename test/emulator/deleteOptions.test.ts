import type { RunningPlatform } from "../../emulator/platform";
import { type Body, post, remove, template } from "./conformance/row";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const made = async (platform: RunningPlatform) =>
  (await send(platform, post(template("a", {}, { labels: { set: "x" } })))).body;
const isThere = (platform: RunningPlatform) => platform.store.get("spacetemplates", "a") !== undefined;
const field = (found: string, name: string, type: string) =>
  `json: cannot unmarshal ${found} into Go struct field ${name} of type ${type}`;
const notRead = (found: string) =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go`;
const unknownKind = (kind: string) => `no kind "${kind}" is registered for version "v1" in scheme`;

// In the words of k8s.io/apiserver 0.34, whose decoder was run over these bodies. It answers 500 to all of them.
const wrong: [string, string][] = [
  ['{"preconditions":{"uid":5}}', field("number", "Preconditions.preconditions.uid", "types.UID")],
  ['{"preconditions":"x"}', field("string", "DeleteOptions.preconditions", "v1.Preconditions")],
  ['{"preconditions":[]}', field("array", "DeleteOptions.preconditions", "v1.Preconditions")],
  ['{"preconditions":{"resourceVersion":5}}', field("number", "Preconditions.preconditions.resourceVersion", "string")],
  ['{"dryRun":"All"}', field("string", "DeleteOptions.dryRun", "[]string")],
  ['{"dryRun":[5]}', field("number", "DeleteOptions.dryRun", "string")],
  ['{"gracePeriodSeconds":"x"}', field("string", "DeleteOptions.gracePeriodSeconds", "int64")],
  ['{"gracePeriodSeconds":1.5}', field("number 1.5", "DeleteOptions.gracePeriodSeconds", "int64")],
  ['{"propagationPolicy":5}', field("number", "DeleteOptions.propagationPolicy", "v1.DeletionPropagation")],
  ['{"orphanDependents":"true"}', field("string", "DeleteOptions.orphanDependents", "bool")],
  ["[]", notRead("array")],
  ["5", notRead("number")],
  ['{"kind":5}', notRead("number")],
  ['{"kind":"Pod","apiVersion":"v1"}', unknownKind("Pod")],
  ['{"kind":"Pod"}', unknownKind("Pod")],
  ['{"apiVersion":"a/b/c"}', "unexpected GroupVersion string: a/b/c"],
];

test.each(wrong)("options of a wrong type delete nothing, neither one object nor a collection: %s", (text, message) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    for (const request of [remove("a", "", text), remove("", "", text)]) {
      const { status, body } = await send(platform, { ...request, type: "application/json" });
      expect([status, body.message]).toEqual([500, expect.stringContaining(message)]);
      expect(body).not.toHaveProperty("reason");
    }
    expect(isThere(platform)).toBe(true);
  }),
);

const invalid: [string, string, string][] = [
  ["?orphanDependents=true&propagationPolicy=Orphan", "", "FieldValueInvalid propagationPolicy"],
  ["", '{"orphanDependents":false,"propagationPolicy":"Orphan"}', "FieldValueInvalid propagationPolicy"],
  ["?propagationPolicy=", "", "FieldValueNotSupported propagationPolicy"],
  ["", '{"propagationPolicy":""}', "FieldValueNotSupported propagationPolicy"],
  ["?dryRun=", "", "FieldValueNotSupported dryRun"],
  ["", '{"dryRun":[null]}', "FieldValueNotSupported dryRun"],
];

test.each(invalid)("options that contradict each other or are unknown are a 422: %s %s", (query, text, cause) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    const { status, body } = await send(platform, remove("a", query, text === "" ? undefined : text));
    const { causes } = body.details as { causes: { reason: string; field: string }[] };
    expect([status, causes.map(({ reason, field }) => `${reason} ${field}`)]).toEqual([422, [cause]]);
    expect(isThere(platform)).toBe(true);
  }),
);

test.each([
  ["abc", "invalid syntax"],
  ["", "invalid syntax"],
  ["1.5", "invalid syntax"],
  ["9223372036854775808", "value out of range"],
])("a grace period in the query that is no integer is a 400: %p", (text, why) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    expect((await send(platform, remove("a", `?gracePeriodSeconds=${text}`))).body).toMatchObject({
      code: 400,
      reason: "BadRequest",
      message: `strconv.ParseInt: parsing "${text}": ${why}`,
    });
    expect(isThere(platform)).toBe(true);
  }),
);

test.each(["", '{"preconditions":{"uid":""}}'])("an empty uid is a precondition that no object meets: %p", (text) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    const request = text === "" ? remove("a", "?uid=") : remove("a", "", text);
    expect((await send(platform, request)).status).toBe(409);
    expect(isThere(platform)).toBe(true);
  }),
);

platformTest("the query guards a delete that has no body", async (platform) => {
  const { metadata } = await made(platform);
  for (const query of ["?uid=other", "?resourceVersion=1"])
    expect((await send(platform, remove("a", query))).body).toMatchObject({ code: 409, reason: "Conflict" });
  const right = `?uid=${metadata.uid}&resourceVersion=${metadata.resourceVersion}`;
  expect((await send(platform, remove("a", right))).status).toBe(200);
});

platformTest("beside a body the query does not count, as on real servers", async (platform) => {
  await made(platform);
  expect((await send(platform, remove("a", "?dryRun=All", "{}"))).status).toBe(200);
  expect(isThere(platform)).toBe(false);
});

test.each(["v1", "meta.k8s.io/v1", "management.loft.sh/v1", "foo/v9", ""])(
  "options of the group %p are taken",
  (apiVersion) =>
    withPlatform({}, async (platform) => {
      await made(platform);
      const options = { kind: "DeleteOptions", apiVersion, dryRun: ["All"] };
      expect((await send(platform, remove("a", "", options))).status).toBe(200);
      expect(isThere(platform)).toBe(true);
    }),
);

const orphaning: [string, object | undefined, boolean][] = [
  ["?orphanDependents=true", undefined, true],
  ["?orphanDependents=", undefined, true],
  ["?orphanDependents=False", undefined, false],
  ["?orphanDependents=0", undefined, false],
  ["", { orphanDependents: true }, true],
  ["", { orphanDependents: false }, false],
];

test.each(orphaning)("orphanDependents is the old word for the policy Orphan: %s %p", (query, options, orphans) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    const { body } = await send(platform, remove("a", query, options));
    expect((body as Partial<Body>).metadata?.finalizers).toEqual(orphans ? ["orphan"] : undefined);
  }),
);
