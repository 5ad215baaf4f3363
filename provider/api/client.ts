import type { Call } from "./call.js";
import type { ApiObject, JsonPatchOperation } from "./input/apiObject.js";
import { type Page, ResponseReader } from "./input/responseBody.js";
import { paginate, readSizedPage, type SizedPage } from "./lists/pages.js";
import {
  type ApiRequest,
  createRequest,
  deleteRequest,
  metadataListType,
  nameIn,
  patchRequest,
  readRequest,
  selfRequest,
} from "./transport/requests.js";
import { Transport } from "./transport/transport.js";

export type { Call, ClientOptions, Clock } from "./call.js";
export type { ApiObject, JsonPatchOperation, ObjectMeta } from "./input/apiObject.js";

interface NoRetry {
  /** Disables retries: the caller handles failures. */
  readonly noRetry?: boolean | undefined;
}

interface PatchOptions extends NoRetry {
  /** Whether the server may drop fields that it does not know. Otherwise it rejects the patch. */
  readonly dropsUnknownFields?: boolean | undefined;
}

/** Objects in a field of a response that is no list, such as the access keys of a user. */
interface EmbeddedList {
  /** The field of the response, such as `accessKeys`. */
  readonly field: string;
  /** Plural of their kind. */
  readonly plural: string;
}

/** Options of a list. */
export interface ListQuery extends NoRetry {
  readonly labelSelector?: string | undefined;
  /** The caller needs metadata only. The server may omit the rest. */
  readonly metadataOnly?: boolean | undefined;
  /** Maximum number of objects in a page. */
  readonly limit?: number | undefined;
}

/** The query of one page: the first one, or the one that a continue token stands for. */
type PageQuery = ListQuery & { readonly token?: string };

/**
 * Client of the Management API, or of a connected cluster's Kubernetes API if options.cluster is
 * set. Throws PlatformError only.
 */
export class ApiClient extends Transport {
  readonly #clusters = new Map<string, ApiClient>();

  /** The client of a connected cluster's Kubernetes API, with the caller's rights there. */
  onCluster(cluster: string): ApiClient {
    const client = this.#clusters.get(cluster) ?? new ApiClient({ ...this.options, cluster });
    this.#clusters.set(cluster, client);
    return client;
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), ...[...this.#clusters.values()].map((client) => client.close())]);
  }

  /** Reads one object; the path is below the group path, such as ["spacetemplates", "dev"]. */
  async get(path: readonly string[], call: Call = {}, { noRetry = false }: NoRetry = {}): Promise<ApiObject> {
    return this.#request({ ...readRequest(path), noRetry }, call, (response) => response.object(path.at(-1)));
  }

  /** Reads what is not a stored object: a subresource or, with an empty path, the list of kinds. */
  async getDocument(path: readonly string[], call: Call = {}): Promise<ApiObject> {
    return this.#request(readRequest(path), call, (response) => response.document(undefined));
  }

  /** Reads the objects in a field of one response, such as `accessKeys` of a user. */
  async embeddedObjects(
    path: readonly string[],
    { field, plural }: EmbeddedList,
    call: Call = {},
  ): Promise<ApiObject[]> {
    return this.#request(readRequest(path), call, (response) => response.embeddedObjects(field, plural));
  }

  /**
   * Lists all objects. Restarts an expired list, and then yields an object that changed meanwhile
   * again: the caller replaces by uid.
   */
  async *list(path: readonly string[], query: ListQuery = {}, call: Call = {}): AsyncGenerator<ApiObject, void> {
    for await (const { items } of this.pages(path, query, call)) yield* items;
  }

  /** Lists objects page by page. */
  pages(path: readonly string[], query: ListQuery, call: Call): AsyncGenerator<Page, void> {
    const { subject } = this.requestContext(readRequest(path), call);
    return paginate(subject, query.limit, {
      read: (token, limit) => this.page(path, { ...query, limit, token }, call),
      wait: (failure) => this.waitForRetryAfter(failure, path, call),
    });
  }

  /** Reads one page of a list. Shrinks a page that is too large. */
  page(path: readonly string[], query: PageQuery = {}, call: Call = {}): Promise<SizedPage> {
    const { labelSelector, token, noRetry = false, metadataOnly } = query;
    return readSizedPage(query.limit, (limit) => {
      const parameters = {
        limit: String(limit),
        ...(labelSelector && { labelSelector }),
        ...(token && { continue: token }),
      };
      const accept = metadataOnly && { accept: metadataListType };
      const request = { ...readRequest(path, parameters), noRetry, ...accept };
      return this.#request(request, call, (response) => response.page(token));
    });
  }

  /** Creates an object. Retried only if the server did not process the request. */
  async create(path: readonly string[], body: object, call: Call = {}): Promise<ApiObject> {
    return this.#request(createRequest(path, body), call, (response) => response.document(nameIn(body)));
  }

  /**
   * Reads the identity of the platform and of the caller, or of the holder of `accessKey`. Only
   * vCluster Platform has this endpoint. The POST stores nothing.
   */
  async self(call: Call = {}, accessKey?: string): Promise<ApiObject> {
    return this.#request(selfRequest(this.apiVersion, accessKey), call, (response) => response.document(undefined));
  }

  /** Patches an object. Retried only if /metadata/resourceVersion guards the patch. */
  async patch(
    path: readonly string[],
    operations: readonly JsonPatchOperation[],
    call: Call = {},
    { noRetry = false, dropsUnknownFields }: PatchOptions = {},
  ): Promise<ApiObject> {
    const request = { ...patchRequest(path, operations, dropsUnknownFields), noRetry };
    return this.#request(request, call, (response) => response.object(path.at(-1)));
  }

  /** Deletes an object, with preconditions. Returns its uid if the response says it is gone. */
  async delete(
    path: readonly string[],
    { uid, resourceVersion }: { uid?: string | undefined; resourceVersion?: string | undefined } = {},
    call: Call = {},
  ): Promise<string | undefined> {
    return this.#request(deleteRequest(path, uid, resourceVersion), call, (response) => response.deletedUid());
  }

  /** Sends a request and reads its response. Emits warnings last, when all secrets are known. */
  async #request<T>(request: ApiRequest, call: Call, read: (response: ResponseReader) => T): Promise<T> {
    const context = this.requestContext(request, call);
    const response = await this.send(request, call, context);
    const result = read(new ResponseReader(response, context, call));
    this.emitWarnings(response, context, call);
    return result;
  }
}
