import * as z from "zod";
import { ApiError } from "../../api/errors/errors.js";
import { createObject, NameTaken } from "../../objects/lifecycle/creation.js";
import { InitFailure } from "../../objects/lifecycle/initFailure.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { explainRejection } from "../../objects/lifecycle/rejection.js";
import type { Context } from "../../objects/operation.js";
import { objectPath } from "../../objects/place.js";
import { projectNamespace } from "../../objects/projectNamespace.js";
import { ResourceError } from "../../objects/resourceError.js";
import { type Instance, instancesIn, instancesPlural } from "../virtualCluster/findInstance.js";
import { type ImportAttempt, nameTaken, referenceMissing } from "./importTarget.js";

const instanceType = { type: "VirtualClusterInstance", plural: instancesPlural, inputs: z.strictObject({}) };

/**
 * Creates the instance of a virtual cluster that will connect itself, exactly once. Returns another
 * instance of this name if there is one: the search before may not know its namespace.
 */
export async function createInstance(
  context: Context,
  attempt: ImportAttempt,
): Promise<Instance & { readonly isAnother: boolean }> {
  const { target, inputs, nonce } = attempt;
  const { secretPaths, client } = context;
  const namespace = await projectNamespace(context, target.project);
  const spec = { external: true, networkPeer: true };
  const metadata = { name: target.name, namespace };
  const object = { apiVersion: client.apiVersion, kind: instanceType.type, metadata, spec };
  const place = { name: target.name, namespace, collection: instancesIn(namespace), inputs: {}, outputs: {} };
  const path = objectPath(place);
  const write = { action: `create ${target.label}`, object, secretPaths, propertyAt: () => undefined };
  const earlier = { nonce, object };
  try {
    const created = await explainRejection(write, () =>
      createObject({ ...context, resource: instanceType, id: target.name, place, inputs }, object, earlier),
    );
    return { object: created.object, namespace, path, isAnother: false };
  } catch (error) {
    const other = error instanceof NameTaken ? await findObject(context, path) : undefined;
    if (other && !other.metadata.deletionTimestamp) return { object: other, namespace, path, isAnother: true };
    throw importError(attempt, error);
  }
}

/** The error of a create, in terms of the import. */
function importError({ target }: ImportAttempt, cause: unknown): unknown {
  const { id, label } = target;
  if (cause instanceof InitFailure) return new InitFailure({ ...cause.stored, id }, cause.reasons, { cause });
  if (cause instanceof ApiError && cause.status === 404)
    return new ResourceError(referenceMissing(label, cause.serverMessage), { cause });
  return cause instanceof NameTaken ? nameTaken(target) : cause;
}
