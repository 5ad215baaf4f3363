import {
  asRecord,
  contextKey,
  type DynamicContext,
  decode,
  engine,
  inputsKey,
  type Path,
  type Properties,
  type Recorded,
  type Resource,
  resources,
  textsAt,
  withoutNulls,
} from "../../provider/cliFacade";
import { decrypted, type ExportedResource, type ExportedState, isDynamicType, kindOfType } from "./exportedState";

/** A resource of this provider with its state, secrets in clear text. */
export interface OurResource {
  readonly urn: string;
  readonly id: string;
  readonly resource: Resource;
  readonly recorded: Recorded;
  /** Paths of the secrets in inputs and state. */
  readonly secretPaths: readonly Path[];
  readonly ignoreChanges: readonly string[];
}

/** A resource of a state with decrypted secrets; undefined for other providers. */
export function ourResource(exported: ExportedResource): OurResource | undefined {
  const resource = resourceOf(exported);
  if (!resource || exported.id === undefined) return undefined;
  const [declared, known] = [decode(decrypted(exported.inputs)), decode(decrypted(exported.outputs))];
  // Dynamic resources keep the declared inputs in their outputs.
  const inputs = isDynamicType(exported.type) ? asRecord(known.properties[inputsKey]) : declared.properties;
  const { ignoreChanges } = asRecord(declared.properties[contextKey]) as Partial<DynamicContext>;
  return {
    urn: exported.urn,
    id: exported.id,
    resource,
    // Outputs without a value are null.
    recorded: { inputs, state: withoutNulls(known.properties) as Properties },
    secretPaths: engine.secretMarks(resource, declared, known),
    ignoreChanges: exported.ignoreChanges ?? ignoreChanges ?? [],
  };
}

function resourceOf({ type }: ExportedResource): Resource | undefined {
  const kind = kindOfType(type);
  return resources.find((each) => each.type === kind);
}

/** All secret texts of a decrypted state, by its marks and by this provider's secret fields. */
export function secretsOf({ resources, creating }: ExportedState): string[] {
  return [...resources, ...creating].flatMap((exported) => {
    const values = [exported.inputs, exported.outputs].map((each) => decode(decrypted(each)));
    const resource = resourceOf(exported);
    if (resource) return engine.secretTexts(resource, ...values);
    return values.flatMap(({ properties, secrets }) => textsAt(properties, secrets));
  });
}
