import { invalidName } from "../../../provider/api/dryRunProbe";
import { ApiError, ConnectionError, isUnknownEndpoint } from "../../../provider/api/errors/errors";
import { connectionMessages } from "../../../provider/messages/connection";
import { messageOf } from "../../../provider/objects/messages/messages";
import type { OperationContext } from "../../../provider/objects/operation";
import { ownerSelector } from "../../../provider/objects/ownership";
import { resources } from "../../../provider/resources/registry";
import { instances } from "../../../provider/resources/virtualCluster/virtualClusterInstance";
import { type Collection, collections } from "../../listing";
import {
  type Check,
  contextOf,
  type Facts,
  type Line,
  namedCauseRemedy,
  ok,
  problem,
  skipped,
  warning,
} from "../check";

/** A request without an effect: no object has this name or label. */
type Question = (context: OperationContext, collection: Pick<Collection, "type" | "plural">) => Promise<unknown>;

const list = (context: OperationContext, plural: string) => {
  const query = { labelSelector: ownerSelector(context), limit: 1, metadataOnly: true };
  return context.client.page([plural], query, context.call);
};

const reads: Readonly<Record<string, Question>> = {
  list: (context, { plural }) => list(context, plural),
  get: ({ client, call }, { plural }) => client.get([plural, invalidName], call),
};

const writes: Readonly<Record<string, Question>> = {
  create: ({ client, call }, { type: kind, plural }) =>
    client.create([plural], { apiVersion: client.apiVersion, kind, metadata: { name: invalidName } }, call),
  patch: ({ client, call }, { plural }) =>
    client.patch([plural, invalidName], [{ op: "test", path: "/metadata/name", value: "" }], call),
  delete: ({ client, call }, { plural }) => client.delete([plural, invalidName], {}, call),
};

/** Permissions of the key by kind and verb. */
export const rights: Check = {
  name: "rights",
  looksAt: "what the key may do: list, get, create, patch and delete of each kind, without writing anything",
  needs: ["key"],
  run: async (facts) => {
    const tested: Tested[] = [];
    for (const collection of collections) tested.push(...(await rightsIn(facts, collection)));
    for (const { type, plural } of resources) if (!plural) tested.push(...(await rightsOfImports(facts, type)));
    const user = tested.map(({ right }) => (right?.kind === "denied" ? right.user : undefined)).find(Boolean);
    return { lines: tested.map(({ line }) => line), ...(user && { facts: { user } }) };
  },
};

interface Tested {
  readonly line: Line;
  readonly right?: Right;
}

async function rightsIn(facts: Facts, collection: Collection): Promise<Tested[]> {
  const { type, plural } = collection;
  const tested: Tested[] = [];
  for (const [verb, question] of Object.entries(reads)) {
    tested.push(await test(`${type} ${verb}`, problem, () => question(contextOf(facts), collection)));
  }
  const deaf = await whyNotTried(facts, plural);
  for (const [verb, question] of Object.entries(writes)) {
    const subject = `${type} ${verb}`;
    // A delete has no effect even without dryRun: no object has the name.
    if (deaf && verb !== "delete") tested.push({ line: skipped(`not asked: ${deaf}`, subject) });
    else tested.push(await test(subject, warning, () => question(dry(contextOf(facts)), collection)));
  }
  return tested;
}

/** Why no write may be tested; undefined if dryRun is supported. */
async function whyNotTried(facts: Facts, plural: string): Promise<string | undefined> {
  const { dryRunProbe, call } = contextOf(facts);
  try {
    return await dryRunProbe.problem(plural, call);
  } catch (error) {
    return `the check whether it supports dryRun failed: ${messageOf(error)}`;
  }
}

const dry = (context: OperationContext): OperationContext => ({ ...context, call: { ...context.call, dryRun: "All" } });

/** Each project grants the other verbs, and no project is known here. */
async function rightsOfImports(facts: Facts, type: string): Promise<Tested[]> {
  const listed = await test(`${type} list`, warning, () => list(contextOf(facts), instances));
  const others = ["get", "create", "patch", "delete"].map((verb) => skipped(perProject, `${type} ${verb}`));
  return [listed, ...others.map((line) => ({ line }))];
}

const perProject = "not tested: granted per project";
const widen = "Give the key's user this right, or widen the key's scope.";

/** `denial` is the line of a 403. */
async function test(
  subject: string,
  denial: typeof problem | typeof warning,
  question: () => Promise<unknown>,
): Promise<Required<Tested>> {
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
export type Right =
  | { readonly kind: "granted" | "notOffered" | "refusedKey" }
  | { readonly kind: "denied"; readonly user: string | undefined }
  | { readonly kind: "unknown"; readonly why: string };

// Kubernetes checks the permission first, so these statuses imply it.
const afterAuthorization: ReadonlySet<number> = new Set([400, 404, 409, 415, 422]);

/** Tests a permission with a request. Permissions for single named objects are not found. */
export async function permissionOf(question: () => Promise<unknown>): Promise<Right> {
  try {
    await question();
    return { kind: "granted" };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: "unknown", why: whyWithoutResponse(error) };
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

/** The provider's advice about a deadline names customTimeouts, which a command does not have. */
function whyWithoutResponse(error: unknown): string {
  if (!(error instanceof ConnectionError) || error.kind !== "deadline") return messageOf(error);
  const { text, remedy } = connectionMessages.timeout;
  return `${error.method} ${error.path}: ${text}. ${remedy}`;
}
