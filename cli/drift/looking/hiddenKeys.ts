import { shownSecret } from "../../../provider/objects/shownSecret";
import type { Session } from "../../../provider/session";
import { ourResource } from "../../state/ourResource";
import { closerLook } from "./closerLook";
import type { Watched } from "./resourceFindings";

const note =
  "The platform does not show the value of an access key to the key of this run, so a rotated key is not found. " +
  "Run with a key that may read it, or as the user to whom it belongs.";

/** A note where generated keys cannot be compared. Each platform is asked for one of them. */
export async function hiddenKeys(watched: readonly Watched[], now: Date): Promise<string[]> {
  const asked = new Set<Session>();
  for (const { exported, outcome, platform } of watched) {
    const ours = ourResource(exported);
    const session = platform?.session;
    const isGenerated = ours?.recorded.inputs.key === undefined && typeof ours?.recorded.state.key === "string";
    if (!ours || !session || !isGenerated || outcome.result !== "same" || asked.has(session)) continue;
    asked.add(session);
    const look = await closerLook(session, ours, now).catch(() => undefined);
    if (look?.live && shownSecret(look.live.spec?.key) === undefined) return [note];
  }
  return [];
}
