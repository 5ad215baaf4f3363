import * as z from "zod";
import type { ApiObject } from "../api/client.js";
import {
  comparedBy,
  identifies,
  local,
  openSpec,
  productOnly,
  secret,
  sharedBy,
} from "../objects/fields/fieldRules.js";
import { annotationMap, storedInputs, templateLabelMap } from "../objects/fields/metadataFields.js";
import { isRecord, semanticEqual } from "../objects/values.js";

/** An optional text. */
export const text = (description: string) => z.string().describe(description).optional();
/** An optional list of texts. */
export const texts = (description: string) => z.array(z.string()).describe(description).optional();

const ruleFields = z.strictObject({
  name: identifies(text(productOnly("Name of the rule."))),
  users: texts("Users the rule is for; `*` means all users."),
  teams: texts(productOnly("Teams the rule is for.")),
  verbs: texts("What these users may do with the object, such as `get`."),
  subresources: texts(productOnly("Subresources that the rule is for.")),
});

const ruleType = { id: "AccessRule", description: "Who may do what with an object." };

/** A rule about the use of an object. */
export const accessRule = ruleFields.meta(ruleType);

/** The owner of an object. */
export const owner = z
  .strictObject({ user: text("Name of the user that owns it."), team: text("Name of the team that owns it.") })
  .meta({ id: "ObjectOwner", description: "The user or team that owns an object." });

/** A value that the creator of a space or virtual cluster can choose. */
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

/** Labels and annotations of what is created from a template. */
export const metadata = z
  .strictObject({
    labels: templateLabelMap
      .describe("Labels by key, for example `policy.<vendor>/pod-security` with the value `baseline`.")
      .optional(),
    annotations: annotationMap.describe(productOnly("Annotations by key.")).optional(),
  })
  .meta({ id: "SpaceTemplateMetadata", description: "Metadata of what is created from a template." });

const projectSecretRef = z
  .strictObject({
    project: text("Project of the secret."),
    name: text("Name of the secret."),
    key: text("Key in the secret's data."),
  })
  .meta({ id: "ProjectSecretRef", description: "A value in a project secret." });

const secretRef = z
  .strictObject({ projectSecretRef: projectSecretRef.describe("The project secret with the value.").optional() })
  .meta({ id: "ChartSecretRef", description: "Where a value for a chart's repository is read from." });

/** A Helm chart of a template. */
export const chart = z
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

/** An app of a template. */
export const app = z
  .strictObject({
    name: identifies(text("Name of the app.")),
    namespace: text("Namespace that the app is deployed into."),
    releaseName: text("Name of the app's Helm release."),
    version: text("Version of the app."),
    parameters: text("Parameters of the app, as YAML."),
    // The platform may add a hash that the program does not declare. That is no change.
    hash: comparedBy((before, after) => before === undefined || semanticEqual(before, after))(
      z.string().describe("Hash of the app's configuration."),
    ).optional(),
  })
  .meta({ id: "TemplateApp", description: "An app that is deployed into each space." });

const roleRule = z.strictObject({
  clusterRole: text("Cluster role that is granted."),
  users: texts("Users that get it."),
  teams: texts("Teams that get it."),
});

const roleRuleType = { id: "SpaceAccessRule", description: "A cluster role, and who gets it in a space." };

const accessWith = (rule: z.ZodType) =>
  z
    .strictObject({
      defaultClusterRole: text("Cluster role that the owner gets in the space."),
      rules: z.array(rule).describe("Further cluster roles.").optional(),
    })
    .meta({ id: "SpaceAccess", description: "Who gets which cluster role in a space." });

/** Cluster roles of users and teams. */
export const clusterAccess = accessWith(roleRule.meta(roleRuleType));

/** As roleRule, but with a required role: for kinds for which the platform demands one. */
export const productRoleRule = roleRule
  .refine(({ clusterRole }) => Boolean(clusterRole), {
    path: ["clusterRole"],
    message: "is required",
    // By default, zod skips this check if another field is invalid or unknown.
    when: ({ value }) => isRecord(value),
  })
  .meta(roleRuleType);

/** As clusterAccess, but with productRoleRule. */
export const productClusterAccess = accessWith(productRoleRule);

/** Labels and annotations of an instance. */
export const instanceTemplate = z
  .strictObject({ metadata: metadata.describe("Labels and annotations of the instance.").optional() })
  .meta({ id: "SpaceInstanceTemplate", description: "The instance of a space on the platform." });

/** The input for spec fields without a property of their own. */
export const extraSpecInput = openSpec(z.record(z.string(), z.unknown()))
  .describe(
    "Further fields of the object's spec, for servers that know more than this provider. Merged into the spec; a field " +
      "that has a property of its own is moved to it, with a warning. What is not declared is left as it is on the server.",
  )
  .optional();

/** The test whether the platform or its single sign-on made an object, by its name and marks. */
export const builtIn =
  (...names: string[]) =>
  ({ metadata }: Pick<ApiObject, "metadata">): boolean => {
    const name = String(metadata.name);
    const marks = Object.keys({ ...metadata.labels, ...metadata.annotations });
    return names.includes(name) || name.startsWith("loft-") || marks.some((key) => key.endsWith("/single-sign-on"));
  };

/** The identity of a rule: its name, or else its lists in fixed order. Servers drop empty ones. */
function ruleIdentity(rule: unknown): unknown {
  if (!isRecord(rule)) return rule;
  return rule.name || JSON.stringify(["verbs", "subresources", "users", "teams"].map((key) => rule[key] ?? []));
}

const productRule = ruleFields
  .refine(({ verbs = [] }) => verbs.length > 0, { path: ["verbs"], message: "needs an entry" })
  .meta(ruleType);

/** Whether the user or team that the provider's own key acts for may be deleted or disabled. */
export const allowSelfLockout = local(
  z.boolean().describe("Lets the provider remove the very user or team that its access key acts for. Default false."),
).optional();

/** Inputs of the kinds of vCluster Platform that the specification does not have. */
export const productInputs = storedInputs.extend({
  displayName: text("Name shown in the UI."),
  description: text("Description shown in the UI."),
  owner: owner.describe("The user or team that owns the object.").optional(),
  access: sharedBy(ruleIdentity)(
    z
      .array(productRule)
      .describe("Who may do what with the object. Rules are merged by name: rules that others add are left alone."),
  ).optional(),
  extraSpec: extraSpecInput,
});

const nameReference = z
  .strictObject({ name: z.string().min(1).describe("Name of the object; `*` means all.") })
  .meta({ id: "NameReference", description: "An object, by name." });

/** A list of references to objects by name. */
export const nameList = (description: string) => z.array(nameReference).describe(description);

/** A value in a Secret of the platform's cluster. */
export const secretReference = z
  .strictObject({
    secretName: text("Name of the Secret."),
    secretNamespace: text("Namespace of the Secret."),
    key: text("Key in the data of the Secret."),
  })
  .meta({ id: "SecretReference", description: "A value in a Secret of the cluster that the platform runs in." });

/** Registry credentials in Secrets. */
export const imagePullSecrets = z
  .array(
    secretReference
      .extend({ apiGroup: text("API group of the kind."), kind: text("Kind that holds the credentials.") })
      .meta({ id: "ImagePullSecret", description: "Credentials for a registry." }),
  )
  .describe("Credentials for registries.")
  .optional();
