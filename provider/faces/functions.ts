import { resolveConfig, systemFiles } from "../config.js";
import * as engine from "../engine.js";
import { messageOf } from "../objects/messages.js";
import { ResourceError } from "../objects/operation.js";
import type { Properties } from "../objects/values.js";
import { offer } from "../resources/offer.js";
import { Session } from "../session.js";
import { nobody } from "./ownerOf.js";
import { type StackConfig, stackSettings } from "./stackSettings.js";
import { stderr } from "./stderr.js";
import { notConfigured } from "./words.js";

/** Calls a function for a program of the SDK, with the settings of its stack and of the environment; throws ResourceError. */
export async function callFunction(name: string, args: Properties, config: StackConfig): Promise<Properties> {
  try {
    return await answerOf(name, args, config);
  } catch (error) {
    throw inWordsOnly(error);
  }
}

async function answerOf(name: string, args: Properties, config: StackConfig): Promise<Properties> {
  const wanted = offer.functions.find((each) => each.name === name);
  if (!wanted) throw new ResourceError(`This version of pulumi-platform has no function ${name}.`);
  const session = sessionFor(config);
  const secretPaths = offer.resources.flatMap(engine.secretPaths);
  try {
    const context = session.context({ kind: "read", owner: nobody, secrets: [], secretPaths, audience: stderr });
    return await engine.call(wanted, context, args);
  } finally {
    await session.close();
  }
}

function sessionFor(config: StackConfig): Session {
  const resolved = resolveConfig(stackSettings(config), process.env, systemFiles);
  if ("problems" in resolved) throw new ResourceError(resolved.problems.map(({ reason }) => reason).join("\n"));
  if (!("config" in resolved)) throw new ResourceError(notConfigured);
  return new Session(resolved.config);
}

/** The program's host prints an uncaught error with all that hangs on it: causes, requests, and with them secrets. */
function inWordsOnly(error: unknown): ResourceError {
  const words = new ResourceError(messageOf(error));
  words.stack = words.message;
  return words;
}
