import type { Recorded, Stored } from "../objects/operation.js";
import { isRecord, type Path, type Properties } from "../objects/values.js";
import type { Resource } from "../resources/resource.js";
import { checkNotes, programInputs } from "./check.js";

// What begins with `__` is shown to nobody.
const nonceKey = "__createNonce";
const holderKey = "__holder";
const declaredKey = "__declaredBeforeDrift";
const platformKey = "__platform";
const sharedKey = "__shared";

/** What a state says to programs, and beside it what it keeps for the provider alone. */
export const plain = ({ inputs, state }: Recorded): Recorded => ({
  inputs: programInputs(inputs),
  state: programInputs(state),
  nonce: textAt(state, nonceKey),
  holder: textAt(state, holderKey),
  declaredBeforeDrift: declaredBeforeDrift(state),
  platform: textAt(state, platformKey),
  isShared: state[sharedKey] === true,
});

/** A resource with all that its state has to keep. */
export const withNotes = (
  resource: Resource,
  inputs: Properties,
  { nonce, holder, declaredBeforeDrift, platform, isShared, ...stored }: Stored,
): Stored => ({
  ...stored,
  inputs: { ...stored.inputs, ...checkNotes(inputs) },
  state: {
    ...noValues(resource),
    ...stored.state,
    ...(nonce !== undefined && { [nonceKey]: nonce }),
    ...(holder !== undefined && { [holderKey]: holder }),
    ...(declaredBeforeDrift && { [declaredKey]: declaredBeforeDrift }),
    ...(platform !== undefined && { [platformKey]: platform }),
    ...(isShared && { [sharedKey]: true }),
  },
});

/** Secret paths, and where the state keeps the same values as they were declared before drift. */
export const alsoBeforeDrift = (secrets: readonly Path[]): Path[] => [
  ...secrets,
  ...secrets.map((path) => [declaredKey, ...path]),
];

const textAt = (state: Properties, key: string) => (typeof state[key] === "string" ? state[key] : undefined);

/** Every output as null. Node.js programs take an output that is missing in a preview for an unknown value. */
const noValues = ({ inputs, outputs }: Resource): Properties =>
  Object.fromEntries(Object.keys({ ...inputs.shape, ...outputs.shape }).map((name) => [name, null]));

/** What the program declared of immutable inputs that somebody changed on the platform since. */
export function declaredBeforeDrift(state: Properties): Properties | undefined {
  const declared = state[declaredKey];
  return isRecord(declared) ? declared : undefined;
}
