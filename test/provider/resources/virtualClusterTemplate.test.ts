import { check } from "../../../provider/engine/engine";
import { unknown } from "../../../provider/objects/values";
import { virtualClusterTemplate } from "../../../provider/resources/virtualClusterTemplate";
import { onServers } from "../../support/adapterUnderTest";
import { createAsColleague } from "../../support/http";
import { isSecret, type PluginDriver, startDriver, type Wire } from "../../support/pluginDriver";

const checked = (inputs: Wire) =>
  check(virtualClusterTemplate, { inputs, naming: { resourceName: "res", suffix: "x7k2p9q" } });

const chart = (version?: unknown) => ({ helmRelease: { chart: { version } } });

test.each<[what: string, inputs: Wire]>([
  ["a prerelease", { template: chart("v0.32.1-rc.1+build.5"), versions: [{ version: "1.10.0" }] }],
  [
    "unknown texts",
    {
      template: chart(unknown),
      versions: [{ version: unknown, template: { access: { rules: [{ clusterRole: unknown }] } } }],
    },
  ],
  [
    "actions of Go's templates in labels",
    {
      versions: [
        { version: "1.0.0", template: { instanceTemplate: { metadata: { labels: { size: "{{ .Values.size }}" } } } } },
      ],
    },
  ],
  ["unknown fields", { template: unknown, versions: unknown, parameters: unknown }],
])("Check accepts %s", (_what, inputs) => {
  expect(checked(inputs)).toMatchObject({ problems: [], warnings: [] });
});

test("each parameter that is a password gets a warning", () => {
  const parameters = [
    { variable: "size", type: "string" },
    { variable: "secret", type: "password" },
  ];
  const { warnings } = checked({ parameters, versions: [{ version: "1.0.0", parameters }] });
  const reason = expect.stringContaining("the platform keeps the value in clear text");
  const places = ["parameters[1].type", "versions[0].parameters[1].type"];
  expect(warnings).toEqual(places.map((property) => ({ property, reason })));
});

onServers<PluginDriver>(
  startDriver,
  (adapter) => {
    test("deprecated fields are sent with extraSpec, and those of others are left alone", async () => {
      const extraSpec = { template: { forwardToken: true }, spaceTemplateRef: { name: "dev" } };
      const kept = await adapter.create("VirtualClusterTemplate", {
        name: "old",
        template: chart("0.32.1"),
        extraSpec,
      });
      const stored = () => adapter.stored("virtualclustertemplates", "old").spec;
      expect(stored()).toMatchObject({ ...extraSpec, template: { ...extraSpec.template, ...chart("0.32.1") } });
      const { extraSpec: _, ...inputs } = kept.inputs;
      await adapter.merge("virtualclustertemplates/old", { spec: { template: { forwardTokenMode: "Passthrough" } } });
      const read = { ...kept, ...(await adapter.driver.read("VirtualClusterTemplate", kept)) };
      expect((await adapter.driver.diff("VirtualClusterTemplate", read, kept.inputs)).changes).toBe(false);
      await adapter.driver.update("VirtualClusterTemplate", read, inputs);
      expect(stored()).not.toHaveProperty("spaceTemplateRef");
      expect(stored().template).toMatchObject({ ...chart("0.32.1"), forwardTokenMode: "Passthrough" });
      expect(stored().template).not.toHaveProperty("forwardToken");
    });

    test("an import has passwords of charts as secret outputs only, and passes Check", async () => {
      const charts = [{ name: "web", repoURL: "https://charts.example.test", password: "chart-password-0123" }];
      const helmRelease = { chart: { version: "0.32.1", password: "helm-password-0123" } };
      const template = { helmRelease, charts, pro: {}, accessPoint: { ingress: {} }, spaceTemplate: { charts } };
      const spec = { template, versions: [{ version: "1.0.0", template }] };
      const kind = "VirtualClusterTemplate";
      await createAsColleague(adapter.platform, "virtualclustertemplates", {
        kind,
        metadata: { name: "theirs" },
        spec,
      });
      const imported = await adapter.driver.import(kind, "theirs");
      const hidden = JSON.stringify(imported, (_, value) => (isSecret(value) ? "hidden" : value));
      expect(hidden).toContain('"hidden"');
      expect(hidden).not.toContain("-password-");
      expect(JSON.stringify(imported?.inputs)).not.toContain("-password-");
      expect((await adapter.driver.check(kind, imported?.inputs ?? {})).failures).toEqual([]);
    });
  },
  [{ api: 4, omitEmpty: true }],
);
