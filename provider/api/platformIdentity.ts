import * as z from "zod";
import { npmName } from "../packageNames.js";
import { type Call, identityTimeoutMs, now } from "./call.js";
import type { ApiClient } from "./client.js";
import { type ApiError, isDenied, isForbidden, isNotFound, isUnknownEndpoint } from "./errors/errors.js";
import type { ApiObject } from "./input/apiObject.js";
import { maxNameLength } from "./input/sizeLimits.js";
import { isPermanent } from "./transport/retry.js";

/** Every new platform has this project. Its uid is unique (specification, section 2.1). */
export const defaultProjectPath = ["projects", "default"];

/** Identifiers of a platform. Each can be absent or hidden. */
export interface PlatformIds {
  /** uid of the project `default`. */
  readonly project?: string | undefined;
  /** instanceID of vCluster Platform. */
  readonly instance?: string | undefined;
}

/** A resource that vCluster Platform has and the specification has not. */
const productResource = "selves";

/** The beginning of the names of project namespaces. */
export const namespacePrefix = /^[a-z0-9][-a-z0-9]{0,62}$/;

const shortText = z.string().min(1).max(maxNameLength).optional().catch(undefined);
const named = z.object({ name: shortText }).optional().catch(undefined);

const selfStatus = z.object({
  user: named,
  team: named,
  subject: shortText,
  /** Name of the access key in use. */
  accessKey: shortText,
  accessKeyScope: z.record(z.string(), z.unknown()).optional().catch(undefined),
  instanceID: shortText,
  projectNamespacePrefix: z.string().regex(namespacePrefix).optional().catch(undefined),
});

/** The caller and the platform. vCluster Platform only; any part can be absent. */
export type Self = z.infer<typeof selfStatus>;

/** Identifies the platform and the caller, with one request each per session unless it fails. */
export class PlatformIdentity {
  readonly #client: Pick<ApiClient, "self">;
  readonly #project: SharedResult<string | undefined>;
  readonly #self: SharedResult<Self | undefined>;
  readonly #isProduct: SharedResult<boolean>;

  constructor(client: Pick<ApiClient, "get" | "self">, discovery: Discovery) {
    this.#client = client;
    this.#project = new SharedResult((call) => readProject(client, call));
    this.#self = new SharedResult((call) => readSelf(client, call));
    this.#isProduct = new SharedResult((call) => servesProduct(discovery, call, () => this.self(call)));
  }

  /** Whether it is vCluster Platform, by its resources. Throws without a usable response. */
  isProduct(call: Call): Promise<boolean> {
    return this.#isProduct.get(call);
  }

  /** The caller; undefined if the platform cannot tell. Throws without a usable response. */
  self(call: Call): Promise<Self | undefined> {
    return this.#self.get(call);
  }

  /** Whose another access key is. The key is not used. Throws, as for its own, if it is refused. */
  async ofKey(accessKey: string, call: Call): Promise<Self> {
    return selfOf(await this.#client.self(call, accessKey));
  }

  /** The identifiers for the state; the instanceID only if the session asked for the caller. */
  async known(call: Call): Promise<PlatformIds> {
    const project = await this.#projectUid(call);
    const self = await this.#self.known?.catch(() => undefined);
    return { project, instance: self?.instanceID };
  }

  /** All identifiers. Throws without a usable response. */
  async all(call: Call): Promise<PlatformIds> {
    const project = await this.#projectUid(call);
    return { project, instance: (await this.self(call))?.instanceID };
  }

  /** Undefined also after an odd response, which is not kept: the next operation asks again. */
  async #projectUid(call: Call): Promise<string | undefined> {
    return this.#project.get(call).catch((error) => {
      if (isPermanent(error)) return undefined;
      throw error;
    });
  }

  /** Whether the platform has this identifier. Asks for the instanceID only if it must. */
  async has(id: string, call: Call): Promise<boolean> {
    return (await this.#projectUid(call)) === id || (await this.self(call))?.instanceID === id;
  }

  /**
   * Whether the platform differs from the recorded one; undefined if nothing decides. Anybody with
   * the right can delete the project and create it again, so the instanceID counts more.
   */
  async isAnother(recorded: PlatformIds, call: Call): Promise<boolean | undefined> {
    if (!isIdentified(recorded)) return undefined;
    const project = await this.#projectUid(call);
    if (project !== undefined && project === recorded.project) return false;
    const instance = (await this.self(call))?.instanceID;
    if (recorded.instance !== undefined && instance !== undefined) return instance !== recorded.instance;
    return recorded.project !== undefined && project !== undefined ? true : undefined;
  }
}

/** Whether a state has an identifier of its platform. */
export const isIdentified = ({ project, instance }: PlatformIds): boolean => (project ?? instance) !== undefined;

