import { connections } from "./platform.mjs";
import { megabytes, perSecond, whole } from "./table.mjs";
import { nameOf, template } from "./template.mjs";
import { together } from "./together.mjs";

/**
 * How fast objects are created, and how much memory they take.
 * @type {import("./benches.mjs").Bench}
 */
export const creates = {
  name: "Creates",
  run: async (platform, { objects }) => {
    const ms = await together(objects, (index) =>
      platform.send({ method: "POST", path: "/spacetemplates", body: template(nameOf(index)) }),
    );
    return [
      ["creates", perSecond(objects, ms), `${connections} connections, ${whole(objects)} objects`],
      [`memory with ${whole(objects)} objects`, megabytes(platform.memory()), "with what is still to be collected"],
    ];
  },
};
