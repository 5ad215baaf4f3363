import * as z from "zod";
import type { ApiClient, Call } from "./client.js";
import type { Discovery } from "./discovery.js";
import { isForbidden, isNotFound } from "./errors/errors.js";
import type { ApiObject } from "./input/apiObject.js";
import { maxNameLength } from "./input/sizeLimits.js";
import { SharedResult } from "./sharedResult.js";
import { isPermanent } from "./transport/retry.js";

/** Every new platform has this project. Its uid is unique (specification, section 2.1). */
export const defaultProjectPath = ["projects", "default"];

/** The uid of that project, if it exists; "hidden" after a permanent error response. */
type DefaultProject = { readonly uid?: string | undefined } | "hidden";

/** A resource that vCluster Platform has and the specification has not. */
const productResource = "selves";

// Distinguishes a recorded instanceID from the uid of a project.
const instancePrefix = "instance/";

/** The beginning of the names of project namespaces. */
export const namespacePrefix = /^[a-z0-9][-a-z0-9]{0,62}$/;

const text = z.string().min(1).max(maxNameLength).optional().catch(undefined);
const named = z.object({ name: text }).optional().catch(undefined);

const selfStatus = z.object({
  user: named,
  team: named,
  subject: text,
  /** Name of the access key in use. */
  accessKey: text,
  accessKeyScope: z.record(z.string(), z.unknown()).optional().catch(undefined),
  instanceID: text,
  projectNamespacePrefix: z.string().regex(namespacePrefix).optional().catch(undefined),
});

/** The caller and the platform. vCluster Platform only; any part can be absent. */
export type Self = z.infer<typeof selfStatus>;

/** Identifies the platform and the caller, with one request each per session unless it fails. */
export class PlatformIdentity {
  readonly #project: SharedResult<DefaultProject>;
  readonly #self: SharedResult<Self | undefined>;
  readonly #isProduct: SharedResult<boolean>;

  constructor(client: Pick<ApiClient, "get" | "self">, discovery: Discovery) {
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

  /**
   * An identifier of the platform for the state; undefined if none is known. A session that needed
   * the caller for something else has the instanceID. Nothing is asked for it.
   */
  async id(call: Call): Promise<string | undefined> {
    const project = await this.#project.get(call);
    if (project !== "hidden" && project.uid !== undefined) return project.uid;
    const instance = (await this.#self.known)?.instanceID;
    return instance === undefined ? undefined : `${instancePrefix}${instance}`;
  }

  /** Whether the platform differs from the recorded one. False if it shows no identifier. */
  async isAnother(recorded: string, call: Call): Promise<boolean> {
    if (recorded.startsWith(instancePrefix)) {
      const instance = (await this.self(call))?.instanceID;
      return instance !== undefined && `${instancePrefix}${instance}` !== recorded;
    }
    const project = await this.#project.get(call);
    return project !== "hidden" && project.uid !== recorded;
  }
}

async function readProject(client: Pick<ApiClient, "get">, call: Call): Promise<DefaultProject> {
  try {
    const { metadata } = await client.get(defaultProjectPath, call, { noRetry: true });
    return { uid: metadata.uid };
  } catch (error) {
    if (isNotFound(error)) return {};
    if (isPermanent(error)) return "hidden";
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
  // Without the right to read the resources, the response to another request tells. The specification
  // has no discovery, so another platform may refuse it.
  return isForbidden(served) && (await self()) !== undefined;
}

/** The caller in a Self object. A part of another form counts as absent. */
const selfOf = ({ status }: ApiObject): Self => selfStatus.parse(status ?? {});
