import { type FindingKindName, findingKindNames } from "../../cli/drift/findingKinds";
import type { Finding, Report } from "../../cli/drift/report";

/** Findings that count in `richReport`, by kind: every kind is there. */
const countsOfRichReport: Record<FindingKindName, number> = {
  changed: 5,
  deleted: 1,
  recreated: 1,
  terminating: 1,
  rotated: 1,
  disabled: 1,
  expired: 1,
  expiring: 1,
  due: 1,
  unfinished: 1,
  orphan: 1,
  retired: 1,
  unknown: 2,
};

const template = "platform:index:SpaceTemplate";
const key = "platform:index:OwnedAccessKey";
const virtualCluster = "platform:index:VirtualClusterImport";
const urnOf = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`;

/** A changed field of the template `dev`, with what a test wants to be other. */
export function findingOf(more: Partial<Finding> = {}): Finding {
  return {
    kind: "changed",
    subject: { urn: urnOf(template, "dev"), type: template, name: "dev", id: "dev" },
    path: "/displayName",
    expected: "Development",
    live: "Dev (by hand)",
    by: { manager: "kubectl-edit", time: "2026-11-20T10:02:00Z" },
    message: 'SpaceTemplate "dev": displayName is "Dev (by hand)", and the program declares "Development".',
    fingerprint: "f-changed-dev-displayName",
    suppressed: null,
    ...more,
  };
}

/** A report without findings, with what a test wants to be other. */
export function reportOf(more: Partial<Report> = {}): Report {
  const none = Object.fromEntries(Object.keys(countsOfRichReport).map((kind) => [kind, 0])) as Report["counts"];
  return {
    schemaVersion: 1,
    tool: { name: "pulumi-platform", version: "0.1.0" },
    stack: { name: "prod", project: "shop" },
    startedAt: "2026-11-21T06:00:00Z",
    finishedAt: "2026-11-21T06:00:12Z",
    resources: { checked: 1000, unread: 0 },
    counts: none,
    failOn: findingKindNames.filter((kind) => kind !== "retired"),
    suppressed: 0,
    findings: [],
    notes: [],
    outcome: "clean",
    ...more,
  };
}

/** What cannot go into every format as it is: each of these has ended a line, a tag, a table or a command somewhere. */
export const oddText =
  "a\u0000b\u001b[31mred\u0007 \"quoted\" 'single' <b>&amp; ]]> | `tick` \\ 😀 \ud800 \uffff\r\n::error::forged\u2028\u202eend";

const keyAt = (name: string): Finding["subject"] => ({ urn: urnOf(key, name), type: key, name, id: name });

const changes: Finding[] = [
  findingOf(),
  findingOf({
    path: "/template/objects",
    expected: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: limits\ndata:\n  cpu: '2'\n",
    live: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: limits\ndata:\n  cpu: '20'\n",
    by: { manager: "ops-ui", time: null },
    message: 'SpaceTemplate "dev": template.objects was changed.',
    fingerprint: "f-changed-dev-objects",
  }),
  findingOf({
    path: "/labels/team~1owner",
    expected: "shop",
    live: undefined,
    by: null,
    message: 'SpaceTemplate "dev": the label team/owner is gone.',
    fingerprint: "f-changed-dev-label",
  }),
  findingOf({
    subject: keyAt("ci"),
    path: "/scope",
    expected: "[secret]",
    live: "[secret]",
    message: 'OwnedAccessKey "ci": scope was changed.',
    fingerprint: "f-changed-ci-scope",
  }),
  findingOf({
    subject: { urn: urnOf(template, oddText), type: template, name: oddText, id: "odd" },
    path: `/annotations/${oddText}`,
    expected: [true, 0, null, { [oddText]: oddText }],
    live: oddText,
    by: { manager: oddText, time: "2026-11-20T10:02:00Z" },
    message: `SpaceTemplate "odd": an annotation is ${oddText}`,
    fingerprint: "f-changed-odd",
  }),
];

/** A finding about a whole resource. */
const whole = (kind: FindingKindName, subject: Finding["subject"], message: string): Finding => {
  const { expected: _, live: __, ...rest } = findingOf();
  return { ...rest, kind, subject, path: null, by: null, message, fingerprint: `f-${kind}-${subject.name}` };
};

const wholes: Finding[] = [
  whole(
    "deleted",
    { urn: urnOf(template, "staging"), type: template, name: "staging", id: "staging" },
    'SpaceTemplate "staging" is gone.',
  ),
  whole(
    "recreated",
    { urn: urnOf(template, "qa"), type: template, name: "qa", id: "qa" },
    'SpaceTemplate "qa" has another uid.',
  ),
  whole(
    "terminating",
    { urn: urnOf(virtualCluster, "team-a"), type: virtualCluster, name: "team-a", id: "web/team-a" },
    'VirtualClusterImport "team-a" is being deleted since 2026-11-20T09:00:00Z.',
  ),
  { ...whole("rotated", keyAt("bot"), 'OwnedAccessKey "bot" has another value.'), path: "/key", live: "[secret]" },
  { ...whole("disabled", keyAt("old-ci"), 'OwnedAccessKey "old-ci" is disabled.'), path: "/disabled", live: true },
  whole("expired", keyAt("demo"), 'OwnedAccessKey "demo" expired on 2026-11-01T00:00:00Z.'),
  whole("expiring", keyAt("audit"), 'OwnedAccessKey "audit" expires on 2026-11-25T00:00:00Z.'),
  whole("due", keyAt("audit"), "The next pulumi up replaces the key, whose end is 2026-11-25T00:00:00Z."),
  whole("unfinished", keyAt("half"), 'OwnedAccessKey "half": its create did not come to an end.'),
  whole("orphan", { urn: null, type: key, name: "shop-4f2a", id: "shop-4f2a" }, 'OwnedAccessKey "shop-4f2a" is ours.'),
  whole("retired", { urn: null, type: key, name: "ci-1b7c", id: "ci-1b7c" }, 'OwnedAccessKey "ci-1b7c" was replaced.'),
  whole("unknown", keyAt("locked"), 'OwnedAccessKey "locked" could not be read: 403 Forbidden.'),
  whole("unknown", keyAt("slow"), 'OwnedAccessKey "slow" could not be read: no answer within 30 s.'),
];

const suppressed: Finding[] = [
  findingOf({
    subject: { urn: urnOf(template, "ops"), type: template, name: "ops", id: "ops" },
    message: 'SpaceTemplate "ops": displayName was changed.',
    fingerprint: "f-changed-ops",
    suppressed: { rule: "ops#/displayName", reason: `ops renames it, ${oddText}`, until: "2026-12-31" },
  }),
  {
    ...whole(
      "deleted",
      { urn: urnOf(template, "trial"), type: template, name: "trial", id: "trial" },
      'SpaceTemplate "trial" is gone.',
    ),
    suppressed: { rule: "trial#", reason: "The trial is over.", until: "2026-12-01" },
  },
];

/** A report with every kind of finding, suppressed ones, secrets and texts that break naive formats: 18 count, 2 are suppressed. */
export function richReport(): Report {
  return reportOf({
    resources: { checked: 998, unread: 2 },
    counts: { ...countsOfRichReport },
    suppressed: suppressed.length,
    findings: [...changes, ...wholes, ...suppressed],
    notes: ["--ignore gone#/labels matches nothing any more: take it out.", `A note with ${oddText}`],
    outcome: "error",
  });
}
