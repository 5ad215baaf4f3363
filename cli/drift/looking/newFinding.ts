import { createHash } from "node:crypto";
import { ownerOf } from "../../../provider/faces/ownerOf";
import { oneLine } from "../../orphans/oneLine";
import type { FindingKindName } from "../findingKinds";
import type { Finding, FindingWriter, Subject } from "../report";

/** What a finding says beside whom it is about. */
export interface Found {
  readonly kind: FindingKindName;
  readonly message: string;
  /** JSON Pointer; absent where it is about the whole. */
  readonly path?: string | undefined;
  readonly expected?: unknown;
  readonly live?: unknown;
  readonly by?: FindingWriter | undefined;
}

/** Makes findings about the resources of one stack. */
export type NewFinding = (subject: Subject, found: Found) => Finding;

/** Findings of a stack. What they say of values, secrets have to be masked in already. */
export function findingsOf(project: string, stack: string): NewFinding {
  return (subject, { kind, message, path, expected, live, by }) => ({
    kind,
    subject,
    path: path ?? null,
    ...(expected !== undefined && { expected: expected as Finding["expected"] }),
    ...(live !== undefined && { live: live as Finding["live"] }),
    by: by ?? null,
    message: oneLine(message),
    // Neither values nor who wrote them: a finding stays the same one while somebody goes on changing the field.
    fingerprint: digest([project, stack, kind, subject.type, subject.urn ?? subject.name, path ?? ""]),
    suppressed: null,
  });
}

/** A resource as a finding names it. */
export const subjectOf = (urn: string, id: string | undefined): Subject => ({
  urn,
  type: typeIn(urn),
  name: ownerOf(urn).name,
  id: id || null,
});

/** A stack as a finding names it that is about no resource in particular. */
export const stackSubject = (project: string, stack: string): Subject => ({
  urn: null,
  type: "pulumi:pulumi:Stack",
  name: project ? `${project}/${stack}` : stack,
  id: null,
});

const typeIn = (urn: string) => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";

const digest = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
