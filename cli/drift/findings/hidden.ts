import { type Session, unmaskedSecret } from "../../../provider/cliFacade";
import { type OurResource, ourResource } from "../../state/ourResource";
import { closerLook } from "./closerLook";
import type { ComparedResource } from "./resource";

/** Unchanged resources that the platform hides, and a note if it hides generated keys. */
interface HiddenObjects {
  readonly resources: ReadonlySet<ComparedResource>;
  readonly notes: readonly string[];
}

/**
 * A read of a hidden object returns the state. Kinds with our label show in the search for orphans;
 * of each other kind and of the generated keys, one object is read on each platform.
 */
export async function hiddenObjects(watched: readonly ComparedResource[], now: Date): Promise<HiddenObjects> {
  const unchanged = watched.filter(({ outcome }) => outcome.result === "same").flatMap(suspects);
  const isFirst = (each: Suspect, index: number) => unchanged.findIndex((other) => isAlike(each, other)) === index;
  const hidden: ComparedResource[] = [];
  const notes = new Set<string>();
  for (const first of unchanged.filter(isFirst)) {
    // If it is unreadable now, the engine has read it.
    const look = await closerLook(first.session, first.ours, now).catch(() => undefined);
    const isLabeled = first.ours.resource.plural !== undefined;
    if (isLabeled && look?.live && unmaskedSecret(look.live.spec?.key) === undefined) notes.add(hiddenKeys);
    if (!isLabeled && look?.stored.isUnverified)
      hidden.push(...unchanged.filter((each) => isAlike(each, first)).map((each) => each.watched));
  }
  return { resources: new Set(hidden), notes: [...notes] };
}

interface Suspect {
  readonly watched: ComparedResource;
  readonly ours: OurResource;
  readonly session: Session;
}

/** A resource without our label, or a generated key. */
function suspects(watched: ComparedResource): Suspect[] {
  const { session } = watched.platform ?? {};
  const ours = session && ourResource(watched.exported);
  if (!ours) return [];
  const { inputs, state } = ours.recorded;
  const isGeneratedKey = inputs.key === undefined && typeof state.key === "string";
  return ours.resource.plural === undefined || isGeneratedKey ? [{ watched, ours, session }] : [];
}

const isAlike = (a: Suspect, b: Suspect) => a.session === b.session && a.ours.resource === b.ours.resource;

const hiddenKeys =
  "The platform does not show the values of access keys to the key of this run, so a rotated key is not found. " +
  "Run with a key that has no scope and may read them, if the platform shows them at all.";
