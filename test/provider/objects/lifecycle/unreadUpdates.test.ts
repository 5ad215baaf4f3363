import fc from "fast-check";
import type { FaultAction } from "../../../../emulator/faults/fault";
import { conflictPolicy } from "../../../../provider/config/config";
import { createStored, readStored, updateStored } from "../../../../provider/objects/lifecycle/stored";
import type { Stored } from "../../../../provider/objects/operation";
import type { StoredOperation } from "../../../../provider/objects/resource";
import { isEmpty, omitPath, type Properties, parsePath, valueAt } from "../../../../provider/objects/values";
import { objectPaths } from "../../../../provider/objects/wire/objectShape";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";
import { deleteAsColleague, editAsColleague } from "../../../support/http";
import { type Mutator, startMutator } from "../../../support/startMutator";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { closeAll, connect } from "../../api/scriptedServer";
import { contextOf, operationOn } from "../contextOf";

const some = <Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) =>
  fc.record(fields, { requiredKeys: [] });
const word = fc.constantFrom("", "a", "b");
const words = fc.array(word, { maxLength: 2 });
const map = fc.dictionary(fc.constantFrom("x", "x.test/y_z"), word);
const listOf = (entry: fc.Arbitrary<unknown>) => fc.array(entry, { maxLength: 2 });
const manifests = fc.constantFrom("", "a: 1", "a:   1", "a: 2");

const fields = {
  displayName: word,
  description: word,
  labels: map,
  annotations: map,
  finalizers: fc.subarray(["x.test/a", "x.test/b"], { minLength: 1 }),
  access: listOf(some({ name: word, users: words })),
  owner: some({ user: word, team: word }),
  template: some({
    metadata: some({ labels: map, annotations: map }),
    objects: fc.oneof(manifests, fc.constant([{ kind: "A" }])),
    charts: listOf(some({ name: word, password: word, version: word })),
  }),
  extraSpec: some({
    size: some({ min: word, max: fc.constantFrom(0, 1) }),
    template: some({ extra: word }),
    list: listOf(fc.oneof(word, some({ n: fc.constantFrom(1, 9007199254740991) }))),
  }),
};

const shape = { type: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };

const usual = ["displayName", "description", "labels"] as const;

/** Changes of top-level inputs; undefined removes one. */
const changes = fc
  .uniqueArray(
    fc
      .constantFrom(...usual, ...usual, ...(Object.keys(fields) as (keyof typeof fields)[]))
      .chain((key) =>
        fc.tuple(fc.constant(key), fc.option(fields[key] as fc.Arbitrary<unknown>, { nil: undefined, freq: 6 })),
      ),
    { minLength: 1, maxLength: 2, selector: ([key]) => key },
  )
  .map((entries) => Object.fromEntries(entries));

/** Merge patches of another client: declared fields, and some that no program declares. */
const edit = some({
  metadata: some({
    labels: fc.dictionary(fc.constantFrom("x", "theirs"), fc.constantFrom("a", "t", null)),
    annotations: fc.dictionary(fc.constantFrom("x", "theirs"), fc.constantFrom("a", "t", null)),
    finalizers: fc.constantFrom(["x.test/a"], ["x.test/b", "y.test/c"], null),
  }),
  spec: some({
    displayName: fc.constantFrom("a", "t", null),
    description: fc.constantFrom("a", "t", null),
    access: fc.constantFrom(null, [{ users: ["t"] }], [{ name: "a", users: ["a"], theirs: 1 }]),
    template: fc.constantFrom(
      null,
      { theirs: 1 },
      { objects: "a:  1" },
      { metadata: null },
      { metadata: { labels: { theirs: "1" } } },
      { charts: [{ name: "a", password: "***", theirs: 1 }] },
    ),
    owner: fc.constantFrom(null, { user: "t" }),
    theirs: fc.constant({ b: 1 }),
    size: fc.constantFrom(null, { min: "t" }, { theirs: 1 }),
  }),
});

