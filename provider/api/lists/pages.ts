import { ConnectionError, isExpired, isTooLarge, type Subject } from "../errors/errors.js";
import type { ApiObject } from "../input/apiObject.js";
import type { Page } from "../input/responseBody.js";

/** How many objects a page asks for, and at most where its reader says how many. */
const maxPageSize = 500;

/** Far more than any platform has, and no more than one process can hold. */
export const listLimits = { pages: 10_000, objects: 100_000, characters: 128 * 1024 * 1024, restarts: 3 } as const;

/** A page, and how many objects were asked for when it fitted into a response. */
export interface SizedPage extends Page {
  readonly limit: number;
}

/** Reads a page; again with a tenth of the objects while the response is too large. */
export async function readPage(first: number | undefined, read: (limit: number) => Promise<Page>): Promise<SizedPage> {
  for (let limit = Math.min(first ?? maxPageSize, maxPageSize); ; limit = Math.ceil(limit / 10)) {
    try {
      return { ...(await read(limit)), limit };
    } catch (error) {
      if (!isTooLarge(error) || limit === 1) throw error;
    }
  }
}

/** How the pages of a list are read. */
interface PageReader {
  read(token: string, limit: number | undefined): Promise<SizedPage>;
  /** Waits as long as a failure asks; false where there is no time for it. */
  wait(failure: unknown): Promise<boolean>;
}

/** The pages of a list. An expired list begins again; no object comes twice, no list is endless. */
export async function* paginate(
  subject: Subject,
  first: number | undefined,
  { read, wait }: PageReader,
): AsyncGenerator<Page, void, undefined> {
  const seen = new Set<string>();
  const sum = { pages: 0, objects: 0, characters: 0 };
  let restarts = 0;
  for (let [token, limit] = ["", first]; ; ) {
    const page = await read(token, limit).catch(async (error: unknown) => {
      if (!isExpired(error) || restarts++ === listLimits.restarts || !(await wait(error))) throw error;
    });
    token = page?.continueToken ?? "";
    if (!page) continue;
    limit = page.limit;
    sum.pages++;
    sum.objects += page.items.length;
    sum.characters += page.length;
    checkLimits(subject, sum);
    yield { ...page, items: page.items.filter((item) => isNew(item, seen)) };
    if (!token) return;
  }
}

function checkLimits(subject: Subject, sum: Readonly<Record<"pages" | "objects" | "characters", number>>): void {
  const [what] = (["pages", "objects", "characters"] as const).filter((each) => sum[each] > listLimits[each]);
  if (what)
    throw new ConnectionError(subject, "tooLarge", { sent: true, detail: `more than ${listLimits[what]} ${what}` });
}

function isNew({ metadata: { uid, namespace, name } }: ApiObject, seen: Set<string>): boolean {
  const key = uid ?? JSON.stringify([namespace, name]);
  return !seen.has(key) && Boolean(seen.add(key));
}
