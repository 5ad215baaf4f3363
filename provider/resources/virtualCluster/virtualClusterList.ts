import * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import { isUnknownEndpoint } from "../../api/errors/errors.js";
import { parseJson } from "../../api/input/untrustedJson.js";
import type { SizedPage } from "../../api/lists/pages.js";
import type { Config } from "../../config/config.js";
import { dnsLabel } from "../../objects/fields/metadataFields.js";
import { readPage, storedFilter } from "../../objects/lifecycle/storedLookups.js";
import type { Context, Listed, Listing, PageRequest } from "../../objects/operation.js";
import { isFromAnyStack } from "../../objects/ownership.js";
import { projectNamespaces, projectOf } from "../../objects/projectNamespace.js";
import { ResourceError } from "../../objects/resourceError.js";
import { instancesIn, isImported, sourceOfInstance } from "./findInstance.js";

/** Filter for a list of virtual clusters. */
export const virtualClusterFilter = storedFilter.extend({
  project: dnsLabel.describe("Only virtual clusters of this project.").optional(),
});

/** Lists the imported virtual clusters of one or all projects, which pulumi import can take. */
export async function listVirtualClusters(context: Context, { token, ...page }: PageRequest): Promise<Listing> {
  const { project } = page.filter;
  const namespaces = project === undefined ? [undefined] : projectNamespaces(context.config, String(project));
  const paths = namespaces.map(instancesIn);
  let { limit } = page;
  let position: Position | undefined = positionOf(token, paths.length);
  // Pages without imported virtual clusters are skipped.
  while (position) {
    const request = { ...page, limit, idsOnly: false, token: position.token };
    const found: SizedPage = await readPage(context, paths[position.index] ?? [], request).catch(explainNotOffered);
    const items = found.items.flatMap((object) => listedItem(context.config, object));
    position = nextPosition(position, found.continueToken, paths.length);
    if (items.length > 0) return { items, token: position ? JSON.stringify(position) : "" };
    // Keeps a limit that was reduced because a page was too large.
    limit = found.limit;
  }
  return { items: [], token: "" };
}

/** A page: the index of its path, since a project may have several namespaces, and its token. */
const positionSchema = z.strictObject({ index: z.int().min(0), token: z.string() });
type Position = z.infer<typeof positionSchema>;

/** The position in a continuation token; `paths` is the number of paths. */
function positionOf(token: string | undefined, paths: number): Position {
  if (!token) return { index: 0, token: "" };
  const parsed = positionSchema.safeParse(parseJson(token)).data;
  if (parsed && parsed.index < paths) return parsed;
  throw new ResourceError(
    "The continuation token is none of a list of VirtualClusterImports with this filter. Begin the list " +
      "again without it.",
  );
}

/** The position after a page; undefined at the end of the list. */
function nextPosition({ index }: Position, token: string, paths: number): Position | undefined {
  if (token !== "") return { index, token };
  return index + 1 < paths ? { index: index + 1, token: "" } : undefined;
}

const explainNotOffered = (error: unknown): never => {
  throw isUnknownEndpoint(error) ? new ResourceError(notOffered, { cause: error }) : error;
};

/** The list item of an imported virtual cluster. Only imported ones have a source to declare. */
function listedItem(config: Config, object: ApiObject): Listed[] {
  const { name, namespace } = object.metadata;
  const project = projectOf(config, String(namespace));
  if (!project || !isImported(object) || !sourceOfInstance(object)) return [];
  return [{ id: `${project}/${name}`, properties: { name, project, namespace }, isManaged: isFromAnyStack(object) }];
}

/** Error for a lookup on a platform without this kind. */
export const notOffered = "This platform does not offer virtual clusters of projects, so none can be looked up.";
