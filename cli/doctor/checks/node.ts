import type { Check } from "../check";
import { isOlder } from "../isOlder";
import { ok, problem } from "../line";
import { oldestIn, ownPackage } from "../ownPackage";

/** The version of Node.js. */
export const node: Check = {
  name: "node",
  looksAt: "the version of Node.js",
  needs: [],
  run: ({ machine: { nodeVersion } }) => {
    const oldest = oldestIn(ownPackage.engines?.node);
    const isTooOld = isOlder(nodeVersion, oldest);
    return {
      lines: [
        isTooOld
          ? problem(`Node.js ${nodeVersion} is too old`, `Install Node.js ${oldest} or newer.`)
          : ok(`Node.js ${nodeVersion}`),
      ],
    };
  },
};
