import * as z from "zod";
import type { ApiObject } from "../api/client.js";
import { isNotOffered } from "../api/errors.js";
import { dnsLabel } from "../objects/metadata.js";
import {
  type Listed,
  type Listing,
  type Lookups,
  type OperationContext,
  type PageRequest,
  ResourceError,
} from "../objects/operation.js";
import { pageOf } from "../objects/pageOf.js";
import { storedFilter } from "../objects/storedKind.js";
import { instancesIn, notOffered, projectOf, sourceOfInstance } from "./virtualClusterInstance.js";

const filter = storedFilter.extend({
  project: dnsLabel.describe("Only virtual clusters of this project.").optional(),
});

/** Lists the imported virtual clusters of a project, or of all: what could be imported into a state. */
export const virtualClusterList: Pick<Lookups, "filter" | "list"> = {
  filter,

  async list(context, page): Promise<Listing> {
    const paths = pathsFor(context, page.filter.project as string | undefined);
    let place = placeOf(page.token, paths.length);
    // Where nothing matches, pages as small as those that were asked for would cost a request for each virtual cluster.
    let size = page.limit && place.skip + page.limit;
    let later: number | undefined;
    for (let count = 0; count < mostPages; count++) {
      const path = paths[place.index] ?? [];
      const request = { ...page, limit: size, idsOnly: false, token: place.token };
      const { items, continueToken, limit } = await pageAt(context, path, request);
      // What was too large once is not tried again.
      if (size === undefined || limit < size) later = limit;
      size = later;
      const { listed, end } = taken(context, items, place.skip, page.limit);
      const next =
        end < items.length
          ? { ...place, skip: end }
          : following(place, continueToken, paths.length, limit < place.skip ? place.skip - items.length : 0);
      if (!next) return { items: listed, token: "" };
      if (listed.length > 0) return { items: listed, token: JSON.stringify(next) };
      place = next;
    }
    throw new ResourceError(`The list of virtual clusters does not end: the platform gave ${mostPages} pages of it.`);
  },
};

const mostPages = 10_000;

/**
 * Where a list has come to. A project may have its virtual clusters in more than one namespace, and a page that was asked for
 * in full may hold more than is wanted: `skip` objects of it are done with.
 */
const placeForm = z.strictObject({
  index: z.int().min(0),
  token: z.string(),
  skip: z.int().min(0),
});
type Place = z.infer<typeof placeForm>;

function placeOf(token: string | undefined, paths: number): Place {
  if (!token) return { index: 0, token: "", skip: 0 };
  const place = placeForm.safeParse(parsed(token)).data;
  if (place && place.index < paths) return place;
  throw new ResourceError(
    "The continuation token is none of a list of VirtualClusterImports with this filter. Begin the list again without it.",
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The place behind a page, where `skip` objects are still done with; undefined at the end of the list. */
function following({ index }: Place, token: string, paths: number, skip: number): Place | undefined {
  if (token !== "") return { index, token, skip };
  return index + 1 < paths ? { index: index + 1, token: "", skip: 0 } : undefined;
}

/** What of a page is listed, and how many of its objects are done with then. */
function taken(context: OperationContext, items: readonly ApiObject[], skip: number, limit = Infinity) {
  const listed: Listed[] = [];
  let end = skip;
  for (const object of items.slice(skip)) {
    if (listed.length >= limit) break;
    listed.push(...listedOf(context, object));
    end++;
  }
  return { listed, end };
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
