import * as pulumi from "@pulumi/pulumi";
import { typeToken } from "./typeToken.js";

/** The fields of a resource as the generated classes know them. */
export interface Fields {
  readonly all: readonly string[];
  /** Fields that are secret, or hold something secret. */
  readonly secret: readonly string[];
}

type Wire = Record<string, unknown>;

/**
 * The provider that Pulumi serialises into every resource's state: one string and one late call by package name, so that it
 * stays small and holds no credentials. The name is joined, or a bundler would put the whole package here. The host calls
 * `configure` first, which brings all other methods.
 */
function providerOf(type: string): pulumi.dynamic.ResourceProvider {
  const provider = {
    async configure(request: pulumi.dynamic.ConfigureRequest) {
      Object.assign(this, require(["pulumi-platform", "dynamic"].join("/")).dynamicFace(type, request.config));
    },
  };
  return provider as unknown as pulumi.dynamic.ResourceProvider;
}

const providers = new Map<string, pulumi.dynamic.ResourceProvider>();

/** One provider object per type, which Pulumi then serialises once. */
function sharedProvider(type: string): pulumi.dynamic.ResourceProvider {
  const provider = providers.get(type) ?? providerOf(type);
  providers.set(type, provider);
  return provider;
}

/** What all resources of this package have in common. */
export abstract class PlatformResource extends pulumi.dynamic.Resource {
  protected constructor(
    type: string,
    fields: Fields,
    name: string,
    args: object,
    options: pulumi.CustomResourceOptions = {},
  ) {
    refuseProvider(type, name, options);
    const absent = Object.fromEntries(fields.all.map((field) => [field, undefined]));
    const given = asInputs(args, fields.secret);
    const inputs = { ...absent, ...given, __resource: contextOf(name, options, given) };
    const additionalSecretOutputs = [...(options.additionalSecretOutputs ?? []), ...fields.secret, "__inputs"];
    super(sharedProvider(type), name, inputs, { ...options, additionalSecretOutputs }, "platform", type);
  }
}

/** A provider would send the resource to the plugin, or be ignored, so neither is accepted. */
function refuseProvider(type: string, name: string, { provider, parent }: pulumi.CustomResourceOptions): void {
  if (!provider && !parent?.getProvider(typeToken(type))) return;
  throw new Error(
    `${type} "${name}" has a provider, from its options or from its parent. This class uses the settings of the stack. ` +
      "Remove the provider, or use the class of pulumi-platform-plugin, the SDK of the plugin.",
  );
}

/**
 * The arguments as they are, for transformations to change. The engine keeps secrets apart by top-level property here, so a
 * field with a secret anywhere inside becomes secret as a whole: `output` lifts what is inside, `secret` covers plain text.
 */
function asInputs(args: object, secretFields: readonly string[]): Record<string, unknown> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => [key, secretFields.includes(key) ? pulumi.secret(value) : value]),
  );
}

/** What the dynamic protocol does not tell the provider. */
function contextOf(
  name: string,
  { parent, customTimeouts, ignoreChanges, replaceOnChanges }: pulumi.CustomResourceOptions,
  given: Record<string, unknown>,
): Wire {
  const marks = secretMarks(given);
  return {
    project: pulumi.getProject(),
    stack: pulumi.getStack(),
    name,
    ...(parent && { parent: urnOf(parent) }),
    ...(customTimeouts && { timeouts: customTimeouts }),
    ...(ignoreChanges && { ignoreChanges }),
    ...(replaceOnChanges && { replaceOnChanges }),
    // What a preview does not know, a saved plan leaves open.
    secrets: marks.then(({ names, isComplete }) => (isComplete ? names : pulumi.unknown)),
    ...(pulumi.runtime.isDryRun() && { preview: marks.then(({ names }) => ({ secrets: names })) }),
  };
}

/** Not as an output: the resource would depend on all children of its parent. */
const urnOf = ({ urn }: pulumi.Resource): Promise<string> => new Promise((resolve) => urn.apply(resolve));

/** The inputs that hold a secret. Whether an unknown value is one, a preview cannot tell. */
async function secretMarks(given: Record<string, unknown>) {
  const composed = Object.entries(given).filter(([, value]) => typeof value === "object");
  const marks = composed.map(async ([name, value]) => {
    const output = pulumi.output(value);
    // Pulumi does not declare it.
    const { isKnown } = output as unknown as { readonly isKnown: Promise<boolean> };
    return { name, isSecret: await pulumi.isSecret(output), isKnown: await isKnown };
  });
  const all = await Promise.all(marks);
  const names = all.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  const isComplete = all.every(({ isSecret, isKnown }) => isSecret || isKnown);
  // Every state holds it twice.
  return { names: names.length > 0 ? names : undefined, isComplete };
}
