import * as z from "zod";

const groupResources = z
  .strictObject({
    group: z.string().describe("API group; the empty string is the core group.").optional(),
    resources: z
      .array(z.string())
      .describe("Resources such as `pods`, `pods/log`, `*`, `pods/*` or `*/scale`. Empty means all of the group.")
      .optional(),
  })
  .meta({ id: "GroupResources", description: "Resources of one API group." });

const ruleVirtualCluster = z
  .strictObject({
    name: z.string().describe("Name of the virtual cluster; empty means all.").optional(),
    namespace: z.string().describe("Namespace of the virtual cluster; empty means all.").optional(),
  })
  .meta({ id: "RuleVirtualCluster", description: "A virtual cluster that a rule matches." });

/** A deprecated rule that restricts an access key (specification, section 2.4). */
export const accessKeyRule = z
  .strictObject({
    verbs: z.array(z.string()).describe("Matching verbs. Empty means every verb.").optional(),
    resources: z.array(groupResources).describe("Matching resources. Empty means all kinds in all groups.").optional(),
    resourceNames: z
      .array(z.string())
      .describe("Instance names matched; `resources` must be given. Empty means every instance.")
      .optional(),
    namespaces: z
      .array(z.string())
      .describe("Matching namespaces; the empty string matches what has none. Empty means every namespace.")
      .optional(),
    nonResourceURLs: z
      .array(
        z
          .string()
          .regex(/^[^*]*(?:(?:^|\/)\*)?$/, { message: "must have a wildcard only as the full final path step" }),
      )
      .describe("URL paths checked; a wildcard is allowed only as the full final path step.")
      .optional(),
    requestTargets: z.array(z.string()).describe("Allowed request targets. Empty means every request.").optional(),
    cluster: z
      .string()
      .describe("Cluster the rule matches. When set, other than cluster requests are not allowed. Empty means any.")
      .optional(),
    virtualClusters: z
      .array(ruleVirtualCluster)
      .describe("Virtual clusters the rule matches. Empty means no restriction.")
      .optional(),
  })
  .refine(({ resources, resourceNames }) => !resourceNames?.length || resources !== undefined, {
    path: ["resourceNames"],
    message: "needs `resources` beside it",
  })
  .meta({ id: "AccessKeyRule", description: "A deprecated rule that restricts an access key; use scope instead." });
