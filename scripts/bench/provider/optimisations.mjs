/**
 * Optimisations of our plugin that can be disabled to measure them, by the bench that shows them. The limit of concurrent
 * requests is not among them, since the platform of a bench has no rate limit.
 */
export const optimisations = /** @type {const} */ ({
  start: ["bundle", "lateLoading"],
  refresh: ["bulkReads", "bundle", "keepAlive"],
});

/**
 * The environment of a plugin without this.
 * @param {string} name
 */
export const without = (name) => ({ PULUMI_PLATFORM_WITHOUT: name });
