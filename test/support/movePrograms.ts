import type { DeclaredResource } from "./everyResource";
import { projectName } from "./project";
import { type ResourceDeclaration, type ResourceDeclarations, resourcePrograms } from "./resourcePrograms";
import { stackName } from "./stack";

const body = (resources: readonly DeclaredResource[]) => `
for (const { type, name, inputs, secret } of ${JSON.stringify(resources)} as any[]) {
  const marked = (secret ?? []).map((key: string) => [key, pulumi.secret(inputs[key])]);
  make(type, name, { ...inputs, ...Object.fromEntries(marked) });
}
`;

/** The TypeScript program before a move: dynamic resources. */
export const dynamicProgram = (resources: readonly DeclaredResource[]) => `
import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-vcluster-platform";
const make = (type: string, name: string, inputs: any) => new (platform as any)[type](name, inputs);
${body(resources)}`;

/** What else differs from the program before. */
export interface MoveOptions {
  /** true: with the URN of each dynamic resource as alias. */
  hasAliases?: boolean;
  /** true: with a provider of the program's own. */
  hasProvider?: boolean;
}

/** The same program on the plugin, in YAML. */
export function pluginProgram(resources: readonly DeclaredResource[], options: MoveOptions = {}): string {
  const { hasAliases = true, hasProvider = false } = options;
  const own: ResourceDeclarations = hasProvider
    ? { own: { type: "pulumi:providers:vcluster-platform", inputs: {} } }
    : {};
  const moved = resources.map(({ type, name, inputs, secret = [] }) => {
    const marked = secret.map((key) => [key, { "fn::secret": inputs[key] }]);
    const alias = `urn:pulumi:${stackName}::${projectName}::pulumi-nodejs:dynamic/vcluster-platform:${type}::${name}`;
    const declaration: ResourceDeclaration = {
      type,
      inputs: { ...inputs, ...Object.fromEntries(marked) },
      options: { ...(hasAliases && { aliases: [alias] }), ...(hasProvider && { provider: `$\{own}` }) },
    };
    return [name, declaration];
  });
  return resourcePrograms.yaml({ ...own, ...Object.fromEntries(moved) });
}
