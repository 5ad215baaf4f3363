import * as pulumi from "@pulumi/pulumi";

/** The fields of a resource as the generated classes know them. */
export interface Fields {
  readonly all: readonly string[];
  /** Fields that are secret, or hold something secret. */
  readonly secret: readonly string[];
}

/** The settings and the object behind `this` in a deserialised provider. */
interface Host {
  face: import("../provider/faces/dynamic.js").DynamicFace;
}

type Wire = Record<string, unknown>;

/**
 * The provider that Pulumi serialises into every resource's state: strings and late calls by package name, so that it stays
 * small and holds no credentials.
 */
function providerOf(type: string): pulumi.dynamic.ResourceProvider {
  return {
    async configure(this: Host, request: pulumi.dynamic.ConfigureRequest) {
      this.face = require("pulumi-platform/dynamic").dynamicFace(type, request.config);
    },
    async check(this: Host, olds: Wire, news: Wire) {
      return this.face.check(olds, news);
    },
    async diff(this: Host, id: string, olds: Wire, news: Wire) {
      return this.face.diff(id, olds, news);
    },
    async create(this: Host, inputs: Wire) {
      return this.face.create(inputs);
    },
    async read(this: Host, id: string, props: Wire) {
      return this.face.read(id, props);
    },
    async update(this: Host, id: string, olds: Wire, news: Wire) {
      return this.face.update(id, olds, news);
    },
    async delete(this: Host, id: string, props: Wire) {
      return this.face.delete(id, props);
    },
  } as unknown as pulumi.dynamic.ResourceProvider;
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
    const inputs = { ...absent, ...asInputs(args, fields.secret), __resource: contextOf(name, options) };
    const additionalSecretOutputs = [...(options.additionalSecretOutputs ?? []), ...fields.secret, "__inputs"];
    super(sharedProvider(type), name, inputs, { ...options, additionalSecretOutputs }, "platform", type);
  }
}

/**
 * The engine keeps secrets apart by top-level property here, so a field with a secret anywhere inside becomes secret as a
 * whole: `output` lifts what is inside, `secret` covers plain text.
 */
function asInputs(args: object, secretFields: readonly string[]): Record<string, unknown> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => [key, secretFields.includes(key) ? pulumi.secret(value) : pulumi.output(value)]),
  );
}

/** What the dynamic protocol does not tell the provider. */
function contextOf(name: string, { customTimeouts, ignoreChanges }: pulumi.CustomResourceOptions): Wire {
  return {
    project: pulumi.getProject(),
    stack: pulumi.getStack(),
    name,
    ...(customTimeouts && { timeouts: customTimeouts }),
    ...(ignoreChanges && { ignoreChanges }),
  };
}
