import fc from "fast-check";
import { type RunningPlatform, startPlatform } from "../../../../emulator/platform";
import { get, type Request } from "../../../emulator/conformance/row";
import { send } from "../../../emulator/request";

jest.setTimeout(300_000);

let platform: RunningPlatform;
beforeEach(async () => {
  platform = await startPlatform();
});
afterEach(() => platform.close());

const words = (text: string) => fc.constantFrom(...text.split(" "));
const anyText = fc.string({ unit: "binary" });
const plurals = ["spacetemplates", "ownedaccesskeys", "projects", "namespaces/p-default/virtualclusterinstances"];
const paths = fc.oneof(
  fc.constantFrom(...plurals.flatMap((plural) => [`/${plural}`, `/${plural}/a`, `/${plural}/a/b`])),
  fc.constantFrom("/projects/default/importvirtualcluster", "/users/a/accesskeys"),
  anyText.map((text) => `/spacetemplates/${encodeURIComponent(text)}`),
);
const types = words("json yaml json-patch+json merge-patch+json apply-patch+yaml").map((type) => `application/${type}`);
const parameters = words("dryRun fieldManager fieldValidation force limit labelSelector watch");
const queries = fc
  .array(fc.tuple(parameters, fc.oneof(anyText, words("All Strict true 1"))), { maxLength: 3 })
  .map((pairs) => new URLSearchParams(pairs).toString());

const members = words(
  "name labels annotations finalizers ownerReferences managedFields uid resourceVersion generateName displayName " +
    "access template ttl scope rules __proto__ constructor key",
);
const { value: wild } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 63, "", "a", "é", "\0", "x.test/a", "2020-01-01T00:00:00Z"),
    anyText,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(members, anyText), tie("value"), { maxKeys: 4 }),
  ),
}));
const objects = fc
  .tuple(words("SpaceTemplate OwnedAccessKey"), wild, wild, fc.constantFrom("a", undefined))
  .map(([kind, metadata, spec, name]) => {
    const named = typeof metadata === "object" && metadata !== null ? { ...metadata, name } : metadata;
    return JSON.stringify({ apiVersion: "management.loft.sh/v1", kind, metadata: named, spec });
  });
const pointer = fc.array(members).map((steps) => steps.map((step) => `/${step}`).join(""));
const operation = fc.record({
  op: words("add remove replace move copy test nope"),
  path: pointer,
  from: pointer,
  value: wild,
});
// A valid body in which random bytes replace a part.
const damaged = fc.tuple(objects, fc.nat(), fc.uint8Array({ maxLength: 8 })).map(([text, at, bytes]) => {
  const whole = Buffer.from(text);
  const start = at % whole.length;
  return Buffer.concat([whole.subarray(0, start), bytes, whole.subarray(start + bytes.length)]).toString("latin1");
});
const yamlPieces =
  "a: |- |\n|  |&x |*x|<<|? |> |!!str |!x |{|}|[|]|,|#|'|\"|---\n|...\n|%YAML 1.2\n|kind|metadata|: |a|~|0x1|1e3|\t|\\|@";
const yamlTexts = fc.array(fc.constantFrom(...yamlPieces.split("|"), "|"), { maxLength: 60 });
const bodies = fc.oneof(
  objects,
  fc.array(operation).map((list) => JSON.stringify(list)),
  damaged,
  yamlTexts.map((pieces) => pieces.join("")),
  anyText,
  wild.map((value) => JSON.stringify(value)),
);

const requests: fc.Arbitrary<Request> = fc
  .record({ method: words("POST PUT PATCH DELETE"), path: paths, query: queries, type: types, body: bodies })
  .map(({ query, path, ...request }) => ({ ...request, path: query === "" ? path : `${path}?${query}` }));

// Real servers answer 500 to these, and to a delete whose options they cannot read.
const recorded500 =
  /resourceVersion should not be set on objects to be created|parsing "|etcdserver: request is too large|failed to create typed patch object/;
const unreadable = /^(json|yaml): |^Invalid value: |^no kind/;
const may500 = (method: string, message: string) =>
  recorded500.test(message) || (method === "DELETE" && unreadable.test(message));

test("the response to any request is a Status or an object, and the platform serves the next request", async () => {
  const property = fc.asyncProperty(requests, async (request) => {
    const { status, text, headers, body } = await send(platform, request);
    if (headers.get("content-type")?.startsWith("text/plain"))
      expect([status, text]).toEqual([404, "404 page not found\n"]);
    else expect(body).toMatchObject({ kind: expect.stringMatching(/./), apiVersion: expect.any(String) });
    expect(status < 500 || may500(request.method, String(body.message)) || text).toBe(true);
    expect((await send(platform, get("/spacetemplates?limit=1"))).status).toBe(200);
  });
  await fc.assert(property, { numRuns: 3000 });
  expect(Object.keys(Object.prototype)).toEqual([]);
});
