import { isDeepStrictEqual } from "node:util";
import type { Config } from "../../../provider/config";
import { byWhom } from "../../../provider/objects/conflictMessages";
import { type ExternalChange, externalChangesIn } from "../../../provider/objects/externalChange";
import { formatPath, type Path, valueAt } from "../../../provider/objects/values";
import type { OurResource } from "../../state/ourResource";
import type { FindingKindName } from "../findingKinds";
import type { CloserLook } from "./closerLook";
import type { Found, Values } from "./newFinding";
import { pointer } from "./pointer";
import { shortly } from "./shortly";
import { shownAt } from "./shownAt";
import { writerOf } from "./writerOf";

/** Where each thing that somebody else did shows, and what it is to a report. */
const external: Readonly<Record<ExternalChange, { readonly kind: FindingKindName; readonly path?: Path }>> = {
  recreated: { kind: "recreated", path: ["uid"] },
  readded: { kind: "recreated", path: ["uid"] },
  terminating: { kind: "terminating" },
  rotated: { kind: "rotated", path: ["key"] },
  disabled: { kind: "disabled", path: ["disabled"] },
  enabled: { kind: "disabled", path: ["disabled"] },
  relabelled: { kind: "changed" },
  createUnfinished: { kind: "unfinished" },
  importUnfinished: { kind: "unfinished" },
};

/** Fields whose change is known by a name of its own. */
const ownKinds: Readonly<Record<string, FindingKindName>> = { key: "rotated", disabled: "disabled" };

/** What a look at a resource and its object found, field by field, with who wrote what. */
export function closeFindings(ours: OurResource, look: CloserLook, config: Config): Found[] {
  const seen = externalFindings(ours, look, config);
  const known = new Set(seen.map(({ path }) => path));
  const fields = look.changes
    .filter(({ path }) => Object.hasOwn(ours.resource.inputs.shape, String(path[0])))
    .map(({ path, input }) => fieldFinding(ours, look, config, path, input ? "inputs" : "state"));
  return [...seen, ...fields.filter(({ path }) => !known.has(path))];
}

function externalFindings(ours: OurResource, look: CloserLook, config: Config): Found[] {
  return recordedFindings(ours, look.stored.state.externalChange).map(({ path, ...found }) => ({
    ...(path && atPath(ours, look, config, path, ["state", "state"])),
    ...found,
  }));
}

/** What an `externalChange` tells of a resource, without values, and each with the property that shows it. */
export function recordedFindings(
  { resource, id }: OurResource,
  words: unknown,
): { kind: FindingKindName; path?: Path; message: string }[] {
  const message = `${resource.type} "${id}": ${words}.`;
  return externalChangesIn(words).map((name) => ({ ...external[name], message }));
}

type Part = "inputs" | "state";

/** A read leaves an immutable input as it was declared; then the state has the live value. */
function fieldFinding(ours: OurResource, look: CloserLook, config: Config, path: Path, live: Part): Found {
  const found = atPath(ours, look, config, path, ["inputs", live]);
  const writer = found.by ? ` ${byWhom({ manager: found.by.manager, time: found.by.time ?? undefined })}` : "";
  const kind = ownKinds[formatPath(path)] ?? "changed";
  return { ...found, kind, message: (values) => `${formatPath(path)} was ${change(values)}${writer}.` };
}

function change({ expected, live }: Values): string {
  if (expected === undefined && live === undefined) return "changed";
  if (live === undefined) return `removed; the program declares ${shortly(expected)}`;
  if (expected === undefined) return `added: ${shortly(live)}`;
  return `changed from ${shortly(expected)} to ${shortly(live)}`;
}

function atPath(
  ours: OurResource,
  { stored, live: object }: CloserLook,
  config: Config,
  path: Path,
  [expected, live]: readonly [expected: Part, live: Part],
): Omit<Found, "kind" | "message"> {
  const [before, now] = [ours.recorded[expected], stored[live]].map((each) => valueAt(each, path));
  const shown = {
    expected: shownAt(ours.recorded[expected], path, ours.secretPaths),
    live: shownAt(stored[live], path, ours.secretPaths),
  };
  return {
    path: pointer(path),
    // A refresh before this one has recorded the live value already.
    ...(isDeepStrictEqual(before, now) ? {} : shown),
    by: object && writerOf(object, pathsOf(ours, config, path), { before, now }),
  };
}

/** Where the object holds what a property shows; its uid is its own. */
const pathsOf = ({ resource }: OurResource, config: Config, path: Path): readonly Path[] =>
  path[0] === "uid" ? [["metadata", "uid"]] : resource.objectPaths(config, path);
