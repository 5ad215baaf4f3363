import { randomBytes } from "node:crypto";
import { shownName } from "../../api/output/redaction.js";
import type { Config } from "../../config/config.js";
import { resolveConfig, systemSources } from "../../config/resolveConfig.js";
import * as engine from "../../engine/engine.js";
import { addIfNew, Session } from "../../engine/session.js";
import { sentenceOf } from "../../objects/messages/messages.js";
import type { Naming, Stored } from "../../objects/operation.js";
import type { Resource } from "../../objects/resource.js";
import { ResourceError } from "../../objects/resourceError.js";
import { asRecord, hasPath, type MarkedProperties, type Path, type Properties, unknown } from "../../objects/values.js";
import { npmName } from "../../packageNames.js";
import { resources } from "../../resources/registry.js";
import { settingKey } from "../../settingNames.js";
import { type Declared, ObjectManagers, parseUrn } from "../shared/declarations.js";
import { decode, encode } from "../shared/wireValues.js";
import {
  contextKey,
  contextOf,
  type DynamicContext,
  durationSeconds,
  inputsKey,
  isContextStale,
  secretNames,
  withSecrets,
} from "./dynamicContext.js";
import { type StackConfig, stackSettings, stderr, withProgress } from "./dynamicHost.js";

/** The property in which the host keeps the serialized provider. */
const providerKey = "__provider";

type Wire = Record<string, unknown>;

/** Warnings shown by the adapters of all types: each is shown once per process. */
const shownWarnings = new Set<string>();

function warnOnce(message: string): void {
  if (addIfNew(shownWarnings, message)) stderr.warn(message);
}

/** The dynamic provider of one resource type. The SDK copies its methods, so they are fields. */
export class DynamicAdapter {
  readonly #resource: Resource;
  readonly #session: Session | undefined;
  readonly #problems: readonly string[];

  constructor(type: string, config: StackConfig) {
    const resource = resources.find((each) => each.type === type);
    if (!resource) throw new ResourceError(`The installed ${npmName} package has no resource type ${type}.`);
    this.#resource = resource;
    const resolved = resolveConfig(stackSettings(config), systemSources);
    this.#session = "config" in resolved ? new Session(resolved.config, shownWarnings) : undefined;
    this.#problems = "problems" in resolved ? resolved.problems.map(({ reason }) => reason) : [];
  }

