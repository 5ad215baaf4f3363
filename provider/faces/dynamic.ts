import { randomBytes } from "node:crypto";
import { type Config, type ConfigProblem, resolveConfig, systemFiles } from "../config.js";
import * as engine from "../engine.js";
import { isFirst } from "../objects/isFirst.js";
import { sentenceOf } from "../objects/messages.js";
import {
  InitializationError,
  type Naming,
  type OperationContext,
  type Recorded,
  ResourceError,
  type Stored,
} from "../objects/operation.js";
import { isRecord, type Path, type Properties, textsAt, unknown } from "../objects/values.js";
import { resources } from "../resources/index.js";
import type { Resource } from "../resources/resource.js";
import { type OperationRequest, Session } from "../session.js";
import { declaredIn, inputsKey, withDeclared } from "./declaredCopy.js";
import { durationSeconds } from "./duration.js";
import { type Declared, Holders } from "./holders.js";
import { ownerOf } from "./ownerOf.js";
import { seldom } from "./seldom.js";
import { type StackConfig, stackSettings } from "./stackSettings.js";
import { stderr } from "./stderr.js";
import { decode, encode } from "./values.js";
import { noPreviews, noReadsFirst, notConfigured } from "./words.js";

/** The one reserved input: what the dynamic protocol does not tell its methods, so the program does. */
export interface DynamicContext {
  readonly project: string;
  readonly stack: string;
  readonly name: string;
  /** URN of the parent, where the program names one. */
  readonly parent?: string;
  /** customTimeouts as the program gives them, such as `5m`. */
  readonly timeouts?: Partial<Record<OperationRequest["kind"], string>>;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  /** Inputs that the program marked secret, by name. */
  readonly secrets?: readonly string[];
  /** In a preview, what it knows of the secrets: the list above is unknown while a value is that may be one. */
  readonly preview?: Pick<DynamicContext, "secrets">;
}

/** Name of the reserved input that holds the {@link DynamicContext}. */
export const contextKey = "__resource";
const providerKey = "__provider";

type Wire = Record<string, unknown>;

/** Once per process is enough, but the host makes a face for each type of resource. */
const warnedOf = new Set<string>();

/** The provider behind the SDK's dynamic resources of one type. Decodes, asks the engine, encodes, and decides nothing. */
export class DynamicFace {
  readonly #resource: Resource;
  /** The names of all inputs. */
  readonly #fields: readonly string[];
  readonly #session: Session | undefined;
  readonly #problems: readonly ConfigProblem[];

  constructor(type: string, config: StackConfig) {
    const resource = resources.find((each) => each.type === type);
    if (!resource) throw new ResourceError(`This version of pulumi-platform has no resource type ${type}.`);
    this.#resource = resource;
    this.#fields = Object.keys(resource.inputs.shape);
    const resolved = resolveConfig(stackSettings(config), process.env, systemFiles);
    this.#session = "config" in resolved ? new Session(resolved.config, warnedOf) : undefined;
    this.#problems = "problems" in resolved ? resolved.problems : [];
  }

