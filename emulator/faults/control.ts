import { administrator } from "../access/caller";
import { type Received, type Response, statusResponse } from "../call";
import { bearerToken } from "../requests/action";
import { badRequest, forbidden, invalid, methodNotAllowed, notFound, StatusError, unauthorized } from "../statusError";
import { canonicalJson, type JsonObject, type JsonValue, parseJson, UnreadableError } from "../text/json";
import type { World } from "../world";
import { type Fault, parseFault } from "./fault";
import type { Faults, PendingFault } from "./faults";

/** The path of the fault control, outside the API. */
export const faultsPath = "/faults";

/**
 * The response of the fault control; undefined for any other request.
 * POST adds one fault or a list, GET lists the pending ones, DELETE removes all or one by its id.
 */
export function faultControl(world: World, faults: Faults, path: string, received: Received): Response | undefined {
  if (path !== faultsPath && !path.startsWith(`${faultsPath}/`)) return undefined;
  try {
    checkBootstrapKey(world, received);
    const shown = operate(faults, path.slice(faultsPath.length + 1), received);
    const body = shown.map(({ id, fault, left }) => ({ id, ...fault, left }) as JsonObject);
    return { code: received.method === "POST" ? 201 : 200, body: `${canonicalJson(body)}\n` };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return statusResponse(error);
  }
}

function checkBootstrapKey(world: World, { headers }: Received): void {
  const admission = world.keys.admit(bearerToken(headers) ?? "");
  if (admission === undefined) throw unauthorized();
  if (admission.caller !== administrator)
    throw forbidden(undefined, "faults are controlled with the bootstrap key only");
}

function operate(faults: Faults, id: string, { method, body }: Received): readonly PendingFault[] {
  if (body.refusal !== undefined) throw body.refusal;
  if (method === "DELETE") {
    const removed = faults.pending.filter((pending) => id === "" || pending.id === id);
    if (id !== "" && removed.length === 0) throw notFound({ group: "", kind: "faults", name: id });
    for (const pending of removed) faults.remove(pending.id);
    return removed;
  }
  if (id === "" && method === "GET") return faults.pending;
  if (id === "" && method === "POST") return readFaults(body.text).map((fault) => faults.add(fault));
  throw methodNotAllowed();
}

function readFaults(text: string): Fault[] {
  const value = readJson(text);
  const read = Array.isArray(value)
    ? value.map((item, index) => parseFault(item, `[${index}]`))
    : [parseFault(value, "")];
  const errors = read.flatMap((one) => ("errors" in one ? one.errors : []));
  if (errors.length > 0) throw invalid({ group: "", kind: "Fault", name: "" }, errors);
  return read.flatMap((one) => ("fault" in one ? [one.fault] : []));
}

function readJson(text: string): JsonValue {
  try {
    return parseJson(text).value;
  } catch (error) {
    if (error instanceof UnreadableError) throw badRequest(`the body is no JSON: ${error.message}`);
    throw error;
  }
}
