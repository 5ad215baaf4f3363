import { projectName } from "../../../support/project";

/** An object that pulumi-kubernetes manages; `uses` is another one that it takes a value from. */
interface Managed {
  apiVersion?: string;
  kind: string;
  metadata: { name: string };
  uses?: Managed | undefined;
}

const stack = `urn:pulumi:dev::${projectName}`;
const root = `${stack}::pulumi:pulumi:Stack::${projectName}-dev`;
const provider = {
  urn: `${stack}::pulumi:providers:kubernetes::default_4_18_0`,
  custom: true,
  id: "5a4bd0e3-4a39-4b5e-8c64-5d53f2b8f0a1",
  type: "pulumi:providers:kubernetes",
  inputs: { version: "4.18.0" },
  outputs: { version: "4.18.0" },
};

const typeOf = ({ apiVersion = "management.loft.sh/v1", kind }: Managed) => `kubernetes:${apiVersion}:${kind}`;
const urnOf = (object: Managed) => `${stack}::${typeOf(object)}::${object.metadata.name}`;

/**
 * A stack state as pulumi-kubernetes writes it, in clear text: the declared inputs, and
 * the server's response as outputs, with the provider's own fields.
 */
export function kubernetesState(objects: readonly Managed[], outputs: object): object {
  const resources = objects.map(({ uses, ...object }) => ({
    urn: urnOf(object),
    custom: true,
    id: object.metadata.name,
    type: typeOf(object),
    inputs: object,
    outputs: {
      __fieldManager: "pulumi-kubernetes-0a1b2c3d",
      __initialApiVersion: object.apiVersion,
      __inputs: object,
      ...object,
    },
    parent: root,
    provider: `${provider.urn}::${provider.id}`,
    ...(uses && { dependencies: [urnOf(uses)], propertyDependencies: { stringData: [urnOf(uses)] } }),
  }));
  const top = { urn: root, custom: false, type: "pulumi:pulumi:Stack", outputs };
  const manifest = { time: "2026-01-01T00:00:00Z", magic: "", version: "" };
  return { version: 3, deployment: { manifest, resources: [top, provider, ...resources] } };
}
