import * as z from "zod";
import { npmName } from "../packageNames.js";
import type { ApiClient, Call } from "./client.js";
import { type ApiError, isUnknownEndpoint } from "./errors/errors.js";
import { SharedResult } from "./sharedResult.js";
import { isPermanent } from "./transport/retry.js";

const servedResource = z.object({
  name: z.string(),
  verbs: z.array(z.string()).optional().catch(undefined),
});

/** The served resources, each with its verbs. Those in another form are left out. */
type ServedResources = readonly z.infer<typeof servedResource>[];

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
