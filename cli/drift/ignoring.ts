import { UsageError } from "../program";
import { matches } from "./patterns";
import type { Finding } from "./report";

/** A rule of `--ignore`. */
export interface IgnoreRule {
  /** Resource and pointer as given. */
  readonly what: string;
  /** Pattern of the resources. */
  readonly resource: string;
  /** JSON Pointer; an empty one covers every finding of the resource. */
  readonly pointer: string;
  /** Last day, in UTC. */
  readonly until: string;
  readonly reason: string;
}

const form =
  'The form is "<resource>#<pointer> until <YYYY-MM-DD> because <reason>", ' +
  'such as "dev#/displayName until 2026-12-31 because ops renames it"';

const mistake = (given: string, what: string) => new UsageError(`--ignore "${given}" ${what}. ${form}`);

/** Parses a value of `--ignore`. */
export function ignoreRule(given: string): IgnoreRule {
  const [rule = "", reason] = cutAt(given.trim(), /\s+because(?:\s+|$)/);
  const [what = "", until] = cutAt(rule, /\s+until(?:\s+|$)/);
  if (!until) throw mistake(given, "has no end date");
  if (!isDay(until)) throw mistake(given, `has an invalid date "${until}" (use YYYY-MM-DD)`);
  if (!reason) throw mistake(given, "gives no reason");
  return { what, ...target(given, what), until, reason };
}

/** The text before and after the first match. */
function cutAt(text: string, place: RegExp): string[] {
  const found = place.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text];
}

const dayLength = 24 * 60 * 60 * 1000;

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Date.parse accepts days such as February 30.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function target(given: string, what: string): Pick<IgnoreRule, "resource" | "pointer"> {
  if (what.startsWith("/")) return { resource: "*", pointer: checkedPointer(given, what) };
  // Names may contain #, so the one before a pointer counts.
  const sign = /#(?=\/|$)/.exec(what) ?? /#/.exec(what);
  if (!sign) throw mistake(given, "needs a pointer that begins with /, or the resource and # before it");
  const resource = what.slice(0, sign.index);
  // An unset shell variable must not suppress everything.
  if (resource === "") throw mistake(given, "names no resource before #, where * stands for all");
  return { resource, pointer: checkedPointer(given, what.slice(sign.index + 1)) };
}

function checkedPointer(given: string, pointer: string): string {
  if (pointer !== "" && !pointer.startsWith("/")) throw mistake(given, "has a pointer that does not begin with /");
  if (/~(?![01])/.test(pointer))
    throw mistake(given, "has a ~ in its pointer that is neither ~0 (for ~) nor ~1 (for /)");
  return pointer;
}

/** Suppresses findings, and notes ended rules. */
export function applyIgnoring(
  findings: readonly Finding[],
  rules: readonly IgnoreRule[],
  now: Date,
): { findings: Finding[]; notes: string[] } {
  const holding = rules.filter(({ until }) => !isOver(until, now));
  return {
    findings: findings.map((finding) => ({ ...finding, suppressed: suppressionOf(finding, holding) })),
    notes: rules
      .filter((rule) => !holding.includes(rule))
      .map(({ what, until }) => `--ignore "${what}" ended on ${until} and suppresses nothing any more: take it out`),
  };
}

const isOver = (until: string, now: Date): boolean => now.getTime() >= Date.parse(`${until}T00:00:00Z`) + dayLength;

function suppressionOf(finding: Finding, rules: readonly IgnoreRule[]): Finding["suppressed"] {
  const rule = rules.find((each) => suppresses(each, finding));
  return rule ? { rule: rule.what, reason: rule.reason, until: rule.until } : finding.suppressed;
}

function suppresses({ resource, pointer }: IgnoreRule, { kind, subject, path }: Finding): boolean {
  // An unreadable resource may hide anything.
  if (kind === "unknown" || !matches(resource, subject)) return false;
  return pointer === "" || (path !== null && covers(pointer, path));
}

/** Whether a JSON Pointer (RFC 6901) equals or contains another one. */
export const covers = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`);
