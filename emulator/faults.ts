import type { Response } from "./handle";
import { canonicalJson, isObject, type JsonObject } from "./text/json";

/**
 * What goes wrong, and when:
 * - a status: answered in place of the platform, nothing is read or written;
 * - "reset-before": the connection is cut before anything is done;
 * - "reset-after": everything is done, then the connection is cut without an answer;
 * - "truncate": everything is done, then half of the answer is sent and the connection is cut;
 * - "html": a login page of a proxy (200, text/html) in place of the platform, nothing is done;
 * - delayMs: the request waits so long before it is handled as usual.
 */
export type FaultAction =
  | { status: number; headers?: Record<string, string>; body?: string | JsonObject }
  | { delayMs: number }
  | "reset-before"
  | "reset-after"
  | "html"
  | "truncate";

/** Which requests a fault hits (all that match every given field), how many of them, and what happens to them. */
export interface Fault {
  method?: string;
  /** A kind or its path segment: `SpaceTemplate`, `spacetemplates`, `ProjectImportVirtualCluster`. */
  kind?: string;
  /** The object's name, in the path or, for a create, in the body; for an import the project's name. */
  name?: string;
  times: number;
  action: FaultAction;
}

/** What a fault is matched with. `names` is only called for faults that ask for a name. */
export interface FaultSubject {
  method: string;
  kinds: readonly string[];
  names: () => readonly (string | undefined)[];
}

/** Faults that wait for their requests, in the order in which they were added. */
export class Faults {
  private pending: Fault[] = [];

  /** Adds a fault; the returned function takes it back. */
  add(fault: Fault): () => void {
    const added = { ...fault };
    this.pending.push(added);
    return () => {
      this.pending = this.pending.filter((other) => other !== added);
    };
  }

  /** Takes all faults back. */
  clear(): void {
    this.pending = [];
  }

  /** How many hits are still to come. */
  get remaining(): number {
    return this.pending.reduce((sum, fault) => sum + fault.times, 0);
  }

  /** The action for a request, which uses up one hit of the first fault that matches. */
  take(subject: FaultSubject): FaultAction | undefined {
    const fault = this.pending.find((candidate) => hits(candidate, subject));
    if (fault === undefined) return undefined;
    fault.times--;
    this.pending = this.pending.filter(({ times }) => times > 0);
    return fault.action;
  }
}

function hits({ method, kind, name }: Fault, subject: FaultSubject): boolean {
  if (method !== undefined && method.toUpperCase() !== subject.method) return false;
  if (kind !== undefined && !subject.kinds.includes(kind)) return false;
  return name === undefined || subject.names().includes(name);
}

const reasons: Record<number, string> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  410: "Expired",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

const loginPage = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>\n";

/** The answer of a fault that answers in place of the platform; undefined for one that does not. */
export function faultResponse(action: FaultAction | undefined): Response | undefined {
  if (action === "html") return { code: 200, headers: { "content-type": "text/html" }, body: loginPage };
  if (!isObject(action) || !("status" in action)) return undefined;
  const { status, headers = {}, body } = action as Extract<FaultAction, { status: number }>;
  const type = typeof body === "string" ? "text/plain" : "application/json";
  const text = typeof body === "string" ? body : canonicalJson(body ?? failure(status));
  return { code: status, headers: { "content-type": type, ...headers }, body: text };
}

function failure(code: number): JsonObject {
  const reason = reasons[code];
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message: "injected fault", reason, code };
}
