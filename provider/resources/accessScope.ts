import * as z from "zod";
import { whenSet } from "../objects/fields.js";

const project = z.string().describe("Name of a project; `*` selects all projects.").optional();

const scopeProject = z
  .strictObject({ project })
  .meta({ id: "ScopeProject", description: "A project that a key reaches." });

const scopeSpace = z
  .strictObject({ project, space: z.string().describe("Name of a space; `*` selects all spaces.").optional() })
  .meta({ id: "ScopeSpace", description: "A space that a key reaches." });

const scopeVirtualCluster = z
  .strictObject({
    project,
    virtualCluster: z.string().describe("Name of a virtual cluster; `*` selects all virtual clusters.").optional(),
  })
  .meta({ id: "ScopeVirtualCluster", description: "A virtual cluster that a key reaches." });

/** What an access key reaches (specification, section 2.4). */
export const accessScope = z
  .strictObject({
    allowCli: whenSet("Default false.")(
      z
        .boolean()
        .describe(
          "Allows certain read-only management requests, so that the platform's command-line client works with the key.",
        ),
    ).optional(),
    projects: z.array(scopeProject).describe("Projects the key reaches.").optional(),
    spaces: z.array(scopeSpace).describe("Spaces the key reaches.").optional(),
    virtualClusters: z.array(scopeVirtualCluster).describe("Virtual clusters the key reaches.").optional(),
  })
  .meta({ id: "AccessScope", description: "What an access key reaches." });
