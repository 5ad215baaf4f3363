import { isUnauthorized } from "../../../provider/api/errors";
import { messageOf } from "../../../provider/objects/messages";
import { typeToken } from "../../../provider/schema";
import { type Collection, collections, orphansIn, type Search } from "../../orphans/findOrphans";
import type { Orphan } from "../../orphans/orphan";
import { originOf } from "../../orphans/report";
import type { Finding, Subject } from "../report";
import type { NewFinding } from "./newFinding";

/** What a search for orphans came to. */
export interface OrphanFindings {
  readonly findings: readonly Finding[];
  readonly unauthorised: boolean;
}

/** Objects that have the label of the stack and are in no state. What cannot be listed is unknown, whatever was found beside it. */
export async function orphanFindings(
  search: Search,
  isWanted: (type: string) => boolean,
  newFinding: NewFinding,
): Promise<OrphanFindings> {
  const wanted = collections.filter(({ type }) => isWanted(type));
  const found = await Promise.all(wanted.map((each) => inCollection(search, each, newFinding)));
  return {
    findings: found.flatMap(({ findings }) => findings),
    unauthorised: found.some(({ unauthorised }) => unauthorised),
  };
}

async function inCollection(search: Search, collection: Collection, newFinding: NewFinding): Promise<OrphanFindings> {
  try {
    const { orphans } = await orphansIn(search, collection);
    return { findings: orphans.map((each) => findingOf(each, newFinding)), unauthorised: false };
  } catch (error) {
    const message = `Orphans were not looked for among ${collection.plural}: ${messageOf(error)}`;
    const finding = newFinding(subjectOf(collection.type, collection.plural), { kind: "unknown", message });
    return { findings: [finding], unauthorised: isUnauthorized(error) };
  }
}

function findingOf(orphan: Orphan, newFinding: NewFinding): Finding {
  const kind = orphan.disabled ? "retired" : "orphan";
  return newFinding(subjectOf(orphan.kind, orphan.name), { kind, message: `${originOf(orphan)}.` });
}

const subjectOf = (type: string, name: string): Subject => ({ urn: null, type: typeToken(type), name, id: name });
