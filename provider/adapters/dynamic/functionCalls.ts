import { notConfiguredMessage } from "../../config/config.js";
import { type ConfigProblem, resolveConfig, systemSources } from "../../config/resolveConfig.js";
import * as engine from "../../engine/engine.js";
import { Session } from "../../engine/session.js";
import { pathsWith } from "../../objects/fields/fieldRules.js";
import { messageOf } from "../../objects/messages/messages.js";
import { ResourceError } from "../../objects/resourceError.js";
import type { Properties } from "../../objects/values.js";
import { registry } from "../../resources/registry.js";
import { type StackConfig, stackSettings, stderr } from "./dynamicHost.js";

/** Calls a function with the settings of the stack and the environment. Throws a ResourceError. */
export async function callFunction(name: string, args: Properties, config: StackConfig): Promise<Properties> {
  try {
    return await callInSession(name, args, config);
  } catch (error) {
    throw withoutCause(error);
  }
}

async function callInSession(name: string, args: Properties, config: StackConfig): Promise<Properties> {
  const platformFunction = engine.functionOf(registry.functions, name);
  // The program passes plain values, so only the schema shows which arguments are secret.
  const marked = { properties: args, secrets: pathsWith(platformFunction.inputs, "secret") };
  const request = { resources: registry.resources, args: marked, diagnostics: stderr };
  return engine.invokeFunction(engine.lookupContext(sessionFor(config), request), platformFunction, args);
}

// By settings. Never closed: idle connections do not keep the program's process alive.
const sessions = new Map<string, Session>();

function sessionFor(config: StackConfig): Session {
  const resolved = resolveConfig(stackSettings(config), systemSources);
  if ("problems" in resolved) throw new ResourceError(reasonsOf(resolved.problems));
  if (!("config" in resolved)) throw new ResourceError(notConfiguredMessage);
  const settings = JSON.stringify(resolved.config);
  const session = sessions.get(settings) ?? new Session(resolved.config);
  sessions.set(settings, session);
  return session;
}

function reasonsOf(problems: readonly ConfigProblem[]): string {
  const reasons = problems.map(({ reason }) => reason);
  // Only Pulumi's processes get the envVars of an Automation API workspace.
  if (problems.some(({ isMissing }) => isMissing))
    reasons.push(
      "A function of the classes runs in the program's process, which the envVars of an Automation API " +
        "workspace do not reach. In an inline program, set it in the stack's configuration with stack.setConfig.",
    );
  return reasons.join("\n");
}

/** The error without cause and stack: Node.js prints both if it is uncaught, secrets included. */
function withoutCause(error: unknown): ResourceError {
  const bare = new ResourceError(messageOf(error));
  bare.stack = bare.message;
  return bare;
}
