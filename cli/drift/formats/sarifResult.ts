import type { Location, Result } from "sarif";
import { findingKindNames, findingKinds, type Level } from "../findingKinds";
import type { Finding } from "../report";
import { sarifText } from "./sarifText";

/** What the paths of files are relative to. */
export const fileUriBase = "%SRCROOT%";

/** One finding as a result. */
export function sarifResult(finding: Finding): Result {
  const { kind, path, expected, live, by, message, fingerprint, suppressed } = finding;
  const whySuppressed = suppressed ? ` Suppressed until ${suppressed.until}: ${suppressed.reason}` : "";
  return {
    ruleId: kind,
    ruleIndex: findingKindNames.indexOf(kind),
    level: levelOf(finding),
    message: { text: sarifText(message + whySuppressed) },
    locations: [locationOf(finding)],
    // GitHub looks at the second one only. Without it, it would be made of the line, and that one is the same for all.
    partialFingerprints: { "driftFingerprint/v1": fingerprint, primaryLocationLineHash: fingerprint },
    suppressions: suppressed ? [{ kind: "external", status: "accepted", justification: suppressed.reason }] : [],
    properties: { path, expected, live, by, ...(suppressed ? { suppressed } : {}) },
  };
}

/** How severe a finding is. GitHub knows no suppressions and shows such a result like any other, so it must not be an error there. */
export function levelOf({ kind, suppressed }: Finding): Level {
  return suppressed ? "note" : findingKinds[kind].level;
}

// A resource stands in no file that is known here. GitHub refuses results without one, so all point at the head of the project's.
function locationOf({ subject: { urn, type, name } }: Finding): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: "Pulumi.yaml", uriBaseId: fileUriBase },
      region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
    },
    logicalLocations: [{ name, fullyQualifiedName: urn ?? `${type}::${name}`, kind: "resource" }],
  };
}
