/**
 * What of our plugin can be left out to see what it gives, by where it shows. How many requests are under way while a platform
 * limits them shows nowhere here: the platform of a bench limits none.
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
