import { isDenied, isExpired, isRejected, isUnknownEndpoint } from "../../provider/api/errors/errors";
import * as engine from "../../provider/engine/engine";
import { messageOf } from "../../provider/objects/messages/messages";
import type { OperationContext } from "../../provider/objects/operation";
import { isFromAnyStack } from "../../provider/objects/ownership";
import type { Resource } from "../../provider/resources/resource";
import { UsageError } from "../command";
import { matchesText } from "../drift/resourcePattern";
import { causeOf } from "./causeOf";
import { reasons } from "./importables";
import type { Selection } from "./importOptions";

/** An object as a list shows it. */
export interface Shown {
  readonly id: string;
  readonly name: string;
  /** Whether a stack made it. */
  readonly managed: boolean;
  /** Why it cannot be taken. */
  readonly reason?: string;
}

/** What there is of a resource and is wanted, by names only, each id once; undefined where the platform lists no such kind. */
export async function listCandidates(
  resource: Resource,
  context: OperationContext,
  selection: Selection,
): Promise<Shown[] | undefined> {
  const found = new Map<string, Shown>();
  try {
    for await (const shown of shownBy(resource, context, selection)) {
      if (isNamed(selection, shown) && !found.has(shown.id)) found.set(shown.id, shown);
    }
  } catch (error) {
    if (!causeOf(error, isUnknownEndpoint)) throw explained(resource, selection, error);
    context.warn(`this platform does not list what a ${resource.type} stands for, so none was looked for.`);
    return undefined;
  }
  return [...found.values()];
}

const shownBy = (resource: Resource, context: OperationContext, { labelSelector }: Selection) =>
  resource.plural === undefined
    ? begunAgain(() => pages(resource, context, labelSelector))
    : metadataOf(context, resource.plural, labelSelector);

const mostRestarts = 3;

/** A list that expires between two pages has to be begun again; what it gives twice is taken once. */
async function* begunAgain(list: () => AsyncGenerator<Shown>): AsyncGenerator<Shown> {
  for (let restarts = 0; ; restarts++) {
    try {
      return yield* list();
    } catch (error) {
      if (!causeOf(error, isExpired) || restarts === mostRestarts) throw error;
    }
  }
}

/** Only metadata travel where the platform can leave out the rest, so that no key of another team is read. */
async function* metadataOf(
  context: OperationContext,
  plural: string,
  labelSelector: string | undefined,
): AsyncGenerator<Shown> {
  for await (const object of context.client.list([plural], { labelSelector, metadataOnly: true }, context.call)) {
    const name = String(object.metadata.name);
    const ending = object.metadata.deletionTimestamp ? { reason: reasons.beingDeleted } : {};
    yield { id: name, name, managed: isFromAnyStack(object), ...ending };
  }
}

async function* pages(
  resource: Resource,
  context: OperationContext,
  labelSelector: string | undefined,
): AsyncGenerator<Shown> {
  const filter = labelSelector === undefined ? {} : { labelSelector };
  let token = "";
  do {
    const page = await engine.list(resource, context, { filter, token, idsOnly: true });
    for (const { id, properties } of page.items) yield { id, name: String(properties.name), managed: false };
    token = page.token;
  } while (token !== "");
}

const isNamed = ({ names }: Selection, { id, name }: Shown): boolean =>
  names.length === 0 || names.some((pattern) => matchesText(pattern, name) || matchesText(pattern, id));

function explained({ type }: Resource, { labelSelector }: Selection, error: unknown): unknown {
  const refused = labelSelector === undefined ? undefined : causeOf(error, isRejected);
  if (refused) return new UsageError(`--selector is refused by the platform. ${messageOf(refused)}`);
  if (!causeOf(error, isDenied)) return error;
  const remedy = "Use an access key that may list them, or name the other kinds with --kind.";
  return new Error(`Cannot list what a ${type} stands for: ${messageOf(error)} ${remedy}`, { cause: error });
}
