import { createHash } from "node:crypto";
import { isRecord, type Path, parseUrn, type Secrets, secretPlaceholder } from "../../../provider/cliFacade";
import type { StackName } from "../../orphans/knownObjects";
import type { Platform } from "../../platforms";
import type { ExportedResource } from "../../state/exportedState";
import { oneLine } from "../../words";
import { type FindingKindName, findingKinds } from "../findingKinds";
import type { Finding, FindingWriter, Subject } from "../report";

/** Expected and live value. */
export interface Values {
  readonly expected?: unknown;
  readonly live?: unknown;
}

/** A finding without its subject. */
export interface Found extends Values {
  readonly kind: FindingKindName;
  /** A sentence, or a function of the masked values. */
  readonly message: string | ((values: Values) => string);
  /** JSON Pointer; absent for the whole resource. */
  readonly path?: string | undefined;
  readonly by?: FindingWriter | undefined;
  /** What to do; by default what the kind asks for. */
  readonly remedy?: string | undefined;
  /** Distinguishes findings of one kind and place. */
  readonly distinction?: string | undefined;
}

/** A finding with its subject. */
export interface FoundAbout extends Found {
  readonly subject: Subject;
}

/** The findings of a stack, with every known secret masked. */
export function findingsOf({ project, stack }: StackName, about: readonly FoundAbout[], redactor: Secrets): Finding[] {
  return about.map((found) => {
    const { subject, kind, path, by, message, remedy, distinction } = found;
    const values = maskedValues(found, redactor);
    const words = typeof message === "string" ? message : message(values);
    return {
      kind,
      subject,
      path: path === undefined ? null : redactor.mask(path, "provider"),
      ...(values as Pick<Finding, "expected" | "live">),
      by: by ? { ...by, manager: redactor.mask(by.manager, "provider") } : null,
      message: oneLine(redactor.mask(words, "provider")),
      remedy: remedy ?? findingKinds[kind].remedy,
      // Without values and writers, which further changes of the field alter.
      fingerprint: digest([
        ...[project, stack, kind, subject.type, subject.urn ?? subject.name, path ?? ""],
        ...(distinction === undefined ? [] : [distinction]),
      ]),
      suppressed: null,
    };
  });
}

const maskedValues = ({ expected, live }: Values, redactor: Secrets): Values => ({
  ...(expected !== undefined && { expected: masked(expected, redactor) }),
  ...(live !== undefined && { live: masked(live, redactor) }),
});

/** The subject of a resource. */
export const subjectOf = ({ urn, id }: Pick<ExportedResource, "urn" | "id">, platform?: Platform): Subject => ({
  urn,
  type: typeIn(urn),
  name: parseUrn(urn).name,
  id: id || null,
  platform: platform?.session?.config.baseUrl ?? null,
});

/** The subject of a finding about the stack. */
export const stackSubject = ({ project, stack }: StackName): Subject => ({
  urn: null,
  type: "pulumi:pulumi:Stack",
  name: project ? `${project}/${stack}` : stack,
  id: null,
  platform: null,
});

const typeIn = (urn: string) => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";

const digest = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

/** A property path as a JSON Pointer (RFC 6901). */
export const pointer = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const longest = 80;

/** A value in a sentence: JSON, truncated. */
export function abbreviated(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}

/** Masks every known secret: someone may have copied one into a public field. */
function masked(value: unknown, redactor: Secrets): unknown {
  if (typeof value === "string") return redactor.mask(value);
  if (typeof value === "number") return redactor.mask(String(value)) === secretPlaceholder ? secretPlaceholder : value;
  if (Array.isArray(value)) return value.map((item) => masked(item, redactor));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [redactor.mask(key), masked(member, redactor)]);
  return Object.fromEntries(members);
}
