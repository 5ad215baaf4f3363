import { type ResourceDeclaration, resourcePrograms } from "./resourcePrograms";

/** A resource of a program with several providers. */
export interface ProvidedResource extends ResourceDeclaration {
  /** Name of its provider; the engine's own unless told. */
  provider?: string;
}

/** A YAML program with providers of its own. */
export function providerProgram(
  providers: Record<string, Record<string, unknown>>,
  resources: Record<string, ProvidedResource>,
): string {
  const type = "pulumi:providers:vcluster-platform";
  const declared = Object.entries(providers).map(([name, inputs]) => [name, { type, inputs }]);
  const provided = Object.entries(resources).map(([name, { provider, options, ...resource }]) => [
    name,
    { ...resource, options: { ...options, ...(provider && { provider: `\${${provider}}` }) } },
  ]);
  return resourcePrograms.yaml(Object.fromEntries([...declared, ...provided]));
}
