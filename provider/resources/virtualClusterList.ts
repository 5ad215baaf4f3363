import * as z from "zod";
import type { ApiObject } from "../api/client.js";
import { isNotOffered } from "../api/errors.js";
import { parseJson } from "../api/foreignJson.js";
import type { FittingPage } from "../api/pages.js";
import { dnsLabel } from "../objects/metadata.js";
import {
  type Listed,
  type Listing,
  type Lookups,
  type OperationContext,
  type PageRequest,
  ResourceError,
} from "../objects/operation.js";
import { storedFilter } from "../objects/storedKind.js";
import { pageOf } from "../objects/storedLookups.js";
import { instancesIn, notOffered, projectOf, sourceOfInstance } from "./virtualClusterInstance.js";

const filter = storedFilter.extend({
  project: dnsLabel.describe("Only virtual clusters of this project.").optional(),
});

/** Lists the imported virtual clusters of a project, or of all: what could be imported into a state. */
export const virtualClusterList: Pick<Lookups, "filter" | "list"> = {
  filter,

  async list(context, { token, ...page }): Promise<Listing> {
    const paths = pathsFor(context, page.filter.project as string | undefined);
    let limit = page.limit;
    for (let place: Place | undefined = placeOf(token, paths.length); place; ) {
      const request = { ...page, limit, idsOnly: false, token: place.token };
      const found: FittingPage = await pageAt(context, paths[place.index] ?? [], request);
      const items = found.items.flatMap((object) => listedOf(context, object));
      const next = following(place, found.continueToken, paths.length);
      if (items.length > 0) return { items, token: next ? JSON.stringify(next) : "" };
      // What was too large once is not tried again.
      [place, limit] = [next, found.limit];
    }
    return { items: [], token: "" };
  },
};

/** Where a list has come to. A project may have its virtual clusters in more than one namespace. */
const placeForm = z.strictObject({ index: z.int().min(0), token: z.string() });
type Place = z.infer<typeof placeForm>;

function placeOf(token: string | undefined, paths: number): Place {
  if (!token) return { index: 0, token: "" };
  const place = placeForm.safeParse(parseJson(token)).data;
  if (place && place.index < paths) return place;
  throw new ResourceError(
    "The continuation token is none of a list of VirtualClusterImports with this filter. Begin the list again without it.",
  );
}

/** The place behind a page; undefined at the end of the list. */
function following({ index }: Place, token: string, paths: number): Place | undefined {
  if (token !== "") return { index, token };
  return index + 1 < paths ? { index: index + 1, token: "" } : undefined;
}

const pathsFor = ({ config }: OperationContext, project: string | undefined) =>
  project === undefined
    ? [instancesIn()]
    : config.projectNamespacePrefixes.map((prefix) => instancesIn(`${prefix}${project}`));

async function pageAt(context: OperationContext, path: readonly string[], page: PageRequest) {
  try {
    return await pageOf(context, path, page);
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    throw new ResourceError(notOffered, { cause: error });
  }
}

/** Only what was imported has a source, without which there is nothing to declare. */
function listedOf({ config }: OperationContext, object: ApiObject): Listed[] {
  const { name, namespace } = object.metadata;
  const [project, source] = [projectOf(config, String(namespace)), sourceOfInstance(object)];
  return project && source ? [{ id: `${project}/${name}`, properties: { name, project, namespace } }] : [];
}
