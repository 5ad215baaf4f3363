import type { Page } from "./answers.js";
import type { ApiObject } from "./apiObject.js";
import { ConnectionError, isExpired, type Subject } from "./errors.js";
import type { FittingPage } from "./fittingPage.js";
import type { PageSizes } from "./pageSizes.js";

/** How the pages of a list are read. */
interface Reading {
  readonly sizes: PageSizes;
  read(token: string, limit: number): Promise<FittingPage>;
  /** Waits as long as a failure asks; false where there is no time for it. */
  wait(failure: unknown): Promise<boolean>;
}

/** Far more than any platform has, and no more than one process can hold. */
export const mostInList = { pages: 10_000, objects: 100_000, characters: 128 * 1024 * 1024, restarts: 3 } as const;

/** The objects of a list, page by page. An expired list is begun again; no object is given twice, and no list is endless. */
export async function* allPages(
  subject: Subject,
  { sizes, read, wait }: Reading,
): AsyncGenerator<ApiObject, void, undefined> {
  const seen = new Set<string>();
  const readOn = async (token: string) => {
    const asked = sizes.next;
    const page = await read(token, asked);
    sizes.learnFrom(asked, page);
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
): AsyncGenerator<ApiObject, void, undefined> {
  const sum = { pages: 0, objects: 0, characters: 0 };
  for (let token = ""; ; ) {
    const page = await read(token);
    sum.pages++;
    sum.objects += page.items.length;
    sum.characters += page.length;
    refuseMore(subject, sum);
    yield* unseen(page, seen);
    if (!page.continueToken) return;
    token = page.continueToken;
  }
}

function refuseMore(subject: Subject, sum: Readonly<Record<"pages" | "objects" | "characters", number>>): void {
  const [what] = (["pages", "objects", "characters"] as const).filter((each) => sum[each] > mostInList[each]);
  if (what)
    throw new ConnectionError(subject, "tooLarge", { sent: true, detail: `more than ${mostInList[what]} ${what}` });
}

function* unseen(page: Page, seen: Set<string>): Generator<ApiObject, void, undefined> {
  for (const item of page.items) {
    const key = item.metadata.uid ?? JSON.stringify([item.metadata.namespace, item.metadata.name]);
    if (seen.has(key)) continue;
    seen.add(key);
    yield item;
  }
}
