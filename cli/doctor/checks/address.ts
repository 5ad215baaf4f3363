import type { Check } from "../check";
import { configOf } from "../known";
import { ok, problem, warning } from "../line";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What the form of the address tells. */
export const address: Check = {
  name: "address",
  looksAt: "the form of the address: http or https, and no part of the API's own path",
  needs: ["settings"],
  run: (facts) => {
    const { baseUrl } = configOf(facts);
    const url = new URL(baseUrl);
    if (url.pathname.includes("/kubernetes/management")) {
      const right = baseUrl.slice(0, baseUrl.indexOf("/kubernetes/management"));
      return { lines: [problem(`${baseUrl} holds a part of the API's own path`, `Set baseUrl to ${right}.`)] };
    }
    if (url.protocol === "https:" || loopback.test(url.hostname)) return { lines: [ok(baseUrl)] };
    const what = `${baseUrl} is not encrypted: whoever is on the way can read the key`;
    return { lines: [warning(what, "Use the https:// address of the platform.")] };
  },
};
