import { isSecret } from "../../provider/faces/values";
import { isRecord, type Properties, textsAt } from "../../provider/objects/values";
import { decrypted } from "./decrypted";
import type { ExportedState } from "./exportedState";
import { ourResource } from "./ourResource";

/** Every text that a state with decrypted secrets marks secret, or that stands where this provider keeps secrets. */
export function secretsOf({ resources, creating }: ExportedState): string[] {
  return [...resources, ...creating].flatMap((exported) => {
    const ours = ourResource(exported);
    if (!ours) return [exported.inputs, exported.outputs].flatMap((each) => sealedTexts(decrypted(each)));
    return [ours.recorded.inputs, ours.recorded.state].flatMap((each) => textsAt(each, ours.secretPaths));
  });
}

function sealedTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sealedTexts);
  if (!isRecord(value)) return [];
  return isSecret(value) ? textsIn(value.value) : Object.values(value).flatMap(sealedTexts);
}

const textsIn = (value: unknown): string[] => textsAt({ value } satisfies Properties, [["value"]]);
