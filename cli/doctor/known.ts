import type { ClientOptions } from "../../provider/api/call";
import type { Config } from "../../provider/config";
import type { OperationContext } from "../../provider/objects/operation";
import type { Session } from "../../provider/session";
import { version } from "../../provider/version";
import type { Facts } from "./check";

/** The settings; a check that asks for them needs "settings". */
export function configOf({ config }: Facts): Config {
  if (config === undefined) throw new Error("There are no settings.");
  return config;
}

/** How to reach the platform. */
export const clientOptionsOf = (facts: Facts): ClientOptions => ({
  ...configOf(facts),
  userAgent: `pulumi-platform/${version}`,
  env: facts.machine.env,
});

function sessionOf({ session }: Facts): Session {
  if (session === undefined) throw new Error("There is no access key.");
  return session;
}

// Nothing that a stack made has this label, so a list that is narrowed to it holds nothing.
const nobody = { project: "", stack: "", type: "", name: "" };

/** What one question to the platform may use; its time begins now. */
export function contextOf(facts: Facts): OperationContext {
  const audience = { warn: () => {}, inform: () => {}, status: () => {} };
  const timeout = facts.machine.timeoutMs / 1000;
  return sessionOf(facts).context({ kind: "read", owner: nobody, secrets: [], secretPaths: [], audience, timeout });
}
