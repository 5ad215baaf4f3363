import * as engine from "../../provider/engine";
import type { OperationContext } from "../../provider/objects/operation";
import type { Resource } from "../../provider/resources/resource";
import type { Session } from "../../provider/session";

// A list may have many pages.
const timeout = 600;

/** Makes contexts for reads, each with its own deadline. */
export type ContextFor = (resource: Resource) => OperationContext;

/** Contexts on one platform, whose warnings are told as notes. */
export const contextsOf =
  (session: Session, tell: (note: string) => void): ContextFor =>
  (resource) => {
    const owner = { project: "", stack: "", type: "", name: "" };
    const audience = { warn: tell, inform: tell, status: () => {} };
    const secretPaths = engine.secretPaths(resource);
    return session.context({ kind: "read", timeout, owner, secrets: [], secretPaths, audience });
  };
