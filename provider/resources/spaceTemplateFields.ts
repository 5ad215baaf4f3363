import * as z from "zod";
import { comparedBy, identifies, productOnly, secret } from "../objects/fields/fieldRules.js";
import { annotationMap, labelMap } from "../objects/fields/metadataFields.js";
import { deepEqual, semanticEqual } from "../objects/values.js";

/** Loaded on demand because of its YAML parser. */
export const manifests = () =>
  require("../objects/wire/templateObjects.js") as typeof import("../objects/wire/templateObjects.js");

const text = (description: string) => z.string().describe(description).optional();
const texts = (description: string) => z.array(z.string()).describe(description).optional();

/** Who may use and change a template. */
export const accessRule = z
  .strictObject({
    name: identifies(text(productOnly("Name of the rule."))),
    users: texts("Users the rule is for; `*` means all users."),
    teams: texts(productOnly("Teams the rule is for.")),
    verbs: texts("What these users may do with the template, such as `get`."),
    subresources: texts(productOnly("Subresources that the rule is for.")),
  })
  .meta({ id: "AccessRule", description: "Who may do what with a space template." });

/** The owner of a template. */
export const owner = z
  .strictObject({ user: text("Name of the user that owns it."), team: text("Name of the team that owns it.") })
  .meta({ id: "TemplateOwner", description: "The user or team that owns a space template." });

/** A value that whoever creates a space can choose. */
export const parameter = z
  .strictObject({
    variable: identifies(text("Name by which the template uses the value.")),
    label: text("Name shown in the UI."),
    description: text("Description shown in the UI."),
    type: text("Type of the value, such as `string`, `number`, `boolean` or `password`."),
    options: texts("The allowed values."),
    min: z.int().describe("Minimum of a number.").optional(),
    max: z.int().describe("Maximum of a number.").optional(),
    required: z.boolean().describe("Whether a value must be given.").optional(),
    defaultValue: text("The value if none is given."),
    placeholder: text("Example shown in an empty field of the UI."),
    validation: text("Regular expression that the value must match."),
    invalidation: text("Regular expression that the value must not match."),
    section: text("Section of the UI that shows the parameter."),
  })
  .meta({ id: "TemplateParameter", description: "A value that can be chosen for each space of a template." });

const metadata = z
  .strictObject({
    labels: labelMap
      .describe("Labels by key, for example `policy.<vendor>/pod-security` with the value `baseline`.")
      .optional(),
    annotations: annotationMap.describe(productOnly("Annotations by key.")).optional(),
  })
  .meta({ id: "SpaceTemplateMetadata", description: "Metadata of what is created from a template." });

const projectSecret = z
  .strictObject({
    project: text("Project of the secret."),
    name: text("Name of the secret."),
    key: text("Key in the secret's data."),
  })
  .meta({ id: "ProjectSecretRef", description: "A value in a project secret." });

const secretRef = z
  .strictObject({ projectSecretRef: projectSecret.describe("The project secret with the value.").optional() })
  .meta({ id: "ChartSecretRef", description: "Where a value for a chart's repository is read from." });

const chart = z
  .strictObject({
    name: identifies(text("Name of the chart.")),
    repoURL: identifies(text("URL of the chart's repository.")),
    version: text("Version of the chart."),
    username: text("User name for the repository."),
    usernameRef: secretRef.describe("User name for the repository, from a secret.").optional(),
    password: secret(z.string().describe("Password for the repository.")).optional(),
    passwordRef: secretRef.describe("Password for the repository, from a secret.").optional(),
    insecureSkipTlsVerify: z.boolean().describe("Accept any TLS certificate of the repository.").optional(),
    releaseName: text("Name of the Helm release."),
    releaseNamespace: text("Namespace of the Helm release."),
    values: text("Values of the chart, as YAML."),
    wait: z.boolean().describe("Whether to wait until the release is ready.").optional(),
    timeout: text("How long to wait for Helm, such as `5m`."),
  })
  .meta({ id: "TemplateChart", description: "A Helm chart that is deployed into each space." });

const app = z
  .strictObject({
    name: identifies(text("Name of the app.")),
    namespace: text("Namespace that the app is deployed into."),
    releaseName: text("Name of the app's Helm release."),
    version: text("Version of the app."),
    parameters: text("Parameters of the app, as YAML."),
    // The platform may add it, which is no change.
    hash: comparedBy((before, after) => before === undefined || semanticEqual(before, after))(
      z.string().describe("Hash of the app's configuration."),
    ).optional(),
  })
  .meta({ id: "TemplateApp", description: "An app that is deployed into each space." });

const clusterAccess = z
  .strictObject({
    defaultClusterRole: text("Cluster role that the owner gets in the space."),
    rules: z
      .array(
        z
          .strictObject({
            clusterRole: text("Cluster role that is granted."),
            users: texts("Users that get it."),
            teams: texts("Teams that get it."),
          })
          .meta({ id: "SpaceAccessRule", description: "A cluster role, and who gets it in a space." }),
      )
      .describe("Further cluster roles.")
      .optional(),
  })
  .meta({ id: "SpaceAccess", description: "Who gets which cluster role in a space." });

const instanceTemplate = z
  .strictObject({ metadata: metadata.describe("Labels and annotations of the instance.").optional() })
  .meta({ id: "SpaceInstanceTemplate", description: "The instance of a space on the platform." });

const objects = comparedBy((a, b) => deepEqual(a, b) || manifests().equalManifests(a, b))(
  z
    .union([z.string(), z.array(z.record(z.string(), z.unknown()))])
    .describe(
      "Kubernetes objects that are deployed into each space: a string of YAML, or a list of objects. A string is sent as it " +
        "is, a list is written as YAML. Texts that mean the same are no change. A string may hold actions of Go's templates, " +
        "`{{ … }}`, which the platform fills in for each space; where they make it no YAML, it is not looked into.",
    ),
);

/** What a space that is created from a template gets. */
export const template = z
  .strictObject({
    metadata: metadata.describe("Metadata of the spaces that are created from the template.").optional(),
    objects: objects.optional(),
    charts: z.array(chart).describe(productOnly("Helm charts that are deployed into each space.")).optional(),
    apps: z.array(app).describe(productOnly("Apps that are deployed into each space.")).optional(),
    access: clusterAccess.describe(productOnly("Who gets which cluster role in each space.")).optional(),
    instanceTemplate: instanceTemplate.describe(productOnly("The instance of each space.")).optional(),
  })
  .meta({ id: "SpaceTemplateDefinition", description: "What a space that is created from a template gets." });

/** One of several versions of a template. */
export const version = z
  .strictObject({
    version: identifies(text("The version, such as `1.0.0`.")),
    template: template.describe("What a space of this version gets.").optional(),
    parameters: z.array(parameter).describe("Values that can be chosen for each space of this version.").optional(),
  })
  .meta({ id: "SpaceTemplateVersion", description: "A version of a space template." });
