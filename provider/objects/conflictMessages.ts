import { fieldManager } from "../api/requests.js";
import type { Writer } from "./managers.js";
import type { MergeConflict } from "./merge.js";
import { listed } from "./messages.js";
import { formatPath, type Path } from "./values.js";

/** A field that the program and somebody else changed; `show` masks what is secret. */
export interface ShownConflict extends MergeConflict {
  /** Where the program sets it. */
  readonly property: Path;
  readonly writer: Writer | undefined;
  readonly shown: (value: unknown) => string;
}

/** What to do about fields that both the program and somebody else changed. */
export function conflicting(label: string, conflicts: readonly ShownConflict[]): string {
  const fields = conflicts.map(({ property, recorded, theirs, ours, writer, shown }) => {
    return `${formatPath(property)} was changed${writerOf(writer)} from ${shown(recorded)} to ${shown(theirs)}, while the program asks for ${shown(ours)}`;
  });
  return `Cannot update ${label}: ${listed(fields)}. Run pulumi refresh to take their value as the new base; the next pulumi up then writes the program's. Or set conflictPolicy to overwrite, for the resource or as platform:conflictPolicy.`;
}

function writerOf(writer: Writer | undefined): string {
  if (!writer) return " by somebody else";
  return writer.manager === fieldManager ? ` ${byWhom(writer)} (${ourselves})` : ` ${byWhom(writer)}`;
}

/** Who wrote a field, and when at the latest. */
export const byWhom = ({ manager, time }: Writer): string => `by "${manager}"${time ? ` at or before ${time}` : ""}`;

const ourselves =
  "that is this provider: perhaps an update of this resource whose answer was lost, or another program that manages the object too";
