/** A resource of a program with several providers. */
export interface ProvidedResource {
  /** SpaceTemplate unless told. */
  type?: string;
  /** Name of its provider; the engine's own unless told. */
  provider?: string;
  inputs: Record<string, unknown>;
  options?: Record<string, unknown>;
}

/** A YAML program with providers of its own. */
export function providerProgram(
  providers: Record<string, Record<string, unknown>>,
  resources: Record<string, ProvidedResource>,
): string {
  const declared = Object.entries(providers).map(([name, properties]) => [
    name,
    { type: "pulumi:providers:platform", properties },
  ]);
  const provided = Object.entries(resources).map(([name, { type = "SpaceTemplate", provider, inputs, options }]) => [
    name,
    {
      type: `platform:index:${type}`,
      properties: inputs,
      options: { ...options, ...(provider && { provider: `\${${provider}}` }) },
    },
  ]);
  const all = [...declared, ...provided].map(([name, resource]) => `  ${name}: ${JSON.stringify(resource)}`);
  return ["resources:", ...all].join("\n");
}
