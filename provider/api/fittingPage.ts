import type { Page } from "./answers.js";
import { isTooMuch } from "./errors.js";

/** A page, and how many objects were asked for when it fitted into an answer. */
export interface FittingPage extends Page {
  readonly limit: number;
}

/** Reads a page, again with a tenth of the objects, down to one, as long as they are more than one answer may hold. */
export async function fittingPage(first: number, read: (limit: number) => Promise<Page>): Promise<FittingPage> {
  for (let limit = first; ; limit = Math.ceil(limit / 10)) {
    try {
      return { ...(await read(limit)), limit };
    } catch (error) {
      if (!isTooMuch(error) || limit <= 1) throw error;
    }
  }
}
