import { onBothAdapters } from "../../../support/adapterUnderTest";
import { refreshed } from "../../../support/contract";
import type { Wire } from "../../../support/pluginDriver";
import { withMutator } from "../../../support/startMutator";

const own = "0wnPassw0rd-canary";
const theirs = "F0reignPassw0rd-canary";
const chart = { name: "ingress", repoURL: "https://charts.example.test", version: "1" };
const other = { name: "other", repoURL: "https://other.example.test" };
const [a, b] = [
  { ...chart, releaseName: "a" },
  { ...chart, releaseName: "b" },
];

type Shows = (body: unknown) => unknown;
const masks: Shows = (body) => JSON.parse(JSON.stringify(body).replaceAll(/"[^"]*-canary[^"]*"/g, '"***"'));
const hides: Shows = (body) =>
  JSON.parse(JSON.stringify(body, (_, value) => (/-canary/.test(String(value)) ? undefined : value)));
const servers: Record<string, Shows> = { shows: (body) => body, masks, hides };

interface Story<Value> {
  before: Value;
  /** What is stored after another client changed it. */
  stored?: Value;
  after: Value;
  /** What the platform stores afterwards, or the property that the update would remove. */
  expected: Value | string;
  on?: string[];
  isRefreshed?: boolean;
  /** The patch has too many changes to send each. */
  hasMany?: boolean;
  ignoreChanges?: string[];
}

const many = { hasMany: true };
const everywhere = Object.keys(servers);

const charts: [what: string, Story<Wire[]>][] = [
  ["a dropped password goes", { before: [{ ...chart, password: own }], after: [chart], expected: [chart] }],
  [
    "a foreign password goes with its chart, of which there are two",
    { before: [a, b], stored: [{ ...a, password: theirs }, b], isRefreshed: true, after: [b], expected: [b] },
  ],
  [
    "a chart that takes the place of another one gets no foreign password",
    {
      before: [{ releaseName: "a" }],
      stored: [{ releaseName: "a", password: theirs }],
      isRefreshed: true,
      after: [{ releaseName: "z", version: "9" }],
      expected: [{ releaseName: "z", version: "9" }],
    },
  ],
  [
    "a chart without identifying fields keeps a foreign password",
    {
      before: [{ releaseName: "a" }],
      stored: [{ releaseName: "a", password: theirs }],
      isRefreshed: true,
      after: [{ releaseName: "a" }, { releaseName: "b" }],
      expected: [{ releaseName: "a", password: theirs }, { releaseName: "b" }],
    },
  ],
  [
    "a password in ignoreChanges is not written",
    {
      before: [{ ...chart, password: own }],
      stored: [{ ...chart, password: theirs }],
      ignoreChanges: ["template.charts[*].password"],
      after: [{ ...chart, password: own, version: "2" }],
      expected: [{ ...chart, password: theirs, version: "2" }],
    },
  ],
  [
    "a list with a masked password in ignoreChanges is not replaced",
    {
      on: ["masks"],
      ...many,
      before: [{ ...chart, password: own }],
      ignoreChanges: ["template.charts[*].password"],
      after: [{ ...chart, password: own, version: "2" }],
      expected: "template.charts[0].password",
    },
  ],
  [
    "a patch of too many changes keeps the program's password in a chart that others changed",
    {
      on: ["masks"],
      ...many,
      before: [{ ...chart, password: own }],
      stored: [other, { ...chart, version: "3", password: own }],
      after: [{ ...chart, password: own }],
      expected: [other, { ...chart, version: "3", password: own }],
    },
  ],
];

