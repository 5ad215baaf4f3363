import type { Properties } from "../../../../provider/objects/values";
import { threeWayMerge } from "../../../../provider/objects/wire/merge";
import { mapInYaml, yamlText } from "../../../../provider/objects/wire/templateObjects";
import { virtualClusterInstance } from "../../../../provider/resources/virtualClusterInstance";

const { inputs } = virtualClusterInstance;

const merge = (versions: Record<"before" | "after" | "live", Properties>) =>
  threeWayMerge(
    { ...versions, recorded: versions.before },
    { schema: inputs, policy: "merge", ignored: [], propertyOf: (path) => path, masked: [] },
  );

test("the numbers of others are written as before", () => {
  const others = [
    "mode: 0777",
    "id: 9007199254740993",
    "version: 1.10",
    "many: 1_000",
    "day: 2020-01-01",
    "in:\n  '1': a\n  mode: 0755",
    "list:\n  - 0o7\n  - 1.50",
    "",
  ].join("\n");
  const parameters = (size: string, count: number) => yamlText({ size, count, zip: "0777" });
  const versions = { before: { parameters: parameters("m", 1) }, after: { parameters: parameters("l", 2) } };
  const live = { parameters: versions.before.parameters + others };
  expect(merge({ ...versions, live }).target).toEqual({ parameters: versions.after.parameters + others });
});

test("a text of nothing is a map without variables", () => {
  expect(["", "# none\n", "null", "{}"].map((text) => mapInYaml(text, true))).toEqual([{}, {}, {}, {}]);
  expect(mapInYaml("- a", true)).toBeUndefined();
});

test("a text with many aliases is no map: written out, it could fill the memory", () => {
  const withAliases = (count: number) => `a: &a x\nb: [${Array(count).fill("*a").join(",")}]`;
  expect(mapInYaml(withAliases(10), false)).toEqual({ a: "x", b: Array(10).fill("x") });
  expect(mapInYaml(withAliases(11), false)).toBeUndefined();
});

test("an empty place is not yet chosen by the platform", () => {
  const versions = { before: {}, after: { clusterRef: { cluster: "a" } }, live: { clusterRef: { cluster: "" } } };
  expect(merge(versions)).toEqual({ target: versions.after, conflicts: [] });
  expect(merge({ ...versions, before: versions.after, after: {} }).target).toEqual(versions.live);
});
