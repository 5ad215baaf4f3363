import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { connectionFailures } from "../../../provider/api/connectionFailures";
import { codeOf, failureKind } from "../../../provider/api/failureKind";
import { withoutBrackets } from "../../../provider/api/hosts";
import { proxyFor } from "../../../provider/api/proxy";
import type { Check } from "../check";
import { configOf } from "../known";
import { ok, problem, skipped } from "../line";

/** The name service. */
export const dns: Check = {
  name: "dns",
  looksAt: "whether the name service knows the host",
  needs: ["address"],
  run: async (facts) => {
    const { baseUrl } = configOf(facts);
    const host = withoutBrackets(new URL(baseUrl).hostname);
    if (proxyFor(baseUrl, facts.machine.env)) return { lines: [ok("left to the proxy")] };
    if (isIP(host)) return { lines: [skipped("the address holds no name")], goesOn: true };
    try {
      const found = await lookup(host, { all: true });
      return { lines: [ok(`${host} is ${found.map((each) => each.address).join(", ")}`)] };
    } catch (error) {
      const { cause, remedy } = connectionFailures[failureKind(codeOf(error))];
      return { lines: [problem(`${host}: ${cause} (${codeOf(error)})`, remedy)] };
    }
  },
};
