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
  for (let at: Position | undefined = positionOf(token, paths.length); at; ) {
    const request = { ...page, limit, idsOnly: false, token: at.token };
    const found: SizedPage = await readPage(context, paths[at.index] ?? [], request).catch(explain);
    const items = found.items.flatMap((object) => listedItem(context.config, object));
    const next = nextPosition(at, found.continueToken, paths.length);
    if (items.length > 0) return { items, token: next ? JSON.stringify(next) : "" };
    at = next;
    // Keeps a limit that was reduced because a page was too large.
    limit = found.limit;
  }
  return { items: [], token: "" };
}

/** The position in a list. A project may have virtual clusters in more than one namespace. */
const position = z.strictObject({ index: z.int().min(0), token: z.string() });
type Position = z.infer<typeof position>;

function positionOf(token: string | undefined, paths: number): Position {
  if (!token) return { index: 0, token: "" };
  const known = position.safeParse(parseJson(token)).data;
  if (known && known.index < paths) return known;
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

const explain = (error: unknown): never => {
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
