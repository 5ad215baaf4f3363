import { resources } from "../../../provider/resources/index";
import type { Check } from "../check";
import { importEndpoint } from "../importEndpoint";
import { ok, problem, skipped, warning } from "../line";

/** Whether each kind is offered. */
export const kinds: Check = {
  name: "kinds",
  looksAt: "whether the platform offers each kind",
  needs: ["platform"],
  run: ({ offered }) => {
    if (!offered) return { lines: [skipped("the platform did not tell what it serves")] };
    const lines = resources.map(({ type, plural }) => {
      const name = plural ?? importEndpoint;
      if (offered.includes(name)) return ok(`offered as ${name}`, type);
      if (plural)
        return problem(`${name} is not offered`, "Update the platform, or leave resources of this kind out.", type);
      return warning(
        `there is no ${name}, so nothing can be imported; current public releases have none`,
        "Leave resources of this kind out.",
        type,
      );
    });
    return { lines };
  },
};
