import { z } from "zod";
import type { ApiObject } from "../api/client.js";
import { isNotOffered } from "../api/errors.js";
import {
  type Listed,
  type Listing,
  type Lookups,
  type OperationContext,
  type PageRequest,
  ResourceError,
} from "../objects/operation.js";
import { pageOf } from "../objects/pageOf.js";
import { storedFilter } from "../objects/storedFilter.js";
import { instancesIn, notOffered, projectOf, sourceOfInstance } from "./virtualClusterInstance.js";

const filter = storedFilter.extend({
  project: z.string().min(1).describe("Only virtual clusters of this project.").optional(),
});

/** Lists the imported virtual clusters of a project, or of all: what could be imported into a state. */
export const virtualClusterList: Pick<Lookups, "filter" | "list"> = {
  filter,

  async list(context, page): Promise<Listing> {
    const paths = pathsFor(context, page.filter.project as string | undefined);
    let place = placeOf(page.token);
    for (;;) {
      const path = paths[place.index] ?? [];
      const { items, continueToken } = await pageAt(context, path, { ...page, idsOnly: false, token: place.token });
      const listed = items.flatMap((object) => listedOf(context, object));
      const isLast = continueToken === "" && place.index + 1 >= paths.length;
      if (isLast) return { items: listed, token: "" };
      place = continueToken === "" ? { index: place.index + 1, token: "" } : { ...place, token: continueToken };
      if (listed.length > 0) return { items: listed, token: JSON.stringify(place) };
    }
  },
};

/** A project may have its virtual clusters in more than one namespace; this is where a list has come to. */
interface Place {
  readonly index: number;
  readonly token: string;
}

function placeOf(token: string | undefined): Place {
  const { index, token: inside } = JSON.parse(token || "{}");
  return { index: Number(index ?? 0), token: String(inside ?? "") };
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
