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

/** A resource that vCluster Platform serves, but that the specification does not have. */
const productResource = "selves";

/** Matches a valid prefix for the names of project namespaces. */
export const namespacePrefix = /^[a-z0-9][-a-z0-9]{0,62}$/;

// With `catch`, an invalid part of a response counts as absent.
const shortText = z.string().min(1).max(maxNameLength).optional().catch(undefined);
const namedObject = z.object({ name: shortText }).optional().catch(undefined);

const selfStatus = z.object({
  user: namedObject,
  team: namedObject,
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

  /** Whether this is vCluster Platform, by its resources. Throws without a usable response. */
  isProduct(call: Call): Promise<boolean> {
    return this.#isProduct.get(call);
  }

  /** The caller; undefined if the platform does not tell it. Throws without a usable response. */
  self(call: Call): Promise<Self | undefined> {
    return this.#self.get(call);
  }

  /** The caller of another access key, without a use of that key. Throws a 401 if it is refused. */
  async ofKey(accessKey: string, call: Call): Promise<Self> {
    return selfOf(await this.#client.self(call, accessKey));
  }

  /** The project's uid. The instanceID only if the session has already requested the caller. */
  async idsForState(call: Call): Promise<PlatformIds> {
    const project = await this.#projectUid(call);
    const self = await this.#self.result?.catch(() => undefined);
    return { project, instance: self?.instanceID };
  }

  /** All identifiers. Throws without a usable response. */
  async allIds(call: Call): Promise<PlatformIds> {
    const project = await this.#projectUid(call);
    return { project, instance: (await this.self(call))?.instanceID };
  }

  /** Undefined also after a permanent error. It is not kept: the next operation requests again. */
  async #projectUid(call: Call): Promise<string | undefined> {
    return this.#project.get(call).catch((error) => {
      if (isPermanent(error)) return undefined;
      throw error;
    });
  }

  /** Whether the platform has this identifier. Requests the instanceID only for another project. */
  async has(id: string, call: Call): Promise<boolean> {
    return (await this.#projectUid(call)) === id || (await this.self(call))?.instanceID === id;
  }

  /**
   * Whether the platform differs from the recorded one; undefined if nothing decides. If the
   * project's uid differs, the instanceID decides: a project can be deleted and created again.
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
  readCaller: () => Promise<Self | undefined>,
): Promise<boolean> {
  const served = await discovery.resources(call);
  if (!(served instanceof Error)) return served.some(({ name }) => name === productResource);
  // A 403 does not decide: the key may lack the right, or the platform has no discovery, which the
  // specification does not define. Only vCluster Platform shows the caller.
  return isForbidden(served) && (await readCaller()) !== undefined;
}

/** The caller in a Self object. An invalid part counts as absent. */
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

/** The served resources, without subresources and invalid entries. */
type ServedResources = readonly ServedResource[];

/** No object has this label, so a list with this selector shows no secret. */
const emptySelector = `${npmName}/none=none`;

/** The resources that the platform serves, with one request per session unless it fails. */
export class Discovery {
  readonly #client: Pick<ApiClient, "getDocument" | "page">;
  readonly #resources: SharedResult<ServedResources | ApiError>;
  /** Whether a test request to a list succeeded, by plural. */
  readonly #listTests = new Map<string, SharedResult<boolean>>();

  constructor(client: Pick<ApiClient, "getDocument" | "page">) {
    this.#client = client;
    this.#resources = new SharedResult((call) => readResources(client, call));
  }

  /** The served resources, or why the platform does not show them. */
  resources(call: Call): Promise<ServedResources | ApiError> {
    return this.#resources.get(call);
  }

  /** Whether a kind has a list. If the platform does not tell, a test request does. */
  async hasList(plural: string, call: Call): Promise<boolean> {
    const served = await this.resources(call);
    const verbs = served instanceof Error ? undefined : served.find(({ name }) => name === plural)?.verbs;
    // The list of resources may be incomplete, so a missing kind proves nothing.
    return verbs ? verbs.includes("list") : this.#testList(plural, call);
  }

  #testList(plural: string, call: Call): Promise<boolean> {
    const test = this.#listTests.get(plural) ?? new SharedResult((shared) => servesList(this.#client, plural, shared));
    this.#listTests.set(plural, test);
    return test.get(call);
  }
}

// A 401 is about the access key. The other client errors are about the platform's resources.
const isDiscoveryRefused = (status: number): boolean => status >= 400 && status < 500 && status !== 401;

async function readResources(client: Pick<ApiClient, "getDocument">, call: Call): Promise<ServedResources | ApiError> {
  try {
    const { resources } = await client.getDocument([], call);
    return (Array.isArray(resources) ? resources : []).flatMap((each) => servedResource.safeParse(each).data ?? []);
  } catch (error) {
    if (isPermanent(error) && isDiscoveryRefused(error.status)) return error;
    throw error;
  }
}

async function servesList(client: Pick<ApiClient, "page">, plural: string, call: Call): Promise<boolean> {
  try {
    await client.page([plural], { labelSelector: emptySelector, metadataOnly: true, limit: 1, noRetry: true }, call);
    return true;
  } catch (error) {
    if (isUnknownEndpoint(error)) return false;
    throw error;
  }
}

/** One result that all callers share. An error is not kept. */
class SharedResult<Result> {
  readonly #read: (call: Call) => Promise<Result>;
  /** The pending or successful result. */
  result: Promise<Result> | undefined;

  constructor(read: (call: Call) => Promise<Result>) {
    this.#read = read;
  }

  get({ signal, secrets }: Call): Promise<Result> {
    if (this.result) return this.result;
    // With an own deadline: other operations with later deadlines may wait for the same result.
    const result = this.#read({ signal, secrets, deadline: now() + identityTimeoutMs });
    this.result = result;
    result.catch(() => {
      this.result = undefined;
    });
    return result;
  }
}
