import { typeToken } from "../../provider/packageNames.js";
import { UsageError } from "../program";
import { type ExportedResource, type ExportedState, kindOfType } from "../state/exportedState";
import { subjectOf } from "./findings/finding";
import type { Subject } from "./report";

/** Whether a pattern matches the name, URN or type, or the plugin's type of a dynamic resource. */
export function matches(pattern: string, { name, urn, type }: Pick<Subject, "name" | "urn" | "type">): boolean {
  const kind = kindOfType(type);
  const texts = [name, urn, type, ...(kind === undefined ? [] : [typeToken(kind)])];
  return texts.some((text) => text !== null && matchesText(pattern, text));
}

/** Matches a pattern with `*`. A regular expression could take exponential time. */
export function matchesText(pattern: string, text: string): boolean {
  const [start = "", ...pieces] = pattern.split("*");
  const last = pieces.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(start)) return false;
  let end = start.length;
  for (const piece of pieces) {
    const at = text.indexOf(piece, end);
    if (at < 0) return false;
    end = at + piece.length;
  }
  return text.length - end >= last.length && text.endsWith(last);
}

/** Resources that a refresh reads, within --only. Each pattern must match, unless `afterFix`. */
export function chosenResources(
  { resources }: ExportedState,
  only: readonly string[],
  { afterFix = false }: { readonly afterFix?: boolean },
): ExportedResource[] {
  const read = resources.filter(isReadByRefresh);
  if (only.length === 0) return read;
  const isMatching = (pattern: string) => (each: ExportedResource) => matches(pattern, subjectOf(each));
  const matchless = only.find((pattern) => !read.some(isMatching(pattern)));
  if (matchless !== undefined && !afterFix) {
    throw new UsageError(`--only ${matchless} matches no resource of the stack`);
  }
  return read.filter((each) => only.some((pattern) => isMatching(pattern)(each)));
}

const isReadByRefresh = ({ custom, type, viewOf, pendingReplacement }: ExportedResource): boolean =>
  custom === true && !type.startsWith("pulumi:providers:") && !viewOf && !pendingReplacement;
