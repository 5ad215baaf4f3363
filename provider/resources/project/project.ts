import * as z from "zod";
import { comparedBy, identifies, immutable, local, rulesOf, secret, stable } from "../../objects/fields/fieldRules.js";
import { annotationMap, dnsLabel, labelMap, metadataOutputs } from "../../objects/fields/metadataFields.js";
import { deleteStored } from "../../objects/lifecycle/stored.js";
import type { StoredResource } from "../../objects/resource.js";
import { deepEqual } from "../../objects/values.js";
import { builtIn, nameList, productInputs, text } from "../commonFields.js";
import { refuseLoss } from "./projectDeletion.js";

/** Unlike elsewhere, an absent list differs from an empty one: absent allows all, empty none. */
const absentMeansAll = comparedBy((a, b) => deepEqual(a ?? undefined, b ?? undefined));

const allowedTemplate = z
  .strictObject({
    kind: identifies(text("Kind of the template: `VirtualClusterTemplate` or `SpaceTemplate`.")),
    group: text("API group of the kind, `storage.loft.sh`."),
    name: identifies(text("Name of the template; `*` means all.")),
    isDefault: z.boolean().describe("Whether the UI selects the template first.").optional(),
  })
  .meta({ id: "AllowedTemplate", description: "A template that a project may use." });

const member = z
  .strictObject({
    kind: identifies(text("`User` or `Team`.")),
    group: text("API group of the kind, `storage.loft.sh`."),
    name: identifies(text("Name of the user or team; `*` means all.")),
    clusterRole: z.string().min(1).describe("Role in the project, such as `loft-management-project-user`."),
  })
  .meta({ id: "ProjectMember", description: "A user or team in a project, and its role there." });

const limits = (whose: string) =>
  z.record(z.string(), z.string()).describe(`Limits ${whose}, such as virtualclusterinstances: "10".`).optional();

const quotas = z
  .strictObject({ project: limits("of the whole project"), user: limits("of each user") })
  .meta({ id: "ProjectQuotas", description: "How many objects a project may have." });

const requirement = z
  .strictObject({ disabled: z.boolean().describe("Whether it is not required.").optional() })
  .meta({ id: "ProjectRequirement", description: "Whether a project requires something." });

const namespacePattern = z
  .strictObject({
    space: text("Pattern for the namespaces of spaces."),
    virtualCluster: text("Pattern for the namespaces of virtual clusters."),
  })
  .meta({ id: "NamespacePattern", description: "How namespaces in the connected clusters are named." });

const namespaceTemplate = z
  .strictObject({
    metadata: z
      .strictObject({
        labels: labelMap.describe("Labels by key.").optional(),
        annotations: annotationMap.describe("Annotations by key.").optional(),
      })
      .meta({ id: "NamespaceMetadata", description: "Labels and annotations of a namespace." })
      .describe("Labels and annotations of the namespace.")
      .optional(),
  })
  .meta({ id: "NamespaceTemplate", description: "What the namespace of a project gets when it is made." });

const vault = z
  .strictObject({
    enabled: z.boolean().describe("Whether secrets come from Vault.").optional(),
    address: text("Address of Vault."),
    skipTLSVerify: z.boolean().describe("Whether any certificate of Vault is accepted.").optional(),
    namespace: text("Namespace in Vault."),
    syncInterval: text("How often secrets are read, such as `1m`."),
    auth: z
      .strictObject({
        token: secret(z.string().describe("Token for Vault.")).optional(),
        tokenSecretRef: z
          .strictObject({
            name: text("Name of the Secret in the project's namespace."),
            key: z.string().describe("Key in the data of the Secret."),
            optional: z.boolean().describe("Whether the Secret may be absent.").optional(),
          })
          .meta({ id: "VaultTokenReference", description: "A Secret with the token for Vault." })
          .describe("The Secret with the token.")
          .optional(),
      })
      .meta({ id: "VaultAuth", description: "How a project authenticates with Vault." })
      .describe("How the project authenticates.")
      .optional(),
  })
  .meta({ id: "ProjectVault", description: "How a project reads secrets from Vault." });

/** A project: virtual clusters, people and limits (vCluster Platform 4, not the specification). */
export const project: StoredResource = {
  type: "Project",
  plural: "projects",
  contains: "project",
  description: "Virtual clusters and spaces with the people who use them, and their limits.",
  productOnly: true,
  isBuiltIn: builtIn("default"),
  destroys: "Deleting a project deletes all that is in it: virtual clusters, spaces and secrets.",
  imports: { description: "The id is the name of the project.", name: "payments", id: "payments" },
  inputs: productInputs.extend({
    // Stricter than other names: the name becomes part of a namespace.
    name: immutable(dnsLabel.describe(`${rulesOf(productInputs.shape.name).description}`)).optional(),
    allowedClusters: nameList("Clusters that the project may use.").optional(),
    allowedTemplates: z.array(allowedTemplate).describe("Templates that the project may use.").optional(),
    allowedNodeTypes: absentMeansAll(
      nameList("Node types that the project may use. Absent: all; an empty list: none."),
    ).optional(),
    allowedNodeProfiles: absentMeansAll(
      nameList("Node profiles that the project may use. Absent: all; an empty list: none."),
    ).optional(),
    defaultNodeProfile: text("Node profile of virtual clusters that name none."),
    members: z.array(member).describe("Users and teams in the project.").optional(),
    quotas: quotas.describe("How many objects the project may have.").optional(),
    requireTemplate: requirement
      .describe("Whether members need a template for virtual clusters and spaces. They do unless it is disabled.")
      .optional(),
    requirePreset: requirement.describe("Whether the virtual clusters of members need a preset.").optional(),
    namespacePattern: namespacePattern.describe("Names of namespaces in the connected clusters.").optional(),
    namespaceTemplate: namespaceTemplate.describe("What the namespace of the project gets when it is made.").optional(),
    vault: vault.describe("How the project reads secrets from Vault.").optional(),
    forceDelete: local(
      z
        .boolean()
        .describe(
          "Lets a deletion take virtual clusters and spaces with it that this stack has not made. The value that the last " +
            "pulumi up stored counts. Default false.",
        ),
    ).optional(),
  }),
  outputs: metadataOutputs.extend({
    namespace: stable(z.string().describe("Namespace of the project, in which its virtual clusters and spaces are.")),
  }),

  async delete(operation) {
    await refuseLoss(operation);
    await deleteStored(operation);
  },
};
