import { isObject } from "../../../provider/api/input/apiObject";
import { parseJson } from "../../../provider/api/input/untrustedJson";
import { redirectHost } from "../../../provider/api/output/secrets";
import { apiVersionOf, groupPath } from "../../../provider/api/transport/urls";
import { resources } from "../../../provider/resources/registry";
import { howToChange } from "../adviceFor";
import type { Check, Facts, Finding } from "../check";
import { importEndpoint } from "../importEndpoint";
import { clientOptionsOf, configOf } from "../known";
import { type Line, ok, problem, skipped, warning } from "../line";
import { ask, type HttpAnswer } from "../network/ask";
import { DialError } from "../network/dial";

const apis = "/kubernetes/management/apis";
// What is none may hold anything, also orders to the shell that the advice is pasted into.
const group = /^management\.[a-z0-9.-]+$/;
const another = "Set baseUrl to the address that people open the platform at, without a path behind it.";

/** Whether it is a Management API, of the vendor that is set. */
export const platform: Check = {
  name: "platform",
  looksAt: "whether the address serves a Management API, under the vendor's word that is set",
  needs: ["connection", "certificate"],
  run: async (facts) => {
    if (!facts.session) return { lines: [skipped("there is no access key")] };
    const answer = await asked(facts, groupPath(configOf(facts).vendor));
    if ("line" in answer) return { lines: [answer.line] };
    return judged(answer, facts);
  },
};

async function asked(facts: Facts, path: string): Promise<HttpAnswer | { readonly line: Line }> {
  try {
    return await ask(clientOptionsOf(facts), path, facts.machine);
  } catch (error) {
    if (!(error instanceof DialError)) throw error;
    return { line: problem(error.message, error.remedy) };
  }
}

async function judged(answer: HttpAnswer, facts: Facts): Promise<Finding> {
  const { vendor } = configOf(facts);
  const offered = namesIn(answer.text, "resources");
  if (answer.status === 200 && offered) {
    return { lines: [ok(`it serves ${apiVersionOf(vendor)}`)], facts: { answer, offered } };
  }
  const body = parseJson(answer.text);
  const isStatus = isObject(body) && body.kind === "Status";
  if (isStatus && (answer.status === 401 || answer.status === 403)) {
    const what = `it answers as a Management API does, but does not let this key see what it serves (${answer.status})`;
    return { lines: [warning(what, "See what is said of the key.")], facts: { answer } };
  }
  return { lines: [answer.status === 404 ? await unknownGroup(facts) : noPlatform(answer, facts)], facts: { answer } };
}

/** Either no such API is there, or it has another vendor's word. */
async function unknownGroup(facts: Facts): Promise<Line> {
  const { vendor } = configOf(facts);
  const answer = await asked(facts, apis);
  if ("line" in answer) return answer.line;
  const groups = (answer.status === 200 && namesIn(answer.text, "groups")) || [];
  const vendors = groups.filter((name) => group.test(name)).map((name) => name.slice("management.".length));
  const [shown] = vendors;
  if (shown === undefined) return problem("no Management API is served at this address (404)", another);
  return problem(
    `it does not serve management.${vendor}, but management.${vendors.join(", management.")}`,
    howToChange("vendor", shown, facts),
  );
}

function noPlatform({ status, text, location = "" }: HttpAnswer, facts: Facts): Line {
  if (status >= 300 && status < 400) {
    const host = redirectHost(location, [configOf(facts).accessKey]);
    return problem(
      `it answers a redirect${host ? ` to ${host}` : ""} (${status}), which is not followed with an access key`,
      another,
    );
  }
  const what = /^\s*</.test(text) ? "a page for people" : "something else than a Management API does";
  if (status >= 500)
    return problem(`it answers ${status}`, "Try again later; if it stays, look at the platform's logs.");
  return problem(`it answers ${what} (${status})`, another);
}

/** The names of a list of what is served. */
function namesIn(text: string, member: string): string[] | undefined {
  const body = parseJson(text);
  const list = isObject(body) ? body[member] : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.filter(isObject).flatMap(({ name }) => (typeof name === "string" ? [name] : []));
}

const mostSeconds = 60;

/** The platform's clock beside this machine's. */
export const clock: Check = {
  name: "clock",
  looksAt: "the difference of the two clocks, by which the expiry of keys is reckoned",
  needs: ["connection", "certificate"],
  run: ({ answer }) => {
    if (!answer || Number.isNaN(answer.date)) return { lines: [skipped("no answer tells the platform's time")] };
    const seconds = Math.round((answer.date - answer.received) / 1000);
    const told = `the platform's clock is ${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} this machine's`;
    // The header has whole seconds, and the answer took a while.
    if (Math.abs(seconds) <= 2) return { lines: [ok("the same on the platform and here")] };
    if (Math.abs(seconds) <= mostSeconds) return { lines: [ok(told)] };
    return { lines: [warning(told, "Set both clocks by a time server: the expiry of keys is reckoned by them.")] };
  },
};

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
