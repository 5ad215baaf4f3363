import type { Page } from "./answers.js";
import { isRefused, isTooMuch } from "./errors.js";
import { usualPage } from "./pageSizes.js";

/** A page, and how many objects were asked for when it fitted into an answer. */
export interface FittingPage extends Page {
  readonly limit: number;
}

/** How a page is read. */
interface Reading {
  read(limit: number): Promise<Page>;
  /** Waits as long as a failure asks; false where there is no time for it. */
  wait(failure: unknown): Promise<boolean>;
}

/** Reads a page, again with fewer objects as long as it failed because of how many were asked for. */
export async function fittingPage(first: number, { read, wait }: Reading): Promise<FittingPage> {
  for (let limit = first; ; ) {
    try {
      return { ...(await read(limit)), limit };
    } catch (error) {
      const fewer = fewerAfter(error, limit);
      if (fewer === undefined || !(await wait(error))) throw error;
      limit = fewer;
    }
  }
}

/** How many objects to ask for in place of so many; undefined where fewer would fail as well. */
function fewerAfter(error: unknown, limit: number): number | undefined {
  // No server has to take more than clients usually ask for, and none has a word of its own for it.
  if (isRefused(error) && limit > usualPage) return usualPage;
  if (isTooMuch(error) && limit > 1) return Math.ceil(limit / 10);
  return undefined;
}
