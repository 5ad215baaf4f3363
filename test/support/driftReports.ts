import { type FindingKindName, findingKindNames, findingKinds } from "../../cli/drift/findingKinds";
import type { Finding, Report } from "../../cli/drift/report";

const template = "vcluster-platform:index:SpaceTemplate";
const key = "vcluster-platform:index:OwnedAccessKey";

export const subjectAt = (type: string, name: string, id = name): Finding["subject"] => {
  return { urn: `urn:pulumi:prod::shop::${type}::${name}`, type, name, id, platform: "https://platform.test" };
};

/** A changed field of the template `dev`, with these other values. */
export function findingOf(more: Partial<Finding> = {}): Finding {
  return {
    kind: "changed",
    subject: subjectAt(template, "dev"),
    path: "/displayName",
    expected: "Development",
    live: "Dev (by hand)",
    by: { manager: "kubectl-edit", time: "2026-11-20T10:02:00Z" },
    message: 'SpaceTemplate "dev": displayName is "Dev (by hand)", and the program declares "Development".',
    remedy: findingKinds[more.kind ?? "changed"].remedy,
    fingerprint: "f-changed-dev-displayName",
    suppressed: null,
    ...more,
  };
}

/** A report without findings, with these other values; its counts are those of its findings. */
export function reportOf(more: Partial<Report> = {}): Report {
  const counts = Object.fromEntries(findingKindNames.map((kind) => [kind, 0])) as Report["counts"];
  const { findings = [] } = more;
  for (const { kind, suppressed } of findings) if (!suppressed) counts[kind]++;
  return {
    schemaVersion: 1,
    tool: { name: "pulumi-vcluster-platform", version: "0.1.0" },
    stack: { name: "prod", project: "shop" },
    startedAt: "2026-11-21T06:00:00Z",
    finishedAt: "2026-11-21T06:00:12Z",
    resources: { checked: 1000, unread: 0 },
    counts,
    failOn: findingKindNames.filter((kind) => kind !== "retired"),
    suppressed: findings.filter(({ suppressed }) => suppressed).length,
    findings,
    notes: [],
    outcome: "clean",
    ...more,
  };
}

/** Text with characters that end a line, a tag, a table or a command of some format. */
export const controlText =
  "a\u0000b\u001b[31mred\u0007 \"quoted\" 'single' <b>&amp; ]]> | `tick` \\ 😀 \ud800 \uffff\r\n::error::forged\u2028\u202eend";

/** A finding about a whole resource. */
export const wholeFinding = (kind: FindingKindName, subject: Finding["subject"], message: string): Finding => {
  const { expected: _, live: __, ...rest } = findingOf({ kind });
  return { ...rest, subject, path: null, by: null, message, fingerprint: `f-${kind}-${subject.name}` };
};

const ops = subjectAt(template, "ops");

/** A short report: lines with a code fence, a secret, a deleted object and a suppressed finding. */
export const smallReport = reportOf({
  findings: [
    findingOf({ expected: "a\n```\nb\n", live: "a\n```\nc\n" }),
    wholeFinding("deleted", ops, "It is gone."),
    findingOf({ path: "/scope", expected: "[secret]", live: "[secret]", by: null, message: "scope was changed." }),
    findingOf({ path: "/a", expected: "1", live: 1, by: { manager: "ui", time: null } }),
    findingOf({ subject: ops, suppressed: { rule: "ops#", reason: "it is `ours`", until: "2026-12-31" } }),
  ],
  notes: ["A note."],
  outcome: "drift",
});

const ofKey = (kind: FindingKindName, name: string) => wholeFinding(kind, subjectAt(key, name), `${kind}: ${name}`);

const changes: Finding[] = [
  findingOf(),
  findingOf({ path: "/labels/team~1owner", live: undefined, by: null, fingerprint: "f-changed-dev-label" }),
  findingOf({
    subject: subjectAt(key, "ci"),
    path: "/scope",
    expected: "[secret]",
    live: "[secret]",
    fingerprint: "f-changed-ci-scope",
  }),
  findingOf({
    subject: subjectAt(template, controlText, "odd"),
    path: `/annotations/${controlText}`,
    expected: [true, 0, null, { [controlText]: controlText }],
    live: controlText,
    by: { manager: controlText, time: "2026-11-20T10:02:00Z" },
    message: `SpaceTemplate "odd": an annotation is ${controlText}`,
    fingerprint: "f-changed-odd",
  }),
];

const wholes: Finding[] = [
  wholeFinding("deleted", subjectAt(template, "staging"), "It is gone."),
  wholeFinding("recreated", subjectAt(template, "qa"), "It has another uid."),
  wholeFinding(
    "terminating",
    subjectAt("vcluster-platform:index:VirtualClusterImport", "team-a", "web/team-a"),
    "It ends.",
  ),
  { ...ofKey("rotated", "bot"), path: "/key", live: "[secret]" },
  { ...ofKey("disabled", "old-ci"), path: "/disabled", live: true },
  ...(["expired", "expiring", "due", "unfinished"] as const).map((kind) => ofKey(kind, "ci")),
  ...["locked", "slow"].map((name) => ofKey("unknown", name)),
  ...(["orphan", "retired"] as const).map((kind) => {
    return wholeFinding(
      kind,
      { urn: null, type: key, name: "ci-1b7c", id: "ci-1b7c", platform: null },
      `A key is ${kind}.`,
    );
  }),
];

const suppressed: Finding[] = [
  findingOf({
    subject: ops,
    fingerprint: "f-changed-ops",
    suppressed: { rule: "ops#/displayName", reason: `ops renames it, ${controlText}`, until: "2026-12-31" },
  }),
  {
    ...wholeFinding("deleted", subjectAt(template, "trial"), "It is gone."),
    suppressed: { rule: "trial#", reason: "The trial is over.", until: "2026-12-01" },
  },
];

/** Every kind of finding, secrets, and texts that break naive formats: 17 count, 2 suppressed. */
export const richReport = reportOf({
  resources: { checked: 998, unread: 2 },
  findings: [...changes, ...wholes, ...suppressed],
  notes: [
    "--ignore gone#/labels ended on 2026-11-20 and suppresses nothing any more: take it out.",
    `A note with ${controlText}`,
  ],
  outcome: "error",
});
