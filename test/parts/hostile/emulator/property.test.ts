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

const anyText = fc.string({ unit: "binary" });
const plurals = ["spacetemplates", "ownedaccesskeys", "projects", "namespaces/p-default/virtualclusterinstances"];
const paths = fc.oneof(
  fc.constantFrom(...plurals.flatMap((plural) => [`/${plural}`, `/${plural}/a`, `/${plural}/a/b`])),
  fc.constant("/projects/default/importvirtualcluster"),
  anyText.map((text) => `/spacetemplates/${encodeURIComponent(text)}`),
);
const methods = fc.constantFrom("POST", "PUT", "PATCH", "DELETE");
const types = fc.constantFrom(
  "application/json",
  "application/yaml",
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/apply-patch+yaml",
);
const parameters = fc.constantFrom(
  "dryRun",
  "fieldManager",
  "fieldValidation",
  "force",
  "limit",
  "labelSelector",
  "watch",
);
const queries = fc
  .array(fc.tuple(parameters, fc.oneof(anyText, fc.constantFrom("All", "Strict", "true", "1"))), { maxLength: 3 })
  .map((pairs) => new URLSearchParams(pairs).toString());

const kinds: Record<string, string> = { spacetemplates: "SpaceTemplate", ownedaccesskeys: "OwnedAccessKey" };
const members = fc.constantFrom(
  ...["name", "labels", "annotations", "finalizers", "ownerReferences", "managedFields", "uid", "resourceVersion"],
  ...["generateName", "displayName", "access", "template", "ttl", "scope", "rules", "__proto__", "constructor", "key"],
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
  .tuple(fc.constantFrom(...Object.values(kinds)), wild, wild, fc.constantFrom("a", undefined))
  .map(([kind, metadata, spec, name]) =>
    JSON.stringify({
      apiVersion: "management.loft.sh/v1",
      kind,
      metadata: typeof metadata === "object" && metadata !== null ? { ...metadata, name } : metadata,
      spec,
    }),
  );
const operations = fc
  .array(
    fc.record({
      op: fc.constantFrom("add", "remove", "replace", "move", "copy", "test", "nope"),
      path: fc.array(members).map((steps) => steps.map((step) => `/${step}`).join("")),
      from: fc.array(members).map((steps) => steps.map((step) => `/${step}`).join("")),
      value: wild,
    }),
  )
  .map((list) => JSON.stringify(list));
// A valid body with a piece of it replaced by bytes that nobody expects.
const damaged = fc.tuple(objects, fc.nat(), fc.uint8Array({ maxLength: 8 })).map(([text, at, bytes]) => {
  const whole = Buffer.from(text);
  const start = at % whole.length;
  return Buffer.concat([whole.subarray(0, start), bytes, whole.subarray(start + bytes.length)]).toString("latin1");
});
const yamlPieces = fc.constantFrom(
  ..."a: |- |\n|  |&x |*x|<<|? |> |!!str |!x |{|}|[|]|,|#|'|\"|---\n|...\n|%YAML 1.2\n|kind|apiVersion|metadata".split(
    "|",
  ),
  ...["| ", ": ", "a", "~", "0x1", "1e3", "\t", "\\", "@", "`", "\ufeff"],
);
const yamlTexts = fc.array(yamlPieces, { maxLength: 60 }).map((pieces) => pieces.join(""));
const bodies = fc.oneof(
  objects,
  operations,
  damaged,
  yamlTexts,
  anyText,
  wild.map((value) => JSON.stringify(value)),
);

const requests: fc.Arbitrary<Request> = fc
  .record({ method: methods, path: paths, query: queries, type: types, body: bodies })
  .map(({ query, path, ...request }) => ({ ...request, path: query === "" ? path : `${path}?${query}` }));

// The only requests that real servers answer with 500, as recorded; a delete of which they cannot read the options for one.
const recorded500 =
  /resourceVersion should not be set on objects to be created|strconv\.ParseUint|etcdserver: request is too large|failed to create typed patch object/;
const unreadable =
  /couldn't get version\/kind|^yaml: |unsupported map key|json: unsupported value|^json: cannot unmarshal|^no kind|^unexpected GroupVersion/;
const may500 = (method: string, message: string) =>
  recorded500.test(message) || (method === "DELETE" && unreadable.test(message));

test("whatever is sent, the answer is a Status or an object, and the next request is answered too", async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const { status, text, headers, body } = await send(platform, request);
      if (headers.get("content-type")?.startsWith("text/plain"))
        expect([status, text]).toEqual([404, "404 page not found\n"]);
      else expect(body).toMatchObject({ kind: expect.stringMatching(/./), apiVersion: expect.any(String) });
      expect(status < 500 || may500(request.method, String(body.message)) || text).toBe(true);
      expect((await send(platform, get("/spacetemplates?limit=1"))).status).toBe(200);
    }),
    { numRuns: 3000 },
  );
});
