import type { Session } from "../../engine/session.js";

/** The session of the last Configure, and former ones with running operations. */
export class Sessions {
  #current: Session | undefined;
  readonly #running = new Map<Session, number>();

  /** Undefined before Configure, and while a preview does not know all settings. */
  get current(): Session | undefined {
    return this.#current;
  }

  /** Sets the session of later operations. The former one closes after its last operation. */
  replace(session: Session | undefined): void {
    const former = this.#current;
    this.#current = session;
    if (former) this.#closeIfUnused(former);
  }

  /** Runs an operation and keeps its session open until its end. */
  async run<Result>(operate: () => Promise<Result>): Promise<Result> {
    const session = this.#current;
    if (!session) return operate();
    this.#count(session, 1);
    try {
      return await operate();
    } finally {
      this.#count(session, -1);
      this.#closeIfUnused(session);
    }
  }

  /** Cancels the running operations of all sessions. */
  cancel(): void {
    for (const session of this.#running.keys()) session.cancel();
    this.#current?.cancel();
  }

  #count(session: Session, change: number): void {
    const left = (this.#running.get(session) ?? 0) + change;
    if (left > 0) this.#running.set(session, left);
    else this.#running.delete(session);
  }

  #closeIfUnused(session: Session): void {
    if (session === this.#current || this.#running.has(session)) return;
    // Nobody waits for its connections, and their end changes no outcome.
    session.close().catch(() => {});
  }
}
