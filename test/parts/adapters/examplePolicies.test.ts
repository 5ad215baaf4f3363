import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { linkPackages } from "../../../scripts/setup/links.js";
import { root } from "../../support/environment";
import { programAdapters } from "../../support/programAdapters";
import { type ResourceDeclarations, resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const day = 24 * 3600;
const scope = { projects: [{ project: "web" }] };
const rotated = { user: "ci", ttl: 90 * day, rotateBeforeExpiry: 7 * day, scope };
const key = (inputs: object) => ({ type: "OwnedAccessKey", inputs: { ...inputs } });

/** Texts that no violation may show. */
const secrets = {
  label: "label-0123456789",
  annotation: "annotation-0123456789",
  password: "password-0123456789",
  generated: "Generated0123456789Generated0123456789Generated",
  oidc: "oidc-0123456789",
};

const wrong: ResourceDeclarations = {
  endless: key({ user: "ci", ttl: 0, rotateEvery: 30 * day, scope }),
  long: key({ ...rotated, ttl: 90 * day + 1 }),
  renewed: key({ ...rotated, ttlAfterLastActivity: true }),
  wide: key({ ...rotated, scope: { projects: [], allowCli: false } }),
  old: key({ ...rotated, rules: [], oidcLogin: { accessToken: secrets.oidc }, oidcProvider: { parent: "other" } }),
  readable: key({
    ...rotated,
    labels: { "example.com/token": secrets.label },
    annotations: { call: `curl -H 'Authorization: Bearer ${secrets.annotation}'` },
    extraSpec: { registry: { password: secrets.password }, hooks: [{ header: secrets.generated }] },
  }),
  first: key({ user: "bot", ttl: day, scope }),
  second: key({ user: "bot", ttl: day, scope }),
  spaces: { inputs: { displayName: "Spaces", template: { metadata: { labels: { password: secrets.label } } } } },
  clusters: { type: "VirtualClusterTemplate", inputs: { displayName: "Clusters", owner: {} } },
  web: { type: "Project", inputs: { name: "web", displayName: "Web", owner: { user: "" } } },
};

const ending = "Set it to 7776000 seconds (90 days) or less.";
const unowned = "owner is not set. Set owner.user or owner.team.";
const readable = "looks like a secret in plain text. Move it to a ProjectSecret or SharedSecret.";
const unrotated = "and no rotation is set. Set rotateBeforeExpiry or rotateEvery.";

const violations = {
  "keys-end": [
    `OwnedAccessKey "endless": ttl is not set, so the key never ends. ${ending}`,
    `OwnedAccessKey "long": ttl is 7776001 seconds, which is too long. ${ending}`,
    'OwnedAccessKey "renewed": ttlAfterLastActivity is true, so a key in use never ends. Remove it.',
  ],
  "keys-have-scope": [
    'OwnedAccessKey "wide": scope is empty, so the key reaches all that its user does. ' +
      "Name projects, spaces or virtual clusters in it.",
  ],
  "no-deprecated-fields": [
    'OwnedAccessKey "old": oidcLogin is deprecated. Use identity instead.',
    'OwnedAccessKey "old": oidcProvider.parent is deprecated. ' +
      "Sharing token information among keys is deprecated; leave it out.",
    'OwnedAccessKey "old": rules is deprecated. ' +
      "Use scope.projects, scope.spaces and scope.virtualClusters instead.",
  ],
  "no-readable-secrets": [
    `OwnedAccessKey "readable": annotations.call ${readable}`,
    `OwnedAccessKey "readable": extraSpec.hooks.0.header ${readable}`,
    `OwnedAccessKey "readable": extraSpec.registry.password ${readable}`,
    `OwnedAccessKey "readable": labels.example.com/token ${readable}`,
    `SpaceTemplate "spaces": template.metadata.labels.password ${readable}`,
  ],
  "one-key-without-rotation": [
    `OwnedAccessKey "first": user "bot" also has "second", ${unrotated}`,
    `OwnedAccessKey "second": user "bot" also has "first", ${unrotated}`,
  ],
  "owners-are-set": [
    `Project "web": ${unowned}`,
    `SpaceTemplate "spaces": ${unowned}`,
    `VirtualClusterTemplate "clusters": ${unowned}`,
  ],
  "projects-are-protected": [
    'Project "web": protect is not set, so pulumi destroy deletes the project. Set this option to true.',
  ],
};

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: syntax of Pulumi, not of this file.
/** Right with these settings. A preview does not know the outputs of web. */
const right: ResourceDeclarations = {
  web: { type: "Project", inputs: { name: "web", owner: { team: "web" } }, options: { protect: true } },
  spaces: { inputs: { owner: { user: "${web.uid}" }, labels: { "example.com/token": "" } } },
  clusters: { type: "VirtualClusterTemplate", inputs: { owner: { team: "web" } } },
  long: key({ ...rotated, ttl: 100 * day }),
  unknown: key({ user: "${web.uid}", ttl: "${web.generation}", scope: { projects: [{ project: "${web.uid}" }] } }),
  unrotated: key({ user: "ci", ttl: day, scope, labels: { "example.com/uid": "${web.uid}" } }),
  other: key({ user: "bot", ttl: day, scope, annotations: { "checksum/config": "0123456789abcdef".repeat(4) } }),
  named: key({ ...rotated, annotations: { "example.com/token": "name-of-a-secret" } }),
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
const settings = {
  "keys-end": { maxDays: 100 },
  "no-readable-secrets": { allowed: ["annotations.example.com/token"] },
};

/** The violations in the output of a command, by policy. */
function violationsIn(output: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [, policy = "", text = ""] of output.matchAll(/^ +- \[\w+\] {2}(\S+) {2}\(.*\)\n.*\n +(.*)$/gm))
    found[policy] = [...(found[policy] ?? []), text].sort();
  return found;
}

describe.each(programAdapters)("the example of policies through %s", (_, kind) => {
  const source = resourcePrograms[kind](wrong);
  const given = stackUnderTest(() => ({ program: kind, source, platform: { api: 4 } }));
  const inStack = (name: string) => path.join(given.stack.folder, name);

  beforeAll(() => {
    cpSync(path.join(root, "examples", "policies-typescript"), inStack("policies"), { recursive: true });
    linkPackages(inStack("policies"));
    writeFileSync(inStack("settings.json"), JSON.stringify(settings));
  });

  test("names what each policy forbids, and shows no secret", async () => {
    const args = ["--policy-pack", inStack("policies")];
    const { exitCode, stdout, stderr } = await given.stack.preview(args, { expectSuccess: false });
    expect(violationsIn(stdout)).toEqual(violations);
    expect(exitCode).not.toBe(0);
    for (const secret of Object.values(secrets)) expect(stdout + stderr).not.toContain(secret);
  });

  test("passes what follows its settings, and values that only the update knows", async () => {
    given.stack.write(resourcePrograms[kind](right));
    const args = ["--policy-pack", inStack("policies"), "--policy-pack-config", inStack("settings.json")];
    const { stdout } = await given.stack.up(args);
    expect(stdout.match(/✅ vcluster-platform@v1.0.0/g)).toHaveLength(2);
    expect(violationsIn(stdout)).toEqual({});
  });
});

test("the example of policies knows every deprecated field", () => {
  const schema = readFileSync(path.join(root, "schema.json"), "utf8");
  const remedies = [...schema.matchAll(/"deprecationMessage": (".*")/g)].map(([, text = ""]) => JSON.parse(text));
  const texts = violations["no-deprecated-fields"];
  expect(new Set(remedies)).toEqual(new Set(texts.map((text) => text.replace(/^.* is deprecated\. /, ""))));
});
