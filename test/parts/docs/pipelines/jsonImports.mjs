/**
 * Loads JSON without an import attribute: packages that count on a bundler leave it out.
 * @type {import("node:module").LoadHook}
 */
export const load = (url, context, next) =>
  next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context);
