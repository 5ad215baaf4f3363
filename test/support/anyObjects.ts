import fc from "fast-check";
import { oddText } from "./oddText";

/** An object to create, and where. */
export interface AnyObject {
  plural: string;
  kind: string;
  metadata: object;
  spec: object;
}

const name = oddText.filter((text) => text !== "");
const texts = fc.array(oddText, { maxLength: 2 });
const words = ["a", "y", "no", "null", "0", "1.0", "0x1f", "true", "a.b/c_d", "constructor"];
const key = fc.constantFrom(...words);
const labels = fc.dictionary(key, fc.constantFrom("", "yes", "0", "1e3", "x_y", "0755", "2026-01-01"), { maxKeys: 4 });
const annotations = fc.dictionary(
  fc.oneof(key, fc.constant("kubectl.kubernetes.io/last-applied-configuration")),
  oddText,
  {
    maxKeys: 4,
  },
);

/** A record of which any field may be absent. */
const some = <Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) =>
  fc.record(fields, { requiredKeys: [] });
const listOf = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 2 });

const manifests = fc.constantFrom(
  "",
  "\n# only a comment\n",
  "apiVersion: v1\r\nkind: ConfigMap\r\n",
  "---\napiVersion: v1\nkind: A\n...\n---\n",
  "apiVersion: v1\nkind: A\ndata: {a: &n x, b: *n}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is one to Pulumi, not here.
  '{"apiVersion":"v1","kind":"A","data":{"a":"${b}"}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
  "apiVersion: v1\nkind: A\ndata:\n  é: '😀'   \n  b: |\n    $$ ${y} `z` \\\n\n\n",
);

// Names beside these in lists and objects are some that the provider does not know.
const template = some({
  displayName: oddText,
  description: oddText,
  access: listOf(some({ users: texts, verbs: texts, name: oddText })),
  template: some({
    metadata: some({ labels, name: oddText }),
    objects: manifests,
    charts: listOf(some({ a: oddText })),
  }),
  parameters: listOf(some({ variable: oddText })),
});

const accessKey = some({
  displayName: oddText,
  user: oddText,
  team: oddText,
  groups: texts,
  disabled: fc.boolean(),
  ttl: fc.nat(1e9),
  ttlAfterLastActivity: fc.boolean(),
  scope: some({
    allowLoftCli: fc.boolean(),
    projects: listOf(fc.record({ project: name })),
    spaces: listOf(fc.record({ project: name, space: name })),
    roles: listOf(fc.record({ role: name })),
  }),
  rules: listOf(
    some({
      verbs: texts,
      resources: listOf(some({ group: oddText, resources: texts })),
      cluster: oddText,
      virtualClusters: listOf(some({ name: oddText, namespace: oddText })),
    }),
  ),
  type: oddText,
  identity: some({ userId: oddText, emailVerified: fc.boolean(), groups: texts, extraClaims: some({ a: oddText }) }),
  identityRefresh: fc.constant("2026-01-01T10:00:00Z"),
  oidcProvider: some({ clientId: oddText, scopes: oddText, parent: oddText }),
  oidcLogin: some({ lastRefresh: fc.constant("2026-01-01T10:00:00Z") }),
});

/** Objects that programs can declare: `count` of each kind stored by name, chosen by the seed. */
export function anyObjects(seed: number, count: number): AnyObject[] {
  const made = fc.sample(fc.tuple(labels, annotations, template, accessKey), { seed, numRuns: count });
  return made.flatMap(([labels, annotations, template, accessKey], index) => {
    const metadata = { name: `any.${index}`, labels, annotations };
    return [
      { plural: "spacetemplates", kind: "SpaceTemplate", metadata, spec: template },
      { plural: "ownedaccesskeys", kind: "OwnedAccessKey", metadata, spec: accessKey },
    ];
  });
}
