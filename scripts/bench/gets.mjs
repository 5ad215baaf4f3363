import { connections } from "./platform.mjs";
import { perSecond, whole } from "./table.mjs";
import { nameOf } from "./template.mjs";
import { together } from "./together.mjs";

/**
 * How fast one object is read.
 * @type {import("./benches.mjs").Bench}
 */
export const gets = {
  name: "GETs",
  run: async (platform, { objects, requests }) => {
    const path = `/spacetemplates/${nameOf(objects >> 1)}`;
    const read = async () => (await platform.open({ path })).dump({ limit: Number.POSITIVE_INFINITY });
    // The first requests are slower, until both processes have compiled what they do most.
    await together(requests / 10, read);
    const ms = await together(requests, read);
    return [["GETs of one object", perSecond(requests, ms), `${connections} connections, ${whole(requests)} requests`]];
  },
};
