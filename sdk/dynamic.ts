import * as pulumi from "@pulumi/pulumi";

/** The fields of a resource as the generated classes know them. */
export interface Fields {
  readonly all: readonly string[];
  /** Fields that are secret, or hold something secret. */
  readonly secret: readonly string[];
}

type Wire = Record<string, unknown>;

/**
 * The provider that Pulumi serialises into every resource's state: one string and one late call by package name, so that it
 * stays small and holds no credentials. The host calls `configure` first, which brings all other methods.
 */
function providerOf(type: string): pulumi.dynamic.ResourceProvider {
  const provider = {
    async configure(request: pulumi.dynamic.ConfigureRequest) {
      Object.assign(this, require("pulumi-platform/dynamic").dynamicFace(type, request.config));
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
    const absent = Object.fromEntries(fields.all.map((field) => [field, undefined]));
    const given = asInputs(args, fields.secret);
    const inputs = { ...absent, ...given, __resource: contextOf(name, options, given) };
    const additionalSecretOutputs = [...(options.additionalSecretOutputs ?? []), ...fields.secret, "__inputs"];
    super(sharedProvider(type), name, inputs, { ...options, additionalSecretOutputs }, "platform", type);
  }
}

/**
 * The engine keeps secrets apart by top-level property here, so a field with a secret anywhere inside becomes secret as a
 * whole: `output` lifts what is inside, `secret` covers plain text.
 */
function asInputs(args: object, secretFields: readonly string[]): Record<string, pulumi.Output<unknown>> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => [key, secretFields.includes(key) ? pulumi.secret(value) : pulumi.output(value)]),
  );
}

/** What the dynamic protocol does not tell the provider. */
function contextOf(
  name: string,
  { customTimeouts, ignoreChanges, replaceOnChanges }: pulumi.CustomResourceOptions,
  given: Record<string, pulumi.Output<unknown>>,
): Wire {
  return {
    project: pulumi.getProject(),
    stack: pulumi.getStack(),
    name,
    ...(customTimeouts && { timeouts: customTimeouts }),
    ...(ignoreChanges && { ignoreChanges }),
    ...(replaceOnChanges && { replaceOnChanges }),
    secrets: namesOfSecrets(given),
  };
}

async function namesOfSecrets(given: Record<string, pulumi.Output<unknown>>): Promise<string[] | undefined> {
  const marked = Object.entries(given).map(async ([name, value]) => ((await pulumi.isSecret(value)) ? [name] : []));
  const names = (await Promise.all(marked)).flat();
  // Every state holds it twice.
  return names.length > 0 ? names : undefined;
}
