import type * as grpc from "@grpc/grpc-js";
import type * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import * as engine from "../engine.js";
import { isFirst } from "../objects/isFirst.js";
import { sentenceOf } from "../objects/messages.js";
import { type OperationContext, ResourceError } from "../objects/operation.js";
import { textsAt } from "../objects/values.js";
import type { Offer } from "../resources/offer.js";
import type { Resource } from "../resources/resource.js";
import type { OperationRequest } from "../session.js";
import { lookOf } from "./lookOf.js";
import { ownerOf } from "./ownerOf.js";
import { ConfigDiff } from "./plugin/configDiff.js";
import { checkConfig, configure, failure } from "./plugin/configuration.js";
import { Declarations } from "./plugin/declarations.js";
import { diffResponse } from "./plugin/diffResponse.js";
import { EngineLog } from "./plugin/engineLog.js";
import { invoke, list } from "./plugin/lookups.js";
import { namingOf } from "./plugin/naming.js";
import { Operation, type OperationMessage } from "./plugin/operation.js";
import { fromStruct, streaming, toStruct, unary } from "./plugin/protocol.js";
import { configureResponse, handshakeResponse, pluginInfo, readResponse, schemaResponse } from "./plugin/responses.js";
import { Sessions } from "./plugin/sessions.js";
import { allSecrets, type Decoded } from "./values.js";

/** The provider as a Pulumi plugin: decodes, asks the engine, encodes, and decides nothing. */
export class PluginFace {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #offer: Offer;
  readonly #log = new EngineLog();
  readonly #configDiff = new ConfigDiff(this.#log);
  #declared = new Declarations();
  #advised = new Set<string>();
  readonly #sessions = new Sessions();

  constructor(offer: Offer) {
    this.#offer = offer;
    this.#resources = new Map(offer.resources.map((resource) => [resource.type, resource]));
  }

  /** Tells the engine at this address what happens from now on. */
  attachTo(engineAddress: string): void {
    this.#advised = new Set();
    this.#log.attach(engineAddress);
  }

