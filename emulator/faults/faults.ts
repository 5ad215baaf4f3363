import type { Fault, FaultAction } from "./fault";
import type { FaultSubject } from "./faultSubject";

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

const reads = new Set(["GET", "HEAD"]);

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
  if (verb !== undefined && verb !== subject.verb) return false;
  if (method !== undefined && method !== subject.method) return false;
  if (kind !== undefined && kind !== subject.kind && kind !== subject.plural) return false;
  if (action === "conflict" && reads.has(subject.method)) return false;
  return name === undefined || subject.names().includes(name);
}
