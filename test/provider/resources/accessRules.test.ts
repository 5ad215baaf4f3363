import { onServers } from "../../support/adapterUnderTest";
import { type PluginDriver, startDriver, type Wire } from "../../support/pluginDriver";

const devs = { name: "devs", verbs: ["get"], teams: ["devs"] };
const unnamed = { verbs: ["get"], users: ["mia"] };
const others = { name: "loft-access", verbs: ["*"], users: ["admin"] };

/** Declared rules, those on the platform, and what a read takes as declared. */
type Row = [about: string, declared: Wire[], live: Wire[] | null, expected: Wire[]];

onServers<PluginDriver>(
  startDriver,
  (adapter) => {
    test.each<Row>([
      ["rules of others are no drift", [devs], [others, devs, { ...unnamed, users: ["tom"] }], [devs]],
      [
        "another order of rules and members is no drift",
        [devs, unnamed],
        [{ users: ["mia"], verbs: ["get"] }, devs],
        [devs, unnamed],
      ],
      ["empty members are no drift", [{ ...unnamed, teams: [] }], [unnamed], [{ ...unnamed, teams: [] }]],
      [
        "a changed rule is drift",
        [devs],
        [others, { ...devs, verbs: ["get", "use"] }],
        [{ ...devs, verbs: ["get", "use"] }],
      ],
      ["a changed rule without a name is gone", [devs, unnamed], [devs, { ...unnamed, verbs: ["use"] }], [devs]],
      ["a removed rule with empty members is drift", [{ ...unnamed, teams: [] }], [others], []],
      ["no rules at all is drift", [devs], null, []],
    ])("%s", async (about, declared, live, expected) => {
      const kept = await adapter.create("Team", { name: about.replaceAll(" ", "-"), access: declared });
      await adapter.merge(`teams/${kept.id}`, { spec: { access: live } });
      const read = await adapter.driver.read("Team", kept);
      expect(read?.inputs.access ?? []).toEqual(expected);
      const { changes } = await adapter.driver.diff("Team", { ...kept, ...read }, kept.inputs);
      expect(changes).toBe(JSON.stringify(declared) !== JSON.stringify(expected));
    });

    test("an update changes declared rules, and leaves those of others", async () => {
      const kept = await adapter.create("Team", { name: "merged", access: [devs, unnamed] });
      await adapter.merge("teams/merged", { spec: { access: [others, devs, unnamed] } });
      const use = { ...devs, verbs: ["get", "use"] };
      await adapter.driver.update("Team", kept, { ...kept.inputs, access: [use] });
      expect(adapter.stored("teams", "merged").spec.access).toEqual([others, use]);
    });
  },
  [{ api: 4, omitEmpty: true }],
);
