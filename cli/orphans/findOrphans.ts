import type { ApiObject } from "../../provider/api/client";
import { isNotOffered } from "../../provider/api/errors";
import type { OperationContext } from "../../provider/objects/operation";
import { isFromThisStack, ownerSelector } from "../../provider/objects/ownership";
import { resources } from "../../provider/resources/index";
import type { Session } from "../../provider/session";
import type { KnownObjects, StackName } from "./knownObjects";
import { type Orphan, orphanOf } from "./orphan";

/** What no given state knows. */
export interface Found {
  readonly orphans: readonly Orphan[];
  /** Disabled keys, as `replacedKey: disable` keeps them: they grant no access. */
  readonly kept: readonly Orphan[];
}

type Tell = (note: string) => void;

interface Collection {
  readonly type: string;
  readonly plural: string;
}

const collections = resources.flatMap(({ type, plural }): Collection[] => (plural ? [{ type, plural }] : []));

/** Looks for objects of these stacks, by their label only, and gives those that no state holds. */
export async function findOrphans(session: Session, known: KnownObjects, tell: Tell): Promise<Found> {
  const unknown: Orphan[] = [];
  let seen = 0;
  for (const stack of known.stacks) {
    for (const collection of collections) {
      for await (const object of labelled(contextOf(session, stack, tell), collection, tell)) {
        seen++;
        if (known.has(stack, collection.type, object)) continue;
        unknown.push(orphanOf({ session, stack, known, ...collection }, object));
      }
    }
  }
  if (seen === 0 && known.count > 0) tell(nothingLabelled);
  return { orphans: unknown.filter(({ disabled }) => !disabled), kept: unknown.filter(({ disabled }) => disabled) };
}

const nothingLabelled =
  "no object on this platform has the label of these stacks, not even those that the states hold. If they were not all imported, " +
  "check --base-url, --owner-id, and the name that the stack had when it made them (--stack).";

function contextOf(session: Session, { project, stack }: StackName, tell: Tell): OperationContext {
  const owner = { project, stack, type: "", name: "" };
  const audience = { warn: tell, inform: tell, status: () => {} };
  return session.context({ kind: "read", owner, secrets: [], secretPaths: [], audience });
}

/** The label narrows the list on the platform, so that no key of another team is even read. */
async function* labelled(
  context: OperationContext,
  { type, plural }: Collection,
  tell: Tell,
): AsyncGenerator<ApiObject> {
  try {
    for await (const object of context.client.list([plural], { labelSelector: ownerSelector(context) }, context.call)) {
      // Not every proxy hands the selector on.
      if (isFromThisStack(object, context)) yield object;
    }
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    tell(`this platform does not list ${plural}, so a ${type} was not looked for.`);
  }
}
