import {
  ApiError,
  isForbidden,
  isUnauthorized,
  messageOf,
  operationSecrets,
  type Principal,
  type Session,
  type StoredResource,
} from "../../../provider/cliFacade";
import { typeToken } from "../../../provider/packageNames.js";
import { KnownObjects, type StackName } from "../../orphans/knownObjects";
import { isKept, type Orphan } from "../../orphans/orphan";
import { heldWords, originOf } from "../../orphans/report";
import { type PlatformSearch, searchPlatform } from "../../orphans/search";
import { type FindHolders, withoutHeld } from "../../orphans/states";
import { type Platforms, type StackPlatform, stackPlatforms } from "../../platforms";
import type { ExportedState } from "../../state/exportedState";
import type { Notify } from "../../words";
import type { Subject } from "../report";
import { type FoundAbout, stackSubject } from "./finding";

interface OrphanSearch {
  readonly place: StackName;
  readonly state: ExportedState;
  readonly platforms: Platforms;
  readonly notify: Notify;
  /** Users and teams whose keys are searched beside those of the state's keys. */
  readonly principals: readonly Principal[];
  /** The selected types of resources; absent for all. */
  readonly types?: ReadonlySet<string> | undefined;
  readonly allKinds?: boolean | undefined;
  readonly heldBy: FindHolders;
}

/** Result of the search on all platforms. */
export interface OrphanFindings {
  readonly found: readonly FoundAbout[];
  /** Platforms that refuse the access key. */
  readonly refusing: readonly Session[];
  readonly unauthorized: boolean;
}

/** Finds orphans on the platforms of a stack's providers or, without any, on the configured one. */
export async function orphanFindings(search: OrphanSearch): Promise<OrphanFindings> {
  const { place, state, notify, principals, types, allKinds } = search;
  const known = new KnownObjects(state, [place]);
  const platforms = stackPlatforms(search.platforms, known);
  const options = { principals, notify, allKinds, ...(types && { types }) };
  const searches = await Promise.all(
    platforms.map(async (platform) => ({ platform, done: await searchPlatform(platform, options) })),
  );
  const unknown = platforms.filter(({ sessions }) => sessions.length === 0);
  const done = searches.flatMap((each) =>
    each.done ? { ...each.done, orphans: foreignIn(each.done, each.platform) } : [],
  );
  for (const { platform, done } of searches) notifyUnseen(done, platform, search);
  const { left, held } = await withoutHeld(done, search.heldBy);
  for (const each of held)
    notify(`${heldWords(each)}, so it is no orphan. pulumi up --refresh of that stack corrects the label.`);
  const refusing = done.flatMap(({ session, errors }) => (errors.some(isUnauthorized) ? session : []));
  return {
    found: [
      ...unknown.map((platform) => notSearched(place, platform)),
      ...done.flatMap(gapsOf),
      ...left.map(orphanFinding),
    ],
    refusing,
    unauthorized: refusing.length > 0 || unknown.some(isWithoutKey),
  };
}

const isWithoutKey = ({ problems }: StackPlatform): boolean =>
  problems.some(({ property }) => property === "accessKey");

/** A recreated object with copied labels is reported at its resource. */
const foreignIn = ({ orphans }: PlatformSearch, { known }: StackPlatform): Orphan[] =>
  orphans.filter(({ kind, name }) => !known.hasId(kind, name));

/** A stack without keys has no reader of this sentence. */
function notifyUnseen(
  search: PlatformSearch | undefined,
  { known }: StackPlatform,
  { principals, notify }: OrphanSearch,
): void {
  for (const { kind, unseen } of search?.kinds ?? [])
    if (unseen && (known.hasKind(kind.type) || principals.length > 0)) notify(unseen);
}

/** A provider without resources may have orphans of an interrupted create. */
function notSearched(place: StackName, { provider = "the stack", problems }: StackPlatform): FoundAbout {
  const reasons = [...new Set(problems.map(({ reason }) => reason))].join(" ");
  const message = `Orphans were not looked for, since the platform of ${provider} is not known: ${reasons}`;
  return { subject: stackSubject(place), kind: "unknown", distinction: provider, message };
}

/** The kinds that could not be searched. A refused key is reported for the whole platform. */
function gapsOf({ session, kinds }: PlatformSearch): FoundAbout[] {
  return kinds.flatMap(({ kind, error }): FoundAbout[] => {
    if (error === undefined || isUnauthorized(error)) return [];
    const remedy = isForbidden(error)
      ? ` Allow the access key to ${permission(kind, error)}, or use --skip-orphans.`
      : "";
    const message = `Orphans were not looked for among ${kind.plural}: ${messageOf(error)}${remedy}`;
    const subject = subjectOf(kind.type, kind.plural, session.config.baseUrl);
    return [{ subject, kind: "unknown", message }];
  });
}

const permission = ({ plural }: StoredResource, error: unknown): string =>
  error instanceof ApiError && error.path === plural ? `list ${plural}` : "get users/accesskeys and teams/accesskeys";

function orphanFinding(orphan: Orphan): FoundAbout {
  const kind = isKept(orphan) ? "retired" : "orphan";
  // The keys of another user may have shown more secrets meanwhile.
  const subject = subjectOf(orphan.kind, operationSecrets().mask(orphan.name, "provider"), orphan.platform);
  return { subject, kind, distinction: orphan.uid, message: `${originOf(orphan)}.` };
}

const subjectOf = (type: string, name: string, platform: string): Subject => ({
  urn: null,
  type: typeToken(type),
  name,
  id: name,
  platform,
});
