import {
  cannotHandle,
  created,
  type Expected,
  invalid,
  post,
  postKey,
  postKeyText,
  type Request,
  type Row,
  type Rows,
  template,
} from "./row";

const inGo = (kind: string, found: string): Expected => ({
  status: 400,
  reason: "BadRequest",
  message: `${kind} in version "v1" cannot be handled as a ${kind}: json: cannot unmarshal ${found.replace("integer", "number")}... into Go struct field ... of type ...`,
});
const wrong = (kind: string, name: string, request: Request, field: string, type: string, found: string): Row => [
  request,
  { ...invalid(`FieldValueTypeInvalid ${field}`), native: inGo(kind, found) },
  `${kind}.<g> "${name}" is invalid: ${field}: Invalid value: "${found}": ${field} in body must be of type ${type}: "${found}"`,
];
const inTemplate = (spec: object, field: string, type: string, found: string) =>
  wrong("SpaceTemplate", "my-t1", post(template("my-t1", spec)), field, type, found);
const inKey = (spec: string, field: string, type: string, found: string) =>
  wrong("OwnedAccessKey", "my-t2", postKeyText("my-t2", spec), field, type, found);

/** Fields of a wrong type. */
export const wrongTypes: Rows = {
  "spec.displayName a number": inTemplate({ displayName: 5 }, "spec.displayName", "string", "integer"),
  "spec.access an object": inTemplate({ access: {} }, "spec.access", "array", "object"),
  "spec.template.metadata.labels value a number": inTemplate(
    { template: { metadata: { labels: { a: 1 } } } },
    "spec.template.metadata.labels.a",
    "string",
    "integer",
  ),
  "spec.template.objects a list": inTemplate({ template: { objects: [] } }, "spec.template.objects", "string", "array"),
  "every wrong field has its cause": [
    post(template("my-t1", { displayName: 5, description: true }, { labels: { a: "!" } })),
    {
      ...invalid(
        "FieldValueInvalid metadata.labels",
        "FieldValueTypeInvalid spec.displayName",
        "FieldValueTypeInvalid spec.description",
      ),
      native: inGo("SpaceTemplate", "integer"),
    },
  ],
  "metadata.labels a list": [
    post(template("my-t1", {}, { labels: [] })),
    cannotHandle("json: cannot unmarshal array into Go struct field ObjectMeta.labels of type map[string]string"),
  ],
  "metadata.name a number": [
    post(template(undefined, {}, { name: 5 })),
    cannotHandle("json: cannot unmarshal number into Go struct field ObjectMeta.name of type string"),
  ],
  "key: ttl 1.5": inKey('{"ttl":1.5}', "spec.ttl", "integer", "number"),
  "key: ttl 2^63-1": [
    postKeyText("my-t5", '{"ttl":9223372036854775807}'),
    created({}, { contains: '"ttl":9223372036854775807' }),
  ],
  "key: ttl 2^63": inKey('{"ttl":9223372036854775808}', "spec.ttl", "integer", "number"),
  "key: ttl -1": [postKey("my-t7", { ttl: -1 }), created({ spec: { ttl: -1 } })],
  'key: disabled "true"': inKey('{"disabled":"true"}', "spec.disabled", "boolean", "string"),
};
