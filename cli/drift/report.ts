import * as z from "zod";
import { npmName, typeToken } from "../../provider/packageNames.js";
import { findingKindNames } from "./findingKinds";

/** Version of the report. New kinds and removed or changed fields raise it; new fields do not. */
export const schemaVersion = 1;

const time = z.string().describe("RFC 3339, in UTC.");

const subject = z.strictObject({
  urn: z.string().nullable().describe("URN of the resource; null for an object that no state holds."),
  type: z.string().describe(`Type token, such as \`${typeToken("SpaceTemplate")}\`.`),
  name: z.string().describe("Name of the resource in the program; for an object that no state holds, the object's."),
  id: z.string().nullable().describe("Id of the resource: the object's name, after its project where it has one."),
  platform: z.string().nullable().describe("Address of the platform; null where it is not known."),
});

const writer = z.strictObject({
  manager: z.string().describe("Field manager, as managedFields name it."),
  time: time.nullable().describe("At or before which it wrote: managedFields keep one time for each manager."),
});

const suppression = z.strictObject({
  rule: z.string().describe("What the rule matches, as `--ignore` was given it."),
  reason: z.string(),
  until: z.string().describe("Last day on which it holds, such as `2026-12-31` (UTC)."),
});

const value = z.json().describe("A secret is `[secret]`, also inside a value.");

const finding = z.strictObject({
  kind: z.enum(findingKindNames),
  subject,
  path: z
    .string()
    .nullable()
    .describe("JSON Pointer to the property of the resource; null where it is about the whole."),
  expected: value.optional().describe("What the program declared or the state knew; absent where there was nothing."),
  live: value.optional().describe("What the platform has; absent where it has nothing."),
  by: writer.nullable().describe("Who wrote the live value last, where the platform tells."),
  message: z.string().describe("What was found, as a sentence in one line, without secrets."),
  remedy: z.string().describe("What to do about it."),
  fingerprint: z
    .string()
    .describe("The same in every run for the same kind of finding at the same place, whatever the values are."),
  suppressed: suppression.nullable().describe("Why it does not count; null where it counts."),
});

/** Schema of a report. */
export const report = z.strictObject({
  schemaVersion: z.literal(schemaVersion),
  tool: z.strictObject({ name: z.literal(npmName), version: z.string() }),
  stack: z.strictObject({
    name: z.string().describe("`(selected)` where it could not be found out which one is."),
    project: z.string().describe("Empty where it is not known."),
  }),
  startedAt: time,
  finishedAt: time,
  resources: z
    .strictObject({
      checked: z.int().nonnegative().describe("Resources of the stack that were compared with the platform."),
      unread: z.int().nonnegative().describe("Resources that should have been compared and were not."),
    })
    .describe("How many resources were looked at; those of providers and components are not counted."),
  counts: z
    .record(z.enum(findingKindNames), z.int().nonnegative())
    .describe("Findings by kind, without the suppressed ones; every kind is there."),
  failOn: z.array(z.enum(findingKindNames)).describe("Kinds of findings that count as drift; `unknown` always counts."),
  suppressed: z.int().nonnegative().describe("How many findings are suppressed."),
  findings: z.array(finding),
  notes: z.array(z.string()).describe("What else the reader should know, each a sentence in one line."),
  outcome: z
    .enum(["clean", "drift", "error", "unauthorized"])
    .describe("What the exit code says: an `unknown` finding makes it `error`, a refused access key `unauthorized`."),
});

/** A difference between the stack and the platform. */
export type Finding = z.infer<typeof finding>;

/** A report. */
export type Report = z.infer<typeof report>;

/** Subject of a finding. */
export type Subject = z.infer<typeof subject>;

/** Last writer of a value. */
export type FindingWriter = z.infer<typeof writer>;

/** JSON Schema (draft 2020-12) of the report. */
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

// New fields do not raise schemaVersion, so an older schema must accept them.
function open({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
