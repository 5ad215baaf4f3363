import { proxyFor } from "../../../provider/api/proxy";
import type { Check } from "../check";
import { configOf } from "../known";
import { ok } from "../line";

/** The proxy on the way, without its password. */
export const proxy: Check = {
  name: "proxy",
  looksAt: "the proxy that is used, and the variable that names it",
  needs: ["address"],
  run: (facts) => {
    const used = proxyFor(configOf(facts).baseUrl, facts.machine.env);
    return { lines: [ok(used ? `${used.address}, from ${used.variable}` : "none is used")] };
  },
};
