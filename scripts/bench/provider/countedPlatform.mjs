// An embedded platform in this process, which has nothing else to do while others are measured, and what it was asked.
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../../setup/paths.js";

/** @typedef {Awaited<ReturnType<typeof startCounted>>} CountedPlatform */

/**
 * @typedef {object} Requests
 * @property {Readonly<Record<"LIST" | "GET" | "POST" | "PATCH" | "PUT" | "DELETE", number>>} counts
 * @property {readonly number[]} limits how many objects each of the lists asked for at most
 */

const none = { LIST: 0, GET: 0, POST: 0, PATCH: 0, PUT: 0, DELETE: 0 };

const compiled = (/** @type {string} */ file) =>
  createRequire(import.meta.url)(path.join(root, "dist", "emulator", file));

/**
 * @param {import("../../../emulator/options.js").PlatformOptions} [options]
 */
export async function startCounted(options = {}) {
  /** @type {typeof import("../../../emulator/platform.js").startPlatform} */
  const start = compiled("platform.js").startPlatform;
  let counts = { ...none };
  /** @type {number[]} */
  let limits = [];
  const platform = await start({
    ...options,
    onRequest: ({ method, path: asked }) => {
      const verb = verbOf(method, asked);
      counts[verb]++;
      if (verb === "LIST") limits.push(Number(new URLSearchParams(asked.split("?")[1]).get("limit")));
    },
  });
  const { baseUrl, accessKey, store } = platform;
  return {
    baseUrl,
    accessKey,
    close: () => platform.close(),
    /**
     * The requests since the last call of this function.
     * @returns {Requests}
     */
    takeRequests: () => {
      const before = { counts, limits };
      [counts, limits] = [{ ...none }, []];
      return before;
    },
    /** Takes all templates out. */
    empty: () => {
      for (const { metadata } of store.list("spacetemplates")) store.remove("spacetemplates", metadata.name, "");
    },
  };
}

/**
 * @param {string} method
 * @param {string} asked
 */
function verbOf(method, asked) {
  const isList = method === "GET" && /\/spacetemplates(\?|$)/.test(asked);
  return /** @type {keyof Requests["counts"]} */ (isList ? "LIST" : method);
}

/** @returns {ReturnType<typeof import("../../../emulator/http/certificate.js").selfSigned>} */
export const selfSigned = () => compiled(path.join("http", "selfSigned.js")).selfSigned();

/**
 * All requests together.
 * @param {Requests} requests
 */
export const total = ({ counts }) => Object.values(counts).reduce((sum, each) => sum + each, 0);
