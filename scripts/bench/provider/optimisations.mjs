/** What of our plugin can be left out to see what it gives; the variable names them, separated by commas. */
export const optimisations = /** @type {const} */ (["bulkReads", "keepAlive"]);

/**
 * The environment of a plugin without this.
 * @param {string} name
 */
export const without = (name) => ({ PULUMI_PLATFORM_WITHOUT: name });
