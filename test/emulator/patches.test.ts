import { bad, type Row } from "./conformance/expectations";
import { apiVersion, merge, patch, post, postYaml, template } from "./conformance/row";
import { platformRows } from "./platformRows";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const undecodable = (type: string | undefined, body: string): Row => [
  post(template("a")),
  patch("a", body, "?fieldManager=me", type),
  bad,
];
const yaml = (spec: string) =>
  postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata:\n  name: a\n${spec}`);
platformRows({
  "a JSON Patch of numbers is refused": undecodable(undefined, "[5]"),
  "a merge patch of a boolean is refused": undecodable("application/merge-patch+json", "true"),
  "YAML within brackets is refused quickly with thousands of lines": [
    yaml(`spec: {\n${"a: b,\n".repeat(100_000)}}\n`),
    bad,
  ],
});

describe("a finalizer without a domain", () => {
  const object = (labels: object) => template("a", undefined, { finalizers: ["plain"], labels });
  const existing = post(template("a"));
  test.each<[string, boolean, (labels: object) => typeof existing]>([
    ["a create", false, (labels) => post(object(labels))],
    ["a merge patch", true, (labels) => merge("a", { metadata: object(labels).metadata })],
  ])("is a warning in the response to %s, unless the write is refused", (_, exists, write) =>
    withPlatform({}, async (platform) => {
      if (exists) await send(platform, existing);
      const answers = [await send(platform, write({ label: "no value" })), await send(platform, write({ label: "x" }))];
      expect(answers.map(({ status }) => Math.floor(status / 100))).toEqual([4, 2]);
      const warnings = answers.map(({ headers }) => headers.get("warning"));
      expect(warnings).toEqual([null, expect.stringContaining("prefer a domain-qualified finalizer name")]);
    }),
  );
});
