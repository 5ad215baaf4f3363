import type { Stack } from "../../../../support/stack";
import type { Held } from "../held";
import { type Place, rowOf } from "../inputsOf";
import type { Kind } from "../sequence";

interface Entry {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: { uid?: unknown; key?: unknown };
  delete?: boolean;
  pendingReplacement?: boolean;
}

/** The state with its secrets, as it is exported. */
export async function exported(stack: Stack): Promise<string> {
  return (await stack.pulumi(["stack", "export", "--show-secrets"])).stdout;
}

/** The resources of an exported state. */
export const stateIn = (text: string, place: Place): Held[] => heldIn(JSON.parse(text).deployment.resources, place);

/** The state as it lies on the disk, without its secrets: what is asked between any two commands must not take the time of one. */
export function stateOnDisk(stack: Stack, place: Place): Held[] {
  return heldIn(JSON.parse(stack.rawStateFile()).checkpoint.latest?.resources, place);
}

const typePattern = /:(SpaceTemplate|OwnedAccessKey|VirtualClusterImport)$/;

function heldIn(entries: readonly Entry[] | undefined, place: Place): Held[] {
  return (entries ?? []).flatMap((entry) => {
    const kind = typePattern.exec(entry.type)?.[1] as Kind | undefined;
    return kind === undefined ? [] : [heldOf(entry, kind, place)];
  });
}

function heldOf({ urn, id, inputs = {}, outputs = {}, ...flags }: Entry, kind: Kind, place: Place): Held {
  const uid = plain(outputs.uid);
  const key = plain(outputs.key);
  return {
    letter: (urn.split("::").at(-1) ?? "").slice(rowOf(place, "").length),
    kind,
    id: String(id ?? ""),
    uid: typeof uid === "string" ? uid : undefined,
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, plain(value)])),
    key: typeof key === "string" ? key : undefined,
    isReplaced: Boolean(flags.delete || flags.pendingReplacement),
  };
}

/** A secret lies in the state as an object with its value as JSON. */
function plain(value: unknown): unknown {
  const text = (value as { plaintext?: unknown } | null | undefined)?.plaintext;
  return typeof text === "string" ? JSON.parse(text) : value;
}
