import * as z from "zod";
import { immutable, local, oneOf, pluginOnly } from "../../objects/fields/fieldRules.js";
import type { Problem, Recorded } from "../../objects/operation.js";
import type { DueReplacement } from "../../objects/resource.js";
import type { Properties } from "../../objects/values.js";
import { expiryOf, hasPassed, isSameLifetime } from "./accessKeyState.js";
import { defaultGracePeriod } from "./replacedKeys.js";

const replacedKeyPolicy = oneOf("ReplacedKeyPolicy", "What becomes of the old key at the end of a replacement.", {
  delete: "The old key is revoked.",
  expire: "The old key works until the end of `gracePeriod`, and not longer than before. It is deleted later.",
});

const pluginOnlyReason = "dynamic resources are not told whether a delete is the end of a replacement";

/** The inputs for the rotation of a key. They are local and never sent. */
export const rotationInputs = {
  rotateBeforeExpiry: local(
    z
      .int()
      .positive("must be more than 0")
      .describe(
        "Seconds before `expiresAt` from which on pulumi up replaces the key. Compared with the clock, without a request. " +
          "Needs a `ttl` that is longer.",
      ),
  ).optional(),
  rotateEvery: local(
    z
      .int()
      .positive("must be more than 0")
      .describe(
        "Seconds after its creation from which on pulumi up replaces the key. Compared with the clock, without a request. A " +
          "`ttl` that counts from the creation must be longer.",
      ),
  ).optional(),
  rotationTriggers: local(
    immutable(
      z
        .record(z.string(), z.string())
        .describe(
          "Any values, none of them secret: a change replaces the key by a new one, for example a date or a reason.",
        ),
    ),
  ).optional(),
  replacedKey: pluginOnly(pluginOnlyReason)(
    local(
      replacedKeyPolicy.describe(
        "What becomes of the old key at the end of a replacement. Default `delete`; `expire` needs a name that the provider " +
          "makes up. Plugin only.",
      ),
    ),
  ).optional(),
  gracePeriod: pluginOnly(pluginOnlyReason)(
    local(
      z
        .int()
        .positive("must be more than 0")
        .describe(
          `Seconds for which a replaced key still works with \`replacedKey: "expire"\`. Default ${defaultGracePeriod}. Plugin only.`,
        ),
    ),
  ).optional(),
};

/** The rotation of a key if it is due. A key that the program disables is not rotated. */
export function rotationDue(recorded: Recorded, inputs: Properties, now: Date): DueReplacement | undefined {
  if (inputs.disabled === true) return undefined;
  return dueByExpiry(recorded, inputs, now) ?? dueByAge(recorded, inputs, now);
}

function dueByAge({ state }: Recorded, { rotateEvery }: Properties, now: Date): DueReplacement | undefined {
  const { creationTimestamp } = state;
  const due = expiryOf({ ttl: rotateEvery }, { creationTimestamp });
  if (!hasPassed(due, now)) return undefined;
  const reason = `The key is from ${creationTimestamp}: it is replaced by a new one (rotateEvery).`;
  return { path: ["creationTimestamp"], reason };
}

function dueByExpiry(recorded: Recorded, inputs: Properties, now: Date): DueReplacement | undefined {
  const { inputs: before, state } = recorded;
  const { rotateBeforeExpiry } = inputs;
  // A new lifetime counts before its write: a longer one makes the replacement unnecessary.
  const expiresAt = isSameLifetime(before, inputs) ? state.expiresAt : expiryOf(inputs, state);
  if (typeof rotateBeforeExpiry !== "number" || typeof expiresAt !== "string") return undefined;
  // If the platform shortened the ttl to less than this, each run would replace the new key.
  const margin = livesLonger(state, expiresAt, rotateBeforeExpiry) ? rotateBeforeExpiry : 0;
  if (!hasPassed(expiresAt, new Date(now.getTime() + margin * 1000))) return undefined;
  const verb = hasPassed(expiresAt, now) ? "expired" : "expires";
  return {
    path: ["expiresAt"],
    reason: `The key ${verb} at ${expiresAt}: it is replaced by a new one (rotateBeforeExpiry).`,
  };
}

/** Whether the time from the creation to the expiry is longer than `seconds`. */
const livesLonger = ({ creationTimestamp }: Properties, expiresAt: string, seconds: number) =>
  Date.parse(expiresAt) - Date.parse(String(creationTimestamp)) > seconds * 1000;

/** Errors in the declared rotation. */
export function rotationProblems(fields: Properties): Problem[] {
  const { rotateBeforeExpiry: margin, rotateEvery: age, ttl, ttlAfterLastActivity, replacedKey, gracePeriod } = fields;
  const problems: Problem[] = [];
  const isTooShort = ttl === undefined || (typeof ttl === "number" && typeof margin === "number" && ttl <= margin);
  if (typeof margin === "number" && isTooShort) {
    problems.push({
      property: "rotateBeforeExpiry",
      reason: "needs a `ttl` that is longer, or the key would be replaced at once.",
    });
  }
  // A ttl that counts from the last use does not limit the age. An unknown flag counts as true.
  const maxAge = ttlAfterLastActivity || ttl === 0 ? undefined : ttl;
  if (typeof age === "number" && typeof maxAge === "number" && maxAge <= age)
    problems.push({ property: "rotateEvery", reason: "needs a longer `ttl`, or the key ends before it is replaced." });
  if (replacedKey === "expire" && fields.name !== undefined) {
    problems.push({
      property: "replacedKey",
      reason:
        `cannot be \`${replacedKey}\` for a key with a fixed \`name\`: the new key needs the name. Use ` +
        "`generateName`, or leave the name out.",
    });
  }
  // An unknown `replacedKey` may become "expire".
  if (gracePeriod !== undefined && (replacedKey ?? "delete") === "delete")
    problems.push({
      property: "gracePeriod",
      reason: 'needs `replacedKey: "expire"`: otherwise the old key ends at once.',
    });
  return problems;
}
