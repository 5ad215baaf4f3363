import { productTypes } from "../flavor";
import { clusterKinds } from "../kinds/kinds";
import { clusterRoot } from "../route";
import { History, Snapshots } from "../store/history";
import { ObjectStore, type StoreContents } from "../store/store";
import type { World } from "../world";

/** The server of a connected cluster. It is made if the platform does not have it. */
export function clusterNamed(world: World, cluster: string, contents?: StoreContents): World {
  const known = world.clusters.get(cluster);
  if (known !== undefined) return known;
  const store = new ObjectStore(contents);
  const made: World = {
    ...world,
    root: clusterRoot(cluster),
    cluster,
    group: "",
    apiVersion: "v1",
    kinds: clusterKinds,
    flavor: productTypes,
    store,
    history: new History(store),
    snapshots: new Snapshots(),
  };
  world.clusters.set(cluster, made);
  return made;
}
