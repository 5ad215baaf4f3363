import { isUnauthorized } from "../../../provider/api/errors/errors";
import type { ConfigProblem } from "../../../provider/config/config";
import type { Session } from "../../../provider/engine/session";
import { messageOf } from "../../../provider/objects/messages/messages";
import { typeToken } from "../../../provider/packageNames.js";
import { KnownObjects, type StackName } from "../../orphans/knownObjects";
import { isKept, type Orphan } from "../../orphans/orphan";
import { heldWords, originOf } from "../../orphans/report";
import { type Collection, collections, heldObjects, orphansIn, type Search } from "../../orphans/search";
import type { Holders } from "../../orphans/states";
import { type ExportedState, kindOfType } from "../../state/exportedState";
import type { Platforms } from "../platforms";
import type { Subject } from "../report";
import { type FoundAbout, stackSubject } from "./finding";

interface PlatformSearch {
  readonly place: StackName;
  readonly state: ExportedState;
  readonly platforms: Platforms;
  readonly notify: (note: string) => void;
  /** Whether a kind is selected. */
  readonly isWanted: (kind: string) => boolean;
  /** Finds objects in the states of other stacks. */
  readonly heldBy: (uids: readonly string[]) => Promise<Holders>;
}

/** Result of the search on all platforms. */
export interface OrphanFindings {
  readonly found: readonly FoundAbout[];
  readonly unauthorized: boolean;
}

/** Finds orphans on the platforms of a stack's resources or, without any, on the configured one. */
export async function searchPlatforms(search: PlatformSearch): Promise<OrphanFindings> {
  const { place, state, platforms, notify, isWanted } = search;
  const known = new KnownObjects(state.resources, state.creating, [place]);
  const ours = state.resources.filter(({ type }) => kindOfType(type) !== undefined);
  const used = ours.length > 0 ? ours.map((each) => platforms.of(each)) : [platforms.ofStack()];
  const sessions = [...new Set(used.flatMap(({ session }) => session ?? []))];
  const problems = used.flatMap((each) => each.problems);
  if (sessions.length === 0) return notSearched(place, problems);
  const wanted = collections.filter(({ type }) => isWanted(type));
  const running = sessions.flatMap((session) => {
    const names = namesOn(session, search);
    const isUsed = (kind: string) => [...names].some((name) => name.startsWith(`${kind} `));
    return wanted.map((each) => inCollection({ session, stack: place, known, isUsed, notify }, each, names));
  });
  const searches = await Promise.all(running);
  const orphans = searches.flatMap((each) => each.orphans);
  const left = await withoutHeld(orphans, search);
  return {
    found: [...searches.flatMap(({ gaps }) => gaps), ...left.map(orphanFinding)],
    unauthorized: searches.some(({ unauthorized }) => unauthorized),
  };
}

/** Notes objects of other stacks, which are no orphans but have a wrong label. */
async function withoutHeld(orphans: readonly Orphan[], { heldBy, notify }: PlatformSearch): Promise<Orphan[]> {
  const holders = await heldBy(orphans.map(({ uid }) => uid));
  for (const held of heldObjects(orphans, holders)) {
    notify(`${heldWords(held)}, so it is no orphan. pulumi up --refresh of that stack corrects the label.`);
  }
  return orphans.filter(({ uid }) => !holders.has(uid));
}

/** A stack without resources may have orphans of an interrupted create. */
function notSearched(place: StackName, problems: readonly ConfigProblem[]): OrphanFindings {
  const reasons = [...new Set(problems.map(({ reason }) => reason))].join(" ");
  const message = `Orphans were not looked for, since the platform is not known: ${reasons}`;
  return {
    found: [{ subject: stackSubject(place), found: { kind: "unknown", message } }],
    unauthorized: problems.some(({ property }) => property === "accessKey"),
  };
}

/** Names of known objects. A recreated object with copied labels is reported at its resource. */
const namesOn = (session: Session, { state, platforms }: PlatformSearch): ReadonlySet<string> =>
  new Set(
    state.resources
      .filter((each) => kindOfType(each.type) !== undefined && platforms.of(each).session === session)
      .map(({ type, id }) => `${kindOfType(type)} ${id}`),
  );

/** Orphans of a kind on a platform; `gaps` if the kind could not be listed. */
async function inCollection(search: Search, collection: Collection, names: ReadonlySet<string>) {
  try {
    const { orphans } = await orphansIn(search, collection);
    const isKnown = ({ kind, name }: Orphan) => names.has(`${kind} ${name}`);
    return { orphans: orphans.filter((each) => !isKnown(each)), gaps: [], unauthorized: false };
  } catch (error) {
    const message = `Orphans were not looked for among ${collection.plural}: ${messageOf(error)}`;
    const subject = subjectOf(collection.type, collection.plural);
    const gaps = [{ subject, found: { kind: "unknown", message } as const }];
    return { orphans: [], gaps, unauthorized: isUnauthorized(error) };
  }
}

function orphanFinding(orphan: Orphan): FoundAbout {
  const kind = isKept(orphan) ? "retired" : "orphan";
  const subject = subjectOf(orphan.kind, orphan.name);
  return { subject, found: { kind, distinction: orphan.uid, message: `${originOf(orphan)}.` } };
}

const subjectOf = (type: string, name: string): Subject => ({ urn: null, type: typeToken(type), name, id: name });
