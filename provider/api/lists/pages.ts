import { ConnectionError, isExpired, isTooLarge, type Subject } from "../errors/errors.js";
import type { ApiObject } from "../input/apiObject.js";
import type { Page } from "../input/responseBody.js";
import { listLimits } from "../input/sizeLimits.js";

/** Default and maximum number of objects in a page. */
const maxPageSize = 500;

/** A page, with the limit with which it fit into a response. */
export interface SizedPage extends Page {
  readonly limit: number;
}

/** Reads a page. While the response is too large, retries with a tenth of the limit. */
export async function readSizedPage(
  pageSize: number | undefined,
  read: (limit: number) => Promise<Page>,
): Promise<SizedPage> {
  for (let limit = Math.min(pageSize ?? maxPageSize, maxPageSize); ; limit = Math.ceil(limit / 10)) {
    try {
      return { ...(await read(limit)), limit };
    } catch (error) {
      if (!isTooLarge(error) || limit === 1) throw error;
    }
  }
}

/** Reads the pages of a list. */
interface PageReader {
  read(token: string, limit: number | undefined): Promise<SizedPage>;
  /** Waits for the Retry-After of a failure; false if the deadline is earlier. */
  wait(failure: unknown): Promise<boolean>;
}

/**
 * The pages of a list. Restarts an expired list, removes duplicates and enforces the limits. After
 * a restart an object comes again if its version changed, so callers that collect replace by uid.
 * `pageSize` is the caller's limit; default and maximum are 500.
 */
export async function* paginate(
  subject: Subject,
  pageSize: number | undefined,
  { read, wait }: PageReader,
): AsyncGenerator<Page, void, undefined> {
  const seen = new Map<string, unknown>();
  const sum = { pages: 0, objects: 0, characters: 0 };
  let restarts = 0;
  let token = "";
  let limit = pageSize;
  for (;;) {
    const page = await read(token, limit).catch(async (error: unknown) => {
      if (!isExpired(error) || restarts++ === listLimits.restarts || !(await wait(error))) throw error;
    });
    token = page?.continueToken ?? "";
    // The list has expired: it starts again.
    if (!page) continue;
    limit = page.limit;
    sum.pages++;
    sum.objects += page.items.length;
    sum.characters += page.characters;
    checkLimits(subject, sum);
    yield { ...page, items: page.items.filter((item) => isNew(item, seen)) };
    if (!token) return;
  }
}

function checkLimits(subject: Subject, sum: Readonly<Record<"pages" | "objects" | "characters", number>>): void {
  const unit = (["pages", "objects", "characters"] as const).find((each) => sum[each] > listLimits[each]);
  if (unit)
    throw new ConnectionError(subject, "tooLarge", { sent: true, detail: `more than ${listLimits[unit]} ${unit}` });
}

/** Whether no earlier page had the object in this version. Records the version. */
function isNew({ metadata }: ApiObject, seen: Map<string, unknown>): boolean {
  const { uid, namespace, name, resourceVersion } = metadata;
  const key = uid ?? JSON.stringify([namespace, name]);
  if (seen.has(key) && seen.get(key) === resourceVersion) return false;
  seen.set(key, resourceVersion);
  return true;
}
