import { Platforms } from "../../../../cli/platforms";
import { isDefaultProvider } from "../../../../provider/adapters/shared/declarations.js";
import { resolveConfig } from "../../../../provider/config/resolveConfig";
import { noFiles } from "../../../cli/doctor/examined";

const urnOf = (name: string) => `urn:pulumi:dev::test::pulumi:providers:vcluster-platform::${name}`;

// The engine's names: pkg/resource/deploy/providers, DefaultName.
const names: [name: string, isDefault: boolean][] = [
  ["default", true],
  ["default_0_1_0", true],
  ["default_1_2_3_rc.1_build", true],
  ["default_0_1_0_github_/api.github.com/pulumi-vcluster-platform/pulumi-vcluster-platform", true],
  ["default_https_/plugins.example.com/x", true],
  ["default-eu", false],
  ["default_eu", false],
  ["default_2", false],
  ["defaults", false],
  ["a::default", false],
  ["west", false],
];

test.each(names)("the provider %s is one that the engine made: %p", (name, isDefault) => {
  expect(isDefaultProvider(urnOf(name))).toBe(isDefault);
});

test.each(names)(
  "if the program runs, drift takes the settings of provider %s from the stack: %p",
  (name, isDefault) => {
    const [urn, id] = [urnOf(name), "1"];
    const inputs = { baseUrl: "https://state.test", accessKey: "k" };
    const provider = { urn, id, type: "pulumi:providers:vcluster-platform", inputs };
    const stack = resolveConfig({ baseUrl: "https://stack.test", accessKey: "k" }, { env: {}, files: noFiles });
    const settings = { stack, isConfigured: isDefaultProvider, signal: new AbortController().signal };
    const platforms = new Platforms({ resources: [provider], creating: [] }, settings);
    const { session } = platforms.of({
      urn: "",
      type: "vcluster-platform:index:SpaceTemplate",
      provider: `${urn}::${id}`,
    });
    expect(session?.config.baseUrl).toBe(isDefault ? "https://stack.test" : "https://state.test");
  },
);