  /** The gRPC methods; what is missing answers "unimplemented". */
  service(): grpc.UntypedServiceImplementation {
    const told = () => this.#log.delivered();
    const during = <Answer>(operate: () => Promise<Answer>) => this.#sessions.during(operate);
    const { functions } = this.#offer;
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
      diffConfig: unary((request: rpc.DiffRequest) => this.#configDiff.of(request), told),
      configure: unary((request: rpc.ConfigureRequest) => this.#configure(request)),
      check: unary((request: rpc.CheckRequest) => this.#check(request), told),
      diff: unary((request: rpc.DiffRequest) => this.#diff(request), told),
      create: unary((request: rpc.CreateRequest) => during(() => this.#create(request)), told),
      read: unary((request: rpc.ReadRequest) => during(() => this.#read(request)), told),
      update: unary((request: rpc.UpdateRequest) => during(() => this.#update(request)), told),
      delete: unary((request: rpc.DeleteRequest) => during(() => this.#delete(request)), told),
      invoke: unary((request: rpc.InvokeRequest) => during(() => invoke(functions, this.#onlooker, request)), told),
      list: streaming(
        (request: rpc.ListRequest) => during(() => list(this.#resource(request.getToken()), this.#onlooker, request)),
        told,
      ),
      cancel: unary(() => this.#cancel()),
    };
  }

  #configure(request: rpc.ConfigureRequest): rpc.ConfigureResponse {
    this.#sessions.replace(configure(request));
    this.#declared = new Declarations();
    this.#advised = new Set();
    return configureResponse();
  }

  #check(request: rpc.CheckRequest): rpc.CheckResponse {
    const owner = ownerOf(request.getUrn());
    const resource = this.#resource(owner.type);
    const news = fromStruct(request.getNews());
    const secrets = allSecrets(resource, news);
    const { inputs, problems, advice } = engine.check(resource, {
      inputs: news.properties,
      previous: request.getOlds() && fromStruct(request.getOlds()).properties,
      naming: namingOf(request, owner.name),
      secretPaths: secrets,
    });
    this.#declared.checked(request.getUrn(), inputs);
    const audience = this.#log.audience(request.getUrn());
    // A replaced resource is checked twice.
    const isNew = (words: string) => isFirst(this.#advised, `${request.getUrn()} ${words}`);
    for (const words of advice.map(sentenceOf).filter(isNew)) audience.warn(words);
    const response = new rpc.CheckResponse();
    response.setInputs(toStruct(inputs, secrets));
    response.setFailuresList(problems.map((problem) => failure(sentenceOf(problem))));
    return response;
  }

  #diff(request: rpc.DiffRequest): rpc.DiffResponse {
    const state = fromStruct(request.getOlds()).properties;
    const result = engine.diff(this.#resource(ownerOf(request.getUrn()).type), {
      id: request.getId(),
      before: request.getOldInputs() ? fromStruct(request.getOldInputs()).properties : state,
      after: fromStruct(request.getNews()).properties,
      state,
      ignoreChanges: request.getIgnorechangesList(),
      now: new Date(),
    });
    const isReplaced = result.changes.some(({ replaces }) => replaces);
    this.#declared.compared(request.getUrn(), { id: request.getId(), state }, isReplaced);
    const audience = this.#log.audience(request.getUrn());
    for (const note of result.notes) audience.inform(note);
    for (const warning of result.warnings) audience.warn(warning);
    return diffResponse(result);
  }

  async #create(request: rpc.CreateRequest): Promise<rpc.CreateResponse> {
    const news = fromStruct(request.getProperties());
    const operation = this.#operation("create", request, [news]);
    const response = new rpc.CreateResponse();
    if (request.getPreview()) {
      await operation.rehearse((context) => engine.rehearseCreate(operation.resource, context, news.properties));
      response.setId(engine.plannedId(operation.resource, news.properties));
      response.setProperties(toStruct(engine.plannedCreate(operation.resource, news.properties), operation.secrets));
      return response;
    }
    const create = (context: OperationContext) => engine.create(operation.resource, context, news.properties);
    const stored = await operation.run((context) => this.#declared.creating(request.getUrn(), create(context)));
    response.setId(stored.id);
    response.setProperties(toStruct(stored.state, operation.secrets));
    response.setRefreshBeforeUpdate(operation.readsFirst());
    return response;
  }

  async #read(request: rpc.ReadRequest): Promise<rpc.ReadResponse> {
    const [inputs, state] = [fromStruct(request.getInputs()), fromStruct(request.getProperties())];
    const operation = this.#operation("read", request, [inputs, state]);
    const recorded = { inputs: inputs.properties, state: state.properties };
    const stored = await operation.run((context) =>
      engine.read(operation.resource, context, request.getId(), recorded),
    );
    return readResponse(stored, operation.secrets, operation.readsFirst());
  }

  async #update(request: rpc.UpdateRequest): Promise<rpc.UpdateResponse> {
    const [olds, oldInputs, news] = [request.getOlds(), request.getOldInputs(), request.getNews()].map(fromStruct);
    if (!olds || !oldInputs || !news) throw new ResourceError("The engine sent an incomplete update.");
    const decoded = [olds, oldInputs, news];
    const operation = this.#operation("update", request, decoded, request.getIgnorechangesList());
    const { resource, secrets } = operation;
    const response = new rpc.UpdateResponse();
    const [id, inputs] = [request.getId(), news.properties];
    const recorded = { inputs: oldInputs.properties, state: olds.properties };
    if (request.getPreview()) {
      await operation.rehearse((context) => engine.rehearseUpdate(resource, context, id, recorded, inputs));
      response.setProperties(toStruct(engine.plannedUpdate(resource, inputs, recorded), secrets));
      return response;
    }
    const stored = await operation.run((context) => engine.update(resource, context, id, recorded, inputs));
    response.setProperties(toStruct(stored.state, secrets));
    response.setRefreshBeforeUpdate(operation.readsFirst());
    return response;
  }

  async #delete(request: rpc.DeleteRequest): Promise<Empty> {
    const [state, inputs] = [fromStruct(request.getProperties()), fromStruct(request.getOldInputs())];
    const operation = this.#operation("delete", request, [state, inputs]);
    const recorded = { inputs: inputs.properties, state: state.properties };
    await operation.run((context) => engine.remove(operation.resource, context, request.getId(), recorded));
    return new Empty();
  }

  #cancel(): Empty {
    this.#sessions.cancel();
    return new Empty();
  }

  /** What a look at the platform for no resource of the program may use. */
  #onlooker = ({ properties, secrets }: Decoded): OperationContext | undefined =>
    this.#sessions.current?.context(lookOf(this.#offer, textsAt(properties, secrets), this.#log.audience("")));

  #resource(type: string): Resource {
    const resource = this.#resources.get(type.split(":").at(-1) ?? "");
    if (!resource)
      throw new ResourceError(
        `This provider has no resource type ${type}. It has: ${[...this.#resources.keys()].join(", ")}.`,
      );
    return resource;
  }

  #operation(
    kind: OperationRequest["kind"],
    request: OperationMessage,
    decoded: readonly Decoded[],
    ignoreChanges: readonly string[] = [],
  ): Operation {
    const resource = this.#resource(ownerOf(request.getUrn()).type);
    const surroundings = { sessions: this.#sessions, declared: this.#declared, log: this.#log };
    return new Operation(surroundings, { kind, resource, request, decoded, ignoreChanges });
  }
}
