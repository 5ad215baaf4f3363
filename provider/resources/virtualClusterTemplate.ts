import * as z from "zod";
import { identifies, oneOf, secret } from "../objects/fields/fieldRules.js";
import { metadataOutputs } from "../objects/fields/metadataFields.js";
import type { Problem } from "../objects/operation.js";
import type { StoredResource } from "../objects/resource.js";
import { asList, asRecord, type Path, type Properties } from "../objects/values.js";
import {
  app,
  chart,
  instanceTemplate,
  metadata,
  parameter,
  productClusterAccess,
  productInputs,
  text,
} from "./commonFields.js";
import { manifestProblems, objects, withManifestTexts } from "./manifestFields.js";

const semver = /^v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

const helmChart = z
  .strictObject({
    version: z.string().regex(semver, "must be a version such as 0.32.1").describe("Version of vCluster's chart."),
    name: text("Name of the chart; `vcluster` without it."),
    repo: text("URL of the chart's repository."),
    username: text("User name for the repository."),
    password: secret(z.string().describe("Password for the repository.")).optional(),
    insecureSkipTlsVerify: z.boolean().describe("Accept any TLS certificate of the repository.").optional(),
  })
  .meta({ id: "VirtualClusterChart", description: "The Helm chart of a virtual cluster." });

const helmRelease = z
  .strictObject({
    chart: helmChart.describe("The chart."),
    values: text("Content of `vcluster.yaml`. It may hold actions of Go's templates, `{{ … }}`."),
  })
  .meta({ id: "VirtualClusterRelease", description: "The Helm release of a virtual cluster." });

const flag = z
  .strictObject({ enabled: z.boolean().describe("Whether it is on.").optional() })
  .meta({ id: "VirtualClusterFlag", description: "Something that is on or off." });

const forwardTokenMode = oneOf("ForwardTokenMode", "What the platform does with the token of a request.", {
  Off: "The platform uses a token of its own.",
  TokenReview: "The virtual cluster asks the platform whom the token is for.",
  Passthrough: "The token is passed on.",
});

const contents = {
  metadata: metadata.describe("Metadata of what is created from the template.").optional(),
  objects: objects.optional(),
  charts: z.array(chart).describe("Helm charts that are deployed.").optional(),
  apps: z.array(app).describe("Apps that are deployed.").optional(),
};

/** The parts of a virtual cluster, in a template or an instance. */
export const virtualClusterDefinition = z
  .strictObject({
    helmRelease: helmRelease.describe("Version and configuration of the virtual cluster.").optional(),
    pro: flag.describe("Whether it is a vCluster Pro.").optional(),
    ...contents,
    access: productClusterAccess.describe("Who gets which cluster role in the virtual cluster.").optional(),
    instanceTemplate: instanceTemplate.describe("Labels and annotations of the instance.").optional(),
    accessPoint: z
      .strictObject({ ingress: flag.describe("An ingress.").optional() })
      .meta({ id: "VirtualClusterAccessPoint", description: "How a virtual cluster is reached without the platform." })
      .describe("How the virtual cluster is reached without the platform.")
      .optional(),
    forwardTokenMode: forwardTokenMode.describe("How the token of a request is forwarded.").optional(),
    spaceTemplate: z
      .strictObject(contents)
      .meta({ id: "HostNamespaceTemplate", description: "What the namespace of a virtual cluster gets." })
      .describe("What the namespace of the virtual cluster gets.")
      .optional(),
  })
  .meta({ id: "VirtualClusterDefinition", description: "What a virtual cluster is made of." });

const templateVersion = z
  .strictObject({
    version: identifies(
      z
        .string()
        .regex(/^\d+\.\d+\.\d+$/, "must have three parts, such as 1.0.0")
        .describe("The version."),
    ),
    template: virtualClusterDefinition.describe("The virtual cluster of this version.").optional(),
    parameters: z.array(parameter).describe("Values that can be chosen for each virtual cluster.").optional(),
  })
  .meta({ id: "VirtualClusterTemplateVersion", description: "A version of a template." });

const templateManifests: readonly Path[] = [
  ["template", "objects"],
  ["template", "spaceTemplate", "objects"],
  ["versions", "*", "template", "objects"],
  ["versions", "*", "template", "spaceTemplate", "objects"],
];

/** Warnings about parameters of the type `password`: the platform keeps them in clear text. */
function passwordWarnings({ parameters, versions }: Properties): Problem[] {
  const ofVersions = asList(versions).flatMap((each, index) =>
    passwordsIn(asRecord(each).parameters, `versions[${index}].parameters`),
  );
  return [...passwordsIn(parameters, "parameters"), ...ofVersions];
}

const passwordsIn = (parameters: unknown, property: string): Problem[] =>
  asList(parameters).flatMap((each, index) =>
    asRecord(each).type === "password" ? [{ property: `${property}[${index}].type`, reason: keptInClearText }] : [],
  );

const keptInClearText =
  "is `password`: the platform keeps the value in clear text in each virtual cluster's object. Use a project secret.";

/** A predefined virtual cluster (vCluster Platform 4; not in the specification). */
export const virtualClusterTemplate: StoredResource = {
  type: "VirtualClusterTemplate",
  plural: "virtualclustertemplates",
  description: "A predefined virtual cluster, with versions and parameters.",
  productOnly: true,
  imports: { description: "The id is the name of the template.", name: "small", id: "small" },
  inputs: productInputs.extend({
    parameters: z.array(parameter).describe("Values that can be chosen for each virtual cluster.").optional(),
    template: virtualClusterDefinition.describe("The virtual cluster, if the template has no versions.").optional(),
    versions: z.array(templateVersion).describe("Versions of the template.").optional(),
  }),
  outputs: metadataOutputs,
  check: (fields, previous) => manifestProblems(fields, previous, templateManifests),
  inputWarnings: passwordWarnings,
  toSpec: (fields) => withManifestTexts(fields, templateManifests),
};
