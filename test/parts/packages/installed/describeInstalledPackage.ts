import { isNodeOffered, obtainNode } from "../../../../scripts/setup/nodes.js";
import { root } from "../../../support/environment";
import { describeCommands } from "./describeCommands";
import { describePlugin } from "./describePlugin";
import { describePrograms } from "./describePrograms";
import { type InstalledPackage, installPackage } from "./installedPackage";
import { type ServedPlatform, servePlatform } from "./servedPlatform";

/** What the package is installed for. */
export interface Surroundings {
  /** Major version of Node.js. */
  readonly node: number;
  /** Version of `@pulumi/pulumi`. */
  readonly pulumi: string;
  /** Version of TypeScript, where that library takes none of the newest. */
  readonly typescript?: string;
}

/** What the tests of one installation share. */
export interface Installation {
  readonly installed: InstalledPackage;
  readonly platform: ServedPlatform;
}

/** Where {@link describe} of an installation finds it, once it is made. */
export type Given = () => Installation;

const installMs = 300_000;

/** The rules that hold for the package wherever it is installed. */
export function describeInstalledPackage({ node, pulumi, typescript = "6.0.3" }: Surroundings): void {
  const title = `installed by npm on Node.js ${node} beside @pulumi/pulumi ${pulumi}`;
  if (!isNodeOffered(node)) {
    test.skip(`${title} (skipped: no Node.js ${node})`, () => undefined);
    return;
  }
  describe(title, () => {
    let installation: Installation | undefined;
    const given: Given = () => installation as Installation;

    beforeAll(async () => {
      const beside = [`@pulumi/pulumi@${pulumi}`, "@types/node@20", `typescript@${typescript}`, ...besideEsm(node)];
      const installed = await installPackage({ node: await obtainNode(node), beside });
      installation = { installed, platform: await servePlatform(installed) };
    }, installMs);
    afterAll(async () => {
      await installation?.platform.close();
      installation?.installed.remove();
    });

    test("runs on that Node.js, and on that library", async () => {
      const print = "console.log(process.version, require('@pulumi/pulumi/package.json').version)";
      const { stdout } = await given().installed.run("node", "-e", print);
      expect(stdout).toMatch(new RegExp(`^v${node}\\.\\S+ ${pulumi}\n$`));
    });

    describePrograms(given);
    describePlugin(given);
    describeCommands(given);

    test("takes no code from where it was made, and has itself from where npm put it", () => {
      const { installed } = given();
      const files = installed.requiredFiles();
      expect(files.filter((file) => file.startsWith(`${root}/`))).toEqual([]);
      const own = `${installed.project}/node_modules/pulumi-platform/`;
      for (const part of ["sdk/index.js", "provider/faces/dynamic.js", "provider/index.js", "cli/index.js"]) {
        expect(files).toContain(`${own}dist/${part}`);
      }
      expect(files.filter((file) => file.includes("/pulumi-platform/dist/") && !file.startsWith(own))).toEqual([]);
    });
  });
}

/** Node.js 20 does not read TypeScript itself, and the ts-node inside `@pulumi/pulumi` is too old for ESM. */
const besideEsm = (node: number) => (node < 22 ? ["ts-node@10.9.2"] : []);
