import { ApiError, isNotOffered } from "../../provider/api/errors";

/** What the platform says to a request that asks for a right, and could change nothing. */
export type Right =
  | { readonly kind: "granted" | "notOffered" | "refusedKey" }
  | { readonly kind: "denied"; readonly user: string | undefined }
  | { readonly kind: "unknown"; readonly why: string };

// Kubernetes looks at the right before anything else, so whoever hears these had it.
const afterwards: ReadonlySet<number> = new Set([400, 404, 409, 415, 422]);

/** Sends such a request. A right for named objects only is not seen by it, since it names none of them. */
export async function rightOf(question: () => Promise<unknown>): Promise<Right> {
  try {
    await question();
    return { kind: "granted" };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: "unknown", why: String((error as Error).message) };
    if (error.status === 401) return { kind: "refusedKey" };
    if (error.status === 403) return { kind: "denied", user: /User "([^"]{1,200})"/.exec(error.serverMessage)?.[1] };
    const { status, message } = error;
    if (isNotOffered(error)) return { kind: "notOffered" };
    return afterwards.has(status) ? { kind: "granted" } : { kind: "unknown", why: message };
  }
}
