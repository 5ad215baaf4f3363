import type { Fault } from "../../../../emulator/faults/fault";
import type { PendingFault } from "../../../../emulator/faults/faults";
import type { Plugin } from "../../../support/plugin";
import type { RecordedPlatform } from "../../../support/startRecorded";
import { Colleague } from "./colleague";
import { deleteOrphan, orphansIn, type Place } from "./objects";
import type { Act, Passage } from "./passage";
import { problemsInTheEnd, problemsOnTheWay, type Standing, secretsOf, takenOutProblems } from "./problems";
import {
  type Declared,
  faultOf,
  type Interruption,
  isDenial,
  type Kind,
  type PlannedFault,
  type Sequence,
  type Step,
  slotsOf,
  type Trouble,
} from "./sequence";
import { type Patience, StandInEngine } from "./standInEngine";

/** The platform and the provider of a batch. */
export interface Stage {
  platform: RecordedPlatform;
  passage: Passage | undefined;
  plugin: () => Plugin;
  counts: Counts;
}

export type Counts = Record<"steps" | "faults" | "edits" | "kills" | "advised", number>;

/** Timeouts in seconds, with faults and in the end. A delete waits for finalizers that are never removed. */
const patience = { onTheWay: { write: 30, delete: 2 }, inTheEnd: { write: 300, delete: 300 } };

/** Plays a sequence step by step and collects violations of the rules. */
export class Play {
  problems: string[] = [];
  readonly engine: StandInEngine;
  readonly colleague: Colleague;
  /** All secrets so far, of deleted objects too. */
  readonly secrets = new Set<string>();
  #planned: readonly PlannedFault[] = [];
  #pending: { fault: Fault; pending: PendingFault }[] = [];
  #named = new Set<string>();
  #stands: (() => void) | undefined;
  /** The last edit, which may end later than its command. */
  #editing: Promise<void> = Promise.resolve();

  constructor(
    readonly sequence: Sequence,
    readonly place: Place,
    readonly stage: Stage,
  ) {
    const named = (kind: Kind, letter: string, name: string) => this.#meet(kind, letter, name);
    this.engine = new StandInEngine(place, { plugin: stage.plugin, named });
    this.colleague = new Colleague(stage.platform, place, slotsOf(sequence));
  }

