import * as z from "zod";
import { inputMessages } from "../messages/inputs.js";
import { comparedBy } from "../objects/fields/fieldRules.js";
import { labelMap, metadataOutputs } from "../objects/fields/metadataFields.js";
import { storedObject } from "../objects/lifecycle/stored.js";
import { storedInputs } from "../objects/lifecycle/storedKind.js";
import type { Problem } from "../objects/operation.js";
import { deepEqual, isRecord, type Properties, unknown } from "../objects/values.js";
import { extraSpecInput, extraSpecProblems } from "./extraSpec.js";
import type { Resource } from "./resource.js";

/** Loaded on demand because of its YAML parser. */
const manifests = () =>
  require("../objects/wire/templateObjects.js") as typeof import("../objects/wire/templateObjects.js");

const accessRule = z
  .strictObject({
    users: z.array(z.string()).describe("Users the rule is for; `*` means all users.").optional(),
    verbs: z.array(z.string()).describe("What these users may do with the template, such as `get`.").optional(),
  })
  .meta({ id: "AccessRule", description: "Who may do what with a space template." });

const templateMetadata = z
  .strictObject({
    labels: labelMap
      .describe("Labels of the spaces, for example `policy.<vendor>/pod-security` with the value `baseline`.")
      .optional(),
  })
  .meta({ id: "SpaceTemplateMetadata", description: "Metadata of the spaces that are created from a template." });

const objects = comparedBy((a, b) => deepEqual(a, b) || manifests().equalManifests(a, b))(
  z
    .union([z.string(), z.array(z.record(z.string(), z.unknown()))])
    .describe(
      "Kubernetes objects that are deployed into each space: a string of YAML, or a list of objects. A string is sent as it " +
        "is, a list is written as YAML. Texts that mean the same are no change. A string may hold actions of Go's templates, " +
        "`{{ … }}`, which the platform fills in for each space; where they make it no YAML, it is not looked into.",
    ),
);

const template = z
  .strictObject({
    metadata: templateMetadata.describe("Metadata of the spaces that are created from the template.").optional(),
    objects: objects.optional(),
  })
  .meta({ id: "SpaceTemplateDefinition", description: "What a space that is created from a template gets." });

const inputs = storedInputs.extend({
  displayName: z.string().describe("Human-readable name of the template.").optional(),
  description: z.string().describe("Description of the template.").optional(),
  access: z.array(accessRule).describe("Access rules for the template.").optional(),
  template: template.describe("What a space that is created from the template gets.").optional(),
  extraSpec: extraSpecInput,
});

const manifestsOf = (fields: Properties) => (isRecord(fields.template) ? fields.template.objects : undefined);

/** The API takes manifests as YAML text (specification, section 2.2). */
function toSpec(fields: Properties): Properties {
  if (!isRecord(fields.template) || !Array.isArray(fields.template.objects)) return fields;
  return { ...fields, template: { ...fields.template, objects: manifests().manifestText(fields.template.objects) } };
}

function check(fields: Properties, previous: Properties): Problem[] {
  const declared = manifestsOf(fields);
  const isChanged = declared !== undefined && declared !== unknown && !deepEqual(declared, manifestsOf(previous));
  const problem = isChanged ? manifests().manifestProblem(declared) : undefined;
  const own = problem === undefined ? [] : [invalidManifests(problem)];
  return [...own, ...extraSpecProblems(inputs, fields)];
}

function invalidManifests(problem: string): Problem {
  const place = /^is not valid YAML: line \d+/.exec(problem)?.[0] ?? "is not valid";
  const secretReason = `${place}. ${inputMessages.hiddenReason.text}`;
  return { property: "template.objects", reason: `${problem}.`, secretReason };
}

const plural = "spacetemplates";

/** A predefined space configuration (specification, section 2.2). */
export const spaceTemplate: Resource = {
  type: "SpaceTemplate",
  description:
    "A predefined space configuration: new spaces are created from it with its objects, labels and access rules.",
  imports: { description: "The id is the name of the template.", name: "web", id: "web-team" },
  plural,
  inputs,
  outputs: metadataOutputs,
  check,
  ...storedObject({ kind: "SpaceTemplate", plural, inputs, toSpec }),
};
