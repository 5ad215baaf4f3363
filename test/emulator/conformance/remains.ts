import { type ReadResponse, type Server, send } from "../request";
import { type Body, mergeType, type Request } from "./row";

/** An object that a row made: its path, and its uid where the response told it. */
export interface Remains {
  path: string;
  uid: string | undefined;
}

const plurals: Record<string, string> = {
  SpaceTemplate: "/spacetemplates",
  OwnedAccessKey: "/ownedaccesskeys",
  Project: "/projects",
  VirtualClusterInstance: "/virtualclusterinstances",
};
const importPath = /^\/projects\/([^/?]+)\/importvirtualcluster/;

/** The object that a request made, if it made one. */
export function madeBy(request: Request, { status, body }: ReadResponse): Remains | undefined {
  if (status !== 201) return undefined;
  const [, project] = importPath.exec(request.path) ?? [];
  if (project !== undefined) return { path: imported(project, body), uid: undefined };
  if (body.kind === "Self") return undefined;
  // Of another server, whose paths are not those of the group.
  if (request.path.startsWith("//")) {
    return { path: `${request.path.replace(/\?.*/, "")}/${body.metadata.name}`, uid: body.metadata.uid };
  }
  const plural = plurals[String(body.kind)];
  if (plural === undefined) throw new Error(`Cannot tell what was made, so it stays: ${JSON.stringify(body)}`);
  const { namespace, name = "", uid } = body.metadata;
  return { path: `${namespace === undefined ? "" : `/namespaces/${namespace}`}${plural}/${name}`, uid };
}

/** The object of this run that a create without a response may have made. */
export function mayHaveMade({ method, path, body }: Request, prefix: string): Remains[] {
  const name = (body as Partial<Body> | undefined)?.metadata?.name ?? "";
  const isOwn = method === "POST" && name.startsWith(prefix);
  return isOwn ? [{ path: `${path.replace(/\?.*/, "")}/${name}`, uid: undefined }] : [];
}

function imported(project: string, body: Body): string {
  const { importName, name } = body.sourceVirtualCluster as Record<string, string>;
  return `/namespaces/p-${project}/virtualclusterinstances/${importName || name}`;
}

/** Removes what is left of an object, with its finalizers; never another object of that name. */
export async function removeRemains(server: Server, { path, uid: known }: Remains): Promise<void> {
  const uid = known ?? (await uidAt(server, path));
  if (uid === undefined) return;
  const deleted = await send(server, { method: "DELETE", path, body: { preconditions: { uid } } });
  if (deleted.body.kind === "Status") return expectDealtWith(path, deleted);
  const body = { metadata: { uid, finalizers: null } };
  expectDealtWith(path, await send(server, { method: "PATCH", path, body, type: mergeType }));
}

async function uidAt(server: Server, path: string): Promise<string | undefined> {
  const response = await send(server, { method: "GET", path });
  expectDealtWith(path, response);
  return response.status === 404 ? undefined : response.body.metadata.uid;
}

// A conflict: the name has another object by now.
function expectDealtWith(path: string, { status, text }: ReadResponse): void {
  if (status < 300 || status === 404 || status === 409) return;
  throw new Error(`Left behind: ${path}, since the server answered ${status} ${text}`);
}
