import type * as z from "zod";
import type { Config } from "../config/config.js";
import { rulesOf } from "../objects/fields/fieldRules.js";
import { idOf } from "../objects/lifecycle/lifecycle.js";
import type { Recorded, Stored } from "../objects/operation.js";
import type { Operation, Resource } from "../objects/resource.js";
import { ResourceError } from "../objects/resourceError.js";
import { type Properties, unknown } from "../objects/values.js";
import { programInputs } from "./markedValues.js";

/** A write to plan. */
interface PlannedWrite extends Pick<Stored, "id" | "inputs"> {
  readonly method: string;
  readonly resource: Resource;
  readonly recorded: Recorded;
}

/** Outputs that a preview leaves out: the write removes externalChange from the state. */
const excludedOutputs = new Set(["externalChange"]);

/** The planned resource of a create or an update. */
export function planned(write: PlannedWrite, config?: Config): Stored {
  const { method, resource, id, inputs } = write;
  if (method === "update") return { id, inputs, state: plannedUpdate(write, config) };
  return { id: plannedId(resource, inputs), inputs, state: plannedCreate(resource, inputs) };
}

/** The state in the preview of a create: declared fields are known, computed ones are not. */
function plannedCreate(resource: Resource, inputs: Properties): Properties {
  return { ...computedOutputs(resource, () => unknown), ...programInputs(inputs) };
}

/** The id in the preview of a create; empty if it depends on unknown values. */
function plannedId(resource: Resource, inputs: Properties): string {
  const id = idOf(resource, programInputs(inputs));
  // String(unknown) is "Symbol(unknown)"; no valid name has parentheses.
  return id.includes(String(unknown)) ? "" : id;
}

/** The state in the preview of an update: outputs that an update cannot change stay known. */
function plannedUpdate({ resource, id, inputs, recorded }: PlannedWrite, config: Config | undefined): Properties {
  const old = programInputs(recorded.inputs);
  const after = programInputs(inputs);
  const state = programInputs(recorded.state);
  assertUpdateAllowed({ resource, recorded: { inputs: old, state }, inputs: after });
  // After an init failure, the update may finish the create: its preview is then that of a create.
  if (!hasFinishedCreate(resource, state)) return plannedCreate(resource, inputs);
  const change = { recorded: { id, inputs: old, state }, inputs: after, isReplaced: false };
  // The update itself asks the platform. A preview sends nothing, so it checks the state.
  const refusal = resource.plannedRefusal?.(config, change);
  if (refusal !== undefined) throw new ResourceError(refusal);
  return {
    ...computedOutputs(resource, (key, field) => (rulesOf(field).stable?.(old, after) ? state[key] : unknown)),
    ...after,
  };
}

/** Throws if the resource refuses this update in place. */
export function assertUpdateAllowed({
  resource,
  recorded,
  inputs,
}: Pick<Operation, "resource" | "recorded" | "inputs">): void {
  const reason = resource.updateRefusal?.(recorded, inputs, new Date());
  if (reason !== undefined) throw new ResourceError(`Cannot update this ${resource.type}: ${reason}`);
}

/** Whether the create has finished: the state has all stable outputs except hidden secrets. */
function hasFinishedCreate({ outputs }: Resource, state: Properties): boolean {
  const isRequired = (field: z.ZodType) => rulesOf(field).stable && !rulesOf(field).secret && !field.isOptional();
  return Object.entries<z.ZodType>(outputs.shape).every(
    ([key, field]) => !isRequired(field) || state[key] !== undefined,
  );
}

function computedOutputs(resource: Resource, value: (key: string, field: z.ZodType) => unknown): Properties {
  const fields = Object.entries<z.ZodType>(resource.outputs.shape).filter(([key]) => !excludedOutputs.has(key));
  return Object.fromEntries(
    fields.map(([key, field]) => [key, value(key, field)] as const).filter(([, output]) => output !== undefined),
  );
}
