import type * as grpc from "@grpc/grpc-js";
import type * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import * as engine from "../../engine/engine.js";
import { addIfNew } from "../../engine/session.js";
import { sentenceOf } from "../../objects/messages/messages.js";
import type { Context } from "../../objects/operation.js";
import type { Resource } from "../../objects/resource.js";
import { ResourceError } from "../../objects/resourceError.js";
import type { MarkedProperties } from "../../objects/values.js";
import type { Registry } from "../../resources/registry.js";
import { Declarations, parseUrn } from "../shared/declarations.js";
import { checkConfig, checkFailure, configure, diffConfig, Sessions } from "./configuration.js";
import { EngineLog } from "./engineLog.js";
import { invoke, listResponses } from "./lookupMethods.js";
import {
  configureResponse,
  diffResponse,
  handshakeResponse,
  namingOf,
  pluginInfo,
  readResponse,
  schemaResponse,
  streaming,
  unary,
  withState,
} from "./responses.js";
import { fromStruct, toStruct } from "./structs.js";

/** The provider as a Pulumi plugin. It decodes requests, calls the engine and encodes results. */
export class PluginAdapter {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #registry: Registry;
  readonly #log = new EngineLog();
  #declarations = new Declarations();
  #shownWarnings = new Set<string>();
  readonly #sessions = new Sessions();

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#resources = new Map(registry.resources.map((resource) => [resource.type, resource]));
  }

  /** Sends later messages to the engine at this address. */
  attachTo(engineAddress: string): void {
    this.#shownWarnings = new Set();
    this.#log.attach(engineAddress);
  }

  /** The gRPC methods. The server answers others with "unimplemented". */
  service(): grpc.UntypedServiceImplementation {
    const waitUntilDelivered = () => this.#log.waitUntilDelivered();
    const inSession = <Answer>(operate: () => Promise<Answer>) => this.#sessions.run(operate);
    const { functions } = this.#registry;
    return {
      handshake: unary((request: rpc.ProviderHandshakeRequest) => {
        this.attachTo(request.getEngineAddress());
        return handshakeResponse();
      }),
      attach: unary((request: plugin.PluginAttach) => {
        this.attachTo(request.getAddress());
        return new Empty();
      }),
      getPluginInfo: unary(() => pluginInfo()),
      getSchema: unary(() => schemaResponse()),
      checkConfig: unary(checkConfig),
      diffConfig: unary(diffConfig),
      configure: unary((request: rpc.ConfigureRequest) => this.#configure(request)),
      check: unary((request: rpc.CheckRequest) => this.#check(request), waitUntilDelivered),
      diff: unary((request: rpc.DiffRequest) => this.#diff(request), waitUntilDelivered),
      create: unary((request: rpc.CreateRequest) => inSession(() => this.#create(request)), waitUntilDelivered),
      read: unary((request: rpc.ReadRequest) => inSession(() => this.#read(request)), waitUntilDelivered),
      update: unary((request: rpc.UpdateRequest) => inSession(() => this.#update(request)), waitUntilDelivered),
      delete: unary((request: rpc.DeleteRequest) => inSession(() => this.#delete(request)), waitUntilDelivered),
      invoke: unary(
        (request: rpc.InvokeRequest) => inSession(() => invoke(functions, this.#lookupContext, request)),
        waitUntilDelivered,
      ),
      list: streaming(
        (request: rpc.ListRequest) =>
          inSession(() => listResponses(this.#resource(request.getToken()), this.#lookupContext, request)),
        waitUntilDelivered,
      ),
      cancel: unary(() => {
        this.#sessions.cancel();
        return new Empty();
      }),
    };
  }

  #configure(request: rpc.ConfigureRequest): rpc.ConfigureResponse {
    this.#sessions.replace(configure(request));
    this.#declarations = new Declarations();
    this.#shownWarnings = new Set();
    return configureResponse();
  }

  #check(request: rpc.CheckRequest): rpc.CheckResponse {
    const owner = parseUrn(request.getUrn());
    const resource = this.#resource(owner.type);
    const news = fromStruct(request.getNews());
    const { inputs, secrets, problems, warnings } = engine.check(resource, {
      inputs: news.properties,
      previous: request.getOlds() && fromStruct(request.getOlds()).properties,
      naming: namingOf(request, owner.name),
      secretPaths: engine.secretMarks(resource, news),
      config: this.#sessions.current?.config,
    });
    const sharedObjectKey = engine.sharedObjectKeyOf(resource, inputs);
    const sharedWarning = this.#declarations.onCheck(request.getUrn(), inputs, sharedObjectKey);
    for (const message of warnings.map(sentenceOf)) this.#warnOnce(request.getUrn(), message);
    if (sharedWarning !== undefined) this.#warnOnce(request.getUrn(), sharedWarning);
    const response = new rpc.CheckResponse();
    response.setInputs(toStruct(inputs, secrets));
    response.setFailuresList(problems.map((problem) => checkFailure(sentenceOf(problem))));
    return response;
  }

  #diff(request: rpc.DiffRequest): rpc.DiffResponse {
    const state = required("olds", request.getOlds());
    const before = required("old_inputs", request.getOldInputs());
    const after = required("news", request.getNews());
    const urn = request.getUrn();
    const id = request.getId();
    const resource = this.#resource(parseUrn(urn).type);
    const result = engine.diff(resource, {
      id,
      before: before.properties,
      after: after.properties,
      state: state.properties,
      secretPaths: { before: before.secrets, after: after.secrets, state: state.secrets },
      ignoreChanges: request.getIgnorechangesList(),
      now: new Date(),
      config: this.#sessions.current?.config,
    });
    const isReplaced = result.changes.some(({ replaces }) => replaces);
    this.#declarations.onDiff(urn, id, isReplaced);
    if (resource.recordsReplaced) this.#declarations.recordForReplacement(urn, { id, state: state.properties });
    const diagnostics = this.#log.diagnostics(urn);
    for (const note of result.notes) diagnostics.inform(note);
    for (const warning of result.warnings) this.#warnOnce(urn, warning);
    this.#sessions.current?.warnOfAddress(state.properties, diagnostics);
    if (!this.#declarations.wasRead(urn, id)) this.#sessions.current?.warnOfMissingRead(resource, diagnostics);
    return diffResponse(result);
  }

  /** Needed because Check runs twice for a replacement, and Diff twice after a refresh. */
  #warnOnce(urn: string, message: string): void {
    if (addIfNew(this.#shownWarnings, `${urn} ${message}`)) this.#log.diagnostics(urn).warn(message);
  }

  async #create(request: rpc.CreateRequest): Promise<rpc.CreateResponse> {
    const inputs = required("properties", request.getProperties());
    const isPreview = request.getPreview();
    const create = this.#run("create", request, { inputs, isPreview });
    const created = await this.#declarations.onCreate(request.getUrn(), create);
    const response = withState(new rpc.CreateResponse(), created);
    response.setId(created.id);
    return response;
  }

  async #read(request: rpc.ReadRequest): Promise<rpc.ReadResponse> {
    this.#declarations.onRead(request.getUrn(), request.getId());
    const state = fromStruct(request.getProperties());
    const hasState = Object.keys(state.properties).length > 0;
    const inputs = hasState ? required("inputs", request.getInputs()) : fromStruct(request.getInputs());
    // Pulumi sends neither inputs nor state for an import, and empty inputs for a get.
    const isForProgram = !request.hasInputs() && !hasState;
    return readResponse(await this.#run("read", request, { recorded: { inputs, state }, isForProgram }));
  }

  async #update(request: rpc.UpdateRequest): Promise<rpc.UpdateResponse> {
    const inputs = required("news", request.getNews());
    const recorded = {
      inputs: required("old_inputs", request.getOldInputs()),
      state: required("olds", request.getOlds()),
    };
    const ignoreChanges = request.getIgnorechangesList();
    const update = this.#run("update", request, { recorded, inputs, ignoreChanges, isPreview: request.getPreview() });
    return withState(new rpc.UpdateResponse(), await update);
  }

  async #delete(request: rpc.DeleteRequest): Promise<Empty> {
    const recorded = {
      inputs: required("old_inputs", request.getOldInputs()),
      state: required("properties", request.getProperties()),
    };
    await this.#run("delete", request, { recorded });
    return new Empty();
  }

  /** The context of a lookup; undefined while some settings are unknown. */
  #lookupContext = (args: MarkedProperties): Context | undefined => {
    const request = { resources: this.#registry.resources, args, diagnostics: this.#log.diagnostics("") };
    return this.#sessions.current && engine.lookupContext(this.#sessions.current, request);
  };

  #resource(type: string): Resource {
    const resource = this.#resources.get(type.split(":").at(-1) ?? "");
    if (!resource)
      throw new ResourceError(
        `This provider has no resource type ${type}. It has: ${[...this.#resources.keys()].join(", ")}.`,
      );
    return resource;
  }

  /** Runs an operation in the session that is current at its start. */
  #run<Method extends keyof engine.Outcomes>(
    method: Method,
    request: OperationMessage,
    values: Pick<engine.Request, "inputs" | "recorded" | "ignoreChanges" | "isPreview" | "isForProgram">,
  ): Promise<engine.Outcomes[Method]> {
    const urn = request.getUrn();
    const id = request.getId?.() ?? "";
    const owner = parseUrn(urn);
    return engine.run(this.#sessions.current, {
      ...values,
      method,
      id,
      owner,
      resource: this.#resource(owner.type),
      timeout: request.getTimeout?.(),
      ...(method === "create" && { replaces: this.#declarations.replacedResource(urn) }),
      ...(method === "delete" && {
        replacedBy: this.#declarations.inputsOf(urn, id),
        managerOf: (name: string) => this.#declarations.managerOf(urn, name),
        isProgramKnown: this.#declarations.isCreateBeforeDelete(urn, id),
      }),
      diagnostics: this.#log.diagnostics(urn),
    });
  }
}

/** The properties in a field of a request. Throws if it is absent: that must not count as empty. */
function required(field: string, struct: Struct | undefined): MarkedProperties {
  if (!struct)
    throw new ResourceError(`The engine sent a request without ${field}, so nothing was done. Update Pulumi.`);
  return fromStruct(struct);
}

/** The methods that the requests about one resource have in common. */
interface OperationMessage {
  getUrn(): string;
  /** Absent from a create. */
  getId?(): string;
  /** Seconds; 0 if not set. Absent from a read in old versions of @pulumi/pulumi, such as 3.216. */
  getTimeout?(): number;
}