  check = (olds: Wire, news: Wire) => {
    if (this.#session) warnOfSettings(this.#session.config);
    const previous = Object.keys(olds).length > 0 ? decode(olds).properties : undefined;
    // The inputs lose `preview`: a saved plan would not accept its absence in the update.
    const { preview, ...context } = contextOf(news);
    // Unknown in a preview: a saved plan then accepts the suffix that the update generates.
    const suffix = () => randomBytes(4).toString("hex").slice(0, 7);
    const naming: Naming = { resourceName: context.name, suffix: preview ? unknown : suffix() };
    const inputs = decode(news).properties;
    const secretPaths = engine.secretMarks(this.#resource, marked(inputs, preview ?? context));
    const config = this.#session?.config;
    const request = { inputs, previous, naming, secretPaths, isDynamic: true, config };
    const checked = engine.check(this.#resource, request);
    // A replaced resource is checked twice, but warned of once.
    for (const problem of checked.warnings) warnOnce(this.#message(news, sentenceOf(problem)));
    const { type } = this.#resource;
    const sharedObjectKey = engine.sharedObjectKeyOf(this.#resource, checked.inputs);
    const sharedWarning = objectManagers.onCheck(this.#declaredResource(news), { type, sharedObjectKey });
    if (sharedWarning !== undefined) warnOnce(this.#message(news, sharedWarning));
    const failures = [...this.#problems, ...checked.problems.map(sentenceOf)];
    // Whole properties, as the SDK marks them. A transformation may have added one in clear text.
    const wrapped = checked.secrets.filter((path) => hasPath(checked.inputs, path)).map((path) => path.slice(0, 1));
    // Check appends the paths of the values that it moved.
    const movedSecrets = checked.secrets.slice(secretPaths.length).map(([name]) => String(name));
    return {
      inputs: { ...encode(checked.inputs, wrapped), [contextKey]: withSecrets(context, movedSecrets) },
      // The engine prints the value of a named property, even a secret one, so none is named.
      failures: failures.map((reason) => ({ property: "", reason })),
    };
  };

  diff = (id: string, olds: Wire, news: Wire) => {
    const { declared, recorded } = this.#recordedIn(olds);
    const { ignoreChanges, replaceOnChanges } = contextOf(news);
    const state = recorded.state.properties;
    const after = markedIn(news);
    const result = engine.diff(this.#resource, {
      id,
      before: recorded.inputs.properties,
      after: after.properties,
      state,
      secretPaths: { before: recorded.inputs.secrets, after: after.secrets, state: recorded.state.secrets },
      ignoreChanges,
      replaceOnChanges,
      now: new Date(),
      isDynamic: true,
      config: this.#session?.config,
    });
    for (const note of result.notes) stderr.inform(this.#message(news, note));
    for (const warning of result.warnings) warnOnce(this.#message(news, warning));
    this.#session?.warnOfAddress(state, stderr);
    const replaces = result.changes.filter((change) => change.replaces).map(({ path }) => String(path[0]));
    if (replaces.length === 0) objectManagers.onDiff(this.#declaredResource(news), { type: this.#resource.type, id });
    const changes = result.changes.length > 0 || isContextStale(contextOf(declared), contextOf(news));
    return { changes, replaces, deleteBeforeReplace: result.deleteBeforeReplace };
  };

  create = async (inputs: Wire) => {
    const create = this.#run("create", inputs, { inputs: markedIn(inputs) });
    const created = await objectManagers.onCreate(this.#declaredResource(inputs), this.#resource.type, create);
    return { id: created.id, outs: this.#outputsOf(created, inputs) };
  };

  read = async (id: string, props: Wire) => {
    const { declared, recorded } = this.#recordedIn(props);
    const stored = await this.#run("read", declared, { id, recorded }).catch(unfinishedState);
    // In a `get`, the engine would take an empty result for the outputs of an existing resource.
    if (!stored && props[inputsKey] === undefined)
      throw withoutStack(new ResourceError(`resource '${shownName(id)}' does not exist`));
    if (!stored) return { id: "", props: {} };
    const inputs = { ...encode(stored.inputs, noSecrets), [contextKey]: declared[contextKey] };
    return { id: stored.id, props: this.#outputsOf(stored, declared), inputs };
  };

  update = async (id: string, olds: Wire, news: Wire) => {
    const { recorded } = this.#recordedIn(olds);
    const updated = await this.#run("update", news, { id, recorded, inputs: markedIn(news) });
    return { outs: this.#outputsOf(updated, news) };
  };

  delete = async (id: string, props: Wire) => {
    const { declared, recorded } = this.#recordedIn(props);
    const managerOf = (objectId: string) => objectManagers.managerOf({ type: this.#resource.type, id: objectId });
    await this.#run("delete", declared, { id, recorded, managerOf });
  };

  async #run<Method extends keyof engine.Outcomes>(
    method: Method,
    declared: Wire,
    values: Pick<engine.Request, "id" | "inputs" | "recorded" | "managerOf">,
  ): Promise<engine.Outcomes[Method]> {
    const { project, stack, name, timeouts, ignoreChanges } = contextOf(declared);
    try {
      if (this.#problems.length > 0) throw new ResourceError(this.#problems.join("\n"));
      return await engine.run(this.#session, {
        ...values,
        method,
        resource: this.#resource,
        isDynamic: true,
        ignoreChanges,
        diagnostics: withProgress(),
        owner: { project, stack, name, type: "" },
        timeout: durationSeconds(timeouts?.[method]),
      });
    } catch (error) {
      throw this.#failure(error, declared);
    }
  }

  /** The error for the host. An init failure gets the id and the properties for the state. */
  #failure(error: unknown, declared: Wire): unknown {
    if (!engine.isInitFailure(error)) return error instanceof Error ? withoutStack(error) : error;
    // The host does not add the provider to these properties, and a later destroy needs it.
    const properties = { ...this.#outputsOf(error.stored, declared), [providerKey]: declared[providerKey] };
    return Object.assign(withoutStack(error), { id: error.stored.id, properties });
  }

  /** A line for stderr. It names the parent: children of two components may have the same name. */
  #message(declared: Wire, text: string): string {
    const { name, parent } = contextOf(declared);
    const place = parent === undefined ? "" : ` of "${parseUrn(parent).name}"`;
    return `${this.#resource.type} "${name}"${place}: ${text}`;
  }

  /** The resource, with a key in place of the URN, which the protocol does not pass. */
  #declaredResource(declared: Wire): Declared {
    const { name, parent } = contextOf(declared);
    return { key: JSON.stringify([parent, this.#resource.type, name]), name };
  }

  /** The declared inputs in the outputs, encoded and decoded, and the other outputs, decoded. */
  #recordedIn(outputs: Wire): { declared: Wire; recorded: NonNullable<engine.Request["recorded"]> } {
    // The first read of a `get` passes inputs of the program, not outputs.
    if (outputs[inputsKey] === undefined)
      return {
        declared: { [contextKey]: outputs[contextKey] ?? {} },
        recorded: { inputs: decode({}), state: decode({}) },
      };
    const { [inputsKey]: inputs, [providerKey]: _provider, ...state } = outputs;
    const declared = asRecord(inputs);
    return { declared, recorded: { inputs: markedIn(declared), state: decode(state) } };
  }

  #outputsOf({ inputs, state }: Stored, declared: Wire): Wire {
    const recordedInputs = { ...encode(inputs, noSecrets), [contextKey]: declared[contextKey] };
    return { ...encode(state, noSecrets), [inputsKey]: recordedInputs };
  }
}

/** The methods of a dynamic provider for one type; `config` is the stack's configuration. */
export const dynamicAdapter = (type: string, config: StackConfig): DynamicAdapter => new DynamicAdapter(type, config);

// Shared by the adapters of all types. The process, and so this, lives for one command.
const objectManagers = new ObjectManagers();

/** Warns of settings that have no effect on dynamic resources. */
function warnOfSettings({ refreshKeys }: Config): void {
  if (refreshKeys)
    warnOnce(
      `${settingKey("refreshKeys")} has no effect on dynamic resources: Pulumi does not read them before ` +
        "an update. Use pulumi up --refresh, or the plugin.",
    );
}

/** Decoded inputs with the secret marks of the program. */
const markedIn = (wire: Wire): MarkedProperties => marked(decode(wire).properties, contextOf(wire));

const marked = (properties: Properties, context: Pick<DynamicContext, "secrets">): MarkedProperties => ({
  properties,
  secrets: secretNames(context).map((name) => [name]),
});

// Outputs have no marks of secrets: the SDK lists the secret ones in additionalSecretOutputs.
const noSecrets: readonly Path[] = [];

/** The state of a read that ended in an init failure, which the dynamic protocol does not have. */
function unfinishedState(error: unknown): Stored {
  if (!engine.isInitFailure(error)) throw error;
  stderr.warn(error.message);
  // The output externalChange in it causes the next update.
  return error.stored;
}

/** Replaces the stack by the message, because the host prints stacks. */
function withoutStack(error: Error): Error {
  error.stack = error.message;
  return error;
}