  check(olds: Wire, news: Wire) {
    if (this.#session) warnOfSettings(this.#session.config);
    holders.declares(this.#declaredAs(news));
    const inputs = decode(news).properties;
    const previous = Object.keys(olds).length > 0 ? decode(olds).properties : undefined;
    const { preview, ...declared } = contextOf(news);
    // A saved plan leaves open what is unknown, so the suffix of the update is not in its way.
    const suffix = () => randomBytes(4).toString("hex").slice(0, 7);
    const naming: Naming = { resourceName: declared.name, suffix: preview ? unknown : suffix() };
    const marked = (preview ?? declared).secrets ?? [];
    const secretPaths = [...engine.secretPaths(this.#resource), ...marked.map((key) => [key])];
    const checked = engine.check(this.#resource, { inputs, previous, naming, isDynamic: true, secretPaths });
    // A replaced resource is checked twice.
    const advice = checked.advice.map((each) => this.#about(news, sentenceOf(each)));
    for (const words of advice) if (isFirst(warnedOf, words)) stderr.warn(words);
    const failures = [...this.#problems.map(({ reason }) => reason), ...checked.problems.map(sentenceOf)];
    return {
      // A transformation may add a secret in clear text, after the class has wrapped the others.
      inputs: { ...encode(checked.inputs, topLevel(secretPaths)), [contextKey]: declared },
      // The engine prints the value of a property that is named, be it secret or not, so none is named.
      failures: failures.map((reason) => ({ property: "", reason })),
    };
  }

  /** What is written on stderr stands beside no resource. */
  #about = (declared: Wire, words: string) => `${this.#resource.type} ${shownName(contextOf(declared))}: ${words}`;

  /** URNs are not in the protocol, but the program tells what they are made of. */
  #declaredAs(declared: Wire): Declared {
    const { name, parent } = contextOf(declared);
    return { key: JSON.stringify([parent, this.#resource.type, name]), name };
  }

  diff(id: string, olds: Wire, news: Wire) {
    const { inputs, state } = recordedIn(olds, this.#fields);
    const after = decode(news).properties;
    const { ignoreChanges, replaceOnChanges } = contextOf(news);
    const options = { ignoreChanges, replaceOnChanges, now: new Date() };
    const result = engine.diff(this.#resource, { id, before: inputs, after, state, ...options });
    for (const note of result.notes) stderr.inform(this.#about(news, note));
    for (const warning of result.warnings) stderr.warn(this.#about(news, warning));
    const replaces = result.changes.filter((change) => change.replaces).map(({ path }) => String(path[0]));
    if (replaces.length === 0) holders.keeps(this.#declaredAs(news), this.#resource.type, id);
    const changes =
      result.changes.length > 0 || isContextStale(contextOf(declaredIn(olds, this.#fields)), contextOf(news));
    return { changes, replaces, deleteBeforeReplace: result.deleteBeforeReplace };
  }

  async create(inputs: Wire) {
    const news = decode(inputs).properties;
    const create = (context: OperationContext) => engine.create(this.#resource, context, news);
    const run = (context: OperationContext) =>
      holders.creating(this.#declaredAs(inputs), this.#resource.type, create(context));
    const stored = await this.#run("create", inputs, [news], run);
    return { id: stored.id, outs: outputsOf(stored, inputs, this.#fields) };
  }

  async read(id: string, props: Wire) {
    const recorded = recordedIn(props, this.#fields);
    const run = (context: OperationContext) => engine.read(this.#resource, context, id, recorded);
    const read = this.#run("read", declaredIn(props, this.#fields), [recorded.inputs, recorded.state], run);
    const stored = await read.catch(stillUnfinished);
    if (!stored) return { id: "", props: {} };
    const kept = { [contextKey]: declaredIn(props, this.#fields)[contextKey] };
    return {
      id: stored.id,
      props: outputsOf(stored, kept, this.#fields),
      inputs: { ...encode(stored.inputs, []), ...kept },
    };
  }

  async update(id: string, olds: Wire, news: Wire) {
    const recorded = recordedIn(olds, this.#fields);
    const inputs = decode(news).properties;
    const run = (context: OperationContext) => engine.update(this.#resource, context, id, recorded, inputs);
    const properties = [recorded.inputs, recorded.state, inputs];
    const stored = await this.#run("update", news, properties, run, { declaredBefore: declaredIn(olds, this.#fields) });
    return { outs: outputsOf(stored, news, this.#fields) };
  }

  async delete(id: string, props: Wire) {
    const recorded = recordedIn(props, this.#fields);
    const run = (context: OperationContext) => engine.remove(this.#resource, context, id, recorded);
    const heldBy = holders.holderOf(this.#resource.type, id);
    await this.#run("delete", declaredIn(props, this.#fields), [recorded.inputs, recorded.state], run, { heldBy });
  }

  async #run<T>(
    kind: OperationRequest["kind"],
    declared: Wire,
    properties: readonly Properties[],
    use: (context: OperationContext) => Promise<T>,
    { declaredBefore = {}, heldBy }: { declaredBefore?: Wire; heldBy?: string | undefined } = {},
  ): Promise<T> {
    if (!this.#session)
      throw withoutStack(new ResourceError(this.#problems.map(({ reason }) => reason).join("\n") || notConfigured));
    const { project, stack, name, timeouts, secrets: wrapped, ignoreChanges } = contextOf(declared);
    // What was secret is secret, also when the program no longer says so.
    const marked = [...(wrapped ?? []), ...(contextOf(declaredBefore).secrets ?? [])];
    const secretPaths = [...engine.secretPaths(this.#resource), ...marked.map((key) => [key])];
    const secrets = properties.flatMap((each) => textsAt(each, secretPaths));
    const timeout = durationSeconds(timeouts?.[kind]);
    const context = this.#session.context({
      kind,
      owner: { project, stack, name, type: "" },
      timeout,
      secrets,
      secretPaths,
      ignoreChanges,
      heldBy,
      audience: { ...stderr, status: seldom(stderr.inform) },
    });
    return use(context).catch((error: unknown) => {
      throw dynamicError(error, declared, this.#fields);
    });
  }
}

const methods = ["check", "diff", "create", "read", "update", "delete"] as const;

/** The methods of a dynamic provider for one type; `config` is the stack's configuration. */
export function dynamicFace(type: string, config: StackConfig): Pick<DynamicFace, (typeof methods)[number]> {
  const face = new DynamicFace(type, config);
  const bound = methods.map((method) => [method, (face[method] as (...args: unknown[]) => unknown).bind(face)]);
  return Object.fromEntries(bound);
}

// As long as the process, which is as long as the command.
const holders = new Holders();

/** Children of two components may have the same name. */
const shownName = ({ name, parent }: DynamicContext) =>
  parent === undefined ? `"${name}"` : `"${name}" of "${ownerOf(parent).name}"`;

/** No setting does nothing in silence. */
function warnOfSettings({ serverSideDryRun, refreshKeys }: Config): void {
  for (const words of [...(serverSideDryRun ? [noPreviews] : []), ...(refreshKeys ? [noReadsFirst] : [])]) {
    if (isFirst(warnedOf, words)) stderr.warn(words);
  }
}

function contextOf(wire: Wire): DynamicContext {
  const given = isRecord(wire[contextKey]) ? wire[contextKey] : {};
  return { project: "", stack: "", name: "", ...given };
}

/**
 * A read and a delete know only the context that the last write left in the state, so another stack or another timeout of the delete
 * is written there. That write also corrects the owner label.
 */
const isContextStale = (before: DynamicContext, after: DynamicContext) =>
  before.project !== after.project ||
  before.stack !== after.stack ||
  durationSeconds(before.timeouts?.delete) !== durationSeconds(after.timeouts?.delete);

function recordedIn(outputs: Wire, fields: readonly string[]): Recorded {
  const { [inputsKey]: _inputs, [providerKey]: _provider, ...state } = outputs;
  return { inputs: decode(declaredIn(outputs, fields)).properties, state: decode(state).properties };
}

function outputsOf({ inputs, state }: Stored, declared: Wire, fields: readonly string[]): Wire {
  const kept = { ...encode(inputs, noSecrets), [contextKey]: declared[contextKey] };
  return withDeclared(encode(state, noSecrets), kept, fields);
}

/** The engine keeps secrets of dynamic resources by top-level property, as the class wraps them. */
const topLevel = (paths: readonly Path[]): Path[] => paths.map((path) => path.slice(0, 1));

// Outputs carry no marks: the SDK names those that the engine has to encrypt.
const noSecrets: readonly Path[] = [];

/** The error as the host wants it: unfinished resources carry id and properties, or destroy could not load the provider. */
function dynamicError(error: unknown, declared: Wire, fields: readonly string[]): unknown {
  if (!(error instanceof InitializationError)) return error instanceof Error ? withoutStack(error) : error;
  const properties = { ...outputsOf(error.stored, declared, fields), [providerKey]: declared[providerKey] };
  return Object.assign(withoutStack(error), { id: error.stored.id, properties });
}

/**
 * The host takes no unfinished resource from a read, and would fail the whole refresh. What the state says of the external change
 * makes the next update go on all the same.
 */
function stillUnfinished(error: unknown): Stored {
  if (!(error instanceof InitializationError)) throw error;
  stderr.warn(error.message);
  return error.stored;
}

/** The host prints the stacks of errors. */
function withoutStack(error: Error): Error {
  error.stack = error.message;
  return error;
}
