import { apiVersion, merge, post, type Request, template } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const name = "a";
const object = (labels: object) => ({ ...template(name), metadata: { name, finalizers: ["plain"], labels } });
const path = `/spacetemplates/${name}`;
const apply = (labels: object): Request => ({
  method: "PATCH",
  path: `${path}?fieldManager=x`,
  type: "application/apply-patch+yaml",
  body: { ...object(labels), apiVersion },
});
const existing = post(template(name));

const writes: [string, Request[], (labels: object) => Request][] = [
  ["a create", [], (labels) => post(object(labels))],
  ["an apply that creates", [], apply],
  ["a merge patch", [existing], (labels) => merge(name, { metadata: object(labels).metadata })],
  ["an apply", [existing], apply],
];

test.each(writes)("%s warns of a finalizer without a domain if it is done, not if it is refused", (_, first, write) =>
  withPlatform({}, async (platform) => {
    for (const request of first) await send(platform, request);
    const answers = [await send(platform, write({ label: "no value" })), await send(platform, write({ label: "x" }))];
    const warnings = answers.map(({ headers }) => headers.get("warning"));
    expect(answers.map(({ status }) => Math.floor(status / 100))).toEqual([4, 2]);
    expect(warnings).toEqual([null, expect.stringContaining("prefer a domain-qualified finalizer name")]);
  }),
);
