import type { AccessKeys } from "./access/keys";
import type { Flavor } from "./flavor";
import type { Kind } from "./kinds/kind";
import type { Subject } from "./statusError";
import type { History, Snapshots } from "./store/history";
import type { ObjectStore } from "./store/store";

/** What every operation works with: the store, the clock and the options of the platform. */
export interface World {
  group: string;
  apiVersion: string;
  flavor: Flavor;
  hideKeys: boolean;
  allowsAnonymous: boolean;
  store: ObjectStore;
  history: History;
  snapshots: Snapshots;
  keys: AccessKeys;
  now: () => Date;
}

/** Names an object by its plural, as most errors do. */
export function resourceSubject(world: World, kind: Kind, name: string): Subject {
  return { group: world.group, kind: kind.plural, name };
}
