import {
  ApiError,
  apiVersionOf,
  createPool,
  exchange,
  instancesPlural,
  isRecord,
  kindResources,
  parseJson,
} from "../../../provider/cliFacade";
import {
  clientOptionsOf,
  configOf,
  contextOf,
  type Facts,
  failureMessage,
  type Line,
  ok,
  problem,
  type Result,
  skipped,
  warning,
} from "../check";
import { howToChange } from "../settings";

const apis = "/kubernetes/management/apis";
// Other names may contain shell commands, and users paste the advice into a shell.
const group = /^management\.[a-z0-9.-]+$/;
const another = "Set baseUrl to the address that people open the platform at, without a path behind it.";

/** Whether the address serves the vendor's Management API. */
export async function platform(facts: Facts): Promise<Result> {
  if (!facts.session) return skipped("there is no access key");
  const { client, call } = contextOf(facts);
  try {
    const offered = namesIn(await client.getDocument([], call), "resources");
    if (!offered) return problem("it answers something else than a Management API does", another);
    const product = offered.includes("selves") ? await productVersion(facts) : "";
    return { lines: [ok(`it serves ${apiVersionOf(configOf(facts).vendor)}${product}`)], facts: { offered } };
  } catch (error) {
    const { status = 0, isForeign = true } = error instanceof ApiError ? error : {};
    if (status === 404) return unknownGroup(facts);
    if (!isForeign && (status === 401 || status === 403)) {
      const what = `it answers as a Management API does, but does not let this key see what it serves (${status})`;
      return warning(what, "See what is said of the key.");
    }
    // The provider's message ends with its remedy. The line of the address shows the address.
    return problem(failureMessage(error).replace(/^GET +(at \S+ failed)?: /, ""), "");
  }
}

/** The version of vCluster Platform in words; empty if it is not shown. */
async function productVersion(facts: Facts): Promise<string> {
  const body = parseJson(await textAt("/version", facts));
  return isRecord(body) && typeof body.version === "string" ? `, vCluster Platform ${body.version}` : "";
}

/** Either there is no Management API, or it has another vendor. */
async function unknownGroup(facts: Facts): Promise<Line> {
  const groups = namesIn(parseJson(await textAt(apis, facts)), "groups") ?? [];
  const vendors = groups.filter((name) => group.test(name)).map((name) => name.slice("management.".length));
  const [shown] = vendors;
  if (shown === undefined) return problem("no Management API is served at this address (404)", another);
  return problem(
    `it does not serve management.${configOf(facts).vendor}, but management.${vendors.join(", management.")}`,
    howToChange("vendor", shown, facts),
  );
}

/** Names in a discovery document; undefined for another document. */
function namesIn(body: unknown, member: string): string[] | undefined {
  const list = isRecord(body) ? body[member] : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.filter(isRecord).flatMap(({ name }) => (typeof name === "string" ? [name] : []));
}

/** An optional document outside of the API group; empty if it cannot be read. */
async function textAt(path: string, facts: Facts): Promise<string> {
  const options = clientOptionsOf(facts);
  const { origin, pathname } = new URL(`${options.baseUrl}${path}`);
  const headers = { accept: "application/json", authorization: `Bearer ${options.accessKey}` };
  const signal = AbortSignal.timeout(facts.machine.timeoutMs);
  const pool = createPool(options.baseUrl, options);
  try {
    const request = { origin, path: pathname, method: "GET", headers, signal } as const;
    const { status, text } = await exchange(pool, request, { ...request, baseUrl: options.baseUrl });
    return status === 200 ? text : "";
  } catch {
    return "";
  } finally {
    await pool.destroy();
  }
}

const maxSkewSeconds = 60;

/** Difference of the platform's clock to this machine's. */
export function clock(facts: Facts): Result {
  // The Date header has whole seconds, and the response took some time.
  const platformTime = contextOf(facts).client.platformTime.getTime();
  const seconds = Math.round((platformTime - facts.machine.now()) / 1000);
  const told = `the platform's clock is ${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} this machine's`;
  if (Math.abs(seconds) <= 2) return ok("the same on the platform and here");
  if (Math.abs(seconds) <= maxSkewSeconds) return ok(told);
  return warning(told, "Set both clocks by a time server: the expiry of keys is reckoned by them.");
}

/** Whether each kind is offered. */
export function kinds({ offered }: Facts): Result {
  if (!offered) return skipped("the platform did not tell what it serves");
  return kindResources.map(({ type, plural, productOnly }) => {
    const name = plural ?? importEndpoint;
    if (offered.includes(name)) return ok(`offered as ${name}`, type);
    if (!plural && offered.includes(instancesPlural))
      return ok(`offered: virtual clusters are registered as ${instancesPlural}`, type);
    if (productOnly && !offered.includes("selves")) return skipped("only vCluster Platform 4 has it", type);
    const update = "Update the platform, or leave resources of this kind out.";
    if (plural) return problem(`${name} is not offered`, update, type);
    const what = `neither ${name} nor ${instancesPlural} is offered, so nothing can be imported`;
    return warning(what, "Leave resources of this kind out.", type);
  });
}

/** The platform's name of the scope field that programs call `allowCli`. */
export async function scopeField(facts: Facts): Promise<Result> {
  const { vendor, cliScopeField: ours } = configOf(facts);
  const text = await textAt(`/kubernetes/management/openapi/v3/apis/${apiVersionOf(vendor)}`, facts);
  const names = [...text.matchAll(/"(allow\w*cli)"\s*:/gi)].map(([, name = ""]) => name);
  const shown = [...new Set(names)].sort();
  const [first] = shown;
  if (first === undefined) return skipped("the platform does not tell");
  if (shown.includes(ours)) return ok(`${ours}, as the platform has it`);
  const what = `the platform has ${shown.join(", ")}, where ${ours} would be sent`;
  return warning(what, howToChange("cliScopeField", first, facts));
}

/** Subresource of a project that imports virtual clusters. */
const importEndpoint = "projects/importvirtualcluster";
