import type * as z from "zod";
import { byIdentity, type Identity } from "./entries.js";
import { rulesOf } from "./fields.js";
import { projectState, projectUpdate } from "./projection.js";
import { sameInput } from "./sameness.js";
import { localKeys, type ObjectShape, pickKeys } from "./shape.js";
import { type Properties, sameValue } from "./values.js";

/** What the program declared before an update and after it. */
export interface Declarations {
  readonly before: Properties;
  readonly after: Properties;
}

/** The live values of the fields that the program declared, in the form of state. */
export function declaredState({ inputs }: ObjectShape, declared: Properties, live: Properties): Properties {
  const state = projectState(declared, { ...live, ...localPart(inputs, declared) });
  return withEntries(inputs, state, declared, (key, identity) => {
    const present = byIdentity(live[key], identity);
    return (entry) => present.get(identity(entry));
  });
}

/**
 * The same after an update. What the program left as it was stays as it was recorded, so that what somebody else changed and
 * the update left alone is still drift for the next refresh.
 */
export function updatedState(
  { inputs }: ObjectShape,
  { before, after }: Declarations,
  recorded: Properties,
  live: Properties,
): Properties {
  const now = { ...live, ...localPart(inputs, after) };
  const state = projectUpdate({ before, after }, recorded, now, sameInput(inputs));
  return withEntries(inputs, state, after, (key, identity) => {
    const entriesOf = (each: Properties) => byIdentity(each[key], identity);
    const [old, was, is] = [entriesOf(before), entriesOf(recorded), entriesOf(live)];
    return (entry) => (sameValue(old.get(identity(entry)), entry) ? was : is).get(identity(entry));
  });
}

const localPart = (inputs: z.ZodObject, declared: Properties) => pickKeys(declared, localKeys(inputs));

/** The state with each shared list entry by entry as it was declared; entries that are not there are left out. */
function withEntries(
  inputs: z.ZodObject,
  state: Properties,
  declared: Properties,
  finderOf: (key: string, identity: Identity) => (entry: unknown) => unknown,
): Properties {
  const lists = Object.entries<z.ZodType>(inputs.shape).flatMap(([key, field]) => {
    const [entries, identity] = [declared[key], rulesOf(field).sharedBy];
    if (!identity || !Array.isArray(entries)) return [];
    return [[key, entries.map(finderOf(key, identity)).filter((entry) => entry !== undefined)] as const];
  });
  return { ...state, ...Object.fromEntries(lists) };
}
