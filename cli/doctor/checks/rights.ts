import {
  ApiError,
  type Context,
  instancesPlural,
  isListed,
  isUnknownEndpoint,
  keysSegment,
  kindResources,
  ownerSelector,
  principalKinds,
  type StoredResource,
} from "../../../provider/cliFacade";
import { collections, mayHave } from "../../listing";
import {
  contextOf,
  type Facts,
  failureMessage,
  type Line,
  namedCauseRemedy,
  ok,
  problem,
  type Result,
  skipped,
  warning,
} from "../check";
import { howToChangeKey } from "../settings";

/** Not a valid name by RFC 1123, so no object can have it. */
const invalidName = "No_Object_Has_This_Name";

/** A request without an effect, even if the server ignores parts of it. */
type Question = (context: Context, plural: string) => Promise<unknown>;

const list: Question = (context, plural) => {
  const query = { labelSelector: ownerSelector(context), limit: 1, metadataOnly: true };
  return context.client.page([plural], query, context.call);
};

const get: Question = ({ client, call }, plural) => client.get([plural, invalidName], call);

// An object of another group. Every server rejects it after authorization.
const unfitting = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: invalidName } };

const writes: Readonly<Record<string, Question>> = {
  create: ({ client, call }, plural) => client.create([plural], unfitting, call),
  patch: ({ client, call }, plural) =>
    client.patch([plural, invalidName], [{ op: "test", path: "/metadata/name", value: "" }], call),
  delete: ({ client, call }, plural) => client.delete([plural, invalidName], {}, call),
};

/** Whether the platform accepts the access key. */
export async function key(facts: Facts): Promise<Result> {
  const { client, call } = contextOf(facts);
  const path = [collections[0]?.plural ?? "", invalidName];
  const right = await permissionOf(() => client.get(path, call));
  const user = right.kind === "denied" ? right.user : undefined;
  return { lines: [keyLine(right, facts)], facts: { ...(user && { user }) } };
}

function keyLine(right: Right, facts: Facts): Line {
  if (right.kind === "refusedKey") {
    const message = "the platform refuses the access key: it is wrong, disabled or expired";
    return { ...problem(message, howToChangeKey(facts)), isUnauthorized: true };
  }
  if (right.kind === "unknown") return problem(right.why, namedCauseRemedy);
  return ok("the platform takes it, so it is neither disabled nor expired");
}

/** Permissions of the key by kind and verb. */
export async function rights(facts: Facts): Promise<Result> {
  const tested: Tested[] = [];
  for (const collection of collections)
    if (await mayHave(collection, contextOf(facts))) tested.push(...(await rightsIn(facts, collection)));
  for (const { type, plural } of kindResources) if (!plural) tested.push(...(await rightsOfImports(facts, type)));
  const user = tested.map(({ right }) => (right?.kind === "denied" ? right.user : undefined)).find(Boolean);
  return { lines: tested.map(({ line }) => line), ...(user && { facts: { user } }) };
}

interface Tested {
  readonly line: Line;
  readonly right?: Right;
}

async function rightsIn(facts: Facts, collection: StoredResource): Promise<Tested[]> {
  const { type, plural } = collection;
  const ask = (verb: string, denial: Denial, question: Question) =>
    test(`${type} ${verb}`, denial, () => question(contextOf(facts), plural));
  const tested = (await isSearchedByPrincipal(facts, collection))
    ? await rightsOfPrincipals(facts, collection)
    : [await ask("list", problem, list)];
  if (collection.scope) return [...tested, ...untestedRights(type)];
  tested.push(await ask("get", problem, get));
  for (const [verb, question] of Object.entries(writes)) tested.push(await ask(verb, warning, question));
  return tested;
}

/** Whether the platform has no list of a kind. If that is unknown, the list shows why. */
const isSearchedByPrincipal = (facts: Facts, collection: StoredResource): Promise<boolean> =>
  isListed(collection, contextOf(facts)).then(
    (hasList) => !hasList,
    () => false,
  );

/** In place of a list: the objects of users and of teams. No user and no team has the name. */
async function rightsOfPrincipals(facts: Facts, { ofPrincipal }: StoredResource): Promise<Tested[]> {
  const tested: Tested[] = [];
  for (const kind of principalKinds) {
    const resource = `${kind}s/${keysSegment}`;
    const denial: Denial = (text, _remedy, subject) =>
      warning(text, `Allow it to get ${resource}: orphans, drift and import find access keys there.`, subject);
    const question = async () => ofPrincipal?.(contextOf(facts), { kind, name: invalidName });
    tested.push(await test(`${resource} get`, denial, question));
  }
  return tested;
}

async function rightsOfImports(facts: Facts, type: string): Promise<Tested[]> {
  const listed = await test(`${type} list`, warning, () => list(contextOf(facts), instancesPlural));
  return [listed, ...untestedRights(type)];
}

/** A project or namespace grants these verbs, and doctor knows none. */
const untestedRights = (type: string): Tested[] =>
  ["get", ...Object.keys(writes)].map((verb) => ({ line: skipped(perProject, `${type} ${verb}`) }));

const perProject = "not tested: granted per project";
const widen = "Give the key's user this right, or widen the key's scope.";

/** The line of a 403. */
type Denial = (message: string, remedy: string, subject?: string) => Line;

async function test(subject: string, denial: Denial, question: () => Promise<unknown>): Promise<Required<Tested>> {
  const right = await permissionOf(question);
  return {
    line: right.kind === "denied" ? denial("not allowed (403)", widen, subject) : lineOf(right, subject),
    right,
  };
}

function lineOf(right: Exclude<Right, { kind: "denied" }>, subject: string): Line {
  if (right.kind === "granted") return ok("allowed", subject);
  if (right.kind === "notOffered") return skipped("the platform does not offer it", subject);
  if (right.kind === "unknown") return problem(right.why, namedCauseRemedy, subject);
  const again = "Run this again: it says where the key comes from.";
  return { ...problem("the platform refused the access key meanwhile", again, subject), isUnauthorized: true };
}

/** Result of a request that tests a permission. */
type Right =
  | { readonly kind: "granted" | "notOffered" | "refusedKey" }
  | { readonly kind: "denied"; readonly user: string | undefined }
  | { readonly kind: "unknown"; readonly why: string };

// Kubernetes checks the permission first, so these statuses imply it.
const afterAuthorization: ReadonlySet<number> = new Set([400, 404, 409, 415, 422]);

/** Tests a permission with a request. Permissions for single named objects are not found. */
async function permissionOf(question: () => Promise<unknown>): Promise<Right> {
  try {
    await question();
    return { kind: "granted" };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: "unknown", why: failureMessage(error) };
    const { status, message, serverMessage } = error;
    if (status === 401) return { kind: "refusedKey" };
    if (isFromProxy(error)) return { kind: "unknown", why: message };
    if (status === 403) return { kind: "denied", user: /User "([^"]{1,200})"/.exec(serverMessage)?.[1] };
    if (isUnknownEndpoint(error)) return { kind: "notOffered" };
    return afterAuthorization.has(status) ? { kind: "granted" } : { kind: "unknown", why: message };
  }
}

/** The response of a firewall or a proxy says nothing about permissions. */
const isFromProxy = ({ status, reason, isForeign }: ApiError): boolean => isForeign || (status === 403 && !reason);
