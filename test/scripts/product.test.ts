import { writeFileSync } from "node:fs";
import { compareKinds, type KindFacts } from "../../scripts/product/compare.js";
import { fieldTypes } from "../../scripts/product/fieldTypes.js";
import { platformPart, providerPart } from "../../scripts/product/ownKinds.js";
import { readProductDocument } from "../../scripts/product/productDocument.js";
import { main } from "../../scripts/product.js";
import { temporaryFolder } from "../support/temporaryFolder";

const path = temporaryFolder();
const written = (document: unknown) => {
  writeFileSync(path("product.json"), typeof document === "string" ? document : JSON.stringify(document));
  return path("product.json");
};

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const list = (items: object) => ({ type: "array", items });

const short = (spec: object) => ({
  paths: { crates: ["delete", "get", "post"], "crates/{name}": ["delete", "get", "patch", "put"] },
  watch: ["crates"],
  kinds: { Crate: { plural: "crates", scope: "Cluster", spec } },
});

const group = "/apis/management.loft.sh/v1";
const ofKind = (kind: string) => ({ "x-kubernetes-group-version-kind": { group: "management.loft.sh", kind } });
const spec = (name: string) => ({ $ref: `#/definitions/x.${name}` });
const swagger = {
  swagger: "2.0",
  paths: {
    [`${group}/boxes`]: { get: {} },
    [`${group}/namespaces/{namespace}/boxes`]: { get: {}, post: {} },
    [`${group}/namespaces/{namespace}/boxes/{name}`]: { get: ofKind("Box"), put: {}, patch: {}, delete: {} },
    [`${group}/watch/namespaces/{namespace}/boxes`]: { get: {} },
    [`${group}/announcements/{name}`]: { get: ofKind("Announcement") },
  },
  definitions: {
    "x.management.v1.Box": object({ metadata: spec("Meta"), spec: spec("BoxSpec") }),
    "x.BoxSpec": object({
      size: { type: "integer", format: "int32" },
      lid: spec("Lid"),
      data: { type: "object", additionalProperties: { ...text, format: "byte" } },
    }),
    "x.Lid": object({ made: { ...text, format: "date-time" }, lids: list(spec("Lid")), more: { type: "object" } }),
  },
};

describe("a document of the product", () => {
  const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

  test("is read in its short form", () => {
    const [crate] = readProductDocument(written(short(object({ tags: list(text) }))));
    expect(crate).toMatchObject({ kind: "Crate", plural: "crates", scope: "Cluster", verbs });
    expect(Object.fromEntries(crate?.fields ?? [])).toEqual({ tags: "list", "tags[]": "string" });
  });

  test("is read as a release has it, without what cannot be managed", () => {
    const kinds = readProductDocument(written(swagger));
    expect(kinds).toHaveLength(1);
    const offered = verbs.filter((verb) => verb !== "deletecollection");
    expect(kinds[0]).toMatchObject({ kind: "Box", plural: "boxes", scope: "Namespaced", verbs: offered });
    expect(Object.fromEntries(kinds[0]?.fields ?? [])).toEqual({
      size: "integer",
      lid: "object",
      "lid.made": "time",
      "lid.lids": "list",
      "lid.lids[]": "any",
      "lid.more": "any",
      data: "map",
      "data.*": "bytes",
    });
  });
});

