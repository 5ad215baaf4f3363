import {
  isImport,
  isRecord,
  objectLabel,
  type Properties,
  parsePath,
  semanticEqual,
  valueAt,
} from "../../../provider/cliFacade";
import type { Platform } from "../../platforms";
import type { ExportedResource } from "../../state/exportedState";
import { type OurResource, ourResource } from "../../state/ourResource";
import { maskedEvent, type Outcome } from "../engine/refresh";
import type { FindingKindName } from "../findingKinds";
import { closeFindings, closerLook, recordedFindings } from "./closerLook";
import { abbreviated, type Found, pointer, type Values } from "./finding";

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
  const ours = ourResource(exported);
  const isUnfinished = (outcome.new?.initErrors ?? []).length > 0;
  const isChanged = outcome.result === "changed" || isUnfinished;
  if (!ours) return isChanged ? engineFindings(outcome) : [];
  const { found, isDue } = isChanged ? await changes(watched, ours, options.now) : { found: [], isDue: false };
  return [...found, ...expiryFindings(outcome.new?.outputs ?? {}, options, isDue)];
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

/** The changes of our resource, and whether its rotation is due, which is no change. */
async function changes({ outcome, platform }: ComparedResource, ours: OurResource, now: Date) {
  const session = platform?.session;
  // A resource that the program only reads has no declared fields to compare.
  const isCompared = session && !isImport(ours.recorded);
  // It may be reverted or unreadable by now; then the engine's finding counts.
  const look = isCompared && (await closerLook(session, ours, now).catch(() => undefined));
  const found = look ? closeFindings(look) : [];
  const isDue = look ? look.changes.some(({ isInput, replaces }) => !isInput && replaces) : false;
  return { found: found.length > 0 || isDue ? found : engineChanges(ours, outcome), isDue };
}

/** The engine's changes of our resource; `externalChange` gives kinds of its own. */
function engineChanges(ours: OurResource, outcome: Outcome): Found[] {
  const recorded = recordedFindings(ours, outcome.new?.outputs?.externalChange);
  const changed = engineFindings(outcome).filter(({ path }) => path !== "/externalChange");
  const known = recorded.map(({ path, ...each }) => ({ ...each, ...(path && { path: pointer(path) }) }));
  if (known.length + changed.length > 0) return [...known, ...changed];
  return [{ kind: "unknown", message: "It changed in a way that this version does not know." }];
}

/** The engine's own changes, for other providers and for objects that could not be read again. */
function engineFindings({ old, new: now, paths = [] }: Outcome): Found[] {
  // Inputs are what is declared, but not every provider's read returns them.
  const inputs = { expected: valuesOf(old?.inputs), live: valuesOf(now?.inputs) };
  const outputs = { expected: valuesOf(old?.outputs), live: valuesOf(now?.outputs) };
  const changed = paths.length > 0 ? paths : [...new Set([inputs, outputs].flatMap(differing))];
  if (changed.length === 0) return [{ kind: "changed", message: "Changed (Pulumi did not report which field)." }];
  return changed.map((text) => {
    const path = parsePath(text);
    const at = ({ expected, live }: typeof inputs) => ({
      expected: valueAt(expected, path),
      live: valueAt(live, path),
    });
    const declared = at(inputs);
    const known = at(outputs);
    const isOutput = isSame(declared) && !isSame(known);
    return { kind: "changed", path: pointer(path), ...(isOutput ? known : declared), message: becoming(text) };
  });
}

const isSame = ({ expected, live }: Values): boolean => semanticEqual(expected, live);

const becoming =
  (path: string) =>
  ({ expected, live }: Values): string => {
    const shown = [expected, live].map((value) => (value === undefined ? "nothing" : abbreviated(value)));
    return `${path}: ${shown.join(" became ")}.`;
  };

function valuesOf(properties: object | undefined): Properties {
  const values = maskedEvent(properties ?? {});
  return isRecord(values) ? values : {};
}

function differing({ expected, live }: Readonly<Record<"expected" | "live", Properties>>): string[] {
  const keys = Object.keys({ ...expected, ...live }).filter((key) => !key.startsWith("__"));
  return keys.filter((key) => !semanticEqual(expected[key], live[key]));
}

/** Whether a key has expired, expires soon, or is due for rotation. */
export function expiryFindings(
  { expiresAt, disabled }: Readonly<Record<string, unknown>>,
  { now, expiringWithinSeconds }: ComparisonOptions,
  isDue: boolean,
): Found[] {
  // A disabled key grants no access.
  if (disabled === true) return [];
  const secondsLeft = (Date.parse(String(expiresAt)) - now.getTime()) / 1000;
  const end = typeof expiresAt === "string" ? `, whose end is ${expiresAt}` : "";
  const isExpiring = secondsLeft > 0 && secondsLeft <= expiringWithinSeconds;
  const found = (kind: FindingKindName, message: string): Found => ({ kind, path: "/expiresAt", message });
  return [
    ...(secondsLeft <= 0 ? [found("expired", `The key expired at ${expiresAt}.`)] : []),
    ...(isExpiring ? [found("expiring", `The key expires at ${expiresAt}.`)] : []),
    ...(isDue ? [found("due", `The next pulumi up replaces the key${end}.`)] : []),
  ];
}
