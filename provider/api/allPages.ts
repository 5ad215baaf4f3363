import type { Page } from "./answers.js";
import type { ApiObject } from "./apiObject.js";
import { ConnectionError, isExpired, type Subject } from "./errors.js";

/** Reads a page; the first one without a limit, each other one with that of the page before. */
type Read = (token: string, limit: number | undefined) => Promise<Page & { readonly limit?: number }>;

/** A page of a list as its readers get it: without what a page before showed already. */
export type ListedPage = Pick<Page, "items" | "resourceVersion">;

/** Far more than any platform has, and no more than one process can hold. */
export const mostInList = { pages: 10_000, objects: 100_000, characters: 128 * 1024 * 1024, restarts: 3 } as const;

/** Waits as long as a failure asks; false where there is no time for it. */
type Wait = (failure: unknown) => Promise<boolean>;

/** The pages of a list. An expired list is begun again; no object is given twice, and no list is endless. */
export async function* allPages(subject: Subject, read: Read, wait: Wait): AsyncGenerator<ListedPage, void, undefined> {
  const seen = new Set<string>();
  let fitting: number | undefined;
  // What was too large once would be so in every page: it is not tried again, also where the list is begun again.
  const readOn = async (token: string) => {
    const page = await read(token, fitting);
    fitting = page.limit;
    return page;
  };
  for (let restarts = 0; ; restarts++) {
    try {
      return yield* once(subject, readOn, seen);
    } catch (error) {
      if (!isExpired(error) || restarts === mostInList.restarts || !(await wait(error))) throw error;
    }
  }
}

async function* once(
  subject: Subject,
  read: (token: string) => Promise<Page>,
  seen: Set<string>,
): AsyncGenerator<ListedPage, void, undefined> {
  const sum = { pages: 0, objects: 0, characters: 0 };
  for (let token = ""; ; ) {
    const page = await read(token);
    sum.pages++;
    sum.objects += page.items.length;
    sum.characters += page.length;
    refuseMore(subject, sum);
    yield { items: unseen(page.items, seen), resourceVersion: page.resourceVersion };
    if (!page.continueToken) return;
    token = page.continueToken;
  }
}

function refuseMore(subject: Subject, sum: Readonly<Record<"pages" | "objects" | "characters", number>>): void {
  const [what] = (["pages", "objects", "characters"] as const).filter((each) => sum[each] > mostInList[each]);
  if (what)
    throw new ConnectionError(subject, "tooLarge", { sent: true, detail: `more than ${mostInList[what]} ${what}` });
}

function unseen(items: readonly ApiObject[], seen: Set<string>): ApiObject[] {
  return items.filter(({ metadata: { uid, namespace = "", name = "" } }) => {
    const key = uid ?? `${namespace}/${name}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
