import * as z from "zod";
import { identifies, productOnly } from "../objects/fields/fieldRules.js";
import { metadataOutputs, storedInputs } from "../objects/fields/metadataFields.js";
import type { StoredResource } from "../objects/resource.js";
import type { Path } from "../objects/values.js";
import {
  accessRule,
  app,
  chart,
  clusterAccess,
  extraSpecInput,
  instanceTemplate,
  metadata,
  owner,
  parameter,
  text,
} from "./commonFields.js";
import { manifestProblems, objects, withManifestTexts } from "./manifestFields.js";

/** The content of a space, in a template or an instance. */
export const spaceDefinition = z
  .strictObject({
    metadata: metadata.describe("Metadata of the spaces that are created from the template.").optional(),
    objects: objects.optional(),
    charts: z.array(chart).describe(productOnly("Helm charts that are deployed into each space.")).optional(),
    apps: z.array(app).describe(productOnly("Apps that are deployed into each space.")).optional(),
    access: clusterAccess.describe(productOnly("Who gets which cluster role in each space.")).optional(),
    instanceTemplate: instanceTemplate.describe(productOnly("The instance of each space.")).optional(),
  })
  .meta({ id: "SpaceTemplateDefinition", description: "What a space that is created from a template gets." });

const templateVersion = z
  .strictObject({
    version: identifies(text("The version, such as `1.0.0`.")),
    template: spaceDefinition.describe("What a space of this version gets.").optional(),
    parameters: z.array(parameter).describe("Values that can be chosen for each space of this version.").optional(),
  })
  .meta({ id: "SpaceTemplateVersion", description: "A version of a space template." });

const spaceTemplateInputs = storedInputs.extend({
  displayName: z.string().describe("Human-readable name of the template.").optional(),
  description: z.string().describe("Description of the template.").optional(),
  owner: owner.describe(productOnly("The user or team that owns the template.")).optional(),
  access: z.array(accessRule).describe("Access rules for the template.").optional(),
  parameters: z
    .array(parameter)
    .describe(productOnly("Values that can be chosen for each space of the template."))
    .optional(),
  template: spaceDefinition.describe("What a space that is created from the template gets.").optional(),
  versions: z.array(templateVersion).describe(productOnly("Versions of the template.")).optional(),
  extraSpec: extraSpecInput,
});

const manifestPaths: readonly Path[] = [
  ["template", "objects"],
  ["versions", "*", "template", "objects"],
];

/** A predefined space configuration (specification, section 2.2). */
export const spaceTemplate: StoredResource = {
  type: "SpaceTemplate",
  plural: "spacetemplates",
  description:
    "A predefined space configuration: new spaces are created from it with its objects, labels and access rules.",
  imports: { description: "The id is the name of the template.", name: "web", id: "web-team" },
  inputs: spaceTemplateInputs,
  outputs: metadataOutputs,
  check: (fields, previous) => manifestProblems(fields, previous, manifestPaths),
  toSpec: (fields) => withManifestTexts(fields, manifestPaths),
};
