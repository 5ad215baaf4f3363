import { createHash } from "node:crypto";
import { ownerOf } from "../../../provider/adapters/shared/urn";
import { mask } from "../../../provider/api/output/secretShapes";
import type { Secrets } from "../../../provider/api/output/secrets";
import { isRecord, type Path } from "../../../provider/objects/values";
import type { StackName } from "../../orphans/knownObjects";
import { oneLine } from "../../words";
import type { FindingKindName } from "../findingKinds";
import type { Finding, FindingWriter, Subject } from "../report";

/** What was expected and what is there. */
export interface Values {
  readonly expected?: unknown;
  readonly live?: unknown;
}

/** What a finding says beside whom it is about. */
export interface Found extends Values {
  readonly kind: FindingKindName;
  /** A sentence, or how it is made of the values once the secrets in them are masked. */
  readonly message: string | ((values: Values) => string);
  /** JSON Pointer; absent where it is about the whole. */
  readonly path?: string | undefined;
  readonly by?: FindingWriter | undefined;
  /** Tells it from others of its kind and place. */
  readonly distinction?: string | undefined;
}

/** Something found about a resource or an object. */
export interface FoundAbout {
  readonly subject: Subject;
  readonly found: Found;
}

/** The findings of a stack, with every known secret masked that stands where none is expected. */
export function findingsOf({ project, stack }: StackName, about: readonly FoundAbout[], concealer: Secrets): Finding[] {
  return about.map(({ subject, found }) => {
    const { kind, path, by, message, distinction } = found;
    const values = concealedValues(found, concealer);
    const words = typeof message === "string" ? message : message(values);
    return {
      kind,
      subject,
      path: path === undefined ? null : concealer.mask(path),
      ...(values as Pick<Finding, "expected" | "live">),
      by: by ? { ...by, manager: concealer.mask(by.manager) } : null,
      message: oneLine(concealer.mask(words, "us")),
      // Neither values nor who wrote them: a finding stays the same one while somebody goes on changing the field.
      fingerprint: digest([
        ...[project, stack, kind, subject.type, subject.urn ?? subject.name, path ?? ""],
        ...(distinction === undefined ? [] : [distinction]),
      ]),
      suppressed: null,
    };
  });
}

const concealedValues = ({ expected, live }: Values, concealer: Secrets): Values => ({
  ...(expected !== undefined && { expected: concealed(expected, concealer) }),
  ...(live !== undefined && { live: concealed(live, concealer) }),
});

/** A resource as a finding names it. */
export const subjectOf = (urn: string, id: string | undefined): Subject => ({
  urn,
  type: typeIn(urn),
  name: ownerOf(urn).name,
  id: id || null,
});

/** A stack as a finding names it that is about no resource in particular. */
export const stackSubject = ({ project, stack }: StackName): Subject => ({
  urn: null,
  type: "pulumi:pulumi:Stack",
  name: project ? `${project}/${stack}` : stack,
  id: null,
});

const typeIn = (urn: string) => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";

const digest = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

/** A property path as a JSON Pointer (RFC 6901). */
export const pointer = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const longest = 80;

/** A value in a sentence: as JSON, cut where it is long. */
export function shortly(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}

/** A value with every known secret in it masked, wherever it stands: somebody may have copied one into a field that is none. */
function concealed(value: unknown, concealer: Secrets): unknown {
  if (typeof value === "string") return concealer.mask(value);
  if (typeof value === "number") return concealer.mask(String(value)) === mask ? mask : value;
  if (Array.isArray(value)) return value.map((item) => concealed(item, concealer));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [concealer.mask(key), concealed(member, concealer)]);
  return Object.fromEntries(members);
}
