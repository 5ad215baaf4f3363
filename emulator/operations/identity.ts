import type { Admission } from "../access/keys";
import { selfKind } from "../kinds/kinds";
import { projectNamespacePrefix } from "../kinds/project";
import { decodeRequest } from "../objects/decode";
import { badRequest, unauthorized } from "../statusError";
import { canonicalJson, type JsonObject } from "../text/json";
import { credentialOf, derivedUid, type World } from "../world";
import { findEntry, type ObjectTarget, type Operation } from "./readObjects";
import { writeOptions } from "./writeOptions";

const metadata = { creationTimestamp: null };

/** POST of a Self: who asks, or whose the key in the body is. A key in the body is not used. */
export const createSelf: Operation<object> = (world, _, call) => {
  const options = writeOptions(call, "CreateOptions");
  const { fields, errors } = decodeRequest(world, selfKind, { spec: { accessKey: "string" } }, call, options);
  if (errors[0] !== undefined) throw badRequest(errors[0].message);
  const { accessKey } = (fields.spec ?? {}) as JsonObject;
  const admission = accessKey ? world.keys.admit(String(accessKey)) : call;
  if (admission === undefined) throw unauthorized();
  const self = { apiVersion: world.apiVersion, kind: selfKind, metadata, spec: {}, status: statusOf(world, admission) };
  return { code: 201, body: canonicalJson(self) };
};

function statusOf(world: World, { caller, key }: Admission): JsonObject {
  const { type, scope } = key?.spec ?? {};
  const { user, team } = caller.principal;
  const name = key === undefined ? (user ?? "") : caller.name;
  return {
    user: user ? { name: user } : undefined,
    team: team ? { name: team } : undefined,
    subject: name,
    uid: derivedUid(world, `subject ${name}`),
    groups: [...caller.groups],
    accessKey: key?.metadata.name,
    accessKeyType: type,
    accessKeyScope: scope,
    instanceID: derivedUid(world, "platform"),
    projectNamespacePrefix,
  };
}

/** GET of the credential of a virtual cluster. */
export const getAccessKey: Operation<ObjectTarget> = (world, target) => {
  const kind = target.kind.subresources?.accesskey?.kind;
  const accessKey = credentialOf(world, findEntry(world, target).object);
  return { code: 200, body: canonicalJson({ apiVersion: world.apiVersion, kind, metadata, accessKey }) };
};