const keys: [what: string, Story<Wire>][] = [
  [
    "a dropped member goes",
    {
      on: ["shows", "masks"],
      before: { oidcProvider: { clientId: "c", nonce: own } },
      after: { oidcProvider: { clientId: "c" } },
      expected: { oidcProvider: { clientId: "c" } },
    },
  ],
  [
    "a dropped object goes",
    { on: ["shows", "masks"], before: { oidcLogin: { idToken: own } }, after: {}, expected: {} },
  ],
  [
    "a member stays when the program changes another one",
    {
      before: { oidcLogin: { idToken: own, accessToken: `${own}-2` } },
      after: { oidcLogin: { idToken: `${own}-3`, accessToken: `${own}-2` } },
      expected: { oidcLogin: { idToken: `${own}-3`, accessToken: `${own}-2` } },
    },
  ],
  [
    "a member stays when the program changes a date beside it",
    {
      before: { oidcLogin: { idToken: own, lastRefresh: "2026-01-01T00:00:00Z" } },
      after: { oidcLogin: { idToken: own, lastRefresh: "2026-01-02T00:00:00Z" } },
      expected: { oidcLogin: { idToken: own, lastRefresh: "2026-01-02T00:00:00Z" } },
    },
  ],
  ...[{}, many].map((more): [string, Story<Wire>] => [
    `a write that would remove a foreign member is refused: ${JSON.stringify(more)}`,
    {
      on: ["masks"],
      ...more,
      before: { oidcLogin: { idToken: own } },
      stored: { oidcLogin: { idToken: own, refreshToken: theirs } },
      after: { oidcLogin: { idToken: `${own}-2` } },
      expected: "oidcLogin",
    },
  ]),
];

/** Values beside the secrets, more than a patch may change one by one. */
const around = (type: string, value: string) => {
  const many = Array<string>(10_000).fill(value);
  return type === "SpaceTemplate" ? { template: { many } } : { many };
};

onBothAdapters((adapter) => {
  const at = withMutator(adapter);
  let count = 0;

  const specAt = (plural: string, name: string): Wire =>
    JSON.parse(JSON.stringify(adapter.stored(plural, name).spec, (key, value) => (key === "many" ? undefined : value)));

  /** Plays a story with a new object. */
  async function expectStory<Value>(
    type: string,
    server: string,
    { before, stored, after, expected, isRefreshed, hasMany, ignoreChanges }: Story<Value>,
    inputsOf: (value: Value) => Wire,
  ) {
    const name = `hidden-${count++}`;
    const plural = `${type.toLowerCase()}s`;
    const base = { name, ...(type === "OwnedAccessKey" && { user: "ci", ttl: 60 }) };
    const specOf = (value: Value) => ({ ...base, ...inputsOf(value), name: undefined });
    at.mutator.change = ({ body, status }) => (status < 300 ? servers[server]?.(body) : body);
    const kept = await at.driver.create(type, { ...base, ...inputsOf(before) });
    if (stored !== undefined) await adapter.merge(`${plural}/${name}`, { spec: inputsOf(stored) });
    if (hasMany) await adapter.merge(`${plural}/${name}`, { spec: around(type, "1") });
    const read = isRefreshed ? await refreshed({ ...adapter, driver: at.driver }, type, kept) : kept;
    const inputs = {
      ...base,
      ...inputsOf(after),
      displayName: "changed",
      ...(hasMany && { extraSpec: around(type, "2") }),
    };
    const update = at.driver.update(type, { ...kept, ...read }, inputs, ignoreChanges ? { ignoreChanges } : {});
    const {
      displayName: _,
      key: _key,
      ...spec
    } = await update.then(
      () => specAt(plural, name),
      (error: Error) => ({ error: error.message }) as Wire,
    );
    if (typeof expected !== "string") return expect({ ...spec, name: undefined }).toEqual(specOf(expected));
    expect(spec.error).toContain(`would remove ${expected}, which the program does not declare`);
    const { displayName, key: _k, ...unchanged } = specAt(plural, name);
    expect([{ ...unchanged, name: undefined }, displayName]).toEqual([specOf(stored ?? before), undefined]);
  }

  const on = <Value>(rows: [string, Story<Value>][]) =>
    rows.flatMap(([what, story]) => (story.on ?? everywhere).map((server) => [what, server, story] as const));

  test.each(on(charts))("charts: %s, on a server that %s secrets", (_what, server, story) =>
    expectStory("SpaceTemplate", server, story, (all) => ({ template: { charts: all } })),
  );

  test.each(on(keys))("keys: %s, on a server that %s secrets", (_what, server, story) =>
    expectStory("OwnedAccessKey", server, story, (spec) => spec),
  );
});
