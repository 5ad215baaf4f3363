import type { Received } from "../call";
import { importKind, importSegment } from "../kinds/virtualCluster";
import { readBody } from "../objects/body";
import { actionOf } from "../requests/action";
import { routeOf } from "../route";
import { isObject } from "../text/json";
import type { World } from "../world";

/** What a fault is matched with. `names` is only called where a name is asked for. */
export interface FaultSubject {
  method: string;
  /** What the request does, in Kubernetes' words: `list`, `patch`. */
  verb: string;
  /** The kind and its path segment; "" if the request is about none. */
  kind: string;
  plural: string;
  names: () => readonly string[];
}

/** What a request is about, for faults to be matched with; faults also hit requests that the platform would refuse. */
export function faultSubject(world: World, path: string, call: Received): FaultSubject {
  const { method } = call;
  const route = routeOf(world, path);
  const action = actionOf(world, path, route, call);
  const { verb } = action;
  if (route === undefined) return { method, verb, kind: "", plural: "", names: () => [] };
  if (route.target === "import") {
    return { method, verb, kind: importKind, plural: importSegment, names: () => [route.project] };
  }
  const { kind, plural } = route.kind;
  const name = "name" in action ? action.name : "";
  return { method, verb, kind, plural, names: () => (verb === "create" ? bodyNames(call) : [name]) };
}

function bodyNames(call: Received): string[] {
  try {
    const { value } = readBody(call.body);
    const metadata = isObject(value) ? value.metadata : undefined;
    return isObject(metadata) ? [String(metadata.name)] : [];
  } catch {
    // A body that cannot be read names nothing; the platform itself will say what is wrong with it.
    return [];
  }
}
