import type { Call } from "./call.js";
import type { ApiObject, JsonPatchOperation } from "./input/apiObject.js";
import { type Page, ResponseReader } from "./input/responseBody.js";
import { paginate, readPage, type SizedPage } from "./lists/pages.js";
import * as requests from "./transport/requests.js";
import { Transport } from "./transport/transport.js";

export type { Call, ClientOptions, Clock } from "./call.js";
export type { ApiObject, JsonPatchOperation, ObjectMeta } from "./input/apiObject.js";

/** What a list is narrowed to, and what of it is wanted. */
export interface ListQuery {
  readonly labelSelector?: string | undefined;
  /** Whether the objects' metadata are enough; what else there is may be left out then. */
  readonly metadataOnly?: boolean | undefined;
  /** Whether a request that fails is not repeated, since its reader has another way. */
  readonly noRetry?: boolean | undefined;
  /** How many objects a page holds at most, and no more than usual. */
  readonly limit?: number | undefined;
}

/** One page of a list: the first, or the one that the token of another page leads to. */
type PageQuery = ListQuery & { readonly token?: string };

/** Typed objects of the Management API over HTTP; throws PlatformError only. */
export class ApiClient extends Transport {
  /** Reads one object; the path is below the group path, such as ["spacetemplates", "dev"]. */
  async get(
    path: readonly string[],
    call: Call = {},
    { noRetry = false }: Pick<ListQuery, "noRetry"> = {},
  ): Promise<ApiObject> {
    return this.#request({ ...requests.read(path), noRetry }, call, (answer) => answer.object(path.at(-1)));
  }

  /** Reads all objects. An expired list is begun again; no object is given twice. */
  async *list(path: readonly string[], query: ListQuery = {}, call: Call = {}): AsyncGenerator<ApiObject, void> {
    for await (const { items } of this.pages(path, query, call)) yield* items;
  }

  /** The same, page by page. */
  pages(path: readonly string[], query: ListQuery, call: Call): AsyncGenerator<Page, void> {
    const { subject } = this.requestContext(requests.read(path), call);
    return paginate(subject, query.limit, {
      read: (token, limit) => this.page(path, { ...query, limit, token }, call),
      wait: (failure) => this.waitForRetryAfter(failure, path, call),
    });
  }

  /** Reads one page of a list; a smaller one where it is too large. */
  page(path: readonly string[], query: PageQuery = {}, call: Call = {}): Promise<SizedPage> {
    const { labelSelector, token, noRetry = false, metadataOnly } = query;
    return readPage(query.limit, (limit) => {
      const asked = {
        limit: String(limit),
        ...(labelSelector && { labelSelector }),
        ...(token && { continue: token }),
      };
      const accept = metadataOnly && { accept: requests.metadataListType };
      return this.#request({ ...requests.read(path, asked), noRetry, ...accept }, call, (answer) => answer.page(token));
    });
  }

  /** Creates an object. Repeated only if the server certainly did nothing. */
  async create(path: readonly string[], body: object, call: Call = {}): Promise<ApiObject> {
    return this.#request(requests.create(path, body), call, (answer) => answer.created(requests.nameIn(body)));
  }

  /** Replaces an object; repeated only if the body has a resourceVersion. */
  async replace(path: readonly string[], body: object, call: Call = {}): Promise<ApiObject> {
    return this.#request(requests.replace(path, body), call, (answer) => answer.object(path.at(-1)));
  }

  /** Changes parts of an object; repeated only if /metadata/resourceVersion guards it. */
  async patch(path: readonly string[], operations: readonly JsonPatchOperation[], call: Call = {}): Promise<ApiObject> {
    return this.#request(requests.patch(path, operations), call, (answer) => answer.object(path.at(-1)));
  }

  /** Deletes an object, with a uid only that one. Returns the object while it terminates. */
  async delete(
    path: readonly string[],
    { uid, resourceVersion }: { uid?: string | undefined; resourceVersion?: string | undefined } = {},
    call: Call = {},
  ): Promise<ApiObject | undefined> {
    return this.#request(requests.remove(path, uid, resourceVersion), call, (answer) => answer.deleted());
  }

  /** Sends a request and reads its answer. Warnings come last, when all secrets are known. */
  async #request<T>(request: requests.ApiRequest, call: Call, read: (answer: ResponseReader) => T): Promise<T> {
    const asked = this.requestContext(request, call);
    const answer = await this.send(request, call, asked);
    const found = read(new ResponseReader(answer, asked, call));
    this.emitWarnings(answer, asked, call);
    return found;
  }
}
