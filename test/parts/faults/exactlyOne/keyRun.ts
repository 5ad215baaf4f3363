import type { Kept, Wire } from "../../../support/pluginDriver";
import type { RecordedPlatform } from "../../../support/startRecorded";
import type { Plan, Turn } from "./plan";

/** What a run needs of a provider. */
export interface KeyMaker {
  create(type: string, inputs: Wire, options: { timeout: number }): Promise<Kept>;
  update(type: string, kept: Kept, inputs: Wire, options: { timeout: number }): Promise<Kept>;
  read(type: string, kept: Kept, timeout: number): Promise<Kept | undefined>;
  /** What an error says that the state has to keep; throws the error again when it says nothing. */
  keptOf(error: unknown): Kept;
  close?(): Promise<void>;
}

const type = "OwnedAccessKey";
/** Seconds that the last command has, in which nothing goes wrong any more. */
export const patience = 30;

/** One key, made by commands as the engine runs them: it keeps the state between them, and of an error what it brings along. */
export class KeyRun {
  #kept: Kept | undefined;
  #isDone = false;
  #creates = 0;
  #lastError: unknown;

  constructor(
    readonly plan: Plan,
    readonly maker: KeyMaker,
    readonly platform: RecordedPlatform,
    /** All names of this run begin with it. */
    readonly prefix: string,
  ) {}

  /** A command; without a turn nothing goes wrong in it. */
  async command(turn?: Turn): Promise<void> {
    if (this.#isDone) return;
    const { faults } = this.platform;
    const inputs = this.#inputs();
    const added = (turn?.faults ?? []).map((fault) => faults.add({ ...fault, name: String(inputs.name) }));
    try {
      if (turn?.isRefreshedFirst) await this.#refresh(turn.timeout);
      if (!this.#isDone) await this.#up(inputs, turn?.timeout ?? patience);
    } catch (error) {
      this.#lastError = error;
    }
    for (const { id } of added) faults.remove(id);
  }

  /** What is wrong in the end: the rule is one object, which the state knows, whose key works. */
  async problem(works: (key: string) => Promise<boolean>): Promise<string | undefined> {
    const objects = this.platform.store.list("ownedaccesskeys").filter(({ metadata }) => this.#isOurs(metadata.name));
    if (!this.#isDone) return `not done: ${this.#lastError}`;
    if (objects.length !== 1) return `${objects.length} objects`;
    const { uid, key } = this.#kept?.state ?? {};
    if (objects[0]?.metadata.uid !== uid) return "the state knows another object";
    if (!key) return "the state holds no key";
    return (await works(textOf(key))) ? undefined : "the key of the state does not work";
  }

  #isOurs = (name: string) => name.startsWith(`${this.prefix}-`);

  #inputs(): Wire {
    if (this.#kept) return this.#kept.inputs;
    const name = `${this.prefix}-${this.plan.isNameFixed ? "fixed" : ++this.#creates}`;
    return { name, user: "ci", ...(this.plan.isSupplied && { key: `supplied-key-of-${this.prefix}` }) };
  }

  async #up(inputs: Wire, timeout: number): Promise<void> {
    this.#kept = await (this.#kept
      ? this.maker.update(type, this.#kept, inputs, { timeout })
      : this.maker.create(type, inputs, { timeout })
    ).catch(this.#keep);
    this.#isDone = true;
  }

  async #refresh(timeout: number): Promise<void> {
    if (!this.#kept) return;
    this.#kept = await this.maker.read(type, this.#kept, timeout).catch(this.#keep);
    this.#isDone = this.#kept !== undefined;
  }

  /** What an error brings along is the new state; without it the state stays as it was. */
  #keep = (error: unknown): never => {
    this.#kept = this.maker.keptOf(error);
    throw error;
  };
}

/** Only on the wire a secret is wrapped. */
const textOf = (key: unknown) => (typeof key === "string" ? key : (key as { value: string }).value);
