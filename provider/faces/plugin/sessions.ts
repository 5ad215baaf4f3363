import type { Session } from "../../session.js";

/** The session of the last Configure, and former ones for as long as an operation that began with them is under way. */
export class Sessions {
  #current: Session | undefined;
  readonly #underWay = new Map<Session, number>();

  /** Undefined before Configure, and while a preview does not know all settings. */
  get current(): Session | undefined {
    return this.#current;
  }

  /** From now on operations begin with this session. Connections of the one before end with the last operation that uses them. */
  replace(session: Session | undefined): void {
    const former = this.#current;
    this.#current = session;
    if (former) this.#closeIfLeft(former);
  }

  /** Runs an operation; the session that it begins with stays open until its end. */
  async during<Result>(operate: () => Promise<Result>): Promise<Result> {
    const session = this.#current;
    if (!session) return operate();
    this.#count(session, 1);
    try {
      return await operate();
    } finally {
      this.#count(session, -1);
      this.#closeIfLeft(session);
    }
  }

  /** Stops all that is under way, whichever session it began with. */
  cancel(): void {
    for (const session of this.#underWay.keys()) session.cancel();
    this.#current?.cancel();
  }

  #count(session: Session, change: number): void {
    const left = (this.#underWay.get(session) ?? 0) + change;
    if (left > 0) this.#underWay.set(session, left);
    else this.#underWay.delete(session);
  }

  #closeIfLeft(session: Session): void {
    if (session === this.#current || this.#underWay.has(session)) return;
    // Nobody waits for its connections, and their end changes no outcome.
    session.close().catch(() => {});
  }
}
