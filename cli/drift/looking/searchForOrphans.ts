import { isUnauthorized } from "../../../provider/api/errors";
import { messageOf } from "../../../provider/objects/messages";
import { typeToken } from "../../../provider/resources/typeToken";
import { type Collection, collections, orphansIn, type Search } from "../../orphans/findOrphans";
import type { Orphan } from "../../orphans/orphan";
import { originOf } from "../../orphans/report";
import type { Subject } from "../report";
import type { FoundAbout } from "./newFinding";

/** What a search for orphans on one platform came to. */
export interface OrphanSearch {
  readonly orphans: readonly Orphan[];
  /** What could not be listed. */
  readonly gaps: readonly FoundAbout[];
  readonly unauthorized: boolean;
}

/** Objects that have the label of the stack and are not in its state. What cannot be listed is unknown, whatever was found beside it. */
export async function searchForOrphans(search: Search, isWanted: (type: string) => boolean): Promise<OrphanSearch> {
  const wanted = collections.filter(({ type }) => isWanted(type));
  const found = await Promise.all(wanted.map((each) => inCollection(search, each)));
  return {
    orphans: found.flatMap((each) => each.orphans),
    gaps: found.flatMap((each) => each.gaps),
    unauthorized: found.some(({ unauthorized }) => unauthorized),
  };
}

async function inCollection(search: Search, collection: Collection): Promise<OrphanSearch> {
  try {
    const { orphans } = await orphansIn(search, collection);
    return { orphans, gaps: [], unauthorized: false };
  } catch (error) {
    const message = `Orphans were not looked for among ${collection.plural}: ${messageOf(error)}`;
    const subject = subjectOf(collection.type, collection.plural);
    const gaps = [{ subject, found: { kind: "unknown", message } as const }];
    return { orphans: [], gaps, unauthorized: isUnauthorized(error) };
  }
}

/** An orphan as a report tells of it. */
export function orphanFinding(orphan: Orphan): FoundAbout {
  const kind = orphan.disabled ? "retired" : "orphan";
  const subject = subjectOf(orphan.kind, orphan.name);
  return { subject, found: { kind, distinction: orphan.uid, message: `${originOf(orphan)}.` } };
}

const subjectOf = (type: string, name: string): Subject => ({ urn: null, type: typeToken(type), name, id: name });
