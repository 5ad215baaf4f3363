import * as z from "zod";
import { npmName } from "../../../provider/identity.js";
import { report, schemaVersion } from "../report";

/** JSON Schema (draft 2020-12) of the report that `--json` writes. */
export function jsonSchema(): object {
  const { $schema, ...shape } = z.toJSONSchema(report, { target: "draft-2020-12", override: open });
  return {
    $schema,
    $id: `urn:${npmName}:drift-report:v${schemaVersion}`,
    title: `Drift report of ${npmName}`,
    description: `What ${npmName} drift found. Readers skip fields that they do not know: a newer release may add some to version ${schemaVersion}.`,
    ...shape,
  };
}

// A field more does not raise schemaVersion, so whoever validates with the schema of an older release must let it pass.
function open({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
