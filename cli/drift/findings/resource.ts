import { isImport, objectLabel } from "../../../provider/cliFacade";
import type { Platform } from "../../platforms";
import type { ExportedResource } from "../../state/exportedState";
import { type OurResource, ourResource } from "../../state/ourResource";
import type { Outcome } from "../engine/refresh";
import { closeFindings, closerLook, recordedFindings } from "./closerLook";
import { engineFindings, expiryFindings } from "./engine";
import { type Found, pointer } from "./finding";

/** A resource of the stack with its outcome and platform. */
export interface ComparedResource {
  readonly exported: ExportedResource;
  readonly outcome: Outcome;
  /** Undefined for resources of other providers. */
  readonly platform?: Platform | undefined;
}

/** Options of the comparison. */
export interface ComparisonOptions {
  readonly now: Date;
  readonly expiringWithinSeconds: number;
}

/** Findings of a resource. Only changed resources are read again. */
export async function resourceFindings(watched: ComparedResource, options: ComparisonOptions): Promise<Found[]> {
  const { outcome, exported } = watched;
  if (outcome.result === "failed") return [unread(outcome)];
  if (outcome.result === "deleted") return [deleted(exported)];
  const isUnfinished = (outcome.new?.initErrors ?? []).length > 0;
  const isChanged = outcome.result === "changed" || isUnfinished;
  const { found, isDue } = isChanged ? await changes(watched, options) : { found: [], isDue: false };
  if (!ourResource(exported)) return [...found];
  return [...found, ...expiryFindings(outcome.new?.outputs ?? {}, { ...options, isDue })];
}

function unread({ errors }: Outcome): Found {
  const words = errors.length > 0 ? [...new Set(errors)].join("; ") : "The engine did not come to it.";
  return { kind: "unknown", message: words };
}

function deleted({ type, id = "", delete: isReplaced }: ExportedResource): Found {
  const message = `${objectLabel(type.split(":").at(-1) ?? type, id)} is not on the platform any more.`;
  // A replaced resource that waits for its delete has the URN of the new one.
  return { kind: "deleted", distinction: isReplaced ? id : undefined, message };
}

interface Changes {
  readonly found: readonly Found[];
  /** Whether the rotation is due, which is no change. */
  readonly isDue: boolean;
}

async function changes(
  { exported, outcome, platform }: ComparedResource,
  { now }: ComparisonOptions,
): Promise<Changes> {
  const ours = ourResource(exported);
  const session = platform?.session;
  const engineOnly = { found: ours ? engineChanges(ours, outcome) : engineFindings(outcome), isDue: false };
  // A resource that the program only reads has no declared fields to compare.
  if (!ours || !session || isImport(ours.recorded)) return engineOnly;
  // It may be reverted or unreadable by now; then the engine's finding counts.
  const look = await closerLook(session, ours, now).catch(() => undefined);
  if (!look) return engineOnly;
  const found = closeFindings(ours, look, session.config);
  const isDue = look.changes.some(({ input, replaces }) => !input && replaces);
  return found.length > 0 || isDue ? { found, isDue } : engineOnly;
}

/** The engine's changes of our resource; `externalChange` gives kinds of its own. */
function engineChanges(ours: OurResource, outcome: Outcome): Found[] {
  const recorded = recordedFindings(ours, outcome.new?.outputs?.externalChange);
  const changed = engineFindings(outcome).filter(({ path }) => path !== "/externalChange");
  const known = recorded.map(({ path, ...each }) => ({ ...each, ...(path && { path: pointer(path) }) }));
  if (known.length + changed.length > 0) return [...known, ...changed];
  return [{ kind: "unknown", message: "It changed in a way that this version does not know." }];
}
