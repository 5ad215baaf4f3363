import {
  apiVersionOf,
  groupPath,
  httpsRemedy,
  instances,
  isObject,
  parseJson,
  redirectHost,
  resources,
} from "../../../provider/cliFacade";
import {
  type Check,
  clientOptionsOf,
  configOf,
  type Facts,
  type Finding,
  type Line,
  ok,
  problem,
  skipped,
  warning,
} from "../check";
import { ask, type HttpResponse } from "../connection";
import { howToChange } from "../settings";

const apis = "/kubernetes/management/apis";
// Other names may contain shell commands, and users paste the advice into a shell.
const group = /^management\.[a-z0-9.-]+$/;
const another = "Set baseUrl to the address that people open the platform at, without a path behind it.";

/** Whether the address serves the vendor's Management API. */
export const platform: Check = {
  name: "platform",
  looksAt: "whether the address serves the Management API of the configured vendor",
  needs: ["connection", "certificate"],
  run: async (facts) => {
    if (!facts.session) return skipped("there is no access key");
    return judged(await get(facts, groupPath(configOf(facts).vendor)), facts);
  },
};

const get = (facts: Facts, path: string) => ask(clientOptionsOf(facts), path, facts.machine);

async function judged(response: HttpResponse, facts: Facts): Promise<Finding> {
  const { vendor } = configOf(facts);
  const offered = namesIn(response.text, "resources");
  if (response.status === 200 && offered) {
    const product = offered.includes("selves") ? await productVersion(facts) : "";
    return { lines: [ok(`it serves ${apiVersionOf(vendor)}${product}`)], facts: { response, offered } };
  }
  const body = parseJson(response.text);
  const isStatus = isObject(body) && body.kind === "Status";
  if (isStatus && (response.status === 401 || response.status === 403)) {
    const what = `it answers as a Management API does, but does not let this key see what it serves (${response.status})`;
    return { lines: [warning(what, "See what is said of the key.")], facts: { response } };
  }
  return {
    lines: [response.status === 404 ? await unknownGroup(facts) : noPlatform(response, facts)],
    facts: { response },
  };
}

/** The version of vCluster Platform in words; empty if it is not shown. */
async function productVersion(facts: Facts): Promise<string> {
  const { status, text } = await get(facts, "/version").catch(() => ({ status: 0, text: "" }));
  const body = parseJson(text);
  const version = status === 200 && isObject(body) ? body.version : undefined;
  return typeof version === "string" ? `, vCluster Platform ${version}` : "";
}

/** Either there is no Management API, or it has another vendor. */
async function unknownGroup(facts: Facts): Promise<Line> {
  const { vendor } = configOf(facts);
  const response = await get(facts, apis);
  const groups = (response.status === 200 && namesIn(response.text, "groups")) || [];
  const vendors = groups.filter((name) => group.test(name)).map((name) => name.slice("management.".length));
  const [shown] = vendors;
  if (shown === undefined) return problem("no Management API is served at this address (404)", another);
  return problem(
    `it does not serve management.${vendor}, but management.${vendors.join(", management.")}`,
    howToChange("vendor", shown, facts),
  );
}

function noPlatform({ status, text, location }: HttpResponse, facts: Facts): Line {
  if (status >= 300 && status < 400) {
    const host = redirectHost(location, [configOf(facts).accessKey]);
    return problem(
      `it answers a redirect${host ? ` to ${host}` : ""} (${status}), which is not followed with an access key`,
      another,
    );
  }
  const later = "Try again later; if it stays, look at the platform's logs.";
  if (status >= 500) return problem(`it answers ${status}`, later);
  const what = /^\s*</.test(text) ? "a page for people" : "something else than a Management API does";
  const isPlain = status === 400 && configOf(facts).baseUrl.startsWith("http:");
  return problem(`it answers ${what} (${status})`, isPlain ? httpsRemedy : another);
}

/** Names in a discovery document; undefined for another document. */
function namesIn(text: string, member: string): string[] | undefined {
  const body = parseJson(text);
  const list = isObject(body) ? body[member] : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.filter(isObject).flatMap(({ name }) => (typeof name === "string" ? [name] : []));
}

const maxSkewSeconds = 60;

/** Difference of the platform's clock to this machine's. */
export const clock: Check = {
  name: "clock",
  looksAt: "the difference between the two clocks, on which the expiry of keys depends",
  needs: ["connection", "certificate"],
  run: ({ response }) => {
    if (!response || Number.isNaN(response.date)) return skipped("no answer tells the platform's time");
    const seconds = Math.round((response.date - response.received) / 1000);
    const told = `the platform's clock is ${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} this machine's`;
    // The header has whole seconds, and the response took some time.
    if (Math.abs(seconds) <= 2) return ok("the same on the platform and here");
    if (Math.abs(seconds) <= maxSkewSeconds) return ok(told);
    return warning(told, "Set both clocks by a time server: the expiry of keys is reckoned by them.");
  },
};

/** Whether each kind is offered. */
export const kinds: Check = {
  name: "kinds",
  looksAt: "whether the platform offers each kind",
  needs: ["platform"],
  run: ({ offered }) => {
    if (!offered) return skipped("the platform did not tell what it serves");
    return resources.map(({ type, plural }) => {
      const name = plural ?? importEndpoint;
      if (offered.includes(name)) return ok(`offered as ${name}`, type);
      if (!plural && offered.includes(instances))
        return ok(`offered: virtual clusters are registered as ${instances}`, type);
      const update = "Update the platform, or leave resources of this kind out.";
      if (plural) return problem(`${name} is not offered`, update, type);
      const what = `neither ${name} nor ${instances} is offered, so nothing can be imported`;
      return warning(what, "Leave resources of this kind out.", type);
    });
  },
};

/** The platform's name of the scope field that programs call `allowCli`. */
export const scopeField: Check = {
  name: "scopeField",
  looksAt: "the platform's name of the scope field `allowCli`, if its OpenAPI document has it",
  needs: ["platform"],
  run: async (facts) => {
    const { vendor, cliScopeField: ours } = configOf(facts);
    const shown = await flagsAt(`/kubernetes/management/openapi/v3/apis/${apiVersionOf(vendor)}`, facts);
    const [first] = shown;
    if (first === undefined) return skipped("the platform does not tell");
    if (shown.includes(ours)) return ok(`${ours}, as the platform has it`);
    const what = `the platform has ${shown.join(", ")}, where ${ours} would be sent`;
    return warning(what, howToChange("cliScopeField", first, facts));
  },
};

/** Matching property names of an OpenAPI document; empty if it cannot be read: it is optional. */
async function flagsAt(path: string, facts: Facts): Promise<string[]> {
  const { status, text } = await get(facts, path).catch(() => ({ status: 0, text: "" }));
  const names = [...text.matchAll(/"(allow\w*cli)"\s*:/gi)].map(([, name = ""]) => name);
  return status === 200 ? [...new Set(names)].sort() : [];
}

/** Subresource of a project that imports virtual clusters. */
const importEndpoint = "projects/importvirtualcluster";
