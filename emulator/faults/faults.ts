import type { Received } from "../call";
import { selfKind, selfPlural } from "../kinds/kinds";
import { readBody } from "../objects/body";
import { actionOf } from "../requests/action";
import { routeOf } from "../route";
import { serverOf } from "../servers";
import { isObject } from "../text/json";
import type { World } from "../world";
import type { Fault, FaultAction } from "./fault";

/** A fault that waits for requests. */
export interface PendingFault {
  id: string;
  fault: Fault;
  /** How many hits are still to come. */
  left: number;
}

/** What goes wrong with which request. */
export interface FaultHit {
  subject: FaultSubject;
  action: FaultAction;
}

/** Faults that wait for their requests, in the order in which they were added. */
export class Faults {
  private waiting: PendingFault[] = [];
  private added = 0;

  /** Adds a fault. */
  add(fault: Fault): PendingFault {
    const pending = { id: String(++this.added), fault: { ...fault }, left: fault.times ?? 1 };
    this.waiting.push(pending);
    return pending;
  }

  /** The faults that still have hits to come. */
  get pending(): readonly PendingFault[] {
    return this.waiting;
  }

  /** Takes one fault back. */
  remove(id: string): void {
    this.waiting = this.waiting.filter((pending) => pending.id !== id);
  }

  /** Takes all faults back. */
  clear(): void {
    this.waiting = [];
  }

  /** The fault that hits a request, which uses up one hit of it: the first that matches. */
  take(subjectOf: () => FaultSubject): FaultHit | undefined {
    if (this.waiting.length === 0) return undefined;
    const subject = subjectOf();
    const found = this.waiting.find(({ fault }) => hits(fault, subject));
    if (found === undefined) return undefined;
    found.left--;
    if (found.left === 0) this.remove(found.id);
    return { subject, action: found.fault.action };
  }
}

function hits({ verb, method, kind, name, action }: Fault, subject: FaultSubject): boolean {
  if (kind !== undefined && kind !== subject.kind && kind !== subject.plural) return false;
  if (action === "conflict" && ["GET", "HEAD"].includes(subject.method)) return false;
  return Object.entries({ verb, method, name }).every(
    ([field, value]) => value === undefined || value === subject[field as "verb" | "method" | "name"],
  );
}

/** What a fault is matched with. */
export interface FaultSubject {
  method: string;
  /** What the request does, in Kubernetes' words: `list`, `patch`. */
  verb: string;
  group: string;
  /** The kind and its path segment; "" if the request is about none. */
  kind: string;
  plural: string;
  name: string;
}

/** What a request is about. Faults also hit requests that the platform would refuse. */
export function faultSubject(world: World, path: string, call: Received): FaultSubject {
  const server = serverOf(world, path);
  const route = routeOf(server, path);
  const action = actionOf(server, path, route, call);
  const { verb } = action;
  const subject = { method: call.method, verb, group: server.group, kind: "", plural: "", name: "" };
  if (route === undefined) return subject;
  if (route.target === "self") return { ...subject, kind: selfKind, plural: selfPlural };
  const name = "name" in action ? action.name : "";
  const segment = route.target === "object" ? route.subresource : "";
  const other = route.kind.subresources?.[segment];
  if (other !== undefined) return { ...subject, kind: other.kind, plural: segment, name };
  const { kind, plural } = route.kind;
  return { ...subject, kind, plural, name: verb === "create" ? nameInBody(call) : name };
}

function nameInBody(call: Received): string {
  try {
    const { value } = readBody(call.body);
    const metadata = isObject(value) ? value.metadata : undefined;
    return isObject(metadata) ? String(metadata.name) : "";
  } catch {
    // A body that cannot be read names nothing; the platform itself will say what is wrong with it.
    return "";
  }
}
