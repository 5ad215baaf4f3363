import { createAsColleague, editAsColleague } from "../../../support/http";
import { linkPrograms } from "../../../support/linkPrograms";
import type { ProgramKind } from "../../../support/project";
import { type StackUnderTest, stackUnderTest } from "../../../support/stackUnderTest";
import { withoutOwnPrograms } from "../../../support/withoutOwnPrograms";

/** What a pipeline is given: the settings that the page about pipelines asks for. */
export interface PipelineSettings {
  PLATFORM_BASE_URL: string;
  PLATFORM_ACCESS_KEY: string;
  PULUMI_BACKEND_URL: string;
  PULUMI_CONFIG_PASSPHRASE: string;
}

/** A stack of all kinds that a pipeline looks after, with nothing but reading rights. */
export interface PipelineStack extends StackUnderTest {
  /** Environment of the pipeline, without any of its settings. */
  readonly env: Record<string, string>;
  readonly settings: PipelineSettings;
}

/** How things stand before a pipeline runs. */
export type Situation = "clean" | "drifted" | "refused" | "forbidden";

/** The value of the pipeline's own key. */
export const pipelineKey = "the-key-of-the-pipeline-which-may-only-read";

const isSetting = (name: string) => /^(PLATFORM_.*|PULUMI_BACKEND_URL|PULUMI_CONFIG_PASSPHRASE)$/.test(name);

const inputs = {
  SpaceTemplate: { name: "web", displayName: "as declared" },
  OwnedAccessKey: { name: "ci", user: "ci-bot", ttl: 30 * 24 * 3600 },
  VirtualClusterImport: {
    project: "team",
    sourceVirtualCluster: { cluster: "c1", namespace: "vc", name: "one" },
  },
};

const programs: Record<ProgramKind, string> = {
  yaml: [
    "resources:",
    ...Object.entries(inputs).map(([type, properties], index) => {
      return `  res${index}: ${JSON.stringify({ type: `platform:index:${type}`, properties })}`;
    }),
  ].join("\n"),
  typescript: [
    `import { ${Object.keys(inputs).join(", ")} } from "pulumi-platform";`,
    ...Object.entries(inputs).map(([type, each], index) => `new ${type}("res${index}", ${JSON.stringify(each)});`),
  ].join("\n"),
};

/** Deploys a stack before the tests of the block, and gives its pipeline a key of these rights. */
export function pipelineStack(program: ProgramKind, rights: object): PipelineStack {
  const set = stackUnderTest(() => ({
    program,
    source: programs[program],
    typecheck: false,
    platform: { projects: ["team"] },
  }));
  beforeAll(async () => {
    const { platform, stack } = set;
    await stack.up(["--skip-preview"]);
    linkPrograms(stack.dir);
    const spec = { user: "drift-bot", key: pipelineKey, ...rights };
    await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "drift" }, spec });
  });
  return {
    get platform() {
      return set.platform;
    },
    get stack() {
      return set.stack;
    },
    get env() {
      // The programs of this package come from the project, as they do in a pipeline.
      const kept = Object.entries(withoutOwnPrograms(set.stack.env)).filter(([name]) => !isSetting(name));
      return Object.fromEntries(kept);
    },
    get settings() {
      const { PULUMI_BACKEND_URL = "", PULUMI_CONFIG_PASSPHRASE = "" } = set.stack.env;
      const { baseUrl } = set.platform;
      const own = { PLATFORM_BASE_URL: baseUrl, PLATFORM_ACCESS_KEY: pipelineKey };
      return { ...own, PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE };
    },
  };
}

/** Brings a stack into a situation, whatever it was in before, and returns the settings of its pipeline. */
export async function bring({ platform, settings }: PipelineStack, situation: Situation): Promise<PipelineSettings> {
  platform.faults.clear();
  const displayName = situation === "drifted" ? "as somebody likes it" : "as declared";
  await editAsColleague(platform, "spacetemplates/web", { spec: { displayName } });
  if (situation === "forbidden") {
    platform.faults.add({ kind: "SpaceTemplate", times: 1_000, action: { status: 403 } });
  }
  return situation === "refused" ? { ...settings, PLATFORM_ACCESS_KEY: "a-key-that-nobody-knows" } : settings;
}
