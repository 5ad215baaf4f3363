import type { Context } from "./operation.js";
import type { Properties } from "./values.js";

/** A user or team that access keys act for. */
export interface Principal {
  readonly kind: "user" | "team";
  readonly name: string;
}

/** The kinds of principals. */
export const principalKinds = ["user", "team"] as const;

/** The user and the team in the fields of a key, or in a filter. */
export const principalsIn = (fields: Properties): Principal[] =>
  principalKinds.flatMap((kind) => {
    const name = fields[kind];
    return typeof name === "string" && name !== "" ? [{ kind, name }] : [];
  });

/** The user or team of the provider's own key; undefined if the platform does not show it. */
export async function ownPrincipal({
  identity,
  call,
}: Pick<Context, "identity" | "call">): Promise<Principal | undefined> {
  // Only vCluster Platform has a request that shows it.
  const self = (await identity.isProduct(call)) ? await identity.self(call) : undefined;
  const [principal] = principalsIn({ user: self?.user?.name, team: self?.team?.name });
  return principal;
}
