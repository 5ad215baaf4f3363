/**
 * Loads JSON without an import attribute, which packages for bundlers omit.
 * @type {import("node:module").LoadHook}
 */
export const load = (url, context, next) =>
  next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context);
