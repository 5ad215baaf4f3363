import { type Expected, post, postKey, postKeyText, type Row, type Section, template } from "./row";

const inGo = (kind: string, found: string): Expected => ({
  status: 400,
  reason: "BadRequest",
  message: `${kind} in version "v1" cannot be handled as a ${kind}: json: cannot unmarshal ${found.replace("integer", "number")}... into Go struct field ... of type ...`,
});
const wrong = (fact: string, spec: object, field: string, type: string, found: string): Row => ({
  fact,
  request: post(template("my-t1", spec)),
  status: 422,
  reason: "Invalid",
  message: `SpaceTemplate.<g> "my-t1" is invalid: ${field}: Invalid value: "${found}": ${field} in body must be of type ${type}: "${found}"`,
  causes: [`FieldValueTypeInvalid ${field}`],
  native: inGo("SpaceTemplate", found),
});
const wrongKey = (fact: string, spec: string, field: string, type: string, found: string): Row => ({
  fact,
  request: postKeyText("my-t2", spec),
  status: 422,
  reason: "Invalid",
  message: `OwnedAccessKey.<g> "my-t2" is invalid: ${field}: Invalid value: "${found}": ${field} in body must be of type ${type}: "${found}"`,
  causes: [`FieldValueTypeInvalid ${field}`],
  native: inGo("OwnedAccessKey", found),
});
const goError = 'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: json: cannot unmarshal ';

/** Fields of a wrong type. */
export const wrongTypes: Section = {
  title: "Wrong types",
  rows: [
    wrong("spec.displayName a number", { displayName: 5 }, "spec.displayName", "string", "integer"),
    wrong("spec.access an object", { access: {} }, "spec.access", "array", "object"),
    wrong(
      "spec.template.metadata.labels value a number",
      { template: { metadata: { labels: { a: 1 } } } },
      "spec.template.metadata.labels.a",
      "string",
      "integer",
    ),
    wrong("spec.template.objects a list", { template: { objects: [] } }, "spec.template.objects", "string", "array"),
    {
      fact: "every wrong field has its cause",
      request: post(template("my-t1", { displayName: 5, description: true }, { labels: { a: "!" } })),
      status: 422,
      reason: "Invalid",
      causes: [
        "FieldValueInvalid metadata.labels",
        "FieldValueTypeInvalid spec.displayName",
        "FieldValueTypeInvalid spec.description",
      ],
      native: inGo("SpaceTemplate", "integer"),
    },
    {
      fact: "metadata.labels a list",
      request: post(template("my-t1", {}, { labels: [] })),
      status: 400,
      reason: "BadRequest",
      message: `${goError}array into Go struct field ObjectMeta.labels of type map[string]string`,
    },
    {
      fact: "metadata.name a number",
      request: post(template(undefined, {}, { name: 5 })),
      status: 400,
      reason: "BadRequest",
      message: `${goError}number into Go struct field ObjectMeta.name of type string`,
    },
    wrongKey("key: ttl 1.5", '{"ttl":1.5}', "spec.ttl", "integer", "number"),
    {
      fact: "key: ttl 2^63-1",
      request: postKeyText("my-t5", '{"ttl":9223372036854775807}'),
      status: 201,
      contains: '"ttl":9223372036854775807',
    },
    wrongKey("key: ttl 2^63", '{"ttl":9223372036854775808}', "spec.ttl", "integer", "number"),
    { fact: "key: ttl -1", request: postKey("my-t7", { ttl: -1 }), status: 201, match: { spec: { ttl: -1 } } },
    wrongKey('key: disabled "true"', '{"disabled":"true"}', "spec.disabled", "boolean", "string"),
  ],
};