  /** Plays a step; `stands` is called if the provider must be killed for the step to end. */
  async step(step: Step, stands: () => void): Promise<void> {
    this.stage.counts.steps++;
    this.#stands = stands;
    if (step.do === "edit") await this.#edit(() => this.colleague.edit(step.edit));
    else await this.#command(step);
    this.problems.push(...problemsOnTheWay(await this.#standing()));
  }

  /** Without faults: follows the advice about orphans and refreshes. */
  async refreshInTheEnd(): Promise<void> {
    await this.colleague.leave(this.sequence.last, this.engine.held());
    await this.#deleteOrphans();
    const before = this.engine.held();
    const said = this.engine.said.length;
    const isRefreshed = await this.engine.refresh(patience.inTheEnd.write);
    this.colleague.refreshed(before, this.engine.held());
    // An object whose create was still under way before is reported only now.
    await this.#deleteOrphans();
    if (!isRefreshed) this.problems.push(`the last refresh failed: ${this.#saidSince(said)}`);
  }

  /** One `up` reaches what the program declares. */
  async end(): Promise<void> {
    const { last } = this.sequence;
    const said = this.engine.said.length;
    this.colleague.upBegins({ program: last, state: this.engine.held() });
    if (!(await this.#up(last, patience.inTheEnd))) this.problems.push(`the last up failed: ${this.#saidSince(said)}`);
    this.problems.push(...(await problemsInTheEnd(await this.#standing(), last)));
    await this.engine.up(last, patience.inTheEnd);
    if (this.engine.operations > 0) this.problems.push(`an up of the same program does ${this.engine.operations} more`);
  }

  #saidSince = (index: number) => this.engine.said.slice(index).join(" | ");

  async #command(step: Exclude<Step, { do: "edit" }>): Promise<void> {
    const state = this.engine.held();
    this.#plan(step);
    if (step.do === "up") {
      const running = { program: step.program, state };
      this.colleague.upBegins(running);
      this.#arm(step.interruption, running);
      await this.#up(step.program, patience.onTheWay);
    } else {
      this.#arm(step.interruption, undefined);
      await this.engine.refresh(patience.onTheWay.write);
      await this.#editing;
      this.colleague.refreshed(state, this.engine.held());
    }
    this.#unplan();
  }

  async #up(program: readonly Declared[], timeout: Patience): Promise<boolean> {
    const before = this.engine.held();
    const isUp = await this.engine.up(program, timeout);
    await this.#editing;
    const { place, colleague, stage } = this;
    const after = this.engine.held();
    this.problems.push(...takenOutProblems({ platform: stage.platform, place, colleague, before, after }));
    return isUp;
  }

  #arm(interruption: Interruption | undefined, running: Parameters<Colleague["edit"]>[1]): void {
    if (!interruption || !this.stage.passage) return;
    this.stage.passage.arm(this.place.prefix, interruption, this.#actOf(interruption, running));
  }

  #actOf({ does, moment }: Interruption, running: Parameters<Colleague["edit"]>[1]): Act {
    return async () => {
      if (typeof does === "object") {
        await this.#edit(() => this.colleague.edit(does, running));
        return "go on";
      }
      this.stage.counts.kills++;
      this.engine.die();
      // After the response, the operation sends nothing more.
      if (does === "kill the engine" || moment === "answered") return "go on";
      this.#stands?.();
      return "stand";
    };
  }

  async #edit(make: () => Promise<void>): Promise<void> {
    this.stage.counts.edits++;
    this.#editing = make();
    await this.#editing;
  }

  #plan({ faults }: Trouble): void {
    this.#planned = faults;
    this.#named.clear();
  }

  /** Adds the planned faults as soon as the name of their object is known. */
  #meet(kind: Kind, letter: string, name: string): void {
    if (this.#named.has(`${letter} ${name}`)) return;
    this.#named.add(`${letter} ${name}`);
    for (const planned of this.#planned.filter((each) => each.letter === letter)) {
      const isImport = kind === "VirtualClusterImport" && planned.verb === "create";
      const fault = { ...faultOf(planned, kind), name: isImport ? this.place.project : name };
      this.#pending.push({ fault, pending: this.stage.platform.faults.add(fault) });
    }
  }

  #unplan(): void {
    this.stage.passage?.disarm(this.place.prefix);
    for (const { fault, pending } of this.#pending) {
      this.stage.counts.faults += (fault.times ?? 1) - pending.left;
      this.stage.platform.faults.remove(pending.id);
    }
    this.#pending = [];
    this.#planned = [];
  }

  async #standing(): Promise<Standing> {
    const { platform } = this.stage;
    const state = this.engine.held();
    const { place, colleague } = this;
    const standing = { platform, place, colleague, state, orphans: [] as string[], said: this.engine.said };
    for (const secret of secretsOf(standing)) this.secrets.add(secret);
    if (problemsOnTheWay(standing).length === 0) return standing;
    return { ...standing, orphans: (await orphansIn(platform, place, state)).map(({ uid }) => uid) };
  }

  /** Deletes exactly the reported orphans, as docs/orphans.md advises. */
  async #deleteOrphans(): Promise<void> {
    const { platform, counts } = this.stage;
    for (const orphan of await orphansIn(platform, this.place, this.engine.held())) {
      counts.advised++;
      const { kind, name } = orphan;
      if (!mayLeaveOrphans(this.sequence)) this.problems.push(`${kind} ${name} is an orphan, and nobody was killed`);
      await deleteOrphan(platform, orphan);
    }
  }
}

/** Only a killed process loses what it created; and a platform that denies an object is believed. */
function mayLeaveOrphans({ steps }: Sequence): boolean {
  return steps.some(
    (step) => step.do !== "edit" && (step.faults.some(isDenial) || typeof step.interruption?.does === "string"),
  );
}
