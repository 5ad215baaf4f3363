import type { Received } from "./call";
import type { FaultSubject } from "./faults";
import { importKind, importSegment } from "./kinds/projectImportVirtualCluster";
import { readBody } from "./objects/decodeBody";
import { routeOf } from "./route";
import { isObject } from "./text/json";
import type { World } from "./world";

/** What a request is about, for faults to be matched with; faults also hit requests that the platform would refuse. */
export function faultSubject(world: World, path: string, call: Received): FaultSubject {
  const { method } = call;
  const route = routeOf(world, path);
  if (route === undefined) return { method, kinds: [], names: () => [] };
  if (route.target === "import") return { method, kinds: [importKind, importSegment], names: () => [route.project] };
  const kinds = [route.kind.kind, route.kind.plural];
  const name = "name" in route ? route.name : undefined;
  return { method, kinds, names: () => (name === undefined ? [bodyName(call)] : [name]) };
}

function bodyName(call: Received): string | undefined {
  try {
    const { value } = readBody(call.body);
    const metadata = isObject(value) ? value.metadata : undefined;
    return isObject(metadata) ? String(metadata.name) : undefined;
  } catch {
    // A body that cannot be read names nothing; the platform itself will say what is wrong with it.
    return undefined;
  }
}
