import { isObject } from "../../../provider/api/apiObject";
import { parseJson } from "../../../provider/api/foreignJson";
import { apiVersionOf } from "../../../provider/api/urls";
import type { Check, Facts } from "../check";
import { howToChange } from "../howToChange";
import { clientOptionsOf, configOf } from "../known";
import { ok, skipped, warning } from "../line";
import { ask } from "../network/ask";
import { DialError } from "../network/dial";

const flag = /^allow\w*cli$/i;

/** How the platform spells the field of a key's scope that is allowCli in a program. */
export const scopeField: Check = {
  name: "scopeField",
  looksAt: "how the platform spells the scope field `allowCli`, where its OpenAPI document says so",
  needs: ["platform"],
  run: async (facts) => {
    const { vendor, cliScopeField: ours } = configOf(facts);
    const path = `/kubernetes/management/openapi/v3/apis/${apiVersionOf(vendor)}`;
    const shown = await flagsAt(path, facts);
    if (shown.length === 0) return { lines: [skipped("the platform does not tell")] };
    if (shown.includes(ours)) return { lines: [ok(`${ours}, as the platform has it`)] };
    const what = `the platform has ${shown.join(", ")}, where ${ours} would be sent`;
    return { lines: [warning(what, howToChange("cliScopeField", shown[0] ?? "", facts))] };
  },
};

/** The names at a path; none where nothing can be read there, since no platform has to tell. */
async function flagsAt(path: string, facts: Facts): Promise<string[]> {
  try {
    const { status, text } = await ask(clientOptionsOf(facts), path, facts.machine);
    return status === 200 ? flagsIn(parseJson(text)) : [];
  } catch (error) {
    if (!(error instanceof DialError)) throw error;
    return [];
  }
}

/** Every name of a property that can be the flag's, however deep the schemas hold it. */
function flagsIn(schema: unknown): string[] {
  const found = new Set<string>();
  // No recursion, which a document of any depth could end.
  for (const left = [schema]; left.length > 0; ) {
    const value = left.pop();
    if (Array.isArray(value)) for (const entry of value) left.push(entry);
    if (!isObject(value)) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (flag.test(name)) found.add(name);
      left.push(inner);
    }
  }
  return [...found].sort();
}
