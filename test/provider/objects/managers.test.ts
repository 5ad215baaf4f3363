import { creatorOf, lastWriter } from "../../../provider/objects/managers";
import type { Path } from "../../../provider/objects/values";

const entry = (manager: string, time: string | undefined, fieldsV1: object) => ({
  manager,
  operation: "Update",
  fieldsType: "FieldsV1",
  fieldsV1,
  ...(time && { time }),
});

const early = "2026-01-01T10:00:00Z";
const late = "2026-01-01T11:00:00Z";

const labels = { "policy.loft.sh/x": "baseline", other: "1" };
const spec = {
  displayName: "d",
  description: "d",
  access: [{ users: ["a"] }],
  template: { objects: "o", metadata: { labels: {} } },
};
const object = (...managedFields: unknown[]) => ({
  metadata: { labels, managedFields } as Record<string, unknown>,
  spec,
  status: { lastActivity: late },
});

describe("who wrote a field last", () => {
  const fields = {
    "f:metadata": { "f:labels": { ".": {}, "f:policy.loft.sh/x": {} } },
    "f:spec": { "f:displayName": {}, "f:access": {}, "f:template": { ".": {}, "f:objects": {} } },
  };

  test.each<[string, Path, boolean]>([
    ["a field of its own", ["spec", "displayName"], true],
    ["a list, wherever it was changed", ["spec", "access", 0, "users"], true],
    ["an entry that is gone from its list", ["spec", "access", 1], true],
    ["an object that it holds a field of", ["spec", "template"], true],
    ["a field deep inside", ["spec", "template", "objects"], true],
    ["a label by its key", ["metadata", "labels", "policy.loft.sh/x"], true],
    ["another label", ["metadata", "labels", "other"], false],
    ["another field", ["spec", "description"], false],
    ["another field deep inside", ["spec", "template", "metadata"], false],
    ["a field of status", ["status", "lastActivity"], false],
  ])("of %s", (_, path, isOwner) => {
    const writer = lastWriter(object(entry("kubectl-edit", early, fields)), path);
    expect(writer).toEqual(isOwner ? { manager: "kubectl-edit", time: early } : undefined);
  });

  test("is nobody known where the field is gone, and none for an object's members who owns the empty object", () => {
    const whole = entry("first", early, { "f:spec": {} });
    expect(lastWriter(object(whole), ["spec", "displayName"])).toBeUndefined();
    expect(lastWriter({ ...object(entry("first", early, fields)), spec: {} }, ["spec", "displayName"])).toBeUndefined();
  });

  test("is the most recent manager of several", () => {
    const [first, second] = [entry("first", early, fields), entry("second", late, fields)];
    for (const entries of [
      [first, second],
      [second, first],
    ]) {
      expect(lastWriter(object(...entries), ["spec", "displayName"])).toEqual({ manager: "second", time: late });
    }
  });

  test("is not a more recent manager of other fields", () => {
    const other = entry("other", late, { "f:spec": { "f:description": {} } });
    const writer = lastWriter(object(entry("first", early, fields), other), ["spec", "displayName"]);
    expect(writer).toEqual({ manager: "first", time: early });
  });

  test("may have no time, and is then older than one who has", () => {
    const timeless = entry("timeless", undefined, fields);
    expect(lastWriter(object(timeless), ["spec", "access"])).toEqual({ manager: "timeless", time: undefined });
    const both = object(timeless, entry("first", early, fields));
    expect(lastWriter(both, ["spec", "access"])?.manager).toBe("first");
  });

  test.each<[string, { metadata: Record<string, unknown> }]>([
    ["there is no bookkeeping", { metadata: {} }],
    ["it is no list", { metadata: { managedFields: "none" } }],
    ["its entries are no objects", object(null, "x", 1)],
    ["its entries have no fields", object({ manager: "m" }, { manager: "m", fieldsV1: "x" })],
  ])("is nobody where %s", (_, given) => {
    expect(lastWriter(given, ["spec", "displayName"])).toBeUndefined();
  });
});

describe("who made an object", () => {
  const made = (creationTimestamp: string | undefined, managedFields: unknown) => ({
    metadata: { creationTimestamp, managedFields } as Record<string, unknown>,
  });

  test("is who wrote when it was made, whatever came later and stands before it", () => {
    const entries = [null, entry("later", late, {}), entry("maker", early, {})];
    expect(creatorOf(made(early, entries))).toEqual({ manager: "maker", time: early });
  });

  test.each<[string, unknown]>([
    ["nobody wrote then", [entry("later", late, {})]],
    ["there is no bookkeeping", undefined],
    ["it is no list", { manager: "maker", time: early }],
  ])("is not known where %s", (_, managedFields) => {
    expect(creatorOf(made(early, managedFields))).toBeUndefined();
  });
});
