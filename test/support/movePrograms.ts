import type { DeclaredResource } from "./everyResource";

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
  /** Where the aliases stand; `none` once everything was moved. */
  aliases?: keyof typeof aliasTexts;
  /** true: with a provider of the program's own. */
  hasProvider?: boolean;
}

const alias = (type: string) =>
  `{ type: ${type}.replace("vcluster-platform:index:", "pulumi-nodejs:dynamic/vcluster-platform:") }`;

const aliasTexts = {
  "on each": `const aliases = (type: string) => [${alias("type")}];`,
  none: "const aliases = (type: string) => [];",
};

/** The same program on the plugin. */
export function pluginProgram(resources: readonly DeclaredResource[], options: MoveOptions = {}): string {
  const { aliases = "on each", hasProvider = false } = options;
  return `
import * as pulumi from "@pulumi/pulumi";
class Provider extends pulumi.ProviderResource {}
const provider = ${hasProvider ? `new Provider("vcluster-platform", "own")` : "undefined"};
${aliasTexts[aliases]}
const make = (kind: string, name: string, inputs: any) => {
  const type = "vcluster-platform:index:" + kind;
  return new pulumi.CustomResource(type, name, inputs, { provider, aliases: aliases(type) });
};
${body(resources)}`;
}
