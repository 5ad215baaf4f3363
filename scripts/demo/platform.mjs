// The embedded platform as somebody else sees it: by plain HTTP, without the provider.
import { createRequire } from "node:module";
import path from "node:path";
import { Failure } from "../setup/failure.js";
import { root } from "../setup/paths.js";

const group = "kubernetes/management/apis/management.loft.sh/v1";

/**
 * @typedef {object} PlatformObject
 * @property {{ name: string }} metadata
 * @property {Record<string, unknown>} spec
 */

/**
 * Starts the embedded platform in this process, on a free loopback port.
 * @returns {Promise<import("../../emulator/platform.js").RunningPlatform>}
 */
export function startPlatform() {
  return createRequire(import.meta.url)(path.join(root, "dist", "emulator", "platform.js")).startPlatform();
}

/**
 * @param {{ baseUrl: string, accessKey: string }} platform
 */
export function somebodyElse({ baseUrl, accessKey }) {
  /**
   * @param {string} where
   * @param {RequestInit} [init]
   * @returns {Promise<{ items: PlatformObject[] }>}
   */
  async function request(where, init = {}) {
    const headers = { ...init.headers, Authorization: `Bearer ${accessKey}` };
    const response = await fetch(`${baseUrl}/${group}/${where}`, { ...init, headers });
    if (!response.ok)
      throw new Failure(`The platform answered ${response.status} to ${init.method ?? "GET"} ${where}.`);
    return /** @type {Promise<{ items: PlatformObject[] }>} */ (response.json());
  }
  return {
    /**
     * All objects of a kind.
     * @param {string} kind in the plural, as the API spells it
     * @returns {Promise<PlatformObject[]>}
     */
    list: async (kind) => (await request(kind)).items,
    /**
     * Sets one field of an object's spec, the way `kubectl edit` does.
     * @param {string} kind
     * @param {string} name
     * @param {string} field
     * @param {unknown} value
     */
    edit: (kind, name, field, value) =>
      request(`${kind}/${name}?fieldManager=kubectl-edit`, {
        method: "PATCH",
        headers: { "Content-Type": "application/json-patch+json" },
        body: JSON.stringify([{ op: "add", path: `/spec/${field}`, value }]),
      }),
  };
}
