import * as pulumi from "@pulumi/pulumi";
import { npmName, packageName, typeToken } from "../provider/packageNames.js";

/** The fields of a resource in its generated class. */
export interface Fields {
  readonly all: readonly string[];
  /** Paths of secret fields; `*` is every entry of a list. */
  readonly secret: readonly SecretPath[];
}

type SecretPath = readonly [field: string, ...inside: string[]];

type Wire = Record<string, unknown>;

// Not a literal, so that bundlers leave it alone. A constant of this module is serialized as text.
const adapterModule = [npmName, "dynamic"].join("/");

/**
 * Pulumi serializes this provider into every state, so it is small and has no credentials. The
 * host calls `configure` first, which loads the other methods.
 */
function providerOf(type: string): pulumi.dynamic.ResourceProvider {
  const provider = {
    async configure(request: pulumi.dynamic.ConfigureRequest) {
      Object.assign(this, require(adapterModule).dynamicAdapter(type, request.config));
    },
  };
  return provider as unknown as pulumi.dynamic.ResourceProvider;
}

const providers = new Map<string, pulumi.dynamic.ResourceProvider>();

/** One provider object per type, so that Pulumi serializes it once. */
function sharedProvider(type: string): pulumi.dynamic.ResourceProvider {
  const provider = providers.get(type) ?? providerOf(type);
  providers.set(type, provider);
  return provider;
}

/** The base class of all resources of this package. */
export abstract class PlatformResource extends pulumi.dynamic.Resource {
  protected constructor(
    type: string,
    fields: Fields,
    name: string,
    args: object,
    options: pulumi.CustomResourceOptions = {},
  ) {
    rejectOptions(type, name, options);
    const absent = Object.fromEntries(fields.all.map((field) => [field, undefined]));
    const secret = fields.secret.filter((path) => path.length === 1 || options.id !== undefined || mayHave(args, path));
    const secretFields = [...new Set(secret.map(([field]) => field))];
    const given = asInputs(args, secretFields);
    const inputs = { ...absent, ...given, __resource: contextOf(name, options, given) };
    const additionalSecretOutputs = [...(options.additionalSecretOutputs ?? []), ...secretFields, "__inputs"];
    const { stackTraceLimit } = Error;
    if (!needsStackTraces(options)) Error.stackTraceLimit = 0;
    try {
      super(sharedProvider(type), name, inputs, { ...options, additionalSecretOutputs }, packageName, type);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }
}

/**
 * Pulumi captures four stack traces for each output, which is most of the time that a program
 * takes. They show leaked promises, and errors of transformations, which run in the constructor.
 */
function needsStackTraces({ transformations = [], parent }: pulumi.CustomResourceOptions): boolean {
  // Missing in Pulumi's types.
  const { __transformations: inherited = [] } = (parent ?? pulumi.runtime.getStackResource() ?? {}) as {
    readonly __transformations?: readonly unknown[];
  };
  return process.env.PULUMI_DEBUG_PROMISE_LEAKS !== undefined || transformations.length + inherited.length > 0;
}

/** The type of a class's resources in the engine. */
export const dynamicType = (type: string): string => `pulumi-nodejs:dynamic/${packageName}:${type}`;

/** Whether a value has this type of the engine. Policies pass an object that has only a type. */
export const isOfType = (type: string, value: unknown): boolean =>
  typeof value === "object" && value !== null && "__pulumiType" in value && value.__pulumiType === type;

const remedy = `use the class of ${npmName}-plugin, the SDK of the plugin.`;

/** Refuses options that need the plugin. Pulumi would ignore a provider, or crash on an import. */
function rejectOptions(type: string, name: string, options: pulumi.CustomResourceOptions): void {
  const label = `${type} "${name}"`;
  if (options.import)
    throw new Error(
      `${label} has the option import. Pulumi cannot import dynamic resources. Remove the option, or ${remedy}`,
    );
  if (options.provider || options.parent?.getProvider(typeToken(type)))
    throw new Error(
      `${label} has a provider, from its options or from its parent. This class uses the settings of the stack. ` +
        `Remove the provider, or ${remedy}`,
    );
}

/**
 * The arguments, unchanged for transformations. A field with a secret inside is secret as a whole:
 * the engine marks only top-level properties of dynamic resources.
 */
function asInputs(args: object, secretFields: readonly string[]): Record<string, unknown> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => [key, secretFields.includes(key) ? pulumi.secret(value) : value]),
  );
}

/** Whether arguments have a value at a path. Those that are not known yet may have one. */
function mayHave(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined || pulumi.Output.isInstance(value) || value instanceof Promise) return value !== undefined;
  if (key === "*") return Array.isArray(value) && value.some((entry) => mayHave(entry, rest));
  return typeof value === "object" && value !== null && mayHave((value as Wire)[key], rest);
}

/** The values that the dynamic protocol does not pass to the provider. */
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
    // A saved plan accepts any value for an unknown one.
    secrets: marks.then(({ names, isComplete }) => (isComplete ? names : pulumi.unknown)),
    ...(pulumi.runtime.isDryRun() && { preview: marks.then(({ names }) => ({ secrets: names })) }),
  };
}

/** A promise: with an output the resource would depend on all children of its parent. */
const urnOf = ({ urn }: pulumi.Resource): Promise<string> => new Promise((resolve) => urn.apply(resolve));

/** Whether a value is JSON, with nothing in it that can be secret or not known yet. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

/** The names of the secret inputs; not complete in a preview with unknown values. */
async function secretMarks(given: Record<string, unknown>) {
  const composed = Object.entries(given).filter(([, value]) => !isPlain(value));
  const marks = composed.map(async ([name, value]) => {
    const output = pulumi.output(value);
    // Missing in Pulumi's types.
    const { isKnown } = output as unknown as { readonly isKnown: Promise<boolean> };
    return { name, isSecret: await pulumi.isSecret(output), isKnown: await isKnown };
  });
  const all = await Promise.all(marks);
  const names = all.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  const isComplete = all.every(({ isSecret, isKnown }) => isSecret || isKnown);
  // Every state would have an empty list twice.
  return { names: names.length > 0 ? names : undefined, isComplete };
}