/** The uid of the project `default`; undefined if it is absent or hidden. */
async function readProject(client: Pick<ApiClient, "get">, call: Call): Promise<string | undefined> {
  try {
    return (await client.get(defaultProjectPath, call, { noRetry: true })).metadata.uid;
  } catch (error) {
    if (isDenied(error) || isNotFound(error) || isUnknownEndpoint(error)) return undefined;
    throw error;
  }
}

async function readSelf(client: Pick<ApiClient, "self">, call: Call): Promise<Self | undefined> {
  try {
    return selfOf(await client.self(call));
  } catch (error) {
    if (isPermanent(error)) return undefined;
    throw error;
  }
}

async function servesProduct(
  discovery: Discovery,
  call: Call,
  self: () => Promise<Self | undefined>,
): Promise<boolean> {
  const served = await discovery.resources(call);
  if (!(served instanceof Error)) return served.some(({ name }) => name === productResource);
  // Without the right to read the resources, another request tells. The specification has no
  // discovery, so another platform may refuse it.
  return isForbidden(served) && (await self()) !== undefined;
}

/** The caller in a Self object. A part of another form counts as absent. */
const selfOf = ({ status }: ApiObject): Self => selfStatus.parse(status ?? {});

// The name becomes part of paths and of printed commands.
const servedResource = z.object({
  name: z.string().regex(/^[a-z0-9][-a-z0-9]*$/),
  kind: shortText,
  namespaced: z.boolean().optional().catch(undefined),
  verbs: z.array(z.string()).optional().catch(undefined),
});

/** A kind of objects that the platform serves. */
export type ServedResource = z.infer<typeof servedResource>;

/** The served resources, without subresources and those in another form. */
type ServedResources = readonly ServedResource[];

/** No object has this label, so a list of such objects shows no secret. */
const noObject = `${npmName}/none=none`;

/** Which requests the platform takes, by its list of resources: one request in a session. */
export class Discovery {
  readonly #client: Pick<ApiClient, "getDocument" | "page">;
  readonly #resources: SharedResult<ServedResources | ApiError>;
  readonly #tried = new Map<string, SharedResult<boolean>>();

  constructor(client: Pick<ApiClient, "getDocument" | "page">) {
    this.#client = client;
    this.#resources = new SharedResult((call) => readResources(client, call));
  }

  /** The served resources, or why the platform does not show them. */
  resources(call: Call): Promise<ServedResources | ApiError> {
    return this.#resources.get(call);
  }

  /** Whether a kind has a list. Where the platform does not tell, a list is tried. */
  async hasList(plural: string, call: Call): Promise<boolean> {
    const served = await this.resources(call);
    const verbs = served instanceof Error ? undefined : served.find(({ name }) => name === plural)?.verbs;
    // A list of resources may be incomplete, and then no principal's keys may be served either.
    return verbs ? verbs.includes("list") : this.#tryList(plural, call);
  }

  #tryList(plural: string, call: Call): Promise<boolean> {
    const tried = this.#tried.get(plural) ?? new SharedResult((limits) => answersList(this.#client, plural, limits));
    this.#tried.set(plural, tried);
    return tried.get(call);
  }
}

// A refused key tells nothing about the platform.
const isClientError = (status: number): boolean => status >= 400 && status < 500 && status !== 401;

async function readResources(client: Pick<ApiClient, "getDocument">, call: Call): Promise<ServedResources | ApiError> {
  try {
    const { resources } = await client.getDocument([], call);
    return (Array.isArray(resources) ? resources : []).flatMap((each) => servedResource.safeParse(each).data ?? []);
  } catch (error) {
    if (isPermanent(error) && isClientError(error.status)) return error;
    throw error;
  }
}

async function answersList(client: Pick<ApiClient, "page">, plural: string, call: Call): Promise<boolean> {
  try {
    await client.page([plural], { labelSelector: noObject, metadataOnly: true, limit: 1, noRetry: true }, call);
    return true;
  } catch (error) {
    if (isUnknownEndpoint(error)) return false;
    throw error;
  }
}

/** One result that all callers share. An error is not kept. */
class SharedResult<Result> {
  readonly #read: (call: Call) => Promise<Result>;
  /** The result of the last call, unless it failed. */
  known: Promise<Result> | undefined;

  constructor(read: (call: Call) => Promise<Result>) {
    this.#read = read;
  }

  get({ signal, secrets }: Call): Promise<Result> {
    if (this.known) return this.known;
    const result = this.#read({ signal, secrets, deadline: now() + identityTimeoutMs });
    this.known = result;
    result.catch(() => {
      this.known = undefined;
    });
    return result;
  }
}
