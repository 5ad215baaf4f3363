import type { Session } from "../../../provider/engine/session";
import { visibleSecret } from "../../../provider/objects/wire/objectShape";
import { type OurResource, ourResource } from "../../state/ourResource";
import type { Platform } from "../platforms";
import { closerLook } from "./closerLook";
import type { ComparedResource } from "./resource";

/**
 * Unchanged resources that the platform hides, so that a read returns the state. Kinds with our
 * label show in the search for orphans; of each other kind, one object is read.
 */
export async function hiddenResources(
  watched: readonly ComparedResource[],
  now: Date,
): Promise<ReadonlySet<ComparedResource>> {
  const quiet = watched.filter(({ outcome }) => outcome.result === "same").flatMap(unlabeled);
  const hidden: ComparedResource[] = [];
  for (const first of firstOfEach(quiet)) {
    if (!(await isHidden(first, now))) continue;
    hidden.push(...quiet.filter((each) => isAlike(each, first)).map((each) => each.watched));
  }
  return new Set(hidden);
}

interface Unlabeled {
  readonly watched: ComparedResource;
  readonly ours: OurResource;
  readonly session: NonNullable<Platform["session"]>;
}

function unlabeled(watched: ComparedResource): Unlabeled[] {
  const { session } = watched.platform ?? {};
  const ours = session && ourResource(watched.exported);
  return ours && ours.resource.plural === undefined ? [{ watched, ours, session }] : [];
}

const isAlike = (a: Unlabeled, b: Unlabeled) => a.session === b.session && a.ours.resource === b.ours.resource;

const firstOfEach = (all: readonly Unlabeled[]) =>
  all.filter((each, index) => all.findIndex((other) => isAlike(each, other)) === index);

async function isHidden({ session, ours }: Unlabeled, now: Date): Promise<boolean> {
  // If it is unreadable now, the engine has read it.
  const look = await closerLook(session, ours, now).catch(() => undefined);
  return look?.stored.isUnverified === true;
}

const note =
  "The platform does not show the value of an access key to the key of this run, so a rotated key is not found. " +
  "Run with a key that may read it, or as the user to whom it belongs.";

/** A note if generated keys are hidden. One key of each platform is read. */
export async function hiddenKeys(watched: readonly ComparedResource[], now: Date): Promise<string[]> {
  const asked = new Set<Session>();
  for (const { exported, outcome, platform } of watched) {
    const ours = ourResource(exported);
    const session = platform?.session;
    const isGenerated = ours?.recorded.inputs.key === undefined && typeof ours?.recorded.state.key === "string";
    if (!ours || !session || !isGenerated || outcome.result !== "same" || asked.has(session)) continue;
    asked.add(session);
    const look = await closerLook(session, ours, now).catch(() => undefined);
    if (look?.live && visibleSecret(look.live.spec?.key) === undefined) return [note];
  }
  return [];
}
