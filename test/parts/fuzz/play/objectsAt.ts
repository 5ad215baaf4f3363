import type { ApiObject } from "../../../../emulator/kinds/apiObject";
import type { RunningPlatform } from "../../../../emulator/platform";
import { type Place, pluralOf, rowOf } from "./inputsOf";
import type { Kind } from "./sequence";

/** An object of the platform and where it is. */
export interface Found {
  kind: Kind;
  /** Path below the API group, such as `spacetemplates/dev`. */
  path: string;
  name: string;
  uid: string;
  version: string;
  isTerminating: boolean;
  object: Readonly<Record<string, unknown>>;
}

/** All objects of a sequence, whoever made them. */
export function objectsAt({ store }: RunningPlatform, { prefix }: Place): Found[] {
  return (Object.keys(pluralOf) as Kind[]).flatMap((kind) =>
    store
      .list(pluralOf[kind])
      .filter(({ metadata }) => metadata.name.startsWith(`${prefix}-`))
      .map((object) => foundOf(kind, object)),
  );
}

function foundOf(kind: Kind, object: ApiObject): Found {
  const { name, namespace, uid, resourceVersion, deletionTimestamp } = object.metadata;
  const path = `${namespace ? `namespaces/${namespace}/` : ""}${pluralOf[kind]}/${name}`;
  const isTerminating = deletionTimestamp !== undefined;
  const plain = object as unknown as Record<string, unknown>;
  return { kind, path, name, uid: String(uid), version: String(resourceVersion), isTerminating, object: plain };
}

/** Whether an object's name is that of a place in the program: given by the program, or made up. */
export const isAt = (place: Place, letter: string, { name }: Found): boolean =>
  name === rowOf(place, letter) || name.startsWith(`${rowOf(place, letter)}-`);

/** What an object holds at a path; undefined where it holds nothing. */
export function valueIn(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], object);
}
