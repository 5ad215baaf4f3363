import { checkFields, type Fields, schemaOf } from "../../emulator/kinds/fields";

const type: Fields = {
  "cluster!": "string",
  size: "small|large",
  since: "time",
  owners: [{ "name!": "string", admin: "boolean" }],
  labels: { "*": "string" },
};

test("one description finds every error, by its path", () => {
  const value = { size: "huge", since: "now", owners: [{ admin: 1 }, null], labels: { a: 1 }, extra: 1 };
  const { errors } = checkFields(value, type, "spec", true);
  expect(errors.map(({ field, reason }) => `${reason} ${field}`)).toEqual([
    "FieldValueNotSupported spec.size",
    "FieldValueInvalid spec.since",
    "FieldValueTypeInvalid spec.owners[0].admin",
    "FieldValueRequired spec.owners[0].name",
    "FieldValueTypeInvalid spec.owners[1]",
    "FieldValueTypeInvalid spec.labels.a",
    "FieldValueRequired spec.cluster",
  ]);
});

test("an open object keeps unknown fields, a closed one drops and names them, and takes null for empty", () => {
  const value = { cluster: "c", owners: [{ name: "o", x: 1 }], labels: { a: null }, extra: null };
  expect(checkFields({ ...value, labels: {} }, type, "", true)).toMatchObject({
    value: { extra: null },
    errors: [],
    unknown: [],
  });
  const closed = { value: { cluster: "c", owners: [{ name: "o" }], labels: { a: "" } }, errors: [] };
  expect(checkFields(value, type, "", false)).toEqual({ ...closed, unknown: ["owners[0].x", "extra"] });
});

test("the schema has the allowed texts and the required fields", () => {
  const properties = { size: { enum: ["small", "large"] }, owners: { items: { required: ["name"] } } };
  expect(schemaOf(type, false)).toMatchObject({ properties, required: ["cluster"] });
});