describe("the comparison", () => {
  const facts = (properties: object, more: Partial<KindFacts> = {}): KindFacts => ({
    kind: "Crate",
    fields: fieldTypes(object(properties)),
    ...more,
  });
  const linesOf = (theirs: KindFacts, own: KindFacts) => [
    ...(compareKinds([theirs], [{ name: "part", kinds: [own] }])
      .get("Crate")
      ?.keys() ?? []),
  ];

  test.each<[string, KindFacts, KindFacts, string[]]>([
    [
      "says nothing of equal fields",
      facts({ a: list(object({ b: text })) }),
      facts({ a: list(object({ b: text })) }),
      [],
    ],
    ["names a new field, not those in it", facts({ a: object({ b: text }) }), facts({}), ["new   a: object"]],
    ["names a field that is gone", facts({}), facts({ a: list(text) }), ["gone  a: list"]],
    [
      "names a field in a list",
      facts({ a: list(object({ b: text, c: text })) }),
      facts({ a: list(object({ b: text })) }),
      ["new   a[].c: string"],
    ],
    [
      "names another type, not what is in it",
      facts({ a: object({ b: text }) }),
      facts({ a: list(text) }),
      ["type  a: object, here list"],
    ],
    [
      "takes a value that may be anything for the same",
      facts({ a: object({ b: text }) }),
      facts({ a: { any: true } }),
      [],
    ],
    ["leaves out deprecated fields without a property", facts({ argoCD: object({ enabled: text }) }), facts({}), []],
    [
      "leaves out deprecated properties",
      facts({}),
      facts({ rules: { ...list(text), deprecationMessage: "Use scope." } }),
      [],
    ],
    [
      "names verbs",
      facts({}, { verbs: ["get", "watch"] }),
      facts({}, { verbs: ["get", "list"] }),
      ["new   verb watch", "gone  verb list"],
    ],
    [
      "names another scope",
      facts({}, { scope: "Cluster" }),
      facts({}, { scope: "Namespaced" }),
      ["type  scope: Cluster, here Namespaced"],
    ],
    ["names a kind that is gone", { ...facts({}), kind: "Other" }, facts({}), ["gone  the kind"]],
  ])("%s", (_, theirs, own, lines) => {
    expect(linesOf(theirs, own)).toEqual(lines);
  });

  test("names each part that differs, and kinds that no part has", () => {
    const parts = ["one", "other"].map((name) => ({ name, kinds: [facts({})] }));
    const found = compareKinds(
      [facts({ a: text }), { ...facts({}), kind: "Box" }, { ...facts({}), kind: "Tenant" }],
      parts,
    );
    expect([...found].map(([kind, lines]) => [kind, ...lines])).toEqual([
      ["Crate", ["new   a: string", ["one", "other"]]],
      ["Box", ["new   the kind", ["one, other"]]],
    ]);
  });
});

describe("this repository", () => {
  test("describes the provider's fields by their names on the wire, without those that are not sent", () => {
    const key = providerPart().kinds.find(({ kind }) => kind === "OwnedAccessKey");
    expect([key?.plural, key?.scope]).toEqual(["ownedaccesskeys", "Cluster"]);
    expect(key?.fields.get("scope.allowLoftCli")).toBe("boolean");
    expect(key?.fields.get("identity.connectorData")).toBe("bytes");
    for (const name of ["scope.allowCli", "name", "labels", "extraSpec", "rotateBeforeExpiry"])
      expect([name, key?.fields.get(name)]).toEqual([name, undefined]);
  });

  test("has the same fields in the provider and in the embedded platform", () => {
    const provider = providerPart();
    const described = platformPart().kinds.filter(({ kind }) => provider.kinds.some((own) => own.kind === kind));
    expect(described.length).toBeGreaterThan(1);
    expect(compareKinds(described, [provider])).toEqual(new Map());
  });
});

describe("npm run product", () => {
  const run = async (...args: string[]) => {
    const shown = [jest.spyOn(console, "log"), jest.spyOn(console, "error")].map((spy) => spy.mockImplementation());
    const code = await main(args);
    const lines = shown.flatMap(({ mock }) => mock.calls.flat());
    jest.restoreAllMocks();
    return [code, ...lines];
  };

  test("ends with 1 and shows what differs by kind", async () => {
    const [code, shown] = await run(written(short(object({}))));
    expect(code).toBe(1);
    expect(shown).toMatch(/^Project\n {2}gone {2}the kind \(provider, embedded platform\)$/m);
    expect(shown).toMatch(/^Crate\n {2}new {3}the kind \(provider, embedded platform\)$/m);
  });

  test.each<[string, unknown, RegExp]>([
    ["no JSON", "{", /product\.json cannot be read as JSON: .*\. Name a swagger\.json of a release\.$/],
    ["another document", { paths: {} }, /product\.json is no OpenAPI document of the product: /],
    ["a document of another product", { paths: {}, definitions: {} }, /no kinds of management\.loft\.sh\/v1/],
  ])("ends with 2 for %s", async (_, document, message) => {
    expect(await run(written(document))).toEqual([2, expect.stringMatching(message)]);
  });

  test("ends with 2 without a file", async () => {
    expect(await run()).toEqual([2, expect.stringMatching(/^The file is missing\. /)]);
  });
});