/** Faults of a patch, once or always. */
const faults: (readonly [times: number, FaultAction] | undefined)[] = [
  ...Array<undefined>(30).fill(undefined),
  [1, "reset-after"],
  [1, "reset-before"],
  [1, "truncate"],
  [1, { status: 503, retryAfter: 0 }],
  [2, "conflict"],
  ...[403, 415, 422, 500].map((status) => [99, { status }] as const),
];

/** The declared property that a response to a write or a refresh lacks. */
const lacks = fc.constantFrom(
  ...Array<undefined>(60).fill(undefined),
  ...["displayName", "owner.user", "access[0].users", "extraSpec.list", "extraSpec.size", "extraSpec.size.min"],
  ...["template", "template.metadata.labels", "template.metadata.labels.x", "template.charts[0].version"],
  ...["labels", "labels.x", "finalizers"],
);

// A fault meets another request if the object is read first, so no response has a gap then.
const update = fc.record({
  does: fc.constant("update" as const),
  changes,
  policy: fc.constantFrom(undefined, ...conflictPolicy.options),
  ignored: fc.constantFrom([], [], ["displayName"], ["labels.x"], ["access[0].users"], ["template", "extraSpec.*"]),
  fault: fc.constantFrom(...faults),
  lacks,
});

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: update.map((each) => (each.fault ? { ...each, lacks: undefined } : each)),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("edit" as const), edit }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("refresh" as const), lacks }) },
  { weight: 1, arbitrary: fc.constantFrom({ does: "rename" } as const, { does: "delete" } as const) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;
const story = fc.record({
  inputs: fc.record(fields, { requiredKeys: [...usual] }),
  imported: fc.boolean(),
  lacks,
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});
type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never;

/** A context with the access key of the platform, which messages mask. */
function operations(baseUrl: string, { accessKey }: RecordedPlatform) {
  const { context, ...output } = contextOf(connect(baseUrl, { accessKey }));
  return { context: { ...context, config: { ...context.config, accessKey } }, ...output };
}

let told = 0;
let unread = 0;

/** Plays a story with an object of its own; returns everything that a user can see. */
async function play(platform: RecordedPlatform, mutator: Mutator, story: Story, isQuick: boolean) {
  const { inputs, imported, steps } = story;
  const name = `story-${told++}`;
  const seen: unknown[] = [];
  const { context, warnings } = operations(mutator.baseUrl, platform);
  const lacking = (part: string | undefined, inputs: Properties, isRead = false) => {
    const isDeclared = part !== undefined && !isEmpty(valueAt(inputs, parsePath(part)));
    const paths = isDeclared ? objectPaths({ resource: shape, config: context.config }, parsePath(part)) : [];
    mutator.change = ({ method, body }) =>
      method === "GET" && !isRead ? body : paths.reduce(omitPath, body as Properties);
  };
  let stack = "dev";
  const here = (values: Pick<Partial<StoredOperation>, "inputs" | "recorded">, ignored: readonly string[] = []) =>
    operationOn({ ...context, owner: { ...context.owner, stack } }, spaceTemplate, {
      ...{ id: name, ignored: ignored.map(parsePath) },
      ...values,
    });
  const path = `spacetemplates/${name}`;
  const stored = () => {
    const object = JSON.parse(JSON.stringify(platform.store.get("spacetemplates", name) ?? null));
    // Their order depends on the second in which each wrote.
    object?.metadata.managedFields.sort((a: Properties, b: Properties) =>
      String(a.manager) < String(b.manager) ? -1 : 1,
    );
    return object;
  };
  let declared: Properties = { name, ...inputs };
  lacking(story.lacks, declared);
  const created = await createStored(here({ inputs: declared }));
  lacking(undefined, {});
  let recorded: Stored | undefined = created;
  if (imported) recorded = await readStored(here({}));
  const actions = {
    edit: (each: Step) => "edit" in each && stored() && editAsColleague(platform, path, each.edit).catch(() => {}),
    delete: () => stored() && deleteAsColleague(platform, path),
    rename: async () => {
      stack = "renamed";
    },
    async refresh(each: Step) {
      lacking("lacks" in each ? each.lacks : undefined, declared, true);
      if (recorded) recorded = await readStored(here({ recorded }));
    },
    async update(each: Step) {
      if (each.does !== "update" || !recorded) return;
      const { conflictPolicy: _, ...kept } = { ...declared, ...each.changes } as Properties;
      const after = JSON.parse(JSON.stringify({ ...kept, ...(each.policy && { conflictPolicy: each.policy }) }));
      const [times = 0, action] = each.fault ?? [];
      if (action) platform.faults.add({ method: "PATCH", name, times, action });
      platform.requests.length = 0;
      lacking(each.lacks, after);
      const known = { ...recorded, exactLabel: isQuick ? recorded.exactLabel : undefined };
      try {
        recorded = await updateStored(here({ recorded: known, inputs: after }, each.ignored));
        declared = after;
        const { metadata = {} } = stored() ?? {};
        seen.push([recorded.state.resourceVersion === metadata.resourceVersion, recorded.state.uid === metadata.uid]);
      } finally {
        platform.faults.clear();
        if (isQuick && platform.requests.every(({ method }) => method === "PATCH")) unread++;
      }
    },
  };
  for (const each of steps) {
    const failure = await Promise.resolve(actions[each.does](each)).catch((error: Error) => error.message);
    lacking(undefined, {});
    const { exactLabel: _, ...known } = recorded ?? {};
    seen.push({ does: each.does, failure: each.does === "edit" ? undefined : failure, known, stored: stored() });
  }
  seen.push(warnings);
  const hidden = /"(uid|resourceVersion|creationTimestamp|time|deletionTimestamp|[^"]*create-nonce)":"[^"]*"/g;
  return JSON.stringify(seen)
    .replace(hidden, '"$1":""')
    .replaceAll(/uid \S+ ours (?:was|is) \S+/g, "uids")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(name, "NAME");
}

