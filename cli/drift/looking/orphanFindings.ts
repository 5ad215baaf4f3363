import { isUnauthorized } from "../../../provider/api/errors";
import { messageOf } from "../../../provider/objects/messages";
import { typeToken } from "../../../provider/resources/typeToken";
import { type Collection, collections, orphansIn, type Search } from "../../orphans/findOrphans";
import type { Orphan } from "../../orphans/orphan";
import { originOf } from "../../orphans/report";
import type { Subject } from "../report";
import type { FoundAbout } from "./newFinding";

/** What a search for orphans came to. */
export interface OrphanFindings {
  readonly found: readonly FoundAbout[];
  readonly unauthorised: boolean;
}

/** Objects that have the label of the stack and are in no state. What cannot be listed is unknown, whatever was found beside it. */
export async function orphanFindings(search: Search, isWanted: (type: string) => boolean): Promise<OrphanFindings> {
  const wanted = collections.filter(({ type }) => isWanted(type));
  const found = await Promise.all(wanted.map((each) => inCollection(search, each)));
  return {
    found: found.flatMap((each) => each.found),
    unauthorised: found.some(({ unauthorised }) => unauthorised),
  };
}

async function inCollection(search: Search, collection: Collection): Promise<OrphanFindings> {
  try {
    const { orphans } = await orphansIn(search, collection);
    return { found: orphans.map(foundOf), unauthorised: false };
  } catch (error) {
    const message = `Orphans were not looked for among ${collection.plural}: ${messageOf(error)}`;
    const subject = subjectOf(collection.type, collection.plural);
    return { found: [{ subject, found: { kind: "unknown", message } }], unauthorised: isUnauthorized(error) };
  }
}

function foundOf(orphan: Orphan): FoundAbout {
  const kind = orphan.disabled ? "retired" : "orphan";
  const subject = subjectOf(orphan.kind, orphan.name);
  return { subject, found: { kind, distinction: orphan.uid, message: `${originOf(orphan)}.` } };
}

const subjectOf = (type: string, name: string): Subject => ({ urn: null, type: typeToken(type), name, id: name });
