import { post, template } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const number = "json: cannot unmarshal number into Go value of type";

test.each<[string, string, string, string]>([
  [
    "an apply",
    "application/apply-patch+yaml",
    "5",
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: ${number} map[string]interface {}`,
  ],
  ["a JSON Patch", "application/json-patch+json", "[5]", `error decoding patch: ${number} handlers.jsonPatchOp`],
  [
    "a merge patch",
    "application/merge-patch+json",
    "true",
    "error decoding patch: json: cannot unmarshal bool into Go value of type map[string]interface {}",
  ],
])("%s that is no object is refused in the words of Go, which knows no integers", (_, type, body, message) =>
  withPlatform({}, async (platform) => {
    await send(platform, post(template("a")));
    const answer = await send(platform, { method: "PATCH", path: "/spacetemplates/a?fieldManager=me", type, body });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  }),
);