/** A server that ignores the version of a write. */
const withoutVersion = (text: string) =>
  text.startsWith("[")
    ? JSON.stringify(
        JSON.parse(text).filter(
          ({ op, path }: { op: string; path: string }) => op !== "replace" || path !== "/metadata/resourceVersion",
        ),
      )
    : text;

describe.each([
  ["that keeps empty values", {}],
  ["of Go types", { omitEmpty: true }],
])("on a server %s", (_title, options) => {
  let platform: RecordedPlatform;
  let mutator: Mutator;
  beforeAll(async () => {
    platform = await startRecorded(options);
    mutator = await startMutator(platform.baseUrl);
  });
  afterAll(async () => {
    mutator.close();
    await closeAll();
    await platform.close();
  });

  test("updates without a read leave and report what updates with a read do", async () => {
    unread = 0;
    await fc.assert(
      fc.asyncProperty(story, async (each) => {
        const [quick, full] = [await play(platform, mutator, each, true), await play(platform, mutator, each, false)];
        expect(JSON.parse(quick)).toEqual(JSON.parse(full));
      }),
      { numRuns: Number(process.env.RUNS ?? 40), interruptAfterTimeLimit: 100_000 },
    );
    expect(unread).toBeGreaterThan(0);
  }, 120_000);

  test("a server that ignores the version of a write still shows a conflict", async () => {
    const server = await startMutator(platform.baseUrl, withoutVersion);
    const { context } = operations(server.baseUrl, platform);
    const first = { inputs: { name: "unguarded", displayName: "a" } };
    const created = await createStored(operationOn(context, spaceTemplate, first));
    await editAsColleague(platform, "spacetemplates/unguarded", { spec: { displayName: "theirs" } });
    const inputs = { name: "unguarded", displayName: "b" };
    const update = updateStored(operationOn(context, spaceTemplate, { id: "unguarded", recorded: created, inputs }));
    await expect(update).rejects.toThrow('displayName was changed by "kubectl-edit"');
    server.close();
  });
});
