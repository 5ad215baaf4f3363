import { operationSecrets } from "../api/output/redaction.js";
import { assertPinnedPlatform } from "../objects/lifecycle/samePlatform.js";
import { messageOf } from "../objects/messages/messages.js";
import { type Context, InitFailure, ResourceError } from "../objects/operation.js";

/**
 * Runs an operation on the platform of the setting `platformId`. Masks secrets and escapes control
 * characters in the message of every failure.
 */
export async function guarded<T>(context: Context, run: () => Promise<T>): Promise<T> {
  try {
    await assertPinnedPlatform(context);
    return await run();
  } catch (error) {
    const secrets = secretsOf(context);
    if (!(error instanceof InitFailure))
      throw new ResourceError(secrets.redact(messageOf(error), "us"), { cause: error });
    const reasons = error.reasons.map((reason) => secrets.redact(reason, "us"));
    throw new InitFailure(error.stored, reasons, { cause: error });
  }
}

/** Values that no text of an operation may contain. */
export const secretsOf = ({ config, call }: Context) => (call.secrets ?? operationSecrets()).add(config.accessKey);
