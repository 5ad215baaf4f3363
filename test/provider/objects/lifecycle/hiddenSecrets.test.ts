import fc from "fast-check";
import { createStored, readStored, updateStored } from "../../../../provider/objects/lifecycle/stored";
import type { Properties } from "../../../../provider/objects/values";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";
import { editAsColleague } from "../../../support/http";
import { type Mutator, startMutator } from "../../../support/startMutator";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { closeAll, connect } from "../../api/scriptedServer";
import { contextOf, operationOn } from "../contextOf";

interface Chart {
  readonly name: string;
  readonly version: string;
  readonly password?: string | undefined;
}

const names = ["a", "b", "c", "d"];

/** More values than a patch may change one by one. */
const many = (value: string) => Array<string>(10_000).fill(value);

/** Charts of a program, some with a password that tells the chart's name. */
const declared = (run: string) =>
  fc
    .uniqueArray(
      fc.record({ name: fc.constantFrom(...names), version: fc.constantFrom("1", "2"), has: fc.boolean() }),
      { selector: ({ name }) => name },
    )
    .map((charts) =>
      charts.map(({ has, ...chart }): Chart => ({ ...chart, ...(has && { password: `${run}-${chart.name}` }) })),
    );

const story = fc.record({
  before: declared("old"),
  after: fc.oneof(declared("old"), declared("new")),
  theirs: fc.subarray(names),
  server: fc.constantFrom("shows", "masks", "omits"),
  hasMany: fc.nat(3).map((roll) => roll === 0),
  displayName: fc.option(fc.constant("changed"), { nil: undefined }),
  // After a refresh, what others changed is no conflict.
  history: fc.constantFrom(
    { isRefreshed: false, conflictPolicy: "overwrite" },
    { isRefreshed: true, conflictPolicy: "overwrite" },
    { isRefreshed: true, conflictPolicy: "merge" },
  ),
});
type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never;

describe("passwords that another client gave to charts", () => {
  let platform: RecordedPlatform;
  let mutator: Mutator;
  let count = 0;

  beforeAll(async () => {
    platform = await startRecorded({ omitEmpty: true });
    mutator = await startMutator(platform.baseUrl);
  });
  afterAll(async () => {
    mutator.close();
    await closeAll();
    await platform.close();
  });

  const chartsOf = (name: string): Chart[] => {
    const { spec } = JSON.parse(JSON.stringify(platform.store.get("spacetemplates", name)));
    return spec.template?.charts ?? [];
  };

  /** What the server shows of each chart. */
  const showing = ({ server }: Story) => {
    mutator.change = ({ body }) =>
      JSON.parse(JSON.stringify(body), (key, value) => {
        if (key !== "password" || server === "shows") return value;
        return server === "masks" ? "***" : undefined;
      });
  };

  async function play(each: Story) {
    const name = `story-${count++}`;
    const { context } = contextOf(connect(mutator.baseUrl, { accessKey: platform.accessKey }));
    const inputs = (charts: Chart[], more: Properties = {}): Properties => ({
      name,
      conflictPolicy: each.history.conflictPolicy,
      ...more,
      template: { charts },
    });
    showing(each);
    const created = await createStored(operationOn(context, spaceTemplate, { inputs: inputs(each.before) }));
    const charts = chartsOf(name).map((chart) =>
      chart.password === undefined && each.theirs.includes(chart.name)
        ? { ...chart, password: `theirs-${chart.name}` }
        : chart,
    );
    await editAsColleague(platform, `spacetemplates/${name}`, {
      spec: { template: { charts, ...(each.hasMany && { many: many("old") }) } },
    });
    const recorded = each.history.isRefreshed
      ? await readStored(operationOn(context, spaceTemplate, { id: name, recorded: created }))
      : created;
    const before = chartsOf(name);
    const extraSpec = each.hasMany && { extraSpec: { template: { many: many("new") } } };
    const after = inputs(each.after, { ...(each.displayName && { displayName: each.displayName }), ...extraSpec });
    const change = { id: name, recorded: recorded ?? created, inputs: after };
    const failure = await updateStored(operationOn(context, spaceTemplate, change)).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { before, now: chartsOf(name), failure };
  }

  test("stay with their charts, or the update is refused", async () => {
    await fc.assert(
      fc.asyncProperty(story, async (each) => {
        const { before, now, failure } = await play(each);
        if (failure !== undefined) {
          expect(failure).toContain("which the program does not declare");
          expect(now).toEqual(before);
          return;
        }
        expect(now.map(({ name, version }) => ({ name, version }))).toEqual(
          each.after.map(({ name, version }) => ({ name, version })),
        );
        for (const { name, password } of now) {
          const [own, old] = [each.after, each.before].map(
            (list) => list.find((chart) => chart.name === name)?.password,
          );
          const stored = before.find((chart) => chart.name === name)?.password;
          // A write of the whole list loses a password of which the server shows no trace.
          const mayBeLost = each.server === "omits" && password === undefined;
          const isTheirs = own === undefined && old === undefined && !mayBeLost;
          expect({ name, password }).toEqual({ name, password: isTheirs ? stored : own });
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 60) },
    );
  });
});
