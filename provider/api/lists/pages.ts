import { ConnectionError, isExpired, isTooMuch, type Subject } from "../errors/errors.js";
import type { ApiObject } from "../input/apiObject.js";
import type { Page } from "../input/responseBody.js";

/** How many objects a page asks for, and at most where its reader says how many. */
const usualPage = 500;

/** Far more than any platform has, and no more than one process can hold. */
export const mostInList = { pages: 10_000, objects: 100_000, characters: 128 * 1024 * 1024, restarts: 3 } as const;

/** A page, and how many objects were asked for when it fitted into a response. */
export interface FittingPage extends Page {
  readonly limit: number;
}

/** Reads a page; again with a tenth of the objects while the response is too large. */
export async function fittingPage(
  first: number | undefined,
  read: (limit: number) => Promise<Page>,
): Promise<FittingPage> {
  for (let limit = Math.min(first ?? usualPage, usualPage); ; limit = Math.ceil(limit / 10)) {
    try {
      return { ...(await read(limit)), limit };
    } catch (error) {
      if (!isTooMuch(error) || limit === 1) throw error;
    }
  }
}

/** How the pages of a list are read. */
interface Reading {
  read(token: string, limit: number | undefined): Promise<FittingPage>;
  /** Waits as long as a failure asks; false where there is no time for it. */
  wait(failure: unknown): Promise<boolean>;
}

/** The pages of a list. An expired list begins again; no object comes twice, no list is endless. */
export async function* allPages(
  subject: Subject,
  first: number | undefined,
  { read, wait }: Reading,
): AsyncGenerator<Page, void, undefined> {
  const seen = new Set<string>();
  const sum = { pages: 0, objects: 0, characters: 0 };
  let restarts = 0;
  for (let [token, limit] = ["", first]; ; ) {
    const page = await read(token, limit).catch(async (error: unknown) => {
      if (!isExpired(error) || restarts++ === mostInList.restarts || !(await wait(error))) throw error;
    });
    token = page?.continueToken ?? "";
    if (!page) continue;
    limit = page.limit;
    sum.pages++;
    sum.objects += page.items.length;
    sum.characters += page.length;
    refuseMore(subject, sum);
    yield { ...page, items: page.items.filter((item) => isNew(item, seen)) };
    if (!token) return;
  }
}

function refuseMore(subject: Subject, sum: Readonly<Record<"pages" | "objects" | "characters", number>>): void {
  const [what] = (["pages", "objects", "characters"] as const).filter((each) => sum[each] > mostInList[each]);
  if (what)
    throw new ConnectionError(subject, "tooLarge", { sent: true, detail: `more than ${mostInList[what]} ${what}` });
}

function isNew({ metadata: { uid, namespace, name } }: ApiObject, seen: Set<string>): boolean {
  const key = uid ?? JSON.stringify([namespace, name]);
  return !seen.has(key) && Boolean(seen.add(key));
}
